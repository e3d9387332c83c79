"""Suits, cards and decks as values."""

from dataclasses import replace
from typing import Any

import pytest

from bottleimp.errors import EditionError, UnknownName
from bottleimp.rules.cards import Card, Suit
from bottleimp.rules.decks import (
    CLASSIC,
    DECKS,
    MATAGOT,
    MATAGOT36,
    Deck,
    card_set,
    deck_by_name,
    face_value_deck,
)

EVERY_DECK = pytest.mark.parametrize("deck", DECKS.values(), ids=lambda deck: deck.name)


def test_a_suit_is_called_by_its_colour_and_written_by_its_letter() -> None:
    assert [(s.colour, s.letter) for s in Suit] == [("yellow", "Y"), ("blue", "B"), ("red", "R")]


def test_a_card_is_written_with_suit_letter_and_number() -> None:
    card = MATAGOT.card("18.5")

    assert (card.name, str(card)) == ("Y18.5", "Y18.5")


@pytest.mark.parametrize("number", [18, "18", 18.5, "18.5"])
def test_a_card_is_found_by_its_number_however_it_is_given(number: str | float) -> None:
    assert str(number) == MATAGOT.card(number).label


def test_a_number_that_is_not_in_the_deck_is_refused_with_near_ones() -> None:
    with pytest.raises(UnknownName, match=r"no card in this deck called '2.5'; did you mean 25"):
        CLASSIC.card(2.5)


def test_the_19_is_no_playing_card() -> None:
    with pytest.raises(UnknownName):
        CLASSIC.card(19)
    with pytest.raises(KeyError):
        CLASSIC.card_at(CLASSIC.start_price)


@EVERY_DECK
def test_every_card_is_at_its_place(deck: Deck) -> None:
    assert list(deck.cards) == [deck.card_at(card.place) for card in deck.cards]


@EVERY_DECK
def test_every_place_has_a_number_and_the_start_price_has_the_19(deck: Deck) -> None:
    numbers = [deck.label_at(place) for place in range(deck.size)]

    assert sorted(numbers, key=float) == numbers
    assert deck.label_at(deck.start_price) == "19"
    assert {*numbers} == {"19", *(card.label for card in deck.cards)}


@EVERY_DECK
def test_the_suits_share_out_the_cards(deck: Deck) -> None:
    of_suits = [deck.suit_cards(suit) for suit in Suit]

    assert card_set(deck.cards) == sum(of_suits)
    assert {card_set(deck.cards).bit_count() // 3} == {cards.bit_count() for cards in of_suits}


def test_the_36_base_cards_of_matagot_are_those_with_whole_numbers() -> None:
    whole = [card for card in MATAGOT.cards if "." not in card.label]

    assert [(c.label, c.suit, c.points) for c in whole] == [
        (c.label, c.suit, c.points) for c in MATAGOT36.cards
    ]


def test_cards_of_a_set_come_in_ascending_order() -> None:
    cards = (CLASSIC.card(37), CLASSIC.card(1), CLASSIC.card(20))

    assert tuple(c.label for c in CLASSIC.cards_of(card_set(cards))) == ("1", "20", "37")


def test_decks_of_one_name_and_size_that_differ_in_points_are_different() -> None:
    by_number = face_value_deck(CLASSIC)

    assert by_number != CLASSIC
    assert hash(CLASSIC) == hash(by_number)


def test_a_card_counts_its_number_under_face_value() -> None:
    assert all(int(card.label) == card.points for card in face_value_deck(CLASSIC).cards)


def test_half_numbers_cannot_count_their_number() -> None:
    with pytest.raises(EditionError, match="has half numbers"):
        face_value_deck(MATAGOT)


def test_a_deck_that_is_out_of_order_is_refused() -> None:
    cards = CLASSIC.cards
    with pytest.raises(EditionError, match="not in ascending order at 1"):
        replace(CLASSIC, cards=(cards[1], cards[0], *cards[2:]))


def test_a_deck_whose_places_are_not_in_the_order_of_its_numbers_is_refused() -> None:
    one, two, *others = CLASSIC.cards
    swapped = (replace(one, place=two.place), replace(two, place=one.place), *others)
    with pytest.raises(EditionError, match="not in ascending order at 2"):
        Deck("swapped", swapped, CLASSIC.start_price)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"label": "one"}, "has a card without a number"),
        ({"points": -1}, "The 1 of the deck odd does not have a whole number of points from 0 up"),
        ({"points": 2.0}, "The 1 of the deck odd does not have a whole number of points from 0 up"),
        ({"points": float("nan")}, "The 1 of the deck odd does not have a whole number"),
        ({"points": "3"}, "The 1 of the deck odd does not have a whole number of points from 0 up"),
        ({"points": 1.5}, "The 1 of the deck odd does not have a whole number of points from 0 up"),
    ],
)
def test_a_card_that_cannot_be_counted_is_refused(change: dict[str, Any], said: str) -> None:
    odd = replace(CLASSIC.cards[0], **change)
    with pytest.raises(EditionError, match=said):
        Deck("odd", (odd, *CLASSIC.cards[1:]), CLASSIC.start_price)


def test_no_card_lies_at_the_place_of_the_start_price() -> None:
    assert CLASSIC.find(CLASSIC.start_price) is None
    assert CLASSIC.find(0) is CLASSIC.cards[0]


def test_a_deck_has_at_most_as_many_cards_as_fit_into_a_card_set() -> None:
    def many(count: int) -> Deck:
        labels = [str(number) for number in range(1, count + 2) if number != 19]
        places = [number for number in range(count + 1) if number != 18]
        cards = zip(places, labels, strict=True)
        return Deck("many", tuple(Card(place, text, Suit.MID, 1) for place, text in cards), 18)

    assert len(many(62).cards) == 62
    with pytest.raises(EditionError, match="The deck many has 63 cards; 62 are the most"):
        many(63)


def test_a_deck_that_leaves_out_a_place_is_refused() -> None:
    with pytest.raises(EditionError, match="does not number its places"):
        Deck("short", (Card(0, "1", Suit.LOW, 1), Card(3, "20", Suit.MID, 1)), 1)


def test_a_deck_is_found_by_its_name() -> None:
    assert MATAGOT36 is deck_by_name("matagot36")


def test_an_unknown_deck_is_refused_with_near_names() -> None:
    with pytest.raises(UnknownName, match="no deck called 'clasic'; did you mean classic") as info:
        deck_by_name("clasic")
    assert (info.value.name, info.value.near) == ("clasic", ("classic",))


def test_a_name_that_is_near_none_lists_all() -> None:
    with pytest.raises(UnknownName, match="known are bambus1995, classic, matagot, matagot17"):
        deck_by_name("xyz")
