"""Who sits where with which hands, what they pass, and how a match ends: the parts of an edition.

Seats are counted from the leader of the first trick; the dealer is the last seat.
"""

from dataclasses import dataclass
from enum import Enum

from bottleimp.errors import EditionError

IMPS_TRICK = -1  # the target of a pass that goes under the bottle
DRIVEN = -1  # the controller of a seat whose cards a rule decides


class Opens(Enum):
    """When a hand is laid open for everybody."""

    NEVER = "never"
    AT_PLAY = "at play"
    BY_CHOICE = "by choice"


class Source(Enum):
    """Where a play of a trick must come from."""

    ANY = "any hand"
    OPEN = "an open hand"
    HIDDEN = "a hidden hand"


@dataclass(frozen=True)
class Hand:
    """Cards held together under one suit-following duty; `size` is the number dealt."""

    seat: int
    size: int
    opens: Opens = Opens.NEVER


@dataclass(frozen=True)
class Pass:
    """One card that leaves a hand for another hand or for the imp's trick.

    `source` and `target` are numbers of hands; after a pass with `then_pick_up` every hand
    takes up what was passed to it.
    """

    seat: int
    source: int
    target: int
    then_pick_up: bool = False


@dataclass(frozen=True)
class Cycles:
    """A match in which everyone deals this often."""

    cycles: int

    def __post_init__(self) -> None:
        if not 1 <= self.cycles <= MOST_CYCLES:
            raise EditionError(
                f"A match has 1 to {MOST_CYCLES} dealer cycles; {self.cycles} is not allowed."
            )

    def __str__(self) -> str:
        return f"cycles={self.cycles}"


@dataclass(frozen=True)
class Rounds:
    """A match of so many rounds, whoever deals them."""

    rounds: int

    def __post_init__(self) -> None:
        if not 1 <= self.rounds <= MOST_AGREED_ROUNDS:
            raise EditionError(
                f"A match has 1 to {MOST_AGREED_ROUNDS} rounds; {self.rounds} is not allowed."
            )

    def __str__(self) -> str:
        return f"rounds={self.rounds}"


@dataclass(frozen=True)
class Target:
    """A match that ends with the round in which someone has reached this total."""

    points: int

    def __post_init__(self) -> None:
        if not 1 <= self.points <= MOST_POINTS:
            raise EditionError(
                f"A target is 1 to {MOST_POINTS} points; {self.points} is not allowed."
            )

    def __str__(self) -> str:
        return f"target={self.points}"


Length = Cycles | Rounds | Target


def rounds_planned(length: Length, players: int) -> int | None:
    """How many rounds a match of so many players has, or None where a target ends it."""
    if isinstance(length, Cycles):
        return length.cycles * players
    return length.rounds if isinstance(length, Rounds) else None


def length_kind(length: Length) -> str:
    """What is counted: `cycles`, `rounds` or `target`."""
    return str(length).partition("=")[0]


def length_number(length: Length) -> int:
    """How many dealer cycles, rounds or points."""
    if isinstance(length, Cycles):
        return length.cycles
    return length.rounds if isinstance(length, Rounds) else length.points


MOST_CYCLES = 10
MOST_AGREED_ROUNDS = 100
MOST_POINTS = 1000
MOST_ROUNDS = 50  # a target match ends after so many rounds at the latest
OFFERED_TARGETS = (100, 150, 200, 300, 500)
