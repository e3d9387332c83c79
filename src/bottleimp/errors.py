"""What can go wrong, by cause.

BottleImpError
├── BudgetError      a player may not think so much, or takes no budget
├── EditionError     the edition contradicts itself (found when it is built)
├── IllegalAction    the card or choice may not be played now; has .reason
├── MatchError       the match cannot take this step (it is over, or a round is not)
├── MissingCompiler  numba is not installed, and this needs it
├── MissingLibrary   a library that only some want is not installed, and this needs it
├── NotationError    text that cannot be read; has .line and .column
├── PlayerError      a computer player cannot answer, or not with this
└── UnknownName      no such edition, deck or player; lists the near ones
"""

from collections.abc import Iterable
from difflib import get_close_matches
from enum import Enum


class BottleImpError(Exception):
    """Anything this package refuses; the message is one plain sentence."""

    def __reduce__(self) -> tuple[object, ...]:
        """How it is pickled: what is read again has the same message and attributes.

        Exceptions are usually made anew from their message, which some of these are not made from.
        """
        return Exception.__new__, (type(self), *self.args), self.__dict__


class BudgetError(BottleImpError):
    """A player may not think so much, or takes no budget."""


class EditionError(BottleImpError):
    """The edition contradicts itself."""


class RefusalReason(Enum):
    """Why an action was refused; the value is the code on the wire."""

    NOT_HELD = "not-held"
    MUST_FOLLOW = "must-follow"
    WRONG_HAND = "wrong-hand"
    NOT_YOUR_TURN = "not-your-turn"
    NOT_THIS_PHASE = "not-this-phase"
    ALREADY_COMMITTED = "already-committed"
    WRONG_COUNT = "wrong-count"
    DRIVEN = "driven"
    ROUND_OVER = "round-over"


class IllegalAction(BottleImpError):
    """The card or choice may not be played now."""

    def __init__(self, message: str, reason: RefusalReason) -> None:
        super().__init__(message)
        self.reason = reason


class PlayerError(BottleImpError):
    """A computer player cannot answer, or not with this; the message says all about it.

    `summary` says what happened without naming a card, for the log of a server.
    """

    def __init__(self, message: str, summary: str = "") -> None:
        super().__init__(message)
        self.summary = summary


class MatchError(BottleImpError):
    """The match cannot take this step."""


class MissingCompiler(BottleImpError):
    """Numba is not installed, and this would be far too slow without it.

    `what` begins the sentence, in the plural, such as `Rounds in lock-step`.
    """

    def __init__(self, what: str) -> None:
        super().__init__(
            f"{what} need numba, which compiles the rules and is not installed here; it has no"
            " package for Macs with Intel processors, Linux with musl and a few other systems."
        )


class MissingLibrary(BottleImpError, ImportError):
    """A library that only some want is not installed; the message says how to install it.

    `what` begins the sentence, in the singular, such as the name of a module.
    """

    def __init__(self, what: str, library: str, extra: str) -> None:
        super().__init__(
            f"{what} needs {library}: install it with pip install 'bottleimp[{extra}]'."
        )


class NotationError(BottleImpError):
    """Text that cannot be read as a deal, a record or an edition.

    Lines and columns count from 1; both are None where the source is not text but JSON.
    """

    def __init__(
        self,
        problem: str,
        line: int | None = None,
        column: int | None = None,
        *,
        says_place: bool = True,
    ) -> None:
        """`says_place`: whether the message tells line and column, as it should of longer texts."""
        place = f"line {line}, column {column}: " if says_place and line is not None else ""
        super().__init__(f"{place}{problem}")
        self.problem = problem
        self.line = line
        self.column = column


class UnknownName(BottleImpError):
    """No such name; the message lists the near ones, or all when none is near."""

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        names = sorted(known)
        near = get_close_matches(name, names, n=3, cutoff=0.5)
        listed = f"known are {', '.join(names)}." if names else "none is known."
        hint = f"did you mean {' or '.join(near)}?" if near else listed
        super().__init__(f"There is no {what} called {name!r}; {hint}")
        self.name = name
        self.near = tuple(near)
