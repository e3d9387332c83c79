"""How much a player may think: so many worlds or playouts, or until a deadline if that is sooner.

A count makes a player repeatable to the byte: it is the only kind in tests and in the arena.  It is
written behind the player's name, as in `perfect_information:400`.  A deadline is made by the
server alone; past it a player answers with what it has.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from bottleimp.errors import BudgetError
from bottleimp.parsing import parse_integer, shorten

SEPARATOR = ":"  # between the name of a player and its budget


class Deadline(Protocol):
    """A moment by which an answer is wanted."""

    def has_passed(self) -> bool:
        """Whether the answer is wanted now."""
        ...


@dataclass(frozen=True)
class Budget:
    """At most so many worlds or playouts for one choice, and fewer past the deadline."""

    count: int
    deadline: Deadline | None = None

    def batches(self, size: int) -> Iterator[range]:
        """The numbers from 0 to the count, `size` at a time.

        The first portion always comes; after it none that would begin past the deadline.
        """
        for start in range(0, self.count, size):
            if start and self.deadline is not None and self.deadline.has_passed():
                return
            yield range(start, min(self.count, start + size))


@dataclass(frozen=True)
class BudgetSpec:
    """What a player's budget counts, how much it has if nothing is said, and how much it may."""

    unit: str  # "worlds" or "playouts", for errors
    default: int
    maximum: int


def split_budget(name: str) -> tuple[str, str | None]:
    """The name of a player without its budget, and the text of the budget if there is one."""
    bare, mark, text = name.partition(SEPARATOR)
    return bare, text if mark else None


def budget_from_text(player: str, spec: BudgetSpec | None, text: str | None) -> Budget:
    """The budget written behind a player's name, or the usual one; raises BudgetError."""
    if spec is None:
        if text is not None:
            raise BudgetError(f"The player {player} takes no budget; leave out {SEPARATOR}{text}.")
        return Budget(0)
    if text is None:
        return Budget(spec.default)
    # A number may be written in one way only, so that a name stands for one player.
    number = None if text.startswith("0") else parse_integer(text, 1, spec.maximum)
    if number is None:
        raise BudgetError(
            f"The budget of {player} is a number of {spec.unit} from 1 to {spec.maximum},"
            f" as in {player}{SEPARATOR}{spec.default}; not {shorten(text)!r}."
        )
    return Budget(number)
