"""Questions about a position with all hands open, answered by proof.

Only the play of a round is solved, from the first lead to the last card; in the exchange
everybody chooses in secret, and open hands would tell little about it.  Every question takes a
limit of positions looked at; past it the answer is that the position is not solved.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from bottleimp.kernel.compile.frozen_layout import frozen
from bottleimp.kernel.compile.jit import compiled
from bottleimp.rules.cardsets import lowest, members, without_lowest
from bottleimp.rules.position import Layout, Position, is_choosing, is_over, is_passing
from bottleimp.rules.scoring import scores, worth
from bottleimp.rules.turns import after_play, legal_actions
from bottleimp.solving.alpha_beta import Camps, bounded
from bottleimp.solving.canonical_actions import Numbers
from bottleimp.solving.max_n import ended, ending
from bottleimp.solving.objectives import (
    Goal,
    against_the_rest,
    camps_of,
    fates_of,
    result_in_points,
    with_all_against,
    with_all_helping,
)
from bottleimp.solving.transposition_table import BEYOND, HIGHEST, LOWEST, NODES, Memory, is_spent

DEFAULT_NODES = 20_000_000  # a second or so
NOT_SOLVED = BEYOND + 1


@dataclass(frozen=True)
class Proof:
    """The value of a position for a goal, and the value after every legal action.

    What could not be settled within the limit is None.  In a round that is over no action is
    legal, and the value is the result.
    """

    value: float | None
    values: dict[int, float | None]  # action -> value after it, ascending
    best: tuple[int, ...]  # the actions that reach the value, ascending
    nodes: int  # positions looked at

    @property
    def is_proved(self) -> bool:
        """Whether everything was settled."""
        return self.value is not None


@dataclass(frozen=True)
class Outcomes:
    """How a round ends when every seat plays for its own side: the scores of all seats.

    A seat to whom two cards are equal plays the lower one.
    What could not be settled within the limit is None.
    """

    scores: tuple[int, ...] | None
    values: dict[int, tuple[int, ...] | None]  # action -> scores of all seats after it, ascending
    best: tuple[int, ...]  # the actions that serve the seat to act best, ascending
    nodes: int

    @property
    def is_proved(self) -> bool:
        """Whether everything was settled."""
        return self.scores is not None


@dataclass(frozen=True)
class Extremes:
    """What can become of a seat, in points: None where it is not solved."""

    worst: float | None  # everybody, the seat too, plays against it
    held_to: float | None  # its side plays for it, everybody else against it
    helped: float | None  # everybody plays for it


@compiled
def fill_results(
    layout: Layout, position: Position, camps: Camps, room: Numbers, results: Numbers
) -> None:
    """Write the result after each legal action at its place, as `bounded` counts it."""
    rest = legal_actions(layout, position)
    while rest:
        action = lowest(rest)
        rest = without_lowest(rest)
        after = after_play(layout, position, action)
        result = bounded(layout, after, room[LOWEST], room[HIGHEST], camps, room)
        results[action] = NOT_SOLVED if is_spent(room) else result


@compiled
def fill_endings(
    layout: Layout, position: Position, counted: int, room: Numbers, results: Numbers
) -> None:
    """Write the scores after each legal action in its row."""
    rest = legal_actions(layout, position)
    while rest:
        action = lowest(rest)
        rest = without_lowest(rest)
        after = after_play(layout, position, action)
        won, owners = ending(layout, after, counted, room)
        result = scores(layout, ended(after, won, owners))
        for seat in range(len(result)):
            results[action, seat] = NOT_SOLVED if is_spent(room) else result[seat]


def require_play(layout: Layout, position: Position) -> None:
    """Raise ValueError in the exchange."""
    if is_passing(layout, position) or is_choosing(layout, position):
        raise ValueError("Only the play is solved; here cards are passed or hands chosen.")


def imps_trick_of(layout: Layout, position: Position) -> int:
    """The points of the imp's trick."""
    return worth(layout, position.passed[len(position.hands)])


def counted_fates(layout: Layout, position: Position) -> int:
    """The groups whose points so far can change a choice, as a set of numbers.

    None, as a rule: to be stuck is worse than any points.  But an imp's trick without points costs
    no more than an empty pile, and where partners do not share their fate, one is weighed
    against the other.
    """
    seats = range(len(layout.side))
    if imps_trick_of(layout, position) == 0 or any(len(fates_of(layout, s)) > 1 for s in seats):
        return (1 << len(seats)) - 1
    return 0


