"""Every seat plays for the result of its own side (max^n), with all hands open.

With more than two sides such play has no single value: it depends on what a seat does when two
cards serve it equally.  Here it plays the lower card, always.
"""

import numpy as np
import numpy.typing as npt

from bottleimp.kernel.compiled import compiled, inlined
from bottleimp.rules.cardsets import lone, lowest, replaced, size, without_lowest
from bottleimp.rules.position import Layout, Position
from bottleimp.rules.scoring import seat_score
from bottleimp.rules.turns import after_play, legal_actions
from bottleimp.solving.choices import cards_in_hands, has_nothing_to_play_for, unlike
from bottleimp.solving.memory import (
    KEY_WIDTH,
    LIMIT,
    NODES,
    SEARCH_SHIFT,
    SEAT_BITS,
    bottles_key,
    is_answer,
    points_key,
    row_of,
)

Numbers = npt.NDArray[np.int64]
Ending = tuple[tuple[int, ...], tuple[int, ...]]


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
    nobody = position.owners
    for bottle in range(len(nobody)):
        nobody = replaced(nobody, bottle, -1)
    everything = replaced(
        position.won, position.turn, position.won[position.turn] | left | position.trick
    )
    return seat_score(layout, ended(position, everything, nobody), position.turn)


@compiled
def ending(  # noqa: C901  (one body, which calls itself)
    layout: Layout, position: Position, kin: Numbers, table: Numbers, search: int,
    counted: int, tally: Numbers,
) -> Ending:  # fmt: skip
    """What every seat has taken in the end, and who owns the bottles.

    `counted` are the groups whose points so far can change a choice.
    Past the limit of the tally the answer means nothing.
    """
    tally[NODES] += 1
    cards = legal_actions(layout, position)
    left = cards_in_hands(position)
    while cards:
        if size(cards) > 1 and has_nothing_to_play_for(layout, position, left):
            cards = lone(lowest(cards))
        if size(cards) > 1:
            break
        left &= ~cards
        position = after_play(layout, position, lowest(cards))
        cards = legal_actions(layout, position)
    if cards == 0 or tally[NODES] > tally[LIMIT]:
        return position.won, position.owners
    seats = len(layout.side)
    at_lead = position.plays_made == 0
    row, bottles, points = 0, 0, 0
    if at_lead:
        bottles = bottles_key(layout, position, left, layout.fate) | search << SEARCH_SHIFT
        points = points_key(layout, position, counted) if counted else 0
        row = row_of(table, left, bottles, points)
        if is_answer(table[row], left, bottles, points):
            won, owners = position.won, position.owners
            for seat in range(seats):
                won = replaced(won, seat, won[seat] | table[row, KEY_WIDTH + seat])
            packed = table[row, KEY_WIDTH + seats]
            for bottle in range(len(owners)):
                owners = replaced(owners, bottle, (packed >> SEAT_BITS * bottle & 7) - 1)
            return won, owners
    cards = unlike(position, cards, left, kin)
    seat = position.turn
    enough = most(layout, position, left)
    best = -(1 << 40)
    won, owners = position.won, position.owners
    while cards:
        card = lowest(cards)
        cards = without_lowest(cards)
        its_won, its_owners = ending(
            layout, after_play(layout, position, card), kin, table, search, counted, tally
        )
        if tally[NODES] > tally[LIMIT]:
            return won, owners
        score = seat_score(layout, ended(position, its_won, its_owners), seat)
        if score > best:
            best, won, owners = score, its_won, its_owners
            if score >= enough:
                break
    if at_lead:
        table[row, 0], table[row, 1], table[row, 2] = left, bottles, points
        packed = 0
        for bottle in range(len(owners)):
            packed |= (owners[bottle] + 1) << SEAT_BITS * bottle
        for seat in range(seats):
            table[row, KEY_WIDTH + seat] = won[seat] & ~position.won[seat]
        table[row, KEY_WIDTH + seats] = packed
    return won, owners
