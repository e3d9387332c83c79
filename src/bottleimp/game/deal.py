"""The cards that each hand was dealt: given card by card, or shuffled from a seed."""

import hmac
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from bottleimp.errors import EditionError
from bottleimp.parsing import shorten
from bottleimp.rules.cards import Card
from bottleimp.rules.cardsets import holds, singleton
from bottleimp.rules.edition import Edition
from bottleimp.rules.position import Position

SEED_BYTES = 32
BYTES_PER_DRAW = 4
COUNTER_BYTES = 8


@dataclass(frozen=True)
class Deal:
    """The cards of every hand and those left over; raises EditionError if they do not fit."""

    edition: Edition
    hands: tuple[tuple[Card, ...], ...]  # by number of hand, each ascending
    left_over: tuple[Card, ...] = ()  # these are the first cards of the imp's trick

    def __post_init__(self) -> None:
        edition = self.edition
        expected = [hand.size for hand in edition.hands]
        found = [len(hand) for hand in self.hands]
        if found != expected:
            raise EditionError(
                f"{edition.key} deals hands of {join_numbers(expected)} cards,"
                f" not {join_numbers(found)}."
            )
        if len(self.left_over) != edition.left_over:
            raise EditionError(
                f"{edition.key} leaves {edition.left_over} cards over, not {len(self.left_over)}."
            )
        by_place = {card.place: card for card in edition.deck.cards}
        seen = 0
        for card in (*(card for hand in self.hands for card in hand), *self.left_over):
            if by_place.get(card.place) != card:
                raise EditionError(f"The card {card} is not in the deck {edition.deck.name}.")
            if holds(seen, card.place):
                raise EditionError(f"The card {card} is dealt twice.")
            seen |= singleton(card.place)
        object.__setattr__(self, "hands", tuple(sort_cards(hand) for hand in self.hands))
        object.__setattr__(self, "left_over", sort_cards(self.left_over))

    @classmethod
    def from_seed(cls, edition: Edition, seed: bytes | int, message: bytes = b"") -> "Deal":
        """The deal that the seed determines.

        `seed` is 32 bytes, or an int of up to 256 bits that is read as 32 bytes, highest byte
        first.  A Fisher-Yates shuffle of the cards in ascending order runs from the last place
        down.  Its random numbers are the output of HMAC-SHA256, with the seed as key, over
        `message` and a counter (8 bytes, from 0 up), read four bytes at a time; numbers that
        would make the draw uneven are rejected.
        The shuffled cards fill the hands in order; the rest are left over.
        Raises TypeError for what is no edition, ValueError for any other seed.

        >>> from bottleimp import Deal, edition
        >>> deal = Deal.from_seed(edition("classic/3"), 2024)
        >>> [card.name for card in deal.hands[0]][:5]
        ['Y3', 'Y12', 'R14', 'Y15', 'R16']
        """
        if not isinstance(edition, Edition):
            raise TypeError(
                'A deal needs an Edition such as edition("classic/3"), not'
                f" {shorten(repr(edition))}."
            )
        key = seed_bytes(seed)
        cards = list(edition.deck.cards)
        numbers = hmac_integers(key, message)
        for last in range(len(cards) - 1, 0, -1):
            other = draw_below(numbers, last + 1)
            cards[last], cards[other] = cards[other], cards[last]
        pile = iter(cards)
        hands = tuple(tuple(islice(pile, hand.size)) for hand in edition.hands)
        return cls(edition, hands, tuple(pile))

    @classmethod
    def in_order(cls, edition: Edition) -> "Deal":
        """The cards in ascending order, dealt one by one to the hands in turn."""
        hands: list[list[Card]] = [[] for _ in edition.hands]
        left_over = []
        turn = 0
        for card in edition.deck.cards:
            unfilled = [n for n, hand in enumerate(edition.hands) if len(hands[n]) < hand.size]
            if not unfilled:
                left_over.append(card)
                continue
            number = next((n for n in unfilled if n >= turn), unfilled[0])
            hands[number].append(card)
            turn = (number + 1) % len(hands)
        return cls(edition, tuple(tuple(hand) for hand in hands), tuple(left_over))

    @property
    def initial_position(self) -> Position:
        """The position at the start of the round."""
        return self.edition.initial_position(self.hands, self.left_over)


def sort_cards(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards in the order of the deck."""
    return tuple(sorted(cards, key=lambda card: card.place))


def join_numbers(numbers: list[int]) -> str:
    """Numbers with commas between them."""
    return ", ".join(str(number) for number in numbers)


def hmac_integers(key: bytes, message: bytes) -> Iterator[int]:
    """Endless numbers below 2**32, determined by key and message."""
    counter = 0
    while True:
        block = hmac.digest(key, message + counter.to_bytes(COUNTER_BYTES), "sha256")
        counter += 1
        for start in range(0, len(block), BYTES_PER_DRAW):
            yield int.from_bytes(block[start : start + BYTES_PER_DRAW])


def draw_below(numbers: Iterator[int], bound: int) -> int:
    """A number from 0 to bound - 1, each equally likely."""
    span = 1 << 8 * BYTES_PER_DRAW
    even = span - span % bound
    return next(number for number in numbers if number < even) % bound


def seed_bytes(seed: bytes | int) -> bytes:
    """The 32 bytes of a seed; raises ValueError for bytes and numbers that are none."""
    if isinstance(seed, int) and 0 <= seed < 2 ** (8 * SEED_BYTES):
        return seed.to_bytes(SEED_BYTES)
    if isinstance(seed, bytes) and len(seed) == SEED_BYTES:
        return seed
    raise ValueError(
        f"A seed is {SEED_BYTES} bytes or a whole number from 0 to 2**{8 * SEED_BYTES} - 1, not"
        f" {shorten(repr(seed))}."
    )
