"""Primitives of the kernel for which compiled code has a faster body, in plain Python."""

from typing import TypeVar

import numpy as np
import numpy.typing as npt

from bottleimp.rules.cardsets import lowest, without_lowest

Number = TypeVar("Number", bound=np.generic)


def nth(cards: int, rank: int) -> int:
    """The card of the set that has this many lower ones in it; the set must hold enough."""
    for _ in range(rank):
        cards = without_lowest(cards)
    return lowest(cards)


def write_bits(
    bits: int, row: npt.NDArray[np.uint8] | npt.NDArray[np.int8], column: int, width: int
) -> None:
    """Write into the row, from this column on, 1 for each member of the set and 0 for the others.

    The set has no member from `width` on.
    """
    row[column : column + width] = 0
    while bits:
        row[column + lowest(bits)] = 1
        bits = without_lowest(bits)


def row_at(table: npt.NDArray[Number], number: int) -> npt.NDArray[Number]:
    """A row of a table whose rows lie in one piece, its numbers one after another.

    In compiled code it has no length, and references to it are not counted, which took four fifths
    of the time of rounds in lock-step.  So the table must outlive it.
    """
    row: npt.NDArray[Number] = table[number].reshape(-1)
    return row
