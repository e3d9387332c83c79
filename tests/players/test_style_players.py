"""Players that follow a style: known by name to whoever measures, and offered to nobody."""

import pytest

from bottleimp.analysis.arena import lineups
from bottleimp.analysis.arena.contests import edition_of_each_mode
from bottleimp.analysis.arena.lineups import ScheduledRound, play_rounds
from bottleimp.errors import BottleImpError
from bottleimp.game.deal import Deal
from bottleimp.game.round import Round
from bottleimp.kernel.styles.style import STYLE_NUMBERS, STYLES
from bottleimp.knowledge.observation import observe
from bottleimp.players.catalogue import (
    build_player,
    names_outside_player,
    offered_player_names,
    player_kind,
    player_names,
    style_player_names,
)
from bottleimp.players.decisions import DecisionBatch
from bottleimp.players.style_names import MIXTURES, STYLE_PREFIX, STYLE_SENTENCES
from bottleimp.players.style_player import StylePlayer
from bottleimp.rules.editions import edition
from tests.support.short_runs import sparing

MODES = sparing(edition_of_each_mode(), ("classic/4", "classic/bright-house"))
MIXTURE = "mixture_for_training"


def test_every_style_has_a_player_that_says_in_a_sentence_how_it_plays() -> None:
    assert list(STYLE_SENTENCES) == list(STYLES)
    for name in style_player_names():
        about = player_kind(name).about
        assert about[0].isupper()
        assert about.endswith(".")
        assert callable(build_player(name).choose_actions)


def test_styles_are_no_players_of_the_product() -> None:
    names = set(style_player_names())

    assert names & {*player_names(), *offered_player_names()} == set()
    assert not any(map(names_outside_player, names))


def test_a_style_has_no_budget() -> None:
    with pytest.raises(BottleImpError, match="style_greedy"):
        build_player("style_greedy:5")


def test_a_mixture_keeps_to_one_style_in_a_round() -> None:
    played = Round(Deal.from_seed(edition("classic/4"), 5))
    player = StylePlayer(MIXTURE)
    seeds = range(200)
    drawn = []
    while (seat := played.turn) is not None:
        seen = observe(played, seat)
        decisions = DecisionBatch.from_observations([seen] * len(seeds), seeds)
        drawn.append(player.style_numbers(decisions).tolist())
        played = played.play(seen.legal_actions[0])

    assert all(numbers == drawn[0] for numbers in drawn)
    assert set(drawn[0]) == {STYLE_NUMBERS[style] for style in MIXTURES[MIXTURE]}


@pytest.mark.slow
@pytest.mark.parametrize("key", MODES)
def test_every_style_plays_every_mode_alone_as_side_by_side(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    playing, names = edition(key), style_player_names()
    rounds = [
        ScheduledRound(
            number, tuple(names[(number + s) % len(names)] for s in range(playing.seats))
        )
        for number in range(len(names))
    ]
    monkeypatch.setattr(lineups, "MIN_BATCH_ROUNDS", 1)
    together = play_rounds(playing, 5, rounds)
    monkeypatch.setattr(lineups, "MIN_BATCH_ROUNDS", len(rounds) + 1)

    assert play_rounds(playing, 5, rounds) == together


def test_the_names_begin_alike() -> None:
    assert all(name.startswith(STYLE_PREFIX) for name in style_player_names())
