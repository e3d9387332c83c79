"""Exact values of positions with all hands open.

Only the play of a round is solved, from the first lead to the last card: in the exchange everybody
chooses in secret, so open hands say little about it.  Every function takes a limit of positions to
search; beyond it the position counts as not solved.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from bottleimp.kernel.arrays import IntArray
from bottleimp.kernel.compile.frozen_layout import freeze_layout
from bottleimp.kernel.compile.jit import jit
from bottleimp.rules.cardsets import lowest, members, without_lowest
from bottleimp.rules.position import Layout, Position, is_choosing, is_over, is_passing
from bottleimp.rules.scoring import card_points, scores
from bottleimp.rules.turns import after_play, legal_actions
from bottleimp.solving.alpha_beta import EncodedObjective, alpha_beta
from bottleimp.solving.max_n import max_n, terminal_position
from bottleimp.solving.objectives import (
    Objective,
    UtilityMeasure,
    best_case_objective,
    encode_objective,
    loss_groups_of,
    maximin_objective,
    result_in_points,
    worst_case_objective,
)
from bottleimp.solving.transposition_table import (
    INFINITY,
    MAX_VALUE,
    MIN_VALUE,
    NODES,
    UNSOLVED,
    TranspositionTable,
    is_over_node_limit,
    require_few_bottles,
)

DEFAULT_NODE_LIMIT = 20_000_000  # a second or so


@dataclass(frozen=True)
class Solution:
    """The value of a position for an objective, and the value after every legal action.

    What could not be settled within the limit is None.  In a round that is over no action is
    legal, and the value is the result.
    """

    value: float | None
    values: dict[int, float | None]  # action -> value after it, ascending
    best_actions: tuple[int, ...]  # the actions that reach the value, ascending
    nodes: int  # positions looked at

    @property
    def is_solved(self) -> bool:
        """Whether everything was settled."""
        return self.value is not None


@dataclass(frozen=True)
class MaxNSolution:
    """How a round ends when every seat plays for its own side: the scores of all seats.

    A seat to whom two cards are equal plays the lower one.
    What could not be settled within the limit is None.
    """

    scores: tuple[int, ...] | None
    values: dict[int, tuple[int, ...] | None]  # action -> scores of all seats after it, ascending
    best_actions: tuple[int, ...]  # the actions that serve the seat to act best, ascending
    nodes: int

    @property
    def is_solved(self) -> bool:
        """Whether everything was settled."""
        return self.scores is not None


@dataclass(frozen=True)
class ValueRange:
    """What can become of a seat, in points: None where it is not solved."""

    worst_case: float | None  # everybody, the seat too, plays against it
    maximin: float | None  # its side plays for it, everybody else against it
    best_case: float | None  # everybody plays for it


@jit
def fill_action_values(
    layout: Layout,
    position: Position,
    objective: EncodedObjective,
    table: IntArray,
    results: IntArray,
) -> None:
    """Write the result after each legal action at its place, as `alpha_beta` counts it."""
    rest = legal_actions(layout, position)
    while rest:
        action = lowest(rest)
        rest = without_lowest(rest)
        after = after_play(layout, position, action)
        result = alpha_beta(layout, after, table[MIN_VALUE], table[MAX_VALUE], objective, table)
        results[action] = UNSOLVED if is_over_node_limit(table) else result


@jit
def fill_action_scores(
    layout: Layout, position: Position, counted: int, table: IntArray, results: IntArray
) -> None:
    """Write the scores after each legal action in its row."""
    rest = legal_actions(layout, position)
    while rest:
        action = lowest(rest)
        rest = without_lowest(rest)
        after = after_play(layout, position, action)
        won, owners = max_n(layout, after, counted, table)
        result = scores(layout, terminal_position(after, won, owners))
        for seat in range(len(result)):
            results[action, seat] = UNSOLVED if is_over_node_limit(table) else result[seat]


def require_play(layout: Layout, position: Position) -> None:
    """Raise ValueError in the exchange, and where there are too many bottles."""
    require_few_bottles(len(position.prices))
    if is_passing(layout, position) or is_choosing(layout, position):
        raise ValueError("Only the play is solved; here cards are passed or hands chosen.")


def require_one_bottle(position: Position, objective: Objective) -> None:
    """Raise ValueError if the last price is asked for where there are two."""
    if objective.measure is UtilityMeasure.LAST_PRICE and len(position.prices) > 1:
        raise ValueError("With two bottles there are two last prices; neither is solved.")


def imps_trick_points(layout: Layout, position: Position) -> int:
    """The points of the imp's trick."""
    return card_points(layout, position.passed[len(position.hands)])


def scoring_loss_groups(layout: Layout, position: Position) -> int:
    """The loss groups whose points so far can change a choice, as a set of numbers.

    Usually there are none, because owning a bottle is worse than any points.  The exceptions: an
    imp's trick without points costs no more than an empty pile, and partners in different loss
    groups are weighed against each other.
    """
    seats = range(len(layout.side))
    if imps_trick_points(layout, position) == 0 or any(
        len(loss_groups_of(layout, s)) > 1 for s in seats
    ):
        return (1 << len(seats)) - 1
    return 0


