"""Exact values of many rounds at once, with all hands open, as rows that the kernel plays."""

import numpy as np

from bottleimp.kernel.arrays import FloatArray, IntArray
from bottleimp.kernel.compile.frozen_layout import freeze_layout
from bottleimp.kernel.compile.jit import jit
from bottleimp.kernel.compile.primitives import row_at
from bottleimp.kernel.encoding.position_rows import position_template, read_position
from bottleimp.kernel.round_batch import RoundBatch
from bottleimp.rules.position import Layout, Position
from bottleimp.solving.alpha_beta import EncodedObjective, alpha_beta
from bottleimp.solving.objectives import UtilityMeasure, encode_objective, maximin_objective
from bottleimp.solving.transposition_table import (
    GENERATION,
    MAX_VALUE,
    MIN_VALUE,
    UNSOLVED,
    TranspositionTable,
    is_over_node_limit,
    require_few_bottles,
)


@jit
def fill_results(
    layout: Layout, template: Position, rows: IntArray, deals: IntArray,
    objective: EncodedObjective, table: IntArray, results: IntArray,
) -> None:  # fmt: skip
    """Write the result of every round; those of one deal stand together and share the table.

    They do so where the same hands lie open.
    """
    open_hands = 0
    for number in range(len(rows)):
        position = read_position(template, row_at(rows, number))
        is_other_deal = number == 0 or deals[number] != deals[number - 1]
        if is_other_deal or position.open_hands != open_hands:
            table[GENERATION] += 1
        open_hands = position.open_hands
        result = alpha_beta(layout, position, table[MIN_VALUE], table[MAX_VALUE], objective, table)
        results[number] = UNSOLVED if is_over_node_limit(table) else result


def maximin_gains(
    rounds: RoundBatch, deals: IntArray, seat: int, node_limit: int, table: TranspositionTable
) -> FloatArray:
    """The relative score that the seat's side can make sure of in each round, all hands open.

    `deals` tells which rounds go back to the same hands: these stand together.  The limit holds
    for all together; rounds beyond it are NaN.  All rounds must be in play, or over.
    """
    layout = rounds.edition.layout
    objective = maximin_objective(layout, seat, UtilityMeasure.GAIN)
    require_few_bottles(rounds.edition.bottles)
    array = table.prepare_many(layout, len(rounds.rows), node_limit)
    results = np.zeros(len(rounds.rows), np.int64)
    fill_results(
        freeze_layout(layout), position_template(rounds.edition), rounds.rows, deals,
        encode_objective(layout, objective), array, results,
    )  # fmt: skip
    table.generation = int(array[GENERATION])
    gains = results / layout.relative_score[seat][seat]
    return np.where(results == UNSOLVED, np.nan, gains)
