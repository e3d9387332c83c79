"""The parts of an edition: seats and hands, passes, and how a match ends.

Seats are counted from the leader of the first trick; the dealer is the last seat.
"""

from dataclasses import dataclass
from enum import Enum

from bottleimp.errors import EditionError

IMPS_TRICK = -1
"""The target of a pass that goes under the bottle, in the place of the number of a hand."""

DRIVEN = -1  # the controller of a seat whose cards a rule decides


class OpenRule(Enum):
    """When a hand is laid open for everybody."""

    NEVER = "never"
    AT_PLAY = "at play"
    BY_CHOICE = "by choice"


class PlaySource(Enum):
    """Where a play of a trick must come from."""

    ANY = "any hand"
    OPEN = "an open hand"
    HIDDEN = "a hidden hand"


@dataclass(frozen=True)
class Hand:
    """Cards held together under one suit-following duty; `size` is the number dealt."""

    seat: int
    size: int
    opens: OpenRule = OpenRule.NEVER


@dataclass(frozen=True)
class Pass:
    """One card that leaves a hand for another hand or for the imp's trick.

    `source` and `target` are numbers of hands.  After a pass with `then_pick_up` every hand
    takes the cards that were passed to it.
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
        if not 1 <= self.cycles <= MAX_CYCLES:
            raise EditionError(
                f"A match has 1 to {MAX_CYCLES} dealer cycles; {self.cycles} is not allowed."
            )

    def __str__(self) -> str:
        return f"cycles={self.cycles}"


@dataclass(frozen=True)
class Rounds:
    """A match of a fixed number of rounds, whoever deals them."""

    rounds: int

    def __post_init__(self) -> None:
        if not 1 <= self.rounds <= MAX_AGREED_ROUNDS:
            raise EditionError(
                f"A match has 1 to {MAX_AGREED_ROUNDS} rounds; {self.rounds} is not allowed."
            )

    def __str__(self) -> str:
        return f"rounds={self.rounds}"


@dataclass(frozen=True)
class TargetScore:
    """A match that ends with the round in which a player reaches this total."""

    points: int

    def __post_init__(self) -> None:
        if not 1 <= self.points <= MAX_TARGET_SCORE:
            raise EditionError(
                f"A target is 1 to {MAX_TARGET_SCORE} points; {self.points} is not allowed."
            )

    def __str__(self) -> str:
        return f"target={self.points}"


MatchLength = Cycles | Rounds | TargetScore
"""How long a match lasts."""


def rounds_planned(length: MatchLength, players: int) -> int | None:
    """How many rounds a match has with this many players, or None if a target ends it."""
    if isinstance(length, Cycles):
        return length.cycles * players
    return length.rounds if isinstance(length, Rounds) else None


def length_kind(length: MatchLength) -> str:
    """What is counted: `cycles`, `rounds` or `target`."""
    return str(length).partition("=")[0]


def length_number(length: MatchLength) -> int:
    """How many dealer cycles, rounds or points."""
    if isinstance(length, Cycles):
        return length.cycles
    return length.rounds if isinstance(length, Rounds) else length.points


MAX_CYCLES = 10
MAX_AGREED_ROUNDS = 100
MAX_TARGET_SCORE = 1000
MAX_ROUNDS = 50  # a match to a target ends after this round at the latest
OFFERED_CYCLES = (1, 2, 3)
OFFERED_TARGETS = (100, 150, 200, 300, 500)
