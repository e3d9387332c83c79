"""Table options: another deck, face value, another length, and teams as online."""

import pytest

from bottleimp.errors import EditionError, NotationError, UnknownName
from bottleimp.game.match import Match
from bottleimp.rules.decks import deck_by_name, decks_of_size
from bottleimp.rules.editions import LONG_DECK_MODES, edition, edition_from_text, edition_keys
from bottleimp.rules.seating import Cycles, Rounds, TargetScore
from tests.support.game.rulebook_table import at_play, play_out, result

SHORT_DECKS = [deck.name for deck in decks_of_size(36)]
LONG_DECKS = [deck.name for deck in decks_of_size(54)]
SHORT_MODES = [key for key in edition_keys() if key.partition("/")[2] not in LONG_DECK_MODES]


@pytest.mark.parametrize("key", SHORT_MODES)
@pytest.mark.parametrize("deck", SHORT_DECKS)
def test_any_short_mode_takes_any_short_deck(key: str, deck: str) -> None:
    """Every mode for 36 cards can be played with every deck of 36 cards.

    Ruling: ours
    """
    at = edition(key, deck=deck)

    assert deck == at.deck.name
    assert at.seats == len(result(play_out(at_play(at))))


@pytest.mark.parametrize("key", [key for key in edition_keys() if key not in SHORT_MODES])
@pytest.mark.parametrize("deck", [name for name in SHORT_DECKS if name not in LONG_DECKS])
def test_five_and_six_players_need_the_long_deck(key: str, deck: str) -> None:
    """A mode for 54 cards cannot be played with 36.

    Ruling: ours
    """
    with pytest.raises(EditionError, match=f"54 cards, but the deck {deck} has 36"):
        edition(key, deck=deck)


@pytest.mark.parametrize("key", SHORT_MODES)
def test_a_short_mode_does_not_take_the_long_deck(key: str) -> None:
    """A mode for 36 cards cannot be played with 54.

    Ruling: ours
    """
    with pytest.raises(EditionError, match="36 cards, but the deck matagot has 54"):
        edition(key, deck="matagot")


@pytest.mark.parametrize("key", edition_keys())
def test_matagots_17_may_count_3_in_every_mode(key: str) -> None:
    """Sources differ about Matagot's 17; a deck of its own lets it count 3 instead of 4.

    Ruling: ours
    """
    at = edition(key, deck="matagot17", face_value=False)
    printed = deck_by_name("matagot36" if key in SHORT_MODES else "matagot")

    assert {
        card.label: (card.points, other.points)
        for card, other in zip(printed.cards, at.deck.cards, strict=True)
        if card != other
    } == {"17": (4, 3)}
    assert at == edition(at.text)
    assert at.seats == len(result(play_out(at_play(at))))


@pytest.mark.parametrize("key", SHORT_MODES)
def test_face_value_goes_with_every_short_mode(key: str) -> None:
    """With the house rule every card is worth its number.

    Ruling: ours
    """
    at = edition(key, face_value=True)

    assert [int(card.label) for card in at.deck.cards] == [card.points for card in at.deck.cards]


@pytest.mark.parametrize("key", [key for key in edition_keys() if key not in SHORT_MODES])
def test_half_numbers_do_not_count_their_face_value(key: str) -> None:
    """The house rule is for whole numbers, so the long deck keeps its points.

    Ruling: ours
    """
    with pytest.raises(EditionError, match="half numbers"):
        edition(key, face_value=True)


def test_wikipedias_edition_may_count_points() -> None:
    """Where face value is the default it can be switched off.

    Ruling: ours
    """
    at = edition("wikipedia/4", face_value=False)

    assert (at.deck.points, at.text) == (126, "wikipedia/4,face-value=no")


@pytest.mark.parametrize("key", [key for key in edition_keys() if "teams" not in key])
def test_the_online_option_needs_teams(key: str) -> None:
    """Where nobody has a partner the option `bga-teams` is refused.

    Ruling: ours
    """
    with pytest.raises(EditionError, match="has no teams"):
        edition(key, bga_teams=True)


@pytest.mark.parametrize(
    "length", [Cycles(1), Cycles(5), Rounds(7), TargetScore(100), TargetScore(300)]
)
def test_the_length_of_a_match_may_be_changed(length: Cycles | Rounds | TargetScore) -> None:
    """Every edition can be played for other dealer cycles or to a target.

    Ruling: ours
    """
    assert length == edition("matagot/6", length=length).length


