"""Editions by key and options, and how they are written."""

import pytest

from bottleimp.errors import BottleImpError, EditionError, NotationError, UnknownName
from bottleimp.rules.decks import CLASSIC
from bottleimp.rules.editions import (
    PRESETS,
    Preset,
    edition,
    edition_from_text,
    edition_keys,
)
from bottleimp.rules.seating import Cycles, Rounds, TargetScore


@pytest.mark.parametrize("key", edition_keys())
def test_an_edition_without_options_is_written_as_its_key(key: str) -> None:
    at = edition(key)

    assert (key, key) == (at.text, f"{at.preset}/{at.mode}")
    assert at == edition_from_text(key)


@pytest.mark.parametrize(
    "text",
    [
        "classic/4,face-value,target=300",
        "wikipedia/3,face-value=no",
        "classic/3,deck=matagot36,cycles=1",
        "matagot/6-teams-222,bga-teams",
    ],
)
def test_options_are_read_and_written_alike(text: str) -> None:
    assert text == edition_from_text(text).text


@pytest.mark.parametrize(
    "text",
    ["classic/4,deck=matagot36", "matagot/5-teams,bga-teams,no-aids", "wikipedia/3,rounds=7"],
)
def test_options_may_stand_behind_a_key(text: str) -> None:
    assert text == edition(text).text


def test_an_argument_takes_the_place_of_a_written_option() -> None:
    at = edition(
        "matagot/4-teams,deck=classic,bga-teams,rounds=3", deck="matagot17", bga_teams=False
    )

    assert at.text == "matagot/4-teams,deck=matagot17,rounds=3"


@pytest.mark.parametrize(
    "text",
    ["classic/4,deck=classic,deck=matagot36", "classic/4,target=100,cycles=1",
     "classic/4,face-value,face-value=no"],
)  # fmt: skip
def test_two_options_about_the_same_matter_are_refused(text: str) -> None:
    with pytest.raises(NotationError, match="another option has settled"):
        edition(text)


@pytest.mark.parametrize("name", ["cycles", "rounds", "target"])
@pytest.mark.parametrize("digits", [11, 4_300, 5_000, 100_000])
def test_a_number_of_thousands_of_digits_is_refused(name: str, digits: int) -> None:
    with pytest.raises(NotationError, match=f"the number of the option {name} has too many digits"):
        edition_from_text(f"classic/4,{name}={'9' * digits}")


@pytest.mark.parametrize("text", ["classic/4,cycles=\u0663", "classic/4,cycles=1_0"])
def test_numbers_are_written_in_ascii_digits(text: str) -> None:
    with pytest.raises(NotationError, match="the option cycles needs a whole number from 1, not"):
        edition_from_text(text)


def test_options_that_change_nothing_are_not_written() -> None:
    assert edition_from_text("classic/3,deck=classic,face-value=no,cycles=2").text == "classic/3"


def test_space_around_an_edition_does_not_matter() -> None:
    assert edition("classic/3") == edition_from_text("  classic/3 ")


@pytest.mark.parametrize(
    ("text", "column", "said"),
    [
        ("classic/4,colour=red", 11, "the option 'colour=red' is none of deck=NAME"),
        ("classic/4,face-value,deck=", 22, "the option 'deck=' is none of deck=NAME"),
        ("classic/4,cycles=two", 11, "the option cycles needs a whole number from 1, not 'two'"),
        ("classic/4,target=-3", 11, "the option target needs a whole number from 1, not '-3'"),
        ("classic/4,", 11, "the option '' is none of deck=NAME"),
    ],
)
def test_an_option_that_cannot_be_read_is_refused_at_its_column(
    text: str, column: int, said: str
) -> None:
    with pytest.raises(NotationError) as info:
        edition_from_text(text)
    assert str(info.value).startswith(said)
    assert (1, column) == (info.value.line, info.value.column)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("classic/3,cycles=0", "A match has 1 to 10 dealer cycles; 0 is not allowed."),
        ("classic/3,cycles=11", "A match has 1 to 10 dealer cycles; 11 is not allowed."),
        ("classic/3,rounds=0", "A match has 1 to 100 rounds; 0 is not allowed."),
        ("classic/3,rounds=101", "A match has 1 to 100 rounds; 101 is not allowed."),
        ("classic/3,target=0", "A target is 1 to 1000 points; 0 is not allowed."),
        ("classic/3,target=1001", "A target is 1 to 1000 points; 1001 is not allowed."),
        ("classic/3,deck=matagot", "is played with 36 cards, but the deck matagot has 54"),
        ("classic/3,bga-teams", "has no teams, so the option bga-teams says nothing"),
        ("matagot/5,face-value", "has half numbers"),
    ],
)
def test_options_that_do_not_go_together_are_refused_with_the_reason(
    text: str, sentence: str
) -> None:
    with pytest.raises(EditionError, match=sentence):
        edition_from_text(text)


@pytest.mark.parametrize("text", ["classic/5", "clasic/4", "classic", "", "classic/4 teams"])
def test_an_unknown_edition_is_refused(text: str) -> None:
    with pytest.raises(UnknownName, match="no edition called"):
        edition_from_text(text)


def test_an_unknown_edition_names_the_near_ones() -> None:
    with pytest.raises(UnknownName) as info:
        edition("clasic/4")
    assert "classic/4" in info.value.near


def test_every_refusal_is_of_one_family() -> None:
    assert all(issubclass(e, BottleImpError) for e in (EditionError, NotationError, UnknownName))


def test_lengths_are_written_as_options() -> None:
    lengths = Cycles(3), Rounds(7), TargetScore(150)

    assert tuple(map(str, lengths)) == ("cycles=3", "rounds=7", "target=150")


def test_a_preset_without_a_long_deck_has_no_game_for_six(monkeypatch: pytest.MonkeyPatch) -> None:
    short = Preset("short", "Short", CLASSIC, None, ("6",), Cycles(2))
    monkeypatch.setitem(PRESETS, "short", short)

    with pytest.raises(EditionError, match="has no deck for 6 players"):
        edition("short/6")


def test_editions_that_differ_in_a_deck_are_different() -> None:
    assert edition("classic/3") != edition("classic/3", deck="matagot36")


def test_equal_editions_have_equal_hashes() -> None:
    assert hash(edition("classic/3")) == hash(edition_from_text("classic/3"))


def test_an_edition_says_who_plays_what() -> None:
    lopaka = edition("classic/lopaka")

    assert (
        lopaka.seats, lopaka.players, lopaka.driven, lopaka.dealer, lopaka.tricks,
    ) == (3, 2, (1,), 2, 11)  # fmt: skip


def test_an_edition_says_which_hands_and_partners_a_seat_has() -> None:
    assert edition("matagot/devils-eye").hands_of(1) == (2, 3)
    assert edition("matagot/6-teams-2211").partners(0) == (3,)
    assert edition("matagot/6-teams-2211").partners(2) == ()
