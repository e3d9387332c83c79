"""Deals: given by hand, in order, or shuffled from a seed."""

from collections import Counter
from typing import Any, cast

import pytest

from bottleimp.errors import EditionError
from bottleimp.game.deal import Deal, draw_below, hmac_integers
from bottleimp.rules.cards import Card
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition, edition_keys

CLASSIC_4 = edition("classic/4")
# Made by a second program from the words in the docstring of `Deal.from_seed` alone.
REFERENCES = [
    (
        "classic/4",
        bytes(32),
        b"",
        (
            "33 35 8 15 3 4 23 24 7 32 9 31 26 10 37 17 11 13 34 5 1 27 30 18 14 12 28 2 20"
            " 29 21 6 25 16 22 36"
        ),
    ),
    (
        "classic/lopaka",
        bytes(range(32)),
        b"table 7, round 2",
        (
            "20 10 6 4 1 26 13 29 33 31 3 8 12 37 34 32 18 16 7 28 23 27 22 5 36 15 14 25 30"
            " 9 35 24 17 2 21 11"
        ),
    ),
    (
        "matagot/5",
        (2024).to_bytes(32),
        b"",
        (
            "36.5 8 5 31 2.5 11 28.5 6 14 25 18 10.5 37 34 13 23 32 32.5 20 26 6.5 26.5 3"
            " 14.5 33 34.5 20.5 35 15 17 9 12 24 8.5 22.5 2 16.5 1 18.5 22 7 24.5 10 27 30"
            " 12.5 28 21 4.5 29 36 4 30.5 16"
        ),
    ),
]


def in_order(at: Edition, numbers: str) -> Deal:
    """The deal of cards in this order: to the hands one after another, the rest left over."""
    cards = [at.deck.card(number) for number in numbers.split()]
    hands = []
    for hand in at.hands:
        hands.append(tuple(cards[: hand.size]))
        cards = cards[hand.size :]
    return Deal(at, tuple(hands), tuple(cards))


@pytest.mark.parametrize(("key", "seed", "message", "numbers"), REFERENCES)
def test_a_seed_gives_the_deal_that_a_second_program_gives(
    key: str, seed: bytes, message: bytes, numbers: str
) -> None:
    assert in_order(edition(key), numbers) == Deal.from_seed(edition(key), seed, message)


def test_a_number_is_a_seed_of_32_bytes() -> None:
    assert Deal.from_seed(CLASSIC_4, 258) == Deal.from_seed(CLASSIC_4, bytes(30) + b"\x01\x02")


def test_a_message_changes_the_deal() -> None:
    assert Deal.from_seed(CLASSIC_4, 1) != Deal.from_seed(CLASSIC_4, 1, b"1")


def test_the_name_of_an_edition_is_no_edition() -> None:
    with pytest.raises(
        TypeError, match=r"""Edition such as edition\("classic/3"\), not 'classic/4'"""
    ):
        Deal.from_seed(cast("Edition", "classic/4"), 1)


@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33), -1, 2**256, "1"], ids=repr)
def test_what_is_no_seed_is_refused(seed: Any) -> None:
    with pytest.raises(ValueError, match=r"A seed is 32 bytes or a whole number .*, not "):
        Deal.from_seed(CLASSIC_4, seed)


@pytest.mark.slow
@pytest.mark.parametrize("key", edition_keys())
def test_every_card_comes_to_every_hand_about_equally_often(key: str) -> None:
    """A card falls to a hand of n with chance n in all; six deviations are allowed."""
    at, deals = edition(key), 400
    card = at.deck.cards[7]
    found = Counter(
        number
        for seed in range(deals)
        for number, hand in enumerate(Deal.from_seed(at, seed).hands)
        if card in hand
    )
    for number, hand in enumerate(at.hands):
        chance = hand.size / len(at.deck.cards)

        assert abs(found[number] - deals * chance) < 6 * (deals * chance * (1 - chance)) ** 0.5


def test_draws_that_would_be_uneven_are_thrown_away() -> None:
    """The last 4 numbers below 2**32 would favour the low draws of 6."""
    last = 2**32 - 1

    assert [draw_below(iter([last, last - 3, last - 4]), 6), draw_below(iter([9]), 6)] == [5, 3]


def test_the_numbers_of_a_key_go_on_from_block_to_block() -> None:
    numbers = hmac_integers(bytes(32), b"")
    first = [next(numbers) for _ in range(20)]

    assert len(set(first)) == 20


@pytest.mark.parametrize("key", edition_keys())
def test_dealing_in_order_goes_round_the_hands(key: str) -> None:
    at = edition(key)
    deal = Deal.in_order(at)

    assert [at.deck.cards[n] for n in range(len(at.hands))] == [hand[0] for hand in deal.hands]
    assert at.deck.cards[len(at.deck.cards) - at.left_over :] == deal.left_over


def test_hands_are_held_in_ascending_order() -> None:
    deal = Deal.in_order(CLASSIC_4)
    backwards = Deal(CLASSIC_4, tuple(tuple(reversed(hand)) for hand in deal.hands))

    assert deal == backwards


def broken(first: tuple[Card, ...]) -> Deal:
    """The cards in order, but with another first hand."""
    return Deal(CLASSIC_4, (first, *Deal.in_order(CLASSIC_4).hands[1:]))


def test_a_hand_of_the_wrong_size_is_refused() -> None:
    with pytest.raises(EditionError, match="deals hands of 9, 9, 9, 9 cards, not 8, 9, 9, 9"):
        broken(Deal.in_order(CLASSIC_4).hands[0][1:])


def test_too_few_hands_are_refused() -> None:
    with pytest.raises(EditionError, match="deals hands of 9, 9, 9, 9 cards, not 9, 9, 9"):
        Deal(CLASSIC_4, Deal.in_order(CLASSIC_4).hands[1:])


def test_cards_left_over_that_should_not_be_are_refused() -> None:
    with pytest.raises(EditionError, match="leaves 0 cards over, not 1"):
        Deal(CLASSIC_4, Deal.in_order(CLASSIC_4).hands, (CLASSIC_4.deck.card(1),))


def test_a_card_dealt_twice_is_refused() -> None:
    hands = Deal.in_order(CLASSIC_4).hands
    with pytest.raises(EditionError, match=r"The card B4 is dealt twice\."):
        broken((*hands[0][:-1], CLASSIC_4.deck.card(4)))


def test_a_card_of_another_deck_is_refused() -> None:
    hands = Deal.in_order(CLASSIC_4).hands
    with pytest.raises(EditionError, match=r"The card Y2\.5 is not in the deck classic\."):
        broken((*hands[0][:-1], edition("matagot/6").deck.card("2.5")))
