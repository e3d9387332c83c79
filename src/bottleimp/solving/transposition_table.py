"""The transposition table: the values of positions that a search has met, and their keys.

During one search cards never change hands, so the set of cards still in hand determines every
hand.  The key holds only what can change the value: of a price, the cards left under it; of an
owner, its loss group; of two bottles, their prices but not which is which.  The points taken so
far are part of the key only where they can change a choice.
Each row holds one position; a new one replaces the old one.  Keys are compared in full, so a value
never belongs to another position.
"""

from dataclasses import dataclass, field

import numpy as np

from bottleimp.kernel.arrays import IntArray
from bottleimp.kernel.compile.jit import inline_jit
from bottleimp.kernel.rng import mix64
from bottleimp.rules.cardsets import highest, holds, lowest, under, with_entry, without_lowest
from bottleimp.rules.position import Layout, Position
from bottleimp.rules.tricks import dearest_bottle
from bottleimp.solving.canonical_actions import interchangeable_cards
from bottleimp.solving.loss_groups import points_taken_by

KEY_WIDTH = 3
ENTRY_WIDTH = (
    10  # three words of key; then one for each seat and one more, or two bounds and a card
)
SEAT_BITS, PRICE_BITS, POINT_BITS = 3, 6, 10
SEAT_MASK = (1 << SEAT_BITS) - 1
GENERATION_SHIFT = 32  # the number of the search stands above the bottles of the second key
MAX_GENERATIONS = 1 << 30
MAX_BOTTLES = (GENERATION_SHIFT - SEAT_BITS) // (PRICE_BITS + SEAT_BITS)
DEFAULT_ENTRY_COUNT = 1 << 16  # 5 MB: more of them do not fit into the caches and take longer
INFINITY = 1 << 40  # more than any result
UNSOLVED = INFINITY + 1  # stands for a result that was not found within the limit

# The table is one array, so that compiled calls pass one argument: these numbers, and then
NODES, NODE_LIMIT, GENERATION, INDEX_MASK, MIN_VALUE, MAX_VALUE = range(6)
MAX_PLACES, MAX_SEATS = 64, 8
INTERCHANGEABLE_OFFSET = 8  # for each card, the cards of the same suit and points
HISTORY_OFFSET = (
    INTERCHANGEABLE_OFFSET + MAX_PLACES
)  # for each seat and card, how often it settled a position
ENTRIES_OFFSET = HISTORY_OFFSET + MAX_SEATS * MAX_PLACES  # the answers


def require_few_bottles(bottles: int) -> None:
    """Raise ValueError for more bottles than the keys have room for."""
    if bottles > MAX_BOTTLES:
        raise ValueError(f"Rounds with {bottles} bottles are not solved, {MAX_BOTTLES} at most.")


@inline_jit
def bottles_key(
    layout: Layout, position: Position, left: int, kinds: tuple[int, ...]
) -> int:  # fmt: skip
    """Turn, prices and owners in one word; `kinds` tells which owners differ, seat by seat."""
    key = position.turn
    prices = position.prices
    for _ in range(len(prices)):
        bottle = dearest_bottle(prices)
        below = under(left, prices[bottle])
        key = key << PRICE_BITS | (highest(below) + 1 if below else 0)
        kind = 0
        for seat in range(len(layout.side)):
            if position.owners[bottle] == seat:
                kind = kinds[seat] + 1
        key = key << SEAT_BITS | kind
        prices = with_entry(prices, bottle, -1)
    return key


@inline_jit
def points_key(layout: Layout, position: Position, loss_groups: int) -> int:
    """The points that each of these groups has taken, in one word."""
    key = 0
    for loss_group in range(len(layout.loss_group)):
        counts = holds(loss_groups, loss_group)
        points = points_taken_by(layout, position, loss_group) if counts else 0
        key = key << POINT_BITS | points
    return key


@inline_jit
def entry_offset(table: IntArray, left: int, bottles: int, points: int) -> int:
    """Where in the table the answer for this key stands, if it is there."""
    mixed = mix64(np.uint64(left) + mix64(np.uint64(bottles) ^ mix64(np.uint64(points))))
    slot: int = np.int64(mixed & np.uint64(table[INDEX_MASK]))  # type: ignore[assignment]  # compiled
    return ENTRIES_OFFSET + ENTRY_WIDTH * slot


