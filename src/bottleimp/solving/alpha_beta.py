"""Alpha-beta search with open hands: one camp maximizes a side's result, the other minimizes it.

The value of a position is the sum of the loss groups' scores, weighted by `weights`.  Where
`is_ordinal` is set, it is instead the rank of the one group with a weight: its points, or, if it
owns bottles, minus their number.  Ranks are ordered as scores are, whatever has been taken so far
and whatever lies in the imp's trick, so the transposition table stores values without them.
Where `is_last_price` is set, it is the last price instead, in a game with one bottle.
"""

from typing import NamedTuple

from bottleimp.kernel.arrays import IntArray
from bottleimp.kernel.compile.jit import inline_jit, jit
from bottleimp.rules.cardsets import (
    highest,
    holds,
    lowest,
    singleton,
    size,
    under,
    with_entry,
)
from bottleimp.rules.position import Layout, Position
from bottleimp.rules.scoring import card_points, loss_group_score
from bottleimp.rules.tricks import dearest_bottle
from bottleimp.rules.turns import after_play, legal_actions
from bottleimp.solving.canonical_actions import canonical_actions, cards_in_hands
from bottleimp.solving.loss_groups import bottles_owned_by, cards_held_by, points_taken_by
from bottleimp.solving.transposition_table import (
    GENERATION,
    GENERATION_SHIFT,
    HISTORY_OFFSET,
    INFINITY,
    INTERCHANGEABLE_OFFSET,
    KEY_WIDTH,
    MAX_PLACES,
    NODES,
    best_by_history,
    bottles_key,
    entry_offset,
    is_over_node_limit,
    matches_key,
    points_key,
    write_key,
)

LOWER_BOUND_COLUMN, UPPER_BOUND_COLUMN, BEST_CARD_COLUMN = KEY_WIDTH, KEY_WIDTH + 1, KEY_WIDTH + 2
NO_CARD = -1  # no card is known to be good


class EncodedObjective(NamedTuple):
    """Who wants what, by number."""

    maximizers: int  # the seats that want the result high
    weights: tuple[int, ...]  # group -> factor on its points in the result
    is_ordinal: int  # 1 if only the order of results is asked for: of one group, or of last prices
    is_last_price: int  # 1 if the result is the last price; no group weighs then


class ValueBounds(NamedTuple):
    """What is known of a position before it is searched."""

    lower: int
    upper: int
    offset: int  # points so far that shift every result without changing a choice
    groups_at_risk: int  # groups with a weight that may still lose what they have


@inline_jit
def terminal_value(layout: Layout, position: Position, objective: EncodedObjective) -> int:
    """The result of a round that is over."""
    if objective.is_last_price:
        return position.prices[dearest_bottle(position.prices)]
    total = 0
    for loss_group in range(len(layout.loss_group)):
        if objective.weights[loss_group]:
            bottles = bottles_owned_by(layout, position, loss_group)
            if objective.is_ordinal:
                total += -bottles if bottles else points_taken_by(layout, position, loss_group)
            else:
                total += objective.weights[loss_group] * loss_group_score(
                    layout, position, loss_group
                )
    return total


@inline_jit
def last_price_bounds(layout: Layout, price: int, buyers: int) -> ValueBounds:
    """Bounds on the last price, where `buyers` are the cards under the price still to be taken.

    Cards under the last price are all taken in tricks that sell the bottle, and each such trick
    has the card that buys and at most as many others as a trick has besides.
    """
    if buyers == 0:
        return ValueBounds(price, price, 0, 0)
    most, rest, above = lowest(buyers), buyers, 0
    while rest:
        card = highest(rest)
        rest &= ~singleton(card)
        above += 1
        if size(rest) <= (layout.plays_per_trick - 1) * above:
            most, rest = card, 0
    return ValueBounds(lowest(buyers), most, 0, 0)


