"""Editions in which a round would get stuck, and decks that contradict themselves, are refused."""

from dataclasses import replace

import pytest

from bottleimp.errors import EditionError
from bottleimp.rules.cards import Card
from bottleimp.rules.decks import Deck, with_points
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition, edition_keys
from bottleimp.rules.seating import Hand, OpenRule, PlaySource

HOUSE = edition("classic/bright-house")
DEVIL = edition("matagot/devils-eye")
THREE = edition("classic/3")
OPEN, HIDDEN, ANY = PlaySource.OPEN, PlaySource.HIDDEN, PlaySource.ANY


def uneven_hands() -> Edition:
    hands = [Hand(seat, size, OpenRule.BY_CHOICE) for seat in (0, 1) for size in (10, 8)]
    return replace(HOUSE, hands=tuple(hands))


def one_open_hand() -> Edition:
    hands = (Hand(0, 12, OpenRule.AT_PLAY), *THREE.hands[1:])
    return replace(THREE, hands=hands, plays=(HIDDEN,) * 3)


@pytest.mark.parametrize(
    ("build", "said"),
    [
        (uneven_hands, "open and hidden hand of seat 0 do not come out even"),
        (one_open_hand, "open and hidden hand of seat 0 do not come out even"),
        (lambda: replace(DEVIL, plays=(OPEN, HIDDEN) * 2), "one seat would play from an open hand"),
        (lambda: replace(DEVIL, plays=(ANY, ANY, OPEN, OPEN)), "come from any hand, others from"),
    ],
)
def test_hands_that_would_run_out_are_refused(build: object, said: str) -> None:
    assert callable(build)
    with pytest.raises(EditionError, match=said):
        build()


def test_all_editions_of_the_catalogue_come_out_even() -> None:
    assert {edition(key).key for key in edition_keys()} == set(edition_keys())


@pytest.mark.parametrize("label", [" 7 ", "7e0", "7/1", "+7", "", "7.", "\u0667"])
def test_a_card_has_a_number_as_it_is_printed(label: str) -> None:
    cards = [replace(card, label=label if card.label == "7" else card.label)
             for card in THREE.deck.cards]  # fmt: skip
    with pytest.raises(EditionError, match="has a card without a number"):
        Deck("odd", tuple(cards), THREE.deck.start_price)


def test_the_start_price_lies_between_the_cards_below_and_above_it() -> None:
    labels = [card.label for card in THREE.deck.cards]
    moved = [Card(place if place < 5 else place + 1, card.label, card.suit, card.points)
             for place, card in enumerate(THREE.deck.cards)]  # fmt: skip
    with pytest.raises(EditionError, match=r"the start price 19 does not lie between .* at 6"):
        Deck("moved", tuple(moved), 5)
    nineteen = [replace(card, label="19" if card.label == "20" else card.label)
                for card in THREE.deck.cards]  # fmt: skip
    assert "19" not in labels
    with pytest.raises(EditionError, match=r"the start price 19 does not lie between .* at 19"):
        Deck("nineteen", tuple(nineteen), THREE.deck.start_price)


def test_a_deck_without_points_can_be_counted() -> None:
    points = {card.label: 0 for card in THREE.deck.cards}
    worthless = replace(THREE, deck=with_points(THREE.deck, "worthless", points))

    assert worthless.layout.point_bits == (0,)
