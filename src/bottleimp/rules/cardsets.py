"""Sets of cards.

A card is its place in the deck's ascending order.
A set of cards is an int: bit p is set when the card at place p belongs to it,
so the highest card of a set is its highest bit.  Sets of hands, seats and passes are written alike.
Only this module works on bits; the others combine sets with `|`, `&` and `& ~`.
"""

from collections.abc import Iterable, Iterator


def singleton(card: int) -> int:
    """The set of one card."""
    return 1 << card


def holds(cards: int, card: int) -> int:
    """1 if the card belongs to the set, else 0."""
    return cards >> card & 1


def size(cards: int) -> int:
    """How many cards the set holds."""
    return cards.bit_count()


def highest(cards: int) -> int:
    """The highest card of a set that is not empty."""
    return cards.bit_length() - 1


def lowest(cards: int) -> int:
    """The lowest card of a set that is not empty."""
    return (cards & -cards).bit_length() - 1


def without_lowest(cards: int) -> int:
    """The set without its lowest card."""
    return cards & (cards - 1)


def under(cards: int, price: int) -> int:
    """The cards lower than the price."""
    return cards & ((1 << price) - 1)


def above(cards: int, card: int) -> int:
    """The cards higher than this card."""
    return cards & (-2 << card)


def with_entry(row: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    """The row with one entry replaced."""
    return row[:at] + (value,) + row[at + 1 :]


def zeros_like(row: tuple[int, ...]) -> tuple[int, ...]:
    """A row of zeros, as long as the given one."""
    return (0,) * len(row)


def set_of(cards: Iterable[int]) -> int:
    """The set of these cards."""
    together = 0
    for card in cards:
        together |= 1 << card
    return together


def members(cards: int) -> Iterator[int]:
    """The cards of a set, lowest first."""
    while cards:
        yield lowest(cards)
        cards = without_lowest(cards)