@inline_jit
def value_bounds(
    layout: Layout, position: Position, left: int, objective: EncodedObjective
) -> ValueBounds:
    """Bounds on the result by what is left to take and who can still buy a bottle."""
    price = position.prices[dearest_bottle(position.prices)]
    buyers = under(left | position.trick, price)
    if objective.is_last_price:
        return last_price_bounds(layout, price, buyers)
    bottles = len(position.owners)
    remaining = card_points(layout, left | position.trick)
    lost = 1 if objective.is_ordinal else card_points(layout, position.passed[len(position.hands)])
    least, most, base, in_danger = 0, 0, 0, 0
    best_weight, worst_weight = 0, 0
    for loss_group in range(len(layout.loss_group)):
        weight = objective.weights[loss_group]
        if weight:
            owned = bottles_owned_by(layout, position, loss_group)
            own_cards = cards_held_by(layout, position, loss_group)
            taking = position.trick if layout.loss_group[position.taker] == loss_group else 0
            can_buy = under(own_cards | taking, price) != 0
            is_stuck = owned > 0 and (
                buyers == 0 or (owned == bottles and buyers & ~own_cards == 0)
            )
            free = weight * points_taken_by(layout, position, loss_group)
            if is_stuck:
                least -= weight * owned * lost
                most -= weight * owned * lost
            elif owned or can_buy:
                stuck, barely = -weight * bottles * lost, -weight * lost
                least += min(free, stuck, barely)
                most += max(free, stuck, barely)
                in_danger |= singleton(loss_group)
            else:
                least += free
                most += free
            if not is_stuck:
                best_weight, worst_weight = max(best_weight, weight), min(worst_weight, weight)
                if objective.is_ordinal or not (owned or can_buy):
                    base += free
    most += best_weight * remaining
    least += worst_weight * remaining
    return ValueBounds(least, most, base, 0 if objective.is_ordinal else in_danger)


@inline_jit
def shift_value(result: int, by: int, in_order: int) -> int:
    """The result with other points so far; being stuck stays what it is."""
    if in_order:
        return max(0, result + by) if result >= 0 else result
    return result + by


@jit
def alpha_beta(  # noqa: C901, PLR0915  (one body, which calls itself)
    layout: Layout, position: Position, low: int, high: int, objective: EncodedObjective,
    table: IntArray,
) -> int:  # fmt: skip
    """The result if it lies between low and high; else a bound on it, on its side of them.

    Low and high are to be variables where compiled code asks: for a constant numba compiles one
    more form, which then calls the other, and such code cannot be kept on disk.
    Past the node limit of the table the answer means nothing.
    """
    table[NODES] += 1
    cards = legal_actions(layout, position)
    while cards and size(cards) == 1:
        position = after_play(layout, position, lowest(cards))
        cards = legal_actions(layout, position)
    if cards == 0:
        return terminal_value(layout, position, objective)
    if is_over_node_limit(table):
        return low
    left = cards_in_hands(position)
    known = value_bounds(layout, position, left, objective)
    if known.lower >= high or known.lower == known.upper:
        return known.lower
    if known.upper <= low:
        return known.upper
    at_lead = position.plays_made == 0
    row, bottles, points, first = 0, 0, 0, NO_CARD
    least, most = known.lower, known.upper
    if at_lead:
        kinds = layout.loss_group
        if objective.is_ordinal:
            for seat in range(len(kinds)):
                kinds = with_entry(
                    kinds, seat, 1 if objective.weights[layout.loss_group[seat]] else -1
                )
        bottles = bottles_key(layout, position, left, kinds) | table[GENERATION] << GENERATION_SHIFT
        points = points_key(layout, position, known.groups_at_risk) if known.groups_at_risk else 0
        row = entry_offset(table, left, bottles, points)
        if matches_key(table, row, left, bottles, points):
            least = max(
                least,
                shift_value(table[row + LOWER_BOUND_COLUMN], known.offset, objective.is_ordinal),
            )
            most = min(
                most,
                shift_value(table[row + UPPER_BOUND_COLUMN], known.offset, objective.is_ordinal),
            )
            first = table[row + BEST_CARD_COLUMN]
            if least >= high or least == most:
                return least
            if most <= low:
                return most
    alpha, beta = max(low, least), min(high, most)
    asked_low, asked_high = alpha, beta
    seat = position.turn
    raising = holds(objective.maximizers, seat)
    best, best_card = (-INFINITY if raising else INFINITY), first
    rest = canonical_actions(position, cards, left, table, INTERCHANGEABLE_OFFSET)
    if objective.is_last_price:  # which of two cards becomes the price is the question
        rest |= under(cards, position.prices[dearest_bottle(position.prices)])
    while rest and alpha < beta:
        is_first = first >= 0 and holds(rest, first)
        card = first if is_first else best_by_history(rest, seat, table)
        rest &= ~singleton(card)
        result = alpha_beta(
            layout, after_play(layout, position, card), alpha, beta, objective, table
        )  # fmt: skip
        if is_over_node_limit(table):
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
            table[HISTORY_OFFSET + MAX_PLACES * seat + card] += size(left)
    if at_lead:
        least = best if best > asked_low else least
        most = best if best < asked_high else most
        write_key(table, row, left, bottles, points)
        table[row + LOWER_BOUND_COLUMN] = shift_value(least, -known.offset, objective.is_ordinal)
        table[row + UPPER_BOUND_COLUMN] = shift_value(most, -known.offset, objective.is_ordinal)
        table[row + BEST_CARD_COLUMN] = best_card
    return best
