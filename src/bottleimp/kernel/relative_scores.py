"""Relative scores: points of a seat or a side less the mean of the others' points.

`Edition.relative_score_matrix` says who is compared with whom.
"""

from collections.abc import Collection

import numpy as np
import numpy.typing as npt

from bottleimp.kernel.arrays import FloatArray
from bottleimp.kernel.compile.jit import inline_jit
from bottleimp.rules.edition import Edition
from bottleimp.rules.position import Layout

ScoreArray = npt.NDArray[np.integer] | npt.NDArray[np.floating]


@inline_jit
def relative_score(layout: Layout, scores: tuple[int, ...], seat: int) -> float:
    """The relative score of a seat in points, from the scores of a finished round."""
    row = layout.relative_score[seat]
    rest = 0.0
    for other in range(len(row)):
        if row[other] < 0:
            rest += row[other] * (scores[other] / layout.weight[other])
    return scores[seat] / layout.weight[seat] + rest / row[seat]


def relative_scores(edition: Edition, points: ScoreArray) -> FloatArray:
    """The relative scores of all seats, from points before any doubling.

    Both have a row for each round and a column for each seat.
    """
    matrix = np.array(edition.relative_score_matrix, np.float64)
    return np.stack([weighted_mean_difference(row, points) for row in matrix], axis=-1)


def mean_relative_scores(
    edition: Edition, points: ScoreArray, seats: Collection[int]
) -> FloatArray:
    """What some seats score on average over the mean of the others, round by round.

    `points` are those before any doubling, a row for each round and a column for each seat.
    """
    return weighted_mean_difference(np.array(edition.relative_score_row(seats), np.float64), points)


def weighted_mean_difference(row: FloatArray, points: ScoreArray) -> FloatArray:
    """The points weighted by the row, which is in units of one over its positive sum.

    Each part is divided apart: sums of whole points are exact, so each mean is rounded once.
    """
    own, others = np.maximum(row, 0), np.minimum(row, 0)
    found: FloatArray = (points @ own) / own.sum() + (points @ others) / own.sum()
    return found
