"""One trick by the functions of the core: what may be played to it and what takes it."""

import pytest

from bottleimp.rules.cardsets import set_of
from bottleimp.rules.tricks import dearest_bottle, lopakas_card, playable_cards, winning_card

LED = set_of([1, 2, 5, 9])  # the led suit


def test_a_hand_follows_with_its_cards_of_the_led_suit() -> None:
    assert set_of([2, 9]) == playable_cards(set_of([2, 3, 9]), LED)


def test_a_void_hand_may_play_anything() -> None:
    assert set_of([3, 4]) == playable_cards(set_of([3, 4]), LED)


def test_the_leader_may_play_anything() -> None:
    assert set_of([2, 3]) == playable_cards(set_of([2, 3]), 0)


@pytest.mark.parametrize(
    ("trick", "price", "winner"),
    [([24, 15, 17, 32], 19, 17), ([24, 32], 19, 32), ([3], 19, 3), ([3, 20], 3, 20)],
)
def test_the_highest_card_under_the_price_wins_or_else_the_highest(
    trick: list[int], price: int, winner: int
) -> None:
    assert winner == winning_card(set_of(trick), price)


@pytest.mark.parametrize(
    ("prices", "bottle"), [((19,), 0), ((19, 19), 0), ((7, 19), 1), ((8, 7), 0), ((7, 7), 0)]
)
def test_the_bottle_with_the_highest_price_is_for_sale(
    prices: tuple[int, ...], bottle: int
) -> None:
    assert bottle == dearest_bottle(prices)


@pytest.mark.parametrize(
    ("cards", "trick", "card"),
    [
        ([8, 10, 17], [20, 6], 10),  # the rules reference: he must buy at 10
        ([3, 4], [20, 6], 3),  # neither would be winning: the lowest
        ([22, 33], [20], 33),
        ([1, 2, 18], [], 18),
    ],
)
def test_lopaka_plays_the_highest_card_that_would_be_winning_or_else_his_lowest(
    cards: list[int], trick: list[int], card: int
) -> None:
    assert card == lopakas_card(set_of(cards), set_of(trick), 15)
