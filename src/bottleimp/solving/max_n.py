"""Every seat plays for the result of its own side (max^n), with all hands open.

With more than two sides such play has no single value: it depends on what a seat does when two
cards serve it equally.  Here it plays the lower card, always.
"""

import numpy as np
import numpy.typing as npt

from bottleimp.kernel.compile.jit import compiled, inlined
from bottleimp.rules.cardsets import lone, lowest, replaced, size, without_lowest
from bottleimp.rules.position import NOBODY, Layout, Position
from bottleimp.rules.scoring import seat_score
from bottleimp.rules.turns import after_play, legal_actions
from bottleimp.solving.canonical_actions import cards_in_hands, is_stuck_for_good, unlike
from bottleimp.solving.transposition_table import (
    ANY_SEAT,
    KEY_WIDTH,
    KIN,
    LOWEST,
    NODES,
    SEARCH,
    SEARCH_SHIFT,
    SEAT_BITS,
    bottles_key,
    is_answer,
    is_spent,
    points_key,
    row_of,
    take_row,
)

Numbers = npt.NDArray[np.int64]
Ending = tuple[tuple[int, ...], tuple[int, ...]]  # seat -> cards taken, bottle -> owner


@inlined
def ended(position: Position, won: tuple[int, ...], owners: tuple[int, ...]) -> Position:
    """The position with these cards taken and these owners, as scoring needs it."""
    return Position(
        position.hands, position.passed, won, position.prices, owners, position.open_hands,
        position.passes_made, position.choices_made, 0, 0, 0, position.taker, position.turn,
    )  # fmt: skip


@inlined
def most(layout: Layout, position: Position, left: int) -> int:
    """No result of the seat to act is better: it takes all that is left, and no bottle counts."""
    nobody, won, seat = position.owners, position.won, position.turn
    for bottle in range(len(nobody)):
        nobody = replaced(nobody, bottle, NOBODY)
    won = replaced(won, seat, won[seat] | left | position.trick)
    return seat_score(layout, ended(position, won, nobody), seat)


@inlined
def remembered(position: Position, room: Numbers, row: int) -> Ending:
    """The ending that a row of the room holds for this position."""
    won, owners = position.won, position.owners
    for seat in range(len(won)):
        won = replaced(won, seat, won[seat] | room[row + KEY_WIDTH + seat])
    packed = room[row + KEY_WIDTH + len(won)]
    for bottle in range(len(owners)):
        owners = replaced(owners, bottle, (packed >> SEAT_BITS * bottle & ANY_SEAT) - 1)
    return won, owners


@inlined
def remember(
    position: Position, won: tuple[int, ...], owners: tuple[int, ...], room: Numbers, row: int
) -> None:
    """Write an ending into a row of the room: what is taken from here on, and the owners."""
    packed = 0
    for bottle in range(len(owners)):
        packed |= (owners[bottle] + 1) << SEAT_BITS * bottle
    for seat in range(len(won)):
        room[row + KEY_WIDTH + seat] = won[seat] & ~position.won[seat]
    room[row + KEY_WIDTH + len(won)] = packed


@compiled
def ending(layout: Layout, position: Position, counted: int, room: Numbers) -> Ending:
    """What every seat has taken in the end, and who owns the bottles.

    `counted` are the groups whose points so far can change a choice.
    Past the limit of the room the answer means nothing.
    """
    room[NODES] += 1
    cards = legal_actions(layout, position)
    left = cards_in_hands(position)
    while cards:
        if size(cards) > 1 and is_stuck_for_good(layout, position, left):
            cards = lone(lowest(cards))
        if size(cards) > 1:
            break
        left &= ~cards
        position = after_play(layout, position, lowest(cards))
        cards = legal_actions(layout, position)
    if cards == 0 or is_spent(room):
        return position.won, position.owners
    at_lead = position.plays_made == 0
    row, bottles, points = 0, 0, 0
    if at_lead:
        bottles = bottles_key(layout, position, left, layout.fate) | room[SEARCH] << SEARCH_SHIFT
        points = points_key(layout, position, counted) if counted else 0
        row = row_of(room, left, bottles, points)
        if is_answer(room, row, left, bottles, points):
            return remembered(position, room, row)
    cards = unlike(position, cards, left, room, KIN)
    best, enough = room[LOWEST], most(layout, position, left)
    won, owners = position.won, position.owners
    while cards and best < enough:  # upwards, so that of equal cards the lowest stays
        after = after_play(layout, position, lowest(cards))
        cards = without_lowest(cards)
        its_won, its_owners = ending(layout, after, counted, room)
        if is_spent(room):
            return won, owners
        score = seat_score(layout, ended(position, its_won, its_owners), position.turn)
        if score > best:
            best, won, owners = score, its_won, its_owners
    if at_lead:
        take_row(room, row, left, bottles, points)
        remember(position, won, owners, room, row)
    return won, owners
