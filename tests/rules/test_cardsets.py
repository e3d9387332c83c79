"""Sets of cards as ints."""

import pytest

from bottleimp.rules import cardsets

SOME = 0b1011_0000  # the cards 4, 5 and 7


def test_a_lone_card_is_the_only_member_of_its_set() -> None:
    assert list(cardsets.members(cardsets.singleton(5))) == [5]


@pytest.mark.parametrize(("card", "held"), [(4, 1), (5, 1), (6, 0), (7, 1), (0, 0)])
def test_a_set_holds_its_members_and_no_others(card: int, held: int) -> None:
    assert held == cardsets.holds(SOME, card)


def test_the_size_of_a_set_is_the_number_of_its_cards() -> None:
    assert (cardsets.size(SOME), cardsets.size(0)) == (3, 0)


def test_the_highest_and_the_lowest_card_are_the_ends_of_the_set() -> None:
    assert (cardsets.highest(SOME), cardsets.lowest(SOME)) == (7, 4)


def test_a_set_without_its_lowest_card_keeps_the_others() -> None:
    assert list(cardsets.members(cardsets.without_lowest(SOME))) == [5, 7]


@pytest.mark.parametrize(("price", "lower"), [(4, []), (5, [4]), (7, [4, 5]), (8, [4, 5, 7])])
def test_a_card_at_the_price_is_not_under_it(price: int, lower: list[int]) -> None:
    assert lower == list(cardsets.members(cardsets.under(SOME, price)))


@pytest.mark.parametrize(("card", "higher"), [(3, [4, 5, 7]), (4, [5, 7]), (5, [7]), (62, [])])
def test_a_card_is_not_above_itself(card: int, higher: list[int]) -> None:
    assert higher == list(cardsets.members(cardsets.above(SOME, card)))


def test_the_cards_put_together_are_the_set_whatever_their_order() -> None:
    assert SOME == cardsets.set_of([7, 4, 5]) == cardsets.set_of([5, 7, 4, 4])


def test_the_members_of_a_set_come_lowest_first() -> None:
    assert list(cardsets.members(SOME)) == [4, 5, 7]


@pytest.mark.parametrize("at", [0, 1, 2])
def test_a_row_with_one_entry_changed_keeps_the_others(at: int) -> None:
    expected = [1, 2, 3]
    expected[at] = 9

    assert cardsets.with_entry((1, 2, 3), at, 9) == tuple(expected)
