"""Every seat plays for the result of its own side (max^n), with all hands open.

With more than two sides such play has no single value: it depends on what a seat does when two
cards serve it equally.  Here it plays the lower card, always.
"""

from bottleimp.kernel.arrays import IntArray
from bottleimp.kernel.compile.jit import inline_jit, jit
from bottleimp.rules.cardsets import lowest, singleton, size, with_entry, without_lowest
from bottleimp.rules.position import NOBODY, Layout, Position
from bottleimp.rules.scoring import seat_score
from bottleimp.rules.turns import after_play, legal_actions
from bottleimp.solving.canonical_actions import canonical_actions, cards_in_hands, is_stuck_for_good
from bottleimp.solving.transposition_table import (
    GENERATION,
    GENERATION_SHIFT,
    INTERCHANGEABLE_OFFSET,
    KEY_WIDTH,
    MIN_VALUE,
    NODES,
    SEAT_BITS,
    SEAT_MASK,
    bottles_key,
    entry_offset,
    is_over_node_limit,
    matches_key,
    points_key,
    write_key,
)

MaxNOutcome = tuple[tuple[int, ...], tuple[int, ...]]  # seat -> cards taken, bottle -> owner


@inline_jit
def terminal_position(
    position: Position, won: tuple[int, ...], owners: tuple[int, ...]
) -> Position:
    """The position with these cards taken and these owners, as scoring needs it."""
    return position._replace(won=won, owners=owners, plays_made=0, trick=0, led_suit=0)


@inline_jit
def max_score(layout: Layout, position: Position, left: int) -> int:
    """No result of the seat to act is better: it takes all that is left, and no bottle counts."""
    nobody, won, seat = position.owners, position.won, position.turn
    for bottle in range(len(nobody)):
        nobody = with_entry(nobody, bottle, NOBODY)
    won = with_entry(won, seat, won[seat] | left | position.trick)
    return seat_score(layout, terminal_position(position, won, nobody), seat)


@inline_jit
def read_outcome(position: Position, table: IntArray, row: int) -> MaxNOutcome:
    """The ending that an entry of the table holds for this position."""
    won, owners = position.won, position.owners
    for seat in range(len(won)):
        won = with_entry(won, seat, won[seat] | table[row + KEY_WIDTH + seat])
    packed = table[row + KEY_WIDTH + len(won)]
    for bottle in range(len(owners)):
        owners = with_entry(owners, bottle, (packed >> SEAT_BITS * bottle & SEAT_MASK) - 1)
    return won, owners


@inline_jit
def write_outcome(
    position: Position, won: tuple[int, ...], owners: tuple[int, ...], table: IntArray, row: int
) -> None:
    """Write an ending into an entry of the table: what is taken from here on, and the owners."""
    packed = 0
    for bottle in range(len(owners)):
        packed |= (owners[bottle] + 1) << SEAT_BITS * bottle
    for seat in range(len(won)):
        table[row + KEY_WIDTH + seat] = won[seat] & ~position.won[seat]
    table[row + KEY_WIDTH + len(won)] = packed


@jit
def max_n(layout: Layout, position: Position, score_groups: int, table: IntArray) -> MaxNOutcome:
    """What every seat has taken in the end, and who owns the bottles.

    `score_groups` are the groups whose points so far can change a choice.
    Past the node limit of the table the answer means nothing.
    """
    table[NODES] += 1
    cards = legal_actions(layout, position)
    left = cards_in_hands(position)
    while cards:
        if size(cards) > 1 and is_stuck_for_good(layout, position, left):
            cards = singleton(lowest(cards))
        if size(cards) > 1:
            break
        left &= ~cards
        position = after_play(layout, position, lowest(cards))
        cards = legal_actions(layout, position)
    if cards == 0 or is_over_node_limit(table):
        return position.won, position.owners
    at_lead = position.plays_made == 0
    row, bottles, points = 0, 0, 0
    if at_lead:
        bottles = (
            bottles_key(layout, position, left, layout.loss_group)
            | table[GENERATION] << GENERATION_SHIFT
        )
        points = points_key(layout, position, score_groups) if score_groups else 0
        row = entry_offset(table, left, bottles, points)
        if matches_key(table, row, left, bottles, points):
            return read_outcome(position, table, row)
    cards = canonical_actions(position, cards, left, table, INTERCHANGEABLE_OFFSET)
    best, enough = table[MIN_VALUE], max_score(layout, position, left)
    won, owners = position.won, position.owners
    while cards and best < enough:  # upwards, so that of equal cards the lowest stays
        after = after_play(layout, position, lowest(cards))
        cards = without_lowest(cards)
        its_won, its_owners = max_n(layout, after, score_groups, table)
        if is_over_node_limit(table):
            return won, owners
        score = seat_score(layout, terminal_position(position, its_won, its_owners), position.turn)
        if score > best:
            best, won, owners = score, its_won, its_owners
    if at_lead:
        write_key(table, row, left, bottles, points)
        write_outcome(position, won, owners, table, row)
    return won, owners
