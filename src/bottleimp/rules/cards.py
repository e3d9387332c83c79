"""Suits and cards as printed."""

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction


class Suit(Enum):
    """A suit.  LOW has most of the low numbers, HIGH most of the high ones.

    Printings use different colours; here they are yellow, blue and red.
    """

    LOW = "yellow"
    MID = "blue"
    HIGH = "red"

    @property
    def colour(self) -> str:
        """`yellow`, `blue` or `red`."""
        return self.value

    @property
    def letter(self) -> str:
        """The letter that stands before a number in notation: `Y`, `B` or `R`."""
        return self.value[0].upper()


@dataclass(frozen=True, slots=True)
class Card:
    """A playing card of one deck.

    `place` is its place in the deck's ascending order, and the number by which the rules know it.
    `label` is the printed number, such as `18` or `18.5`.
    """

    place: int
    label: str
    suit: Suit
    points: int

    @property
    def name(self) -> str:
        """The card in notation, such as `Y18.5`."""
        return f"{self.suit.letter}{self.label}"

    def __str__(self) -> str:
        return self.name


def exact_number(label: str) -> Fraction:
    """The printed number as a fraction; raises ValueError if the label is not a number."""
    return Fraction(label)
