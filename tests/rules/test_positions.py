"""Questions to a position, and a seat that is not asked."""

import pytest

from bottleimp.game.deal import Deal
from bottleimp.rules.cardsets import lowest, members
from bottleimp.rules.editions import edition
from bottleimp.rules.position import NOBODY, hands_of, is_choosing, is_over, is_passing, suit_of
from bottleimp.rules.scoring import scores
from bottleimp.rules.turns import advance, legal_actions


def test_a_card_is_in_the_suit_that_holds_it() -> None:
    deck = edition("classic/4").deck
    suits = edition("classic/4").layout.suits

    for card in deck.cards:
        assert deck.suit_cards(card.suit) == suit_of(suits, card.place)


def test_the_start_price_is_in_no_suit() -> None:
    at = edition("classic/4")

    assert suit_of(at.layout.suits, at.deck.start_price) == 0


def test_a_round_begins_with_passing() -> None:
    at = edition("classic/bright-house")
    opening = Deal.in_order(at).initial_position

    assert is_passing(at.layout, opening)
    assert not is_over(opening)
    assert ((NOBODY,), (at.deck.start_price,)) == (opening.owners, opening.prices)


def test_after_the_passes_hands_are_chosen_and_after_the_choice_cards_are_played() -> None:
    at = edition("classic/bright-house")
    position = Deal.in_order(at).initial_position
    told = []
    while not is_over(position):
        told.append((is_passing(at.layout, position), is_choosing(at.layout, position)))
        position = advance(at.layout, position, first_of(legal_actions(at.layout, position)))

    assert told == [(True, True)] * 8 + [(False, True)] * 2 + [(False, False)] * 32
    assert legal_actions(at.layout, position) == 0


def first_of(actions: int) -> int:
    """The lowest action of a set."""
    return (actions & -actions).bit_length() - 1


@pytest.mark.parametrize(("mode", "bottles"), [("3", 1), ("5", 2), ("5-teams", 1), ("6", 2)])
def test_every_bottle_begins_at_the_start_price(mode: str, bottles: int) -> None:
    at = edition(f"matagot/{mode}")

    assert (at.deck.start_price,) * bottles == Deal.in_order(at).initial_position.prices


def test_scores_of_a_position_count_each_seat() -> None:
    at = edition("classic/3")
    deck = at.deck
    end = Deal.in_order(at).initial_position._replace(
        hands=(0, 0, 0),
        passed=(0, 0, 0, 1 << deck.card(37).place | 1 << deck.card(36).place),
        won=(1 << deck.card(18).place, 1 << deck.card(1).place, 0),
        owners=(1,),
    )

    assert scores(at.layout, end) == (5, -12, 0)


@pytest.mark.parametrize("key", ["classic/lopaka", "classic/bright-house", "matagot/devils-eye"])
def test_no_hand_lies_open_before_all_have_passed(key: str) -> None:
    layout, position = edition(key).layout, Deal.in_order(edition(key)).initial_position
    for _ in layout.pass_seat:
        assert position.open_hands == 0
        position = advance(layout, position, lowest(legal_actions(layout, position)))

    assert position.open_hands == layout.opened


def test_the_hands_of_a_seat_are_a_set() -> None:
    at = edition("classic/bright-house").layout

    assert [hands_of(at, seat) for seat in range(2)] == [0b0011, 0b1100]


def test_the_two_choices_open_the_first_and_the_second_hand_of_each_seat() -> None:
    at = edition("classic/bright-house")
    position = Deal.in_order(at).initial_position
    while is_passing(at.layout, position):
        position = advance(at.layout, position, lowest(legal_actions(at.layout, position)))
    first, second = members(legal_actions(at.layout, position))

    after = advance(at.layout, advance(at.layout, position, second), first)

    assert list(members(after.open_hands)) == [1, 2]
