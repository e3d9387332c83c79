"""One-ply search over worlds: each legal action is played out by a policy in each world.

The same worlds and the same random numbers serve every action, so that differences between
actions stand out.  Values are mean relative scores, called gains.
"""

from typing import NamedTuple

import numpy as np

from bottleimp.kernel.arrays import FloatArray, IntArray
from bottleimp.kernel.compile.frozen_layout import freeze_layout
from bottleimp.kernel.compile.jit import inline_jit, jit
from bottleimp.kernel.encoding.schema import action_count
from bottleimp.kernel.playouts import play_out
from bottleimp.kernel.policies import Policy, choose_action
from bottleimp.kernel.relative_scores import relative_score
from bottleimp.kernel.rng import RngState, advance_state, seed_word, stream_state
from bottleimp.kernel.sampling.world_template import (
    WorldStart,
    WorldTemplate,
    world_position,
    world_template_of,
)
from bottleimp.kernel.sampling.worlds import BINOMIALS, fill_worlds
from bottleimp.knowledge.observation import Observation
from bottleimp.rules.cardsets import lowest, members, singleton, without_lowest
from bottleimp.rules.position import Layout, Position
from bottleimp.rules.scoring import scores
from bottleimp.rules.turns import advance


class GainTotals(NamedTuple):
    """The results of playouts, an entry for each action by number."""

    gains: FloatArray  # their sum
    counts: IntArray  # how many there were


def no_gains(actions: int) -> GainTotals:
    """Totals before the first playout."""
    return GainTotals(np.zeros(actions), np.zeros(actions, np.int64))


@inline_jit
def advance_to_own_decision(
    policy: Policy, layout: Layout, start: WorldStart, world: IntArray, stream: RngState
) -> Position:
    """The position in a world at the seat's next choice.

    Others choose by the policy until then, the seat as it has chosen.
    """
    position = world_position(layout, start, world)
    made = 0
    while position.turn != start.seat or made < len(start.pending_actions):
        if position.turn == start.seat:
            action = start.pending_actions[made]
            made += 1
        else:
            action = choose_action(policy, layout, position, stream)
            stream = advance_state(stream)
        position = advance(layout, position, action)
    return position


@jit
def add_playout_gains(
    policy: Policy, layout: Layout, start: WorldStart, worlds: IntArray, action_sets: IntArray,
    first: int, seed: RngState, totals: GainTotals,
) -> None:  # fmt: skip
    """Add to entries of actions the gain of one playout in each world in which they are tried.

    Row 0 is world `first`; `action_sets` holds a set of actions for each world.
    """
    for number in range(len(worlds)):
        before = stream_state(seed, 2 * (first + number))
        stream = stream_state(seed, 2 * (first + number) + 1)
        position = advance_to_own_decision(policy, layout, start, worlds[number], before)
        rest = action_sets[number]
        while rest:
            action = lowest(rest)
            rest = without_lowest(rest)
            end = play_out(policy, layout, advance(layout, position, action), stream)
            totals.gains[action] += relative_score(layout, scores(layout, end), start.seat)
            totals.counts[action] += 1


def sample_uniform_worlds(
    template: WorldTemplate, worlds: int, seed: int, first: int = 0
) -> IntArray:
    """Uniformly sampled worlds; row 0 is world `first` of the seed."""
    rows = np.empty((worlds, len(template.constraints.capacities)), np.int64)
    fill_worlds(template.constraints, BINOMIALS, seed_word(seed), first, rows)
    return rows


class OnePlySearch:
    """The values of a seat's legal actions over uniformly sampled worlds.

    Batches of worlds of any size lead to the same values.
    """

    def __init__(self, observation: Observation, policy: Policy, seed: int) -> None:
        edition = observation.edition
        self.template = world_template_of(observation)
        self.layout = freeze_layout(edition.layout)
        self.policy = policy
        self.seed = seed
        self.totals = no_gains(action_count(edition))

    @property
    def values(self) -> FloatArray:
        """The mean gain of every action by number; NaN where none was tried."""
        gains, counts = self.totals
        values: FloatArray = np.where(counts > 0, gains / np.maximum(counts, 1), np.nan)
        return values

    @property
    def best_action(self) -> int:
        """The action with the highest value; the lowest of equals."""
        return int(np.nanargmax(self.values))

    def evaluate_all(self, first: int, worlds: int) -> None:
        """Play out every action in each of these worlds."""
        self._try(first, np.full(worlds, self.template.info_state.legal, np.int64))

    def evaluate_round_robin(self, first: int, worlds: int) -> None:
        """Play out one action in each of these worlds, the actions taking turns."""
        alone = np.array(
            [singleton(action) for action in members(self.template.info_state.legal)], np.int64
        )
        self._try(first, alone[np.arange(first, first + worlds) % len(alone)])

    def _try(self, first: int, tried: IntArray) -> None:
        rows = sample_uniform_worlds(self.template, len(tried), self.seed, first)
        add_playout_gains(
            self.policy, self.layout, self.template.start, rows, tried, first,
            seed_word(self.seed + 1), self.totals,
        )  # fmt: skip


def action_values(
    observation: Observation, *, policy: Policy, worlds: int, seed: int
) -> FloatArray:
    """The mean gain of every action over uniformly sampled worlds, by number; NaN where illegal."""
    search = OnePlySearch(observation, policy, seed)
    search.evaluate_all(0, worlds)
    return search.values