def solve(
    layout: Layout,
    position: Position,
    objective: Objective,
    *,
    node_limit: int = DEFAULT_NODE_LIMIT,
    table: TranspositionTable | None = None,
) -> Solution:
    """The value after each legal action, and the best; raises ValueError in the exchange."""
    require_play(layout, position)
    require_one_bottle(position, objective)
    if is_over(position):
        return Solution(solve_value(layout, position, objective, table=table), {}, (), 0)
    table = table or TranspositionTable()
    encoded, imps_trick = encode_objective(layout, objective), imps_trick_points(layout, position)
    array = table.prepare(
        (objective, imps_trick, position.open_hands), layout, position.hands, node_limit
    )
    results = np.zeros(layout.deck_size, np.int64)
    fill_action_values(freeze_layout(layout), position, encoded, array, results)
    values: dict[int, float | None] = {
        action: None
        if results[action] == UNSOLVED
        else result_in_points(layout, objective, int(results[action]), imps_trick)
        for action in members(legal_actions(layout, position))
    }
    nodes = int(array[NODES])
    known = [result for result in values.values() if result is not None]
    if len(known) < len(values):
        return Solution(None, values, (), nodes)
    best = max(known) if position.turn in objective.maximizers else min(known)
    chosen = tuple(action for action, result in values.items() if result == best)
    return Solution(best, values, chosen, nodes)


def solve_value(
    layout: Layout,
    position: Position,
    objective: Objective,
    *,
    node_limit: int = DEFAULT_NODE_LIMIT,
    table: TranspositionTable | None = None,
) -> float | None:
    """The value of the position alone, None beyond the limit; faster than `solve`."""
    require_play(layout, position)
    require_one_bottle(position, objective)
    table = table or TranspositionTable()
    encoded, imps_trick = encode_objective(layout, objective), imps_trick_points(layout, position)
    array = table.prepare(
        (objective, imps_trick, position.open_hands), layout, position.hands, node_limit
    )
    result = alpha_beta(freeze_layout(layout), position, -INFINITY, INFINITY, encoded, array)
    if is_over_node_limit(array):
        return None
    return result_in_points(layout, objective, int(result), imps_trick)


def solve_max_n(
    layout: Layout,
    position: Position,
    *,
    node_limit: int = DEFAULT_NODE_LIMIT,
    table: TranspositionTable | None = None,
) -> MaxNSolution:
    """How the round ends if every seat plays for its own side, after each legal action.

    Raises ValueError in the exchange.
    """
    require_play(layout, position)
    if is_over(position):
        return MaxNSolution(scores(layout, position), {}, (), 0)
    table = table or TranspositionTable()
    counted = scoring_loss_groups(layout, position)
    array = table.prepare((counted, position.open_hands), layout, position.hands, node_limit)
    results = np.zeros((layout.deck_size, len(layout.side)), np.int64)
    fill_action_scores(freeze_layout(layout), position, counted, array, results)
    values: dict[int, tuple[int, ...] | None] = {
        action: None if results[action, 0] == UNSOLVED else tuple(results[action].tolist())
        for action in members(legal_actions(layout, position))
    }
    nodes = int(array[NODES])
    known = [row for row in values.values() if row is not None]
    if len(known) < len(values):
        return MaxNSolution(None, values, (), nodes)
    top = max(row[position.turn] for row in known)
    best = tuple(a for a, row in values.items() if row is not None and row[position.turn] == top)
    return MaxNSolution(values[best[0]], values, best, nodes)


def value_range(
    layout: Layout, position: Position, seat: int, *, node_limit: int = DEFAULT_NODE_LIMIT
) -> ValueRange:
    """The worst that can happen to a seat, its maximin value, and its best with help.

    The limit holds for each of the three.
    """
    worst, maximin, helped = (
        solve_value(layout, position, kind(layout, seat), node_limit=node_limit)
        for kind in (worst_case_objective, maximin_objective, best_case_objective)
    )
    return ValueRange(worst, maximin, helped)


def play_line(
    layout: Layout, position: Position, choose: Callable[[Position], int | None]
) -> tuple[int, ...] | None:
    """The actions to the end of the round; None if one of them could not be chosen."""
    line = []
    while not is_over(position):
        action = choose(position)
        if action is None:
            return None
        line.append(action)
        position = after_play(layout, position, action)
    return tuple(line)


def principal_variation(
    layout: Layout,
    position: Position,
    objective: Objective,
    *,
    node_limit: int = DEFAULT_NODE_LIMIT,
    table: TranspositionTable | None = None,
) -> tuple[int, ...] | None:
    """The actions to the end if both camps play their best, the lowest card of equals.

    None if a position on the way is not solved within the limit.
    """
    table = table or TranspositionTable()

    def choose(now: Position) -> int | None:
        best = solve(layout, now, objective, node_limit=node_limit, table=table).best_actions
        return best[0] if best else None

    return play_line(layout, position, choose)


def max_n_line(
    layout: Layout,
    position: Position,
    *,
    node_limit: int = DEFAULT_NODE_LIMIT,
    table: TranspositionTable | None = None,
) -> tuple[int, ...] | None:
    """The actions to the end if every seat plays for its own side; None past the limit."""
    table = table or TranspositionTable()

    def choose(now: Position) -> int | None:
        best = solve_max_n(layout, now, node_limit=node_limit, table=table).best_actions
        return best[0] if best else None

    return play_line(layout, position, choose)


def find_line(
    layout: Layout,
    position: Position,
    seat: int,
    at_least: float,
    *,
    node_limit: int = DEFAULT_NODE_LIMIT,
) -> tuple[int, ...] | None:
    """A play that ends with this many points for the seat, or more; None if there is none.

    Raises ValueError if that is not settled within the limit.
    """
    objective, table = best_case_objective(layout, seat), TranspositionTable()
    best = solve_value(layout, position, objective, node_limit=node_limit, table=table)
    if best is None:
        raise ValueError(f"Not settled within {node_limit} positions.")
    if best < at_least:
        return None
    return principal_variation(layout, position, objective, node_limit=node_limit, table=table)
