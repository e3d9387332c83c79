"""What a search remembers, and by what it knows a position again.

While one position is searched, cards never change hands, so the cards still in hand tell every
hand.  Of a price only the cards left under it matter; bottles are told apart by price alone; of
an owner, only with whom it shares its fate.  Points already taken count for the search only
where they can change a choice: then they are part of the key.
Each row is the answer for one position; a new answer takes the place of the old one.  Keys are
compared in full, so an answer never belongs to another position.
"""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from bottleimp.kernel.compile.jit import inlined
from bottleimp.kernel.rng import shown
from bottleimp.rules.cardsets import highest, lowest, replaced, under, without_lowest
from bottleimp.rules.position import Layout, Position
from bottleimp.rules.scoring import worth
from bottleimp.rules.tricks import dearest
from bottleimp.solving.canonical_actions import kin_of

Numbers = npt.NDArray[np.int64]

KEY_WIDTH = 3
WIDEST = 10  # three words of key; then one for each seat and one more, or two bounds and a card
SEAT_BITS, PRICE_BITS, POINT_BITS = 3, 6, 10
ANY_SEAT = (1 << SEAT_BITS) - 1
SEARCH_SHIFT = 32  # the number of the search stands above the bottles of the second key
MOST_SEARCHES = 1 << 30
DEFAULT_ROWS = 1 << 16  # 5 MB: more of them do not fit into the caches and take longer
BEYOND = 1 << 40  # more than any result

# A room is one row of numbers, so that it is handed on in few words: these, and then
NODES, LIMIT, SEARCH, LAST_ROW, LOWEST, HIGHEST = range(6)
MOST_PLACES, MOST_SEATS = 64, 8
KIN = 8  # for each card, the cards of the same suit and points
PROMISE = KIN + MOST_PLACES  # for each seat and card, how often it settled a position
TABLE = PROMISE + MOST_SEATS * MOST_PLACES  # the answers


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
def row_of(room: Numbers, left: int, bottles: int, points: int) -> int:
    """Where in the room the answer for this key stands, if it is there."""
    mixed = shown(np.uint64(left) + shown(np.uint64(bottles) ^ shown(np.uint64(points))))
    slot: int = np.int64(mixed & np.uint64(room[LAST_ROW]))  # type: ignore[assignment]  # compiled
    return TABLE + WIDEST * slot


@inlined
def is_answer(room: Numbers, row: int, left: int, bottles: int, points: int) -> bool:
    """Whether the row holds the answer for this key."""
    return bool(room[row] == left and room[row + 1] == bottles and room[row + 2] == points)


@inlined
def take_row(room: Numbers, row: int, left: int, bottles: int, points: int) -> None:
    """Give the row to this key."""
    room[row], room[row + 1], room[row + 2] = left, bottles, points


@inlined
def is_spent(room: Numbers) -> bool:
    """Whether the limit of positions is passed."""
    return bool(room[NODES] > room[LIMIT])


@inlined
def most_promising(cards: int, seat: int, room: Numbers) -> int:
    """The card that has most often settled a position for this seat."""
    promise = PROMISE + MOST_PLACES * seat
    chosen = lowest(cards)
    rest = without_lowest(cards)
    while rest:
        card = lowest(rest)
        rest = without_lowest(rest)
        chosen = card if room[promise + card] > room[promise + chosen] else chosen
    return chosen


@dataclass
class Memory:
    """Room for what searches remember; the same one may serve any number of them, one at a time.

    `about` is what the answers in it hold for: edition, goal, and the hands at the beginning.
    """

    rows: int = DEFAULT_ROWS  # a power of two
    searches: int = 0
    about: tuple[object, ...] = ()
    hands: tuple[int, ...] = ()
    room: Numbers = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if self.rows < 1 or self.rows & (self.rows - 1):
            raise ValueError(f"The rows of a memory are a power of two; {self.rows} is none.")
        self.room = np.zeros(TABLE + self.rows * WIDEST, np.int64)
        self.room[LAST_ROW] = self.rows - 1
        self.room[LOWEST], self.room[HIGHEST] = -BEYOND, BEYOND

    def made_ready(
        self, about: tuple[object, ...], layout: Layout, hands: tuple[int, ...], nodes: int
    ) -> Numbers:
        """The room for one question with this limit.

        What was found before serves again if it was about the same, with more cards in hand.
        Raises ValueError for a table too large for the numbers that stand here.
        """
        if layout.deck_size > MOST_PLACES or KEY_WIDTH + len(layout.side) + 1 > WIDEST:
            raise ValueError(
                f"A deck of {layout.deck_size} places for {len(layout.side)} seats is not solved."
            )
        about = (*about, layout)
        goes_on = about == self.about and len(hands) == len(self.hands)
        if not goes_on or any(now & ~then for now, then in zip(hands, self.hands, strict=True)):
            self.about, self.hands = about, hands
            self.searches += 1
            if self.searches == MOST_SEARCHES:
                self.room[TABLE:] = 0
                self.searches = 1
        self.room[KIN : KIN + layout.deck_size] = kin_of(layout)
        self.room[PROMISE:TABLE] = 0
        self.room[SEARCH], self.room[NODES], self.room[LIMIT] = self.searches, 0, nodes
        return self.room