@pytest.mark.parametrize("cycles", [0, -1, 11])
def test_a_match_has_one_to_ten_cycles(cycles: int) -> None:
    """No match is without rounds, and none is endless.

    Ruling: ours
    """
    with pytest.raises(EditionError, match="1 to 10 dealer cycles"):
        Cycles(cycles)


@pytest.mark.parametrize("key", edition_keys())
@pytest.mark.parametrize("rounds", [1, 5, 100])
def test_a_match_may_have_any_number_of_rounds(key: str, rounds: int) -> None:
    """Players may agree on a number of rounds, whether everyone then deals equally often or not.

    Ruling: ours
    """
    match = Match(edition(key, length=Rounds(rounds)), 0)
    for _ in range(rounds - 1):
        match = match.after((0,) * match.participants)

    assert (rounds, False) == (match.rounds_planned, match.is_over)
    assert match.after((0,) * match.participants).is_over


@pytest.mark.parametrize("rounds", [0, -1, 101])
def test_a_match_has_one_to_a_hundred_rounds(rounds: int) -> None:
    """An agreed number of rounds is from one to a hundred.

    Ruling: ours
    """
    with pytest.raises(EditionError, match="1 to 100 rounds"):
        Rounds(rounds)


@pytest.mark.parametrize("key", edition_keys())
def test_aids_to_memory_may_be_hidden_in_every_mode(key: str) -> None:
    """The option `no-aids` changes what is shown, never how a round is played or scored.

    Ruling: ours
    """
    plain, hidden = edition(key), edition(key, no_aids=True)

    assert (plain.has_aids, hidden.has_aids, hidden.text) == (True, False, f"{key},no-aids")
    assert plain.layout == hidden.layout


@pytest.mark.parametrize("points", [0, -100, 1001])
def test_a_target_has_one_to_a_thousand_points(points: int) -> None:
    """A target is a number of points above zero, a thousand at most.

    Ruling: ours
    """
    with pytest.raises(EditionError, match="1 to 1000 points"):
        TargetScore(points)


def test_an_option_that_says_what_the_preset_says_is_no_option() -> None:
    """Choosing what holds anyway leaves the edition as it was.

    Ruling: ours
    """
    same = edition("classic/4", deck="classic", face_value=False, length=Cycles(2))

    assert edition("classic/4") == same


@pytest.mark.parametrize(
    "text",
    [
        *edition_keys(),
        "classic/4,face-value,target=300",
        "wikipedia/3,deck=matagot36,face-value=no,cycles=3",
        "matagot/5-teams,bga-teams",
        "bambus1995/4,deck=classic",
        "matagot/6,deck=matagot17,no-aids,rounds=5",
    ],
)
def test_an_edition_is_written_in_one_word(text: str) -> None:
    """Key and options can be written down in one word, and read back.

    Ruling: ours
    """
    assert text == edition_from_text(text).text


@pytest.mark.parametrize(
    ("key", "near"),
    [("clasic/4", "classic/4"), ("matagot/5-team", "matagot/5-teams"), ("classic/5", "classic/4"),
     ("matagot/devils-eyes", "matagot/devils-eye"), ("lopaka", "classic/lopaka")],
)  # fmt: skip
def test_an_unknown_edition_is_refused_with_near_names(key: str, near: str) -> None:
    """A name that does not exist is answered with those that come near.

    Ruling: ours
    """
    with pytest.raises(UnknownName, match="did you mean") as refusal:
        edition(key)

    assert near in refusal.value.near


def test_a_name_like_no_other_is_answered_with_all() -> None:
    """Where nothing comes near, all names are listed.

    Ruling: ours
    """
    with pytest.raises(UnknownName, match=r"known are .*matagot/6-teams-222.*wikipedia/4"):
        edition("whist")


def test_an_unknown_deck_is_refused_with_near_names() -> None:
    """A deck that does not exist is answered with those that come near.

    Ruling: ours
    """
    with pytest.raises(UnknownName, match="did you mean bambus1995"):
        edition("classic/4", deck="bambus1996")


@pytest.mark.parametrize(
    ("text", "column"),
    [("classic/4,decks=classic", 11), ("classic/4,face-value,length=many", 22),
     ("classic/4,", 11), ("classic/4,deck=", 11)],
)  # fmt: skip
def test_an_unknown_option_is_refused_with_its_place(text: str, column: int) -> None:
    """An option that cannot be read is refused, with its place and all options there are.

    Ruling: ours
    """
    with pytest.raises(NotationError, match="deck=NAME, face-value") as refusal:
        edition_from_text(text)

    assert (1, column) == (refusal.value.line, refusal.value.column)
