"""Presets and modes: what every printing offers."""

import pytest

from bottleimp.rules.editions import PRESETS, edition, edition_keys
from bottleimp.rules.seating import Cycles, MatchLength, TargetScore
from tests.support.game.rulebook_table import at_play, play_out

OFFERED = [
    ("matagot", "matagot36", "devils-eye 3 4 4-teams", Cycles(2)),
    ("matagot", "matagot", "5 5-teams 6 6-teams-222 6-teams-2211", Cycles(2)),
    ("classic", "classic", "lopaka bright-house 3 4", Cycles(2)),
    ("bambus1995", "bambus1995", "3 4", TargetScore(200)),
    ("wikipedia", "classic", "3 4", TargetScore(500)),
]


def test_there_are_seventeen_editions() -> None:
    """Four presets offer seventeen modes between them.

    Ruling: ours
    """
    offered = [f"{preset}/{mode}" for preset, _, modes, _ in OFFERED for mode in modes.split()]

    assert offered == list(edition_keys())
    assert len(offered) == 17


@pytest.mark.parametrize("key", edition_keys())
def test_every_edition_can_be_played_to_its_end(key: str) -> None:
    """Each edition gives a round with a score for everyone at the table.

    Ruling: ours
    """
    played = play_out(at_play(key))

    assert played.scores is not None
    assert played.edition.seats == len(played.scores)


@pytest.mark.parametrize(("preset", "deck", "modes", "length"), OFFERED)
def test_each_preset_has_its_deck_and_length(
    preset: str, deck: str, modes: str, length: MatchLength
) -> None:
    """Matagot and classic: everyone deals twice; Bambus 1995: 200 points; Wikipedia: 500.

    Sources: Matagot "End of game"; Gameteko "End of the Round"; Wikipedia "Rules"; ours for the 200
    points
    """
    found = [edition(f"{preset}/{mode}") for mode in modes.split()]

    assert {(deck, length)} == {(at.deck.name, at.length) for at in found}


@pytest.mark.parametrize(
    ("preset", "players"), [("matagot", {2, 3, 4, 5, 6}), ("classic", {2, 3, 4}),
                            ("bambus1995", {3, 4}), ("wikipedia", {3, 4})],
)  # fmt: skip
def test_each_preset_is_for_so_many_players(preset: str, players: set[int]) -> None:
    """Matagot seats two to six, the classic printings two to four, the first three or four.

    Sources: Matagot "About the game"; Gameteko "Overview"; Bambus 1995 "Title";
    Rules Bank 1996 "Title"
    """
    assert players == {edition(f"{preset}/{mode}").players for mode in PRESETS[preset].modes}


def test_only_wikipedia_counts_numbers_by_default() -> None:
    """Face value is how Wikipedia tells the scoring; all others count points.

    Sources: Wikipedia "Rules"
    """
    assert [preset.key for preset in PRESETS.values() if preset.face_value] == ["wikipedia"]
