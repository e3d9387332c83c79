"""One-ply search over worlds: each legal action is played out by a policy in each world.

The same worlds and the same random numbers serve every action, so that differences between
actions stand out.  Values are own points less the mean of the other sides' (`gain`).
"""

import numpy as np
import numpy.typing as npt

from bottleimp.kernel.compile.frozen_layout import frozen
from bottleimp.kernel.compile.jit import compiled, inlined
from bottleimp.kernel.encoding.info_state import CHOICES
from bottleimp.kernel.playouts import played_out
from bottleimp.kernel.policies import Policy, chosen
from bottleimp.kernel.rng import Stream, moved_on, seeded, stream_of
from bottleimp.kernel.sampling.world_template import Imagined, imagined, world_position
from bottleimp.kernel.sampling.worlds import BINOMIALS, fill_worlds
from bottleimp.knowledge.observation import Observation
from bottleimp.rules.cardsets import holds, lone, lowest, members, without_lowest
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
    returned: Numbers, withheld: int, worlds: Numbers, tried: Numbers, first: int, seed: Stream,
    sums: Values, counts: Numbers,
) -> None:  # fmt: skip
    """Add to entries of actions the gain of one playout in each world in which they are tried.

    Row 0 is world `first`; `tried` holds a set of actions for each world.
    """
    for number in range(len(worlds)):
        before = stream_of(seed, 2 * (first + number))
        stream = stream_of(seed, 2 * (first + number) + 1)
        start = world_position(layout, frame, worlds[number], returned, withheld)
        start = at_own_decision(policy, layout, start, seat, pending, before)
        rest = tried[number]
        while rest:
            action = lowest(rest)
            rest = without_lowest(rest)
            end = played_out(policy, layout, advance(layout, start, action), stream)
            sums[action] += gain(layout, scores(layout, end), seat)
            counts[action] += 1


def even_worlds(frame: Imagined, worlds: int, seed: int, first: int = 0) -> Numbers:
    """Worlds drawn evenly; row 0 is world `first` of the seed."""
    rows = np.empty((worlds, len(frame.unseen.room)), np.int64)
    fill_worlds(frame.unseen, BINOMIALS, seeded(seed), first, rows)
    return rows


class Search:
    """The values of a seat's legal actions so far, in as many even worlds as it was given.

    The values after so many worlds are the same however they were portioned out.
    """

    def __init__(self, observation: Observation, policy: Policy, seed: int) -> None:
        layout = observation.edition.layout
        self.frame = imagined(observation)
        self.layout = frozen(layout)
        self.policy = policy
        self.seed = seed
        self.sums = np.zeros(layout.deck_size + CHOICES)
        self.counts = np.zeros(layout.deck_size + CHOICES, np.int64)

    @property
    def values(self) -> Values:
        """The mean gain of every action by number; NaN where none was tried."""
        tried = np.maximum(self.counts, 1)
        values: Values = np.where(self.counts > 0, self.sums / tried, np.nan)
        return values

    @property
    def best(self) -> int:
        """The action with the highest value; the lowest of equals."""
        return int(np.nanargmax(self.values))

    def try_all(self, first: int, worlds: int) -> None:
        """Play out every action in each of these worlds."""
        self._try(first, np.full(worlds, self.frame.sight.legal, np.int64))

    def try_in_turn(self, first: int, worlds: int) -> None:
        """Play out one action in each of these worlds, the actions taking turns."""
        alone = np.array([lone(action) for action in members(self.frame.sight.legal)], np.int64)
        self._try(first, alone[np.arange(first, first + worlds) % len(alone)])

    def _try(self, first: int, tried: Numbers) -> None:
        rows, frame = even_worlds(self.frame, len(tried), self.seed, first), self.frame
        add_values(
            self.policy, self.layout, frame.frame, frame.seat, frame.pending, frame.returned,
            frame.withheld, rows, tried, first, seeded(self.seed + 1), self.sums, self.counts,
        )  # fmt: skip


def action_values(observation: Observation, *, policy: Policy, worlds: int, seed: int) -> Values:
    """The mean gain of every action over this many even worlds, by number; NaN where illegal."""
    search = Search(observation, policy, seed)
    search.try_all(0, worlds)
    return search.values
