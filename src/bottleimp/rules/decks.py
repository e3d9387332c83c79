"""The printed decks.

Source: the tables and overview cards of the rule texts, as settled in the rules reference:
`classic` is the deck of the printings from 2003 to 2018, `bambus1995` that of the first printing,
`matagot` that of 2024.
The start price 19 has a place in the order of every deck, but is never dealt.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise

from bottleimp.errors import EditionError, UnknownName
from bottleimp.parsing import shorten
from bottleimp.rules.cards import Card, Suit, exact_number
from bottleimp.rules.cardsets import members, set_of

START_PRICE = "19"
PRINTED_NUMBER = re.compile("[0-9]+([.][0-9]+)?")
MOST_CARDS = 62  # with the start price, a card set of 63 places fits into a signed 64-bit integer


def is_number(label: str) -> bool:
    """Whether a card can have this number."""
    return PRINTED_NUMBER.fullmatch(label) is not None


@dataclass(frozen=True)
class Deck:
    """All playing cards of a printing in ascending order, and the place of the start price."""

    name: str
    cards: tuple[Card, ...]
    start_price: int  # the place of the 19
    _at: dict[int, Card] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if len(self.cards) > MOST_CARDS:
            raise EditionError(
                f"The deck {self.name} has {len(self.cards)} cards; {MOST_CARDS} are the most."
            )
        for card in self.cards:
            if not is_number(card.label):
                raise EditionError(f"The deck {self.name} has a card without a number.")
            points: object = card.points
            if not isinstance(points, int) or points < 0:
                raise EditionError(
                    f"The {card.label} of the deck {self.name} does not have a whole number of"
                    " points from 0 up."
                )
        for lower, higher in pairwise(self.cards):
            if exact_number(lower.label) >= exact_number(higher.label) or (
                lower.place >= higher.place
            ):
                raise EditionError(
                    f"The deck {self.name} is not in ascending order at {higher.label}."
                )
        places = sorted([card.place for card in self.cards] + [self.start_price])
        if places != list(range(len(places))):
            raise EditionError(f"The deck {self.name} does not number its places from 0 up.")
        start = exact_number(START_PRICE)
        for card in self.cards:
            number, is_placed_below = exact_number(card.label), card.place < self.start_price
            if number == start or (number < start) is not is_placed_below:
                raise EditionError(
                    f"In the deck {self.name} the start price {START_PRICE} does not lie between"
                    f" the cards below and above it: at {card.label}."
                )
        object.__setattr__(self, "_at", {card.place: card for card in self.cards})

    def __hash__(self) -> int:
        return hash((self.name, len(self.cards)))

    @property
    def size(self) -> int:
        """The number of places in the order, including that of the start price."""
        return len(self.cards) + 1

    @property
    def points(self) -> int:
        """The sum of the points of all cards."""
        return sum(card.points for card in self.cards)

    def card_at(self, place: int) -> Card:
        """The card at a place; raises KeyError for the place of the start price."""
        return self._at[place]

    def find(self, place: int) -> Card | None:
        """The card at a place; None where there is none."""
        return self._at.get(place)

    def label_at(self, place: int) -> str:
        """The printed number at a place; `19` at that of the start price."""
        return START_PRICE if place == self.start_price else self._at[place].label

    @cached_property
    def _by_label(self) -> dict[str, Card]:
        return {card.label: card for card in self.cards}

    def card(self, label: str | int | float) -> Card:
        """The card with this number, such as `18`, `"18"` or `"18.5"`; raises UnknownName."""
        try:
            return self._by_label[str(label)]
        except KeyError:
            raise UnknownName("card in this deck", str(label), self._by_label) from None

    def cards_of(self, cards: int) -> tuple[Card, ...]:
        """The members of a card set, ascending."""
        return tuple(self._at[place] for place in members(cards))

    def suit_cards(self, suit: Suit) -> int:
        """The card set of a suit."""
        return card_set(card for card in self.cards if card.suit is suit)


def card_set(cards: Iterable[Card]) -> int:
    """The cards as a card set of the rules: an int with one bit for each place."""
    return set_of(card.place for card in cards)


def printed_deck(name: str, low: str, mid: str, high: str) -> Deck:
    """A deck from three rows of `number:points`, one row for each suit."""
    rows = [
        (label, suit, int(points))
        for suit, row in zip(Suit, (low, mid, high), strict=True)
        for label, points in (cell.split(":") for cell in row.split())
    ]
    order = sorted([label for label, _, _ in rows] + [START_PRICE], key=exact_number)
    cards = (Card(order.index(label), label, suit, points) for label, suit, points in rows)
    return Deck(name, tuple(sorted(cards, key=lambda card: card.place)), order.index(START_PRICE))


def subdeck(deck: Deck, name: str, labels: Iterable[str]) -> Deck:
    """A deck with some of the cards, which get new places."""
    order = sorted([*labels, START_PRICE], key=exact_number)
    cards = (
        replace(deck.card(label), place=place)
        for place, label in enumerate(order)
        if label != START_PRICE
    )
    return Deck(name, tuple(cards), order.index(START_PRICE))


def with_points(deck: Deck, name: str, points: dict[str, int]) -> Deck:
    """The deck with other points on these cards."""
    cards = (replace(card, points=points.get(card.label, card.points)) for card in deck.cards)
    return Deck(name, tuple(cards), deck.start_price)


def whole_number_deck(deck: Deck, name: str) -> Deck:
    """A deck with those cards that have whole numbers."""
    return subdeck(deck, name, [card.label for card in deck.cards if card.label.isdigit()])


def face_value_deck(deck: Deck) -> Deck:
    """The deck with every card worth its number; raises EditionError if it has half numbers."""
    for card in deck.cards:
        if not card.label.isdigit():
            raise EditionError(
                f"The deck {deck.name} has half numbers, so its cards cannot count their number."
            )
    return replace(deck, cards=tuple(replace(card, points=int(card.label)) for card in deck.cards))


CLASSIC = printed_deck(
    "classic",
    low="1:1 2:1 3:2 5:2 7:3 9:3 12:4 15:4 18:5 22:5 25:6 28:6",
    mid="4:1 6:1 8:2 10:2 13:3 17:3 20:4 24:4 27:5 30:5 32:6 34:6",
    high="11:1 14:1 16:2 21:2 23:3 26:3 29:4 31:4 33:5 35:5 36:6 37:6",
)

# The first printing gives 1, 2 and 3 no points; its other points are not known, so the classic
# ones stand in (rules reference, Decks).
BAMBUS1995 = printed_deck(
    "bambus1995",
    low="1:0 2:0 3:0 5:2 7:3 9:3 12:4 15:4 18:5 22:5 25:6 28:6",
    mid="4:1 6:1 8:2 10:2 13:3 17:3 20:4 24:4 27:5 30:5 32:6 34:6",
    high="11:1 14:1 16:2 21:2 23:3 26:3 29:4 31:4 33:5 35:5 36:6 37:6",
)

MATAGOT = printed_deck(
    "matagot",
    low="1:1 2:1 2.5:1 4:2 4.5:2 5:2 7:3 9:3 12:4 12.5:4 15:4 18:5 18.5:5 22:5 22.5:5 25:6"
    " 28:6 28.5:6",
    mid="3:1 6:1 6.5:1 8:2 8.5:2 10:2 10.5:2 13:3 17:4 20:4 20.5:4 23:4 27:5 30:5 30.5:5 32:6"
    " 32.5:6 35:6",
    high="11:1 14:1 14.5:1 16:2 16.5:2 21:2 24:3 24.5:3 26:3 26.5:3 29:4 31:4 33:5 34:5 34.5:5"
    " 36:6 36.5:6 37:6",
)

MATAGOT36 = whole_number_deck(MATAGOT, "matagot36")

# Sources differ about the points of Matagot's 17; the pattern of its suit suggests 3.
# The name means all 54 cards or the 36 with whole numbers, whichever the mode needs.
MATAGOT17 = with_points(MATAGOT, "matagot17", {"17": 3})
MATAGOT17_SHORT = whole_number_deck(MATAGOT17, "matagot17")

DECKS = {deck.name: deck for deck in (CLASSIC, BAMBUS1995, MATAGOT, MATAGOT36, MATAGOT17)}
SHORT_FORMS = {MATAGOT17.name: MATAGOT17_SHORT}


def deck_by_name(name: str, cards: int | None = None) -> Deck:
    """The printed deck with this name; if it has a form with this many cards, that form.

    Raises UnknownName.
    """
    short = SHORT_FORMS.get(name)
    if short is not None and len(short.cards) == cards:
        return short
    try:
        return DECKS[name]
    except KeyError:
        raise UnknownName("deck", shorten(name), DECKS) from None


def decks_of_size(cards: int) -> tuple[Deck, ...]:
    """The printed decks that have this many cards, or have a form with this many."""
    found = (deck_by_name(name, cards) for name in DECKS)
    return tuple(deck for deck in found if len(deck.cards) == cards)
