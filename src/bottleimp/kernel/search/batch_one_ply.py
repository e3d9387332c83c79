"""One-ply search for many rounds at once, where cards are played.

What `one_ply` finds for an observation is found here for rows of a `RoundBatch`: of each row only
what the seat to act knows counts, so wherever hidden cards lie, the values are the same.
"""

import numpy as np

from bottleimp.kernel.arrays import FloatArray, IntArray
from bottleimp.kernel.compile.frozen_layout import freeze_layout
from bottleimp.kernel.compile.jit import inline_jit, jit
from bottleimp.kernel.compile.primitives import row_at
from bottleimp.kernel.encoding.info_state import InfoState
from bottleimp.kernel.encoding.info_state_rows import read_info_state
from bottleimp.kernel.encoding.position_rows import position_template, read_position
from bottleimp.kernel.encoding.schema import action_count, info_state_template
from bottleimp.kernel.policies import Policy
from bottleimp.kernel.rng import RngState, advance_state, mix64
from bottleimp.kernel.sampling.world_template import WorldStart
from bottleimp.kernel.sampling.worlds import BINOMIALS, fill_worlds, known_constraints
from bottleimp.kernel.search.one_ply import GainTotals, add_playout_gains
from bottleimp.rules.cardsets import with_entry
from bottleimp.rules.edition import Edition
from bottleimp.rules.position import Layout, Position


@inline_jit
def play_start(layout: Layout, position: Position) -> WorldStart:
    """Where rounds in worlds begin: here, with no card in any hand or in the imp's trick."""
    hands, passed = position.hands, position.passed
    for hand in range(len(layout.hand_seat)):
        hands = with_entry(hands, hand, 0)
    for target in range(len(layout.hand_seat) + 1):
        passed = with_entry(passed, target, 0)
    base = position._replace(hands=hands, passed=passed)
    none = np.zeros(0, np.int64)
    return WorldStart(base, position.turn, none, np.zeros(len(passed), np.int64), 0)


@inline_jit
def row_seed(row: IntArray) -> RngState:
    """A seed that follows from what the seat knows."""
    seed = np.uint64(0)
    for column in range(len(row)):
        seed = mix64(advance_state(seed) ^ np.uint64(row[column]))
    return seed


@jit
def fill_play_gains(
    policy: Policy, layout: Layout, template: Position, info_template: InfoState,
    binomial: FloatArray, worlds: int, rows: IntArray, info_states: IntArray, gains: FloatArray,
) -> None:  # fmt: skip
    """Write the mean gain of every legal action in so many worlds; the others stay as they are."""
    actions = gains.shape[1]
    sampled = np.empty((worlds, len(layout.hand_seat) + 1), np.int64)
    action_sets = np.empty(worlds, np.int64)
    for number in range(len(rows)):
        position = read_position(template, row_at(rows, number))
        info_state = read_info_state(info_template, row_at(info_states, number))
        seed = row_seed(info_states[number])
        constraints = known_constraints(layout, info_state, binomial)
        fill_worlds(constraints, binomial, seed, 0, sampled)
        action_sets[:] = info_state.legal
        totals = GainTotals(np.zeros(actions), np.zeros(actions, np.int64))
        start = play_start(layout, position)
        add_playout_gains(
            policy, layout, start, sampled, action_sets, 0, advance_state(seed), totals
        )
        for action in range(actions):
            if totals.counts[action]:
                gains[number, action] = totals.gains[action] / totals.counts[action]


def play_values(
    edition: Edition, rows: IntArray, info_states: IntArray, *, policy: Policy, worlds: int
) -> FloatArray:
    """The mean gain of every action over uniformly sampled worlds, a row for each round.

    In points; NaN where an action is not legal.  `rows` are those of a `RoundBatch` in which cards
    are to be played, `info_states` what the seats to act know.  Worlds and playouts follow from
    these alone.
    """
    gains = np.full((len(rows), action_count(edition)), np.nan)
    fill_play_gains(
        policy, freeze_layout(edition.layout), position_template(edition),
        info_state_template(edition), BINOMIALS, worlds, rows, info_states, gains,
    )  # fmt: skip
    return gains