def proved(
    layout: Layout,
    position: Position,
    goal: Goal,
    *,
    nodes: int = DEFAULT_NODES,
    memory: Memory | None = None,
) -> Proof:
    """The value after each legal action, and the best; raises ValueError in the exchange."""
    require_play(layout, position)
    if is_over(position):
        return Proof(value(layout, position, goal, memory=memory), {}, (), 0)
    kept = memory or Memory()
    camps, imps_trick = camps_of(layout, goal), imps_trick_of(layout, position)
    room = kept.made_ready((goal, imps_trick), layout, position.hands, nodes)
    results = np.zeros(layout.deck_size, np.int64)
    fill_results(frozen(layout), position, camps, room, results)
    values: dict[int, float | None] = {
        action: None
        if results[action] == NOT_SOLVED
        else result_in_points(layout, goal, int(results[action]), imps_trick)
        for action in members(legal_actions(layout, position))
    }
    looked_at = int(room[NODES])
    known = [result for result in values.values() if result is not None]
    if len(known) < len(values):
        return Proof(None, values, (), looked_at)
    best = max(known) if position.turn in goal.raising else min(known)
    chosen = tuple(action for action, result in values.items() if result == best)
    return Proof(best, values, chosen, looked_at)


def value(
    layout: Layout,
    position: Position,
    goal: Goal,
    *,
    nodes: int = DEFAULT_NODES,
    memory: Memory | None = None,
) -> float | None:
    """The value of the position alone, None past the limit; faster than `proved`."""
    require_play(layout, position)
    kept = memory or Memory()
    camps, imps_trick = camps_of(layout, goal), imps_trick_of(layout, position)
    room = kept.made_ready((goal, imps_trick), layout, position.hands, nodes)
    result = bounded(frozen(layout), position, -BEYOND, BEYOND, camps, room)
    if is_spent(room):
        return None
    return result_in_points(layout, goal, int(result), imps_trick)


def each_for_itself(
    layout: Layout,
    position: Position,
    *,
    nodes: int = DEFAULT_NODES,
    memory: Memory | None = None,
) -> Outcomes:
    """How the round ends if every seat plays for its own side, after each legal action.

    Raises ValueError in the exchange.
    """
    require_play(layout, position)
    if is_over(position):
        return Outcomes(scores(layout, position), {}, (), 0)
    kept = memory or Memory()
    counted = counted_fates(layout, position)
    room = kept.made_ready((counted,), layout, position.hands, nodes)
    results = np.zeros((layout.deck_size, len(layout.side)), np.int64)
    fill_endings(frozen(layout), position, counted, room, results)
    values: dict[int, tuple[int, ...] | None] = {
        action: None if results[action, 0] == NOT_SOLVED else tuple(results[action].tolist())
        for action in members(legal_actions(layout, position))
    }
    looked_at = int(room[NODES])
    known = [row for row in values.values() if row is not None]
    if len(known) < len(values):
        return Outcomes(None, values, (), looked_at)
    top = max(row[position.turn] for row in known)
    best = tuple(a for a, row in values.items() if row is not None and row[position.turn] == top)
    return Outcomes(values[best[0]], values, best, looked_at)


def extremes(
    layout: Layout, position: Position, seat: int, *, nodes: int = DEFAULT_NODES
) -> Extremes:
    """The worst that can happen to a seat, what it can be held to, and the best with help.

    The limit holds for each of the three.
    """
    worst, held_to, helped = (
        value(layout, position, kind(layout, seat), nodes=nodes)
        for kind in (with_all_against, against_the_rest, with_all_helping)
    )
    return Extremes(worst, held_to, helped)


def line_by(
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


def best_line(
    layout: Layout,
    position: Position,
    goal: Goal,
    *,
    nodes: int = DEFAULT_NODES,
    memory: Memory | None = None,
) -> tuple[int, ...] | None:
    """The actions to the end if both camps play their best, the lowest card of equals.

    None if a position on the way is not solved within the limit.
    """
    kept = memory or Memory()

    def choose(now: Position) -> int | None:
        best = proved(layout, now, goal, nodes=nodes, memory=kept).best
        return best[0] if best else None

    return line_by(layout, position, choose)


def selfish_line(
    layout: Layout,
    position: Position,
    *,
    nodes: int = DEFAULT_NODES,
    memory: Memory | None = None,
) -> tuple[int, ...] | None:
    """The actions to the end if every seat plays for its own side; None past the limit."""
    kept = memory or Memory()

    def choose(now: Position) -> int | None:
        best = each_for_itself(layout, now, nodes=nodes, memory=kept).best
        return best[0] if best else None

    return line_by(layout, position, choose)


def line_to(
    layout: Layout, position: Position, seat: int, at_least: float, *, nodes: int = DEFAULT_NODES
) -> tuple[int, ...] | None:
    """A play that ends with this many points for the seat, or more; None if there is none.

    Raises ValueError if that is not settled within the limit.
    """
    goal, memory = with_all_helping(layout, seat), Memory()
    best = value(layout, position, goal, nodes=nodes, memory=memory)
    if best is None:
        raise ValueError(f"Not settled within {nodes} positions.")
    if best < at_least:
        return None
    return best_line(layout, position, goal, nodes=nodes, memory=memory)
