"""What a search remembers, and by what it knows a position again.

While one position is searched, cards never change hands, so the cards still in hand tell every
hand.  Of a price only the cards left under it matter; bottles are told apart by price alone; of
an owner, only with whom it shares its fate.  Points already taken count for the search only
where they can change a choice: then they are part of the key.
Each row of the table is the answer for one position; a new answer takes the place of the old
one.  Keys are compared in full, so an answer never belongs to another position.
"""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from bottleimp.kernel.compiled import inlined
from bottleimp.kernel.stream import shown
from bottleimp.rules.cardsets import highest, replaced, under
from bottleimp.rules.position import Layout, Position
from bottleimp.rules.scoring import worth
from bottleimp.rules.tricks import dearest

Numbers = npt.NDArray[np.int64]

KEY_WIDTH = 3
SEAT_BITS, PRICE_BITS, POINT_BITS = 3, 6, 10
SEARCH_SHIFT = 32  # the number of the search stands above the bottles of the second key
MOST_SEARCHES = 1 << 30
DEFAULT_ROWS = 1 << 18
WIDEST = 10  # three words of key; then one for each seat and one more, or two bounds and a card

NODES, LIMIT, ROWS_USED = 0, 1, 2  # the places of a tally


@inlined
def bottles_key(
    layout: Layout, position: Position, left: int, kinds: tuple[int, ...]
) -> int:  # fmt: skip
    """Turn, prices and owners in one word; `kinds` tells which owners differ, seat by seat."""
    key = position.turn
    prices = position.prices
    for _ in range(len(prices)):
        bottle = dearest(prices)
        below = under(left, prices[bottle])
        key = key << PRICE_BITS | (highest(below) + 1 if below else 0)
        kind = 0
        for seat in range(len(layout.side)):
            if position.owners[bottle] == seat:
                kind = kinds[seat] + 1
        key = key << SEAT_BITS | kind
        prices = replaced(prices, bottle, -1)
    return key


@inlined
def points_key(layout: Layout, position: Position, fates: int) -> int:
    """The points that each of these groups has taken, in one word."""
    key = 0
    for fate in range(len(layout.fate)):
        points = 0
        if fates >> fate & 1:
            for seat in range(len(layout.fate)):
                if layout.fate[seat] == fate:
                    points += worth(layout, position.won[seat])
        key = key << POINT_BITS | points
    return key


@inlined
def row_of(table: Numbers, left: int, bottles: int, points: int) -> int:
    """The row in which the answer for this key stands, if it is there."""
    mixed = shown(np.uint64(left) + shown(np.uint64(bottles) ^ shown(np.uint64(points))))
    row: int = np.int64(mixed & np.uint64(len(table) - 1))  # type: ignore[assignment]  # compiled
    return row


@inlined
def is_answer(row: Numbers, left: int, bottles: int, points: int) -> bool:
    """Whether the row holds the answer for this key."""
    return bool(row[0] == left) and row[1] == bottles and row[2] == points


@dataclass
class Memory:
    """Room for what searches remember; the same one may serve any number of them, one at a time.

    `about` is what the answers in it hold for: edition, goal, and the hands at the beginning.
    """

    rows: int = DEFAULT_ROWS  # a power of two
    searches: int = 0
    about: tuple[object, ...] = ()
    hands: tuple[int, ...] = ()
    table: Numbers = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if self.rows < 1 or self.rows & (self.rows - 1):
            raise ValueError(f"The rows of a memory are a power of two; {self.rows} is none.")
        self.table = np.zeros((self.rows, WIDEST), np.int64)

    def number_for(self, about: tuple[object, ...], hands: tuple[int, ...]) -> int:
        """The number of a search: the last one while its answers hold, else a new one."""
        goes_on = about == self.about and len(hands) == len(self.hands)
        if not goes_on or any(now & ~then for now, then in zip(hands, self.hands, strict=True)):
            self.about, self.hands = about, hands
            self.searches += 1
            if self.searches == MOST_SEARCHES:
                self.table[:] = 0
                self.searches = 1
        return self.searches
