"""One-ply search over worlds: each legal action is played out by a policy in each world.

The same worlds and the same random numbers serve every action, so that differences between
actions stand out.  Values are own points less the mean of the other sides' (`gain`).
"""

import numpy as np
import numpy.typing as npt

from bottleimp.kernel.compiled import compiled, inlined
from bottleimp.kernel.frozen import frozen
from bottleimp.kernel.imagined import Imagined, imagined, world_position
from bottleimp.kernel.playouts import played_out
from bottleimp.kernel.policies import Policy, chosen
from bottleimp.kernel.sights import CHOICES
from bottleimp.kernel.stream import Stream, moved_on, seeded, stream_of
from bottleimp.kernel.worlds import BINOMIALS, fill_worlds
from bottleimp.knowledge.observation import Observation
from bottleimp.rules.cardsets import holds, lowest, without_lowest
from bottleimp.rules.position import Layout, Position
from bottleimp.rules.scoring import scores
from bottleimp.rules.turns import advance

Numbers = npt.NDArray[np.int64]
Values = npt.NDArray[np.float64]


@inlined
def gain(layout: Layout, result: tuple[int, ...], seat: int) -> float:
    """Own points less the mean of those of other sides, per player and before any doubling.

    Driven seats are no measure.
    """
    total, others = 0.0, 0
    for other in range(len(layout.side)):
        if layout.side[other] != layout.side[seat] and not holds(layout.driven, other):
            total += result[other] / layout.weight[other]
            others += 1
    return result[seat] / layout.weight[seat] - total / others


@inlined
def at_own_decision(
    policy: Policy, layout: Layout, position: Position, seat: int, pending: Numbers,
    stream: Stream,
) -> Position:  # fmt: skip
    """The position at the seat's next choice: others choose by the policy, it as it has chosen."""
    made = 0
    while position.turn != seat or made < len(pending):
        if position.turn == seat:
            action = pending[made]
            made += 1
        else:
            action = chosen(policy, layout, position, stream)
            stream = moved_on(stream)
        position = advance(layout, position, action)
    return position


@compiled
def add_values(
    policy: Policy, layout: Layout, frame: Position, seat: int, pending: Numbers,
    returned: Numbers, withheld: int, worlds: Numbers, actions: int, seed: Stream, values: Values,
) -> None:  # fmt: skip
    """Add to each action's entry the gain of one playout in each world."""
    for number in range(len(worlds)):
        stream = stream_of(seed, number)
        start = world_position(layout, frame, worlds[number], returned, withheld)
        start = at_own_decision(policy, layout, start, seat, pending, stream)
        rest = actions
        while rest:
            action = lowest(rest)
            rest = without_lowest(rest)
            end = played_out(policy, layout, advance(layout, start, action), stream)
            values[action] += gain(layout, scores(layout, end), seat)


def action_values(observation: Observation, *, policy: Policy, worlds: int, seed: int) -> Values:
    """The mean gain of every action over this many even worlds, by number; NaN where illegal."""
    frame = imagined(observation)
    return values_in(observation, frame, even_worlds(frame, worlds, seed), policy, seed)


def even_worlds(frame: Imagined, worlds: int, seed: int) -> Numbers:
    """Worlds drawn evenly."""
    rows = np.empty((worlds, len(frame.unseen.room)), np.int64)
    fill_worlds(frame.unseen, BINOMIALS, seeded(seed), 0, rows)
    return rows


def values_in(
    observation: Observation, frame: Imagined, rows: Numbers, policy: Policy, seed: int
) -> Values:
    """The mean gain of every action over these worlds."""
    layout = observation.edition.layout
    values = np.zeros(layout.deck_size + CHOICES)
    add_values(
        policy, frozen(layout), frame.frame, frame.seat, frame.pending, frame.returned,
        frame.withheld, rows, frame.sight.legal, seeded(seed + 1), values,
    )  # fmt: skip
    legal = np.array([holds(frame.sight.legal, n) for n in range(len(values))], bool)
    return np.where(legal, values / len(rows), np.nan)
