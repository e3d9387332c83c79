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
from bottleimp.rules.seating import Cycles, Target


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


def test_options_that_change_nothing_are_not_written() -> None:
    assert "classic/3" == edition_from_text("classic/3,deck=classic,face-value=no,cycles=2").text


def test_space_around_an_edition_does_not_matter() -> None:
    assert edition("classic/3") == edition_from_text("  classic/3 ")


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("classic/4,colour=red", 11),
        ("classic/4,face-value,deck=", 22),
        ("classic/4,cycles=two", 11),
        ("classic/4,target=-3", 11),
        ("classic/4,", 11),
    ],
)
def test_an_option_that_cannot_be_read_is_refused_at_its_column(text: str, column: int) -> None:
    with pytest.raises(NotationError, match="is none of deck=NAME") as info:
        edition_from_text(text)
    assert (1, column) == (info.value.line, info.value.column)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("classic/3,cycles=0", "A match has 1 to 10 dealer cycles; 0 is not allowed."),
        ("classic/3,cycles=11", "A match has 1 to 10 dealer cycles; 11 is not allowed."),
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
    assert ("cycles=3", "target=150") == (str(Cycles(3)), str(Target(150)))


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

    assert (3, 2, (1,), 2, 11) == (
        lopaka.seats, lopaka.players, lopaka.driven, lopaka.dealer, lopaka.tricks,
    )  # fmt: skip


def test_an_edition_says_which_hands_and_partners_a_seat_has() -> None:
    assert (2, 3) == edition("matagot/devils-eye").hands_of(1)
    assert (3,) == edition("matagot/6-teams-2211").partners(0)
    assert () == edition("matagot/6-teams-2211").partners(2)
