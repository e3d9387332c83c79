"""What gaps between a network's values are worth.

    python -m training.weights.gap_worth MODE FILE.npz

A network that learned values expects of a worse card what it brings.  One that went on by a policy
gradient says by its values what to play, and takes worse cards for worse than they are.  Levels
count in points, so they need to know how much of such a gap is true.

In rounds of the network among itself, its favourite and another legal action are each played out
by it from the true deal.  The worth is the slope of what that loses on the gap between the values,
by least squares through zero, over gaps of at most fifteen points.  `training.export` writes it
into the files of networks that learned by a policy gradient, `--write` into any other, and
`players.network` reads it.  Nothing here needs PyTorch.
"""

import argparse
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bottleimp.kernel.relative_scores import mean_relative_scores
from bottleimp.kernel.round_batch import ROUND_OVER, RoundBatch
from bottleimp.players.decisions import legal_mask
from bottleimp.players.network import (
    GAP_WORTH,
    Network,
    greedy_actions,
    network_from_arrays,
    points_per_unit,
)
from training.settings import MODE_EDITIONS, first_edition
from training.weights.files import write_weights

FloatArray = npt.NDArray[np.float64]
WorthArray = npt.NDArray[np.float16]

DEALS = 600
SEED = 5
MAX_GAP = 15.0  # points; levels tell apart less than that


class GapWorth(NamedTuple):
    """A slope with half the width of its interval of 95 %, and from how many pairs."""

    slope: float
    margin: float
    pairs: int


def measure_gap_worth(
    network: Network, mode: str, deals: int = DEALS, seed: int = SEED, max_gap: float = MAX_GAP
) -> GapWorth:
    """The worth of gaps, from every choice of so many deals of the mode's first edition.

    The gaps that count are of at most `max_gap` points.
    """
    generator = np.random.default_rng(seed)
    rounds = RoundBatch.allocate(first_edition(mode), deals)
    rounds.deal(seed, 0)
    unit = points_per_unit(rounds.edition)
    gaps, losses = [np.zeros(0)], [np.zeros(0)]
    while rounds.next_decisions():
        live = np.flatnonzero(rounds.turns != ROUND_OVER)
        may = legal_mask(rounds.legal[live], network.head_biases.shape[1])
        values = np.where(may, network.values(rounds.features[live]) * unit, -np.inf)
        best, each = values.argmax(axis=1), np.arange(len(live))
        lots = np.where(may, generator.random(may.shape), -1)
        lots[each, best] = -1
        other = lots.argmax(axis=1)
        gap = values[each, best] - values[each, other]
        asked = np.flatnonzero((may.sum(axis=1) > 1) & (gap <= max_gap))
        if len(asked):
            chosen, seats = live[asked], rounds.turns[live[asked]]
            best_gains, other_gains = (
                play_out(network, rounds.select(chosen), actions[asked], seats)
                for actions in (best, other)
            )
            gaps.append(gap[asked])
            losses.append(best_gains - other_gains)
        actions = np.full(deals, -1, np.int64)
        actions[live] = best
        rounds.step(actions)
    return fit_slope(np.concatenate(gaps), np.concatenate(losses))


def play_out(
    network: Network, rounds: RoundBatch, actions: npt.NDArray[np.int64],
    seats: npt.NDArray[np.int64],
) -> FloatArray:  # fmt: skip
    """What the seats gain with these actions when all play as the network does after them."""
    rounds.step(actions)
    while rounds.next_decisions():
        live = np.flatnonzero(rounds.turns != ROUND_OVER)
        chosen = np.full(len(rounds.rows), -1, np.int64)
        chosen[live] = greedy_actions(network, rounds.features[live], rounds.legal[live])
        rounds.step(chosen)
    points = rounds.points()
    gains = np.zeros(len(seats))
    for seat in range(rounds.edition.seats):
        own = seats == seat
        gains[own] = mean_relative_scores(rounds.edition, points[own], (seat,))
    return gains


def fit_slope(gaps: FloatArray, losses: FloatArray) -> GapWorth:
    """The slope of losses on gaps through zero, by least squares."""
    total = float((gaps**2).sum())
    slope = float((gaps * losses).sum()) / total
    error = float(np.sqrt((((losses - slope * gaps) * gaps) ** 2).sum())) / total
    return GapWorth(slope, 1.96 * error, len(gaps))


def gap_worth_array(worth: GapWorth) -> WorthArray:
    """The array `GAP_WORTH` of a file of weights."""
    return np.array([worth.slope], np.float16)


def write_gap_worth(file: Path, worth: GapWorth) -> None:
    """Note the worth in a file of weights, and leave all else in it as it is."""
    with np.load(file) as saved:
        arrays = {**saved, GAP_WORTH: gap_worth_array(worth)}
    write_weights(file, arrays)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("mode", choices=MODE_EDITIONS)
    parser.add_argument("file", type=Path, help="weights of the package's kind (.npz)")
    parser.add_argument("--deals", type=int, default=DEALS)
    parser.add_argument("--seed", type=int, default=SEED, help="fixes the deals")
    parser.add_argument("--write", action="store_true", help="note it in the file")
    arguments = parser.parse_args()
    with np.load(arguments.file) as saved:
        network = network_from_arrays(dict(saved))
    found = measure_gap_worth(network, arguments.mode, arguments.deals, arguments.seed)
    print(f"{found.slope:.2f} +-{found.margin:.2f} ({found.pairs} pairs)")
    if arguments.write:
        write_gap_worth(arguments.file, found)


if __name__ == "__main__":
    main()
