"""Rounds as the compiled rules play them, step by step, to be compared with the plain ones."""

from typing import NamedTuple

import numpy as np

from bottleimp.kernel.arrays import IntArray
from bottleimp.kernel.compile.frozen_layout import freeze_layout
from bottleimp.kernel.compile.jit import jit
from bottleimp.kernel.compile.primitives import nth
from bottleimp.kernel.encoding.packed_rows import flatten
from bottleimp.kernel.encoding.position_rows import write_position
from bottleimp.rules.cardsets import size
from bottleimp.rules.position import Layout, Position, is_over
from bottleimp.rules.scoring import scores
from bottleimp.rules.turns import advance, legal_actions


class Trajectory(NamedTuple):
    """A round step by step, as compiled rules play it."""

    legal: IntArray  # before each step: the legal actions, as a set
    positions: IntArray  # before each step and at the end: the numbers of the position
    scores: tuple[int, ...]


@jit
def fill_trajectory(
    layout: Layout, position: Position, choices: IntArray, legal: IntArray, rows: IntArray
) -> tuple[int, tuple[int, ...]]:
    """Write each position and its legal actions as the choices go; the steps and the scores."""
    step = 0
    write_position(position, rows[step])
    while not is_over(position):
        legal[step] = legal_actions(layout, position)
        action = nth(legal[step], choices[step] % size(legal[step]))
        position = advance(layout, position, action)
        step += 1
        write_position(position, rows[step])
    return step, scores(layout, position)


def play_by_ranks(layout: Layout, position: Position, choices: IntArray) -> Trajectory:
    """The round in which step n takes the legal action of rank `choices[n]`, modulo their number.

    The choices are at least 0 and at least as many as there are steps to the end of the round.
    """
    width = len(flatten(position))
    legal = np.empty(len(choices), np.int64)
    positions = np.empty((len(choices) + 1, width), np.int64)
    steps, result = fill_trajectory(freeze_layout(layout), position, choices, legal, positions)
    return Trajectory(legal[:steps], positions[: steps + 1], result)
