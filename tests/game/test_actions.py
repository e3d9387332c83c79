"""Actions by number and by label."""

from typing import Any

import pytest

from bottleimp.errors import BottleImpError, IllegalAction, NotationError, RefusalReason
from bottleimp.game.actions import (
    OpenChoice,
    action_from_label,
    action_from_number,
    action_number,
    has_card,
)
from bottleimp.game.deal import Deal
from bottleimp.game.round import Round
from bottleimp.rules.editions import edition

BRIGHT_HOUSE = edition("classic/bright-house")


def test_a_card_is_numbered_by_its_place() -> None:
    card = BRIGHT_HOUSE.deck.card(37)

    assert card.place == action_number(BRIGHT_HOUSE, card)
    assert card == action_from_number(BRIGHT_HOUSE, card.place)


def test_the_choices_are_numbered_after_the_last_card() -> None:
    size = BRIGHT_HOUSE.deck.size

    assert [size, size + 1] == [action_number(BRIGHT_HOUSE, choice) for choice in OpenChoice]
    assert list(OpenChoice) == [action_from_number(BRIGHT_HOUSE, size + n) for n in (0, 1)]


@pytest.mark.parametrize("number", [-1, BRIGHT_HOUSE.deck.size + 2])
def test_a_number_before_the_cards_or_past_the_choices_is_no_action(number: int) -> None:
    with pytest.raises(KeyError, match=f"no action {number} in classic/bright-house"):
        action_from_number(BRIGHT_HOUSE, number)


@pytest.mark.parametrize("nonsense", [None, 37, "open-1"])
def test_what_is_neither_a_card_nor_a_choice_has_no_number(nonsense: Any) -> None:
    with pytest.raises(BottleImpError, match="is neither a card nor a choice of an open hand"):
        action_number(BRIGHT_HOUSE, nonsense)


@pytest.mark.parametrize("choice", OpenChoice)
def test_a_choice_is_found_by_its_label(choice: OpenChoice) -> None:
    assert choice is action_from_label(BRIGHT_HOUSE, choice.label)


def test_a_card_is_found_by_its_label() -> None:
    assert BRIGHT_HOUSE.deck.card(12) == action_from_label(BRIGHT_HOUSE, "12")


@pytest.mark.parametrize("label", ["19", "Y1", "", "open-3", "2.5"])
def test_any_other_label_is_refused(label: str) -> None:
    with pytest.raises(NotationError, match=r"neither a card of the deck classic, .* nor a choice"):
        action_from_label(BRIGHT_HOUSE, label)


def test_a_card_of_another_deck_has_no_number_and_cannot_be_played() -> None:
    foreign = edition("matagot/6").deck.card_at(6)
    playing = Round(Deal.from_seed(edition("classic/4"), 1))

    assert not has_card(playing.edition, foreign)
    with pytest.raises(BottleImpError, match="Y5 is no card of the deck classic"):
        action_number(playing.edition, foreign)
    with pytest.raises(IllegalAction) as refused:
        playing.play(foreign)
    assert refused.value.reason is RefusalReason.NOT_HELD


def test_a_card_counts_by_what_is_printed_on_it_whatever_it_is_worth() -> None:
    own = edition("classic/4,face-value")

    assert action_number(own, edition("classic/4").deck.card(7)) == own.deck.card(7).place