@inline_jit
def matches_key(table: IntArray, row: int, left: int, bottles: int, points: int) -> bool:
    """Whether the row holds the answer for this key."""
    return bool(table[row] == left and table[row + 1] == bottles and table[row + 2] == points)


@inline_jit
def write_key(table: IntArray, row: int, left: int, bottles: int, points: int) -> None:
    """Give the row to this key."""
    table[row], table[row + 1], table[row + 2] = left, bottles, points


@inline_jit
def is_over_node_limit(table: IntArray) -> bool:
    """Whether the limit of positions is passed."""
    return bool(table[NODES] > table[NODE_LIMIT])


@inline_jit
def best_by_history(cards: int, seat: int, table: IntArray) -> int:
    """The card with the highest history score for this seat: it settled most positions."""
    history = HISTORY_OFFSET + MAX_PLACES * seat
    chosen = lowest(cards)
    rest = without_lowest(cards)
    while rest:
        card = lowest(rest)
        rest = without_lowest(rest)
        chosen = card if table[history + card] > table[history + chosen] else chosen
    return chosen


@dataclass
class TranspositionTable:
    """What searches have found; one table may serve any number of searches, one at a time.

    `scope` is what the answers in it hold for: edition, objective, which hands lie open, and the
    hands at the beginning.
    """

    entry_count: int = DEFAULT_ENTRY_COUNT  # a power of two
    generation: int = 0
    scope: tuple[object, ...] = ()
    start_hands: tuple[int, ...] = ()
    array: IntArray = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if self.entry_count < 1 or self.entry_count & (self.entry_count - 1):
            raise ValueError(
                f"The entries of a table are a power of two; {self.entry_count} is none."
            )
        self.array = np.zeros(ENTRIES_OFFSET + self.entry_count * ENTRY_WIDTH, np.int64)
        self.array[INDEX_MASK] = self.entry_count - 1
        self.array[MIN_VALUE], self.array[MAX_VALUE] = -INFINITY, INFINITY

    def prepare(
        self, scope: tuple[object, ...], layout: Layout, hands: tuple[int, ...], node_limit: int
    ) -> IntArray:
        """The array for one question with this limit.

        What was found before serves again if it had the same scope, with more cards in hand.
        Raises ValueError for a table too large for the numbers that stand here.
        """
        if layout.deck_size > MAX_PLACES or KEY_WIDTH + len(layout.side) + 1 > ENTRY_WIDTH:
            raise ValueError(
                f"A deck of {layout.deck_size} places for {len(layout.side)} seats is not solved."
            )
        scope = (*scope, layout)
        goes_on = scope == self.scope and len(hands) == len(self.start_hands)
        if not goes_on or any(
            now & ~then for now, then in zip(hands, self.start_hands, strict=True)
        ):
            self.scope, self.start_hands = scope, hands
            self.generation += 1
            if self.generation == MAX_GENERATIONS:
                self.array[ENTRIES_OFFSET:] = 0
                self.generation = 1
        return self._begin(layout, node_limit)

    def prepare_many(self, layout: Layout, questions: int, node_limit: int) -> IntArray:
        """The array for so many questions that share nothing, whose numbers the asker raises.

        What was found before serves none of them.
        """
        self.scope = ()
        if self.generation + questions >= MAX_GENERATIONS:
            self.array[ENTRIES_OFFSET:] = 0
            self.generation = 0
        return self._begin(layout, node_limit)

    def _begin(self, layout: Layout, node_limit: int) -> IntArray:
        self.array[INTERCHANGEABLE_OFFSET : INTERCHANGEABLE_OFFSET + layout.deck_size] = (
            interchangeable_cards(layout)
        )
        self.array[HISTORY_OFFSET:ENTRIES_OFFSET] = 0
        self.array[GENERATION], self.array[NODES], self.array[NODE_LIMIT] = (
            self.generation,
            0,
            node_limit,
        )
        return self.array
