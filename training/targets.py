"""What is to be learned from rounds that were played: results, targets, where cards lay.

Nothing here needs PyTorch.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bottleimp.kernel.arrays import IntArray
from bottleimp.kernel.compile.jit import jit
from bottleimp.kernel.encoding.features import Features
from bottleimp.kernel.encoding.packed_rows import row_columns
from bottleimp.kernel.encoding.position_rows import position_template
from bottleimp.kernel.relative_scores import relative_scores
from bottleimp.players.feature_layout import FeatureLayout
from bottleimp.rules.edition import Edition

UNKNOWN_LOCATION = -1

Float32Array = npt.NDArray[np.float32]
PointArray = Float32Array | npt.NDArray[np.float64]
LocationArray = npt.NDArray[np.int8]


class LearnerDecisions(NamedTuple):
    """What the learner did in some rounds at one time, a row each, as far as targets need it."""

    turns: IntArray  # the seats
    rounds: IntArray  # their numbers
    expected: Float32Array  # (row, head): result and own points, in units of value
    is_exploratory: npt.NDArray[np.bool_]  # whether the action was a random one


def relative_gains(edition: Edition, table: Float32Array) -> Float32Array:
    """The relative scores of all seats, from results with a row for each round."""
    return relative_scores(edition, table / np.array(edition.weights)).astype(np.float32)


class SettledResults(NamedTuple):
    """Rounds whose results were found at some decision, however they were played on."""

    step: int  # the number of the decision
    rounds: IntArray  # their numbers
    gains: Float32Array  # (row, seat): what is learned to be large, in units of value


def lambda_returns(
    decisions: Sequence[LearnerDecisions], results: Float32Array, trace: float,
    settled: Sequence[SettledResults] = (),
) -> Float32Array:  # fmt: skip
    """For every decision its target: the result, softened by what the seat expected later.

    Going back from the end, a target is `trace` of the later target and the rest of what the
    network expected at the seat's next decision; where that was a random choice, all of it.
    For decisions before a result was settled, that takes the place of the one that was played.
    """
    later = results.copy()  # (round, seat, head): the target of the seat's next decision
    targets: list[Float32Array] = []
    found = {one.step: one for one in settled}
    for step, one in reversed([*enumerate(decisions)]):
        now = later[one.rounds, one.turns]
        targets.append(now.copy())
        share = np.where(one.is_exploratory, 0.0, trace).astype(np.float32)[:, None]
        later[one.rounds, one.turns] = share * now + (1 - share) * one.expected
        if step in found:
            later[found[step].rounds, :, 0] = found[step].gains
    return np.concatenate(targets[::-1]).astype(np.float32)


def first_hands(edition: Edition) -> IntArray:
    """For each seat the number of its own first hand."""
    return np.array([edition.hands_of(seat)[0] for seat in range(edition.seats)], np.int64)


def card_locations(
    edition: Edition, rows: IntArray, turns: IntArray, features: Features
) -> LocationArray:
    """For each round and card the place where it lies, if the seat to act cannot know it.

    Places are hands counted from the seat's own first, then the imp's trick; UNKNOWN for cards
    that the seat has seen, and everywhere before the exchange is over.
    """
    hands = len(edition.hands)
    columns = row_columns(position_template(edition))
    passes_made = rows[:, columns["passes_made"].start]
    asked = np.flatnonzero(passes_made == len(edition.passes))
    where = np.full((len(rows), edition.deck.size), UNKNOWN_LOCATION, np.int8)
    fill_card_locations(
        rows[:, columns["hands"]],
        rows[:, columns["passed"]][:, hands],
        features[:, FeatureLayout(edition).unseen],
        first_hands(edition)[turns],
        asked,
        where,
    )
    return where


@jit
def fill_card_locations(
    hands: IntArray,
    imps_trick: IntArray,
    unseen: Features,
    first: IntArray,
    asked: IntArray,
    where: LocationArray,
) -> None:
    """Write for the rows that are asked where each card lies that the seat has not seen.

    `hands` and `imps_trick` hold the cards that lie there, `first` is the seat's own first hand.
    """
    hand_count = hands.shape[1]
    for row in asked:
        for card in range(unseen.shape[1]):
            if unseen[row, card]:
                if imps_trick[row] >> card & 1:
                    where[row, card] = hand_count
                for hand in range(hand_count):
                    if hands[row, hand] >> card & 1:
                        where[row, card] = (hand - first[row]) % hand_count
