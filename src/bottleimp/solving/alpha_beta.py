"""Alpha-beta with two camps: those who want one side's result high, and those who want it low.

Everybody's hands are open.  The result of a position is a plain sum over groups that share a
fate, each weighed by `weights`; or, where `in_order` is set, only the standing of the one group
that weighs: its points, or below zero the number of its bottles.  Standings are ordered as
results are, whatever has been taken so far and whatever lies in the imp's trick, so answers can
be remembered without them.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bottleimp.kernel.compile.jit import compiled, inlined
from bottleimp.rules.cardsets import (
    holds,
    lone,
    lowest,
    replaced,
    size,
    under,
)
from bottleimp.rules.position import Layout, Position
from bottleimp.rules.scoring import fate_score, worth
from bottleimp.rules.tricks import dearest
from bottleimp.rules.turns import after_play, legal_actions
from bottleimp.solving.canonical_actions import cards_in_hands, unlike
from bottleimp.solving.transposition_table import (
    BEYOND,
    KEY_WIDTH,
    KIN,
    MOST_PLACES,
    NODES,
    PROMISE,
    SEARCH,
    SEARCH_SHIFT,
    bottles_key,
    is_answer,
    is_spent,
    most_promising,
    points_key,
    row_of,
    take_row,
)

Numbers = npt.NDArray[np.int64]

LOWER, UPPER, CARD = KEY_WIDTH, KEY_WIDTH + 1, KEY_WIDTH + 2
UNKNOWN = -1  # no card is known to be good


class Camps(NamedTuple):
    """Who wants what, by number."""

    raising: int  # the seats that want the result high
    weights: tuple[int, ...]  # group -> factor on its points in the result
    in_order: int  # 1 if one group alone weighs, and only the order of its results is asked for


class Outlook(NamedTuple):
    """What is known of a position before it is searched."""

    least: int
    most: int
    base: int  # points so far that shift every result without changing a choice
    in_danger: int  # groups with a weight that may still lose what they have


@inlined
def owned_by(layout: Layout, position: Position, fate: int) -> int:
    """How many bottles the group owns."""
    bottles = 0
    for seat in range(len(layout.fate)):
        if layout.fate[seat] == fate:
            for owner in position.owners:
                if owner == seat:
                    bottles += 1
    return bottles


@inlined
def taken_by(layout: Layout, position: Position, fate: int) -> int:
    """The points that the group has taken."""
    points = 0
    for seat in range(len(layout.fate)):
        if layout.fate[seat] == fate:
            points += worth(layout, position.won[seat])
    return points


@inlined
def result_of(layout: Layout, position: Position, camps: Camps) -> int:
    """The result of a round that is over."""
    total = 0
    for fate in range(len(layout.fate)):
        if camps.weights[fate]:
            bottles = owned_by(layout, position, fate)
            if camps.in_order:
                total += -bottles if bottles else taken_by(layout, position, fate)
            else:
                total += camps.weights[fate] * fate_score(layout, position, fate)
    return total


@inlined
def outlook(layout: Layout, position: Position, left: int, camps: Camps) -> Outlook:
    """Bounds on the result by what is left to take and who can still buy a bottle."""
    price = position.prices[dearest(position.prices)]
    buyers = under(left | position.trick, price)
    bottles = len(position.owners)
    remaining = worth(layout, left | position.trick)
    lost = 1 if camps.in_order else worth(layout, position.passed[len(position.hands)])
    least, most, base, in_danger = 0, 0, 0, 0
    best_weight, worst_weight = 0, 0
    for fate in range(len(layout.fate)):
        weight = camps.weights[fate]
        if weight:
            owned = owned_by(layout, position, fate)
            own_cards = 0
            for hand in range(len(position.hands)):
                if layout.fate[layout.hand_seat[hand]] == fate:
                    own_cards |= position.hands[hand]
            taking = position.trick if layout.fate[position.taker] == fate else 0
            can_buy = under(own_cards | taking, price) != 0
            is_stuck = owned > 0 and (
                buyers == 0 or (owned == bottles and buyers & ~own_cards == 0)
            )
            free = weight * taken_by(layout, position, fate)
            if is_stuck:
                least -= weight * owned * lost
                most -= weight * owned * lost
            elif owned or can_buy:
                stuck, barely = -weight * bottles * lost, -weight * lost
                least += min(free, stuck, barely)
                most += max(free, stuck, barely)
                in_danger |= lone(fate)
            else:
                least += free
                most += free
            if not is_stuck:
                best_weight, worst_weight = max(best_weight, weight), min(worst_weight, weight)
                if camps.in_order or not (owned or can_buy):
                    base += free
    most += best_weight * remaining
    least += worst_weight * remaining
    return Outlook(least, most, base, 0 if camps.in_order else in_danger)


@inlined
def shifted(result: int, by: int, in_order: int) -> int:
    """The result with other points so far; being stuck stays what it is."""
    if in_order:
        return max(0, result + by) if result >= 0 else result
    return result + by


@compiled
def bounded(  # noqa: C901, PLR0915  (one body, which calls itself)
    layout: Layout, position: Position, low: int, high: int, camps: Camps, room: Numbers,
) -> int:  # fmt: skip
    """The result if it lies between low and high; else a bound on it, on its side of them.

    Low and high are to be variables where compiled code asks: for a constant numba compiles one
    more form, which then calls the other, and such code cannot be kept on disk.
    Past the limit of the room the answer means nothing.
    """
    room[NODES] += 1
    cards = legal_actions(layout, position)
    while cards and size(cards) == 1:
        position = after_play(layout, position, lowest(cards))
        cards = legal_actions(layout, position)
    if cards == 0:
        return result_of(layout, position, camps)
    if is_spent(room):
        return low
    left = cards_in_hands(position)
    known = outlook(layout, position, left, camps)
    if known.least >= high or known.least == known.most:
        return known.least
    if known.most <= low:
        return known.most
    at_lead = position.plays_made == 0
    row, bottles, points, first = 0, 0, 0, UNKNOWN
    least, most = known.least, known.most
    if at_lead:
        kinds = layout.fate
        if camps.in_order:
            for seat in range(len(kinds)):
                kinds = replaced(kinds, seat, 1 if camps.weights[layout.fate[seat]] else -1)
        bottles = bottles_key(layout, position, left, kinds) | room[SEARCH] << SEARCH_SHIFT
        points = points_key(layout, position, known.in_danger) if known.in_danger else 0
        row = row_of(room, left, bottles, points)
        if is_answer(room, row, left, bottles, points):
            least = max(least, shifted(room[row + LOWER], known.base, camps.in_order))
            most = min(most, shifted(room[row + UPPER], known.base, camps.in_order))
            first = room[row + CARD]
            if least >= high or least == most:
                return least
            if most <= low:
                return most
    alpha, beta = max(low, least), min(high, most)
    asked_low, asked_high = alpha, beta
    seat = position.turn
    raising = holds(camps.raising, seat)
    best, best_card = (-BEYOND if raising else BEYOND), first
    rest = unlike(position, cards, left, room, KIN)
    while rest and alpha < beta:
        is_first = first >= 0 and holds(rest, first)
        card = first if is_first else most_promising(rest, seat, room)
        rest &= ~lone(card)
        result = bounded(
            layout, after_play(layout, position, card), alpha, beta, camps, room
        )  # fmt: skip
        if is_spent(room):
            return low
        if raising:
            if result > best:
                best, best_card = result, card
            alpha = max(alpha, result)
        else:
            if result < best:
                best, best_card = result, card
            beta = min(beta, result)
        if alpha >= beta:
            room[PROMISE + MOST_PLACES * seat + card] += size(left)
    if at_lead:
        least = best if best > asked_low else least
        most = best if best < asked_high else most
        take_row(room, row, left, bottles, points)
        room[row + LOWER] = shifted(least, -known.base, camps.in_order)
        room[row + UPPER] = shifted(most, -known.base, camps.in_order)
        room[row + CARD] = best_card
    return best
