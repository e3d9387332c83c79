"""One number for each player of a pool: points per round by a linear model, and OpenSkill ratings.

Both rest on finished rounds with any mixture of players.  A linear strength is what a player
gains a round, in points, over the mean of the pool.  A rating looks at the order of the scores
alone; it is the Plackett-Luce model of Weng and Lin, as the package openskill has it.
One number cannot show that A beats B, B beats C and C beats A: the cross-table can.

Intervals of 95 % come from drawing the deals anew, with replacement, many times.  All rounds of a
deal, whoever plays them, stay together, for they depend on each other.  The spread of the drawn
strengths is a little less than their standard error, which is put right, and Student's quantile
makes up for few deals.  Ratings are drawn a few times only, and at most so many rounds each time,
so theirs is the spread of such drawings, and it does not narrow with more rounds.  Intervals are
infinite where little is known: after one deal, of a player who was there at few of the deals, and
of all where some never met, not even through others.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt
from openskill.models import PlackettLuce

from bottleimp.analysis.arena.statistics import CONFIDENCE, t_quantile
from bottleimp.kernel.arrays import FloatArray, IntArray

RESAMPLINGS = 1000
RATING_RESAMPLINGS = 20
ROUNDS_RATED = 4000  # of each resampling: some 40 microseconds each
INTERVAL = (2.5, 97.5)  # percentiles of ratings
SEED = 2026
ROUNDS_PER_BATCH = 4096  # rounds, for the sake of memory
# Deals that a player needs who was not there at every one: with fewer, resamplings may lack it.
MIN_DEALS = 10


@dataclass(frozen=True)
class RatedRounds:
    """Finished rounds and who played them; a row for each round, a column for each side."""

    players: tuple[str, ...]
    deals: IntArray  # the number of each round's deal
    player_indices: IntArray  # the place in `players` of whoever played the side
    points: FloatArray  # what the side scored, per player

    def concatenate(self, other: "RatedRounds") -> "RatedRounds":
        """The rounds of both; their tables must have as many sides."""
        players = tuple(dict.fromkeys((*self.players, *other.players)))
        places = np.array([players.index(name) for name in other.players], np.int64)
        return RatedRounds(
            players,
            np.concatenate([self.deals, other.deals]),
            np.concatenate([self.player_indices, places[other.player_indices]]),
            np.concatenate([self.points, other.points]),
        )

    def without_repeats(self) -> "RatedRounds":
        """Each round once: contests share deals, and some of them play the same rounds."""
        rows = np.column_stack((self.deals, self.player_indices, self.points))
        _, first = np.unique(rows, axis=0, return_index=True)
        kept = np.sort(first)
        return RatedRounds(
            self.players, self.deals[kept], self.player_indices[kept], self.points[kept]
        )

    @property
    def groups(self) -> tuple[frozenset[str], ...]:
        """Players who have met, or met others who have: only these are on a common scale."""
        found: list[frozenset[str]] = [frozenset((name,)) for name in self.players]
        for seated in np.unique(np.sort(self.player_indices, axis=1), axis=0).tolist():
            names = {self.players[place] for place in seated}
            joined = frozenset().union(*(group for group in found if group & names))
            found = [*(group for group in found if not group & names), joined]
        return tuple(found)

    @property
    def deal_counts(self) -> IntArray:
        """At how many deals each of the players was there."""
        pairs = np.column_stack(
            (np.repeat(self.deals, self.player_indices.shape[1]), self.player_indices.ravel())
        )
        return np.bincount(np.unique(pairs, axis=0)[:, 1], minlength=len(self.players))

    @property
    def is_known(self) -> npt.NDArray[np.bool_]:
        """Of whom, in the order of the players, intervals can be told."""
        counts, deals = self.deal_counts, len(np.unique(self.deals))
        known: npt.NDArray[np.bool_] = (counts > 1) & ((counts >= MIN_DEALS) | (counts == deals))
        return known if len(self.groups) == 1 else np.zeros_like(known)


@dataclass(frozen=True)
class Strength:
    """A player's number with its interval."""

    player: str
    value: float
    low: float
    high: float


def linear_strengths(tables: RatedRounds, resamplings: int = RESAMPLINGS) -> tuple[Strength, ...]:
    """Points a round over the mean of the pool, in the order of the players.

    By least squares over the sides of every round: what a side scores beyond the mean of the round
    is taken for the strength of its player beyond the mean of those at the table.
    """
    matrices, vectors = normal_equations(tables)
    deals = len(matrices)
    fitted = solve_strengths(matrices.sum(axis=0), vectors.sum(axis=0))
    random = np.random.default_rng(SEED)
    samples = np.stack(
        [
            solve_strengths(np.tensordot(weights, matrices, 1), weights @ vectors)
            for weights in (
                random.multinomial(deals, [1 / deals] * deals).astype(np.float64)
                for _ in range(resamplings)
            )
        ]
    )
    half_widths = bootstrap_half_widths(samples, tables.deal_counts)
    return with_intervals(tables, fitted, fitted - half_widths, fitted + half_widths)


def bootstrap_half_widths(samples: FloatArray, deal_counts: IntArray) -> FloatArray:
    """Half the width of each player's interval, from a row of strengths for every resampling.

    Resampling takes the mean of the deals for the true one, so its variance is too small by the
    factor (n - 1) / n of n deals.
    """
    degrees_of_freedom = np.maximum(deal_counts - 1, 1)
    quantiles = np.array([t_quantile((1 + CONFIDENCE) / 2, n) for n in degrees_of_freedom.tolist()])
    correction = np.sqrt((degrees_of_freedom + 1) / degrees_of_freedom)
    errors: FloatArray = samples.std(axis=0) * correction
    return quantiles * errors


def normal_equations(tables: RatedRounds) -> tuple[FloatArray, FloatArray]:
    """For every deal its part of the normal equations: a matrix and a vector."""
    numbers, places = np.unique(tables.deals, return_inverse=True)
    count = len(tables.players)
    matrices, vectors = np.zeros((len(numbers), count, count)), np.zeros((len(numbers), count))
    for start in range(0, len(places), ROUNDS_PER_BATCH):
        rows = slice(start, start + ROUNDS_PER_BATCH)
        seated = np.eye(count)[tables.player_indices[rows]]  # (round, side, player)
        seated -= seated.mean(axis=1, keepdims=True)
        beyond = tables.points[rows] - tables.points[rows].mean(axis=1, keepdims=True)
        np.add.at(matrices, places[rows], np.einsum("rsp,rsq->rpq", seated, seated))
        np.add.at(vectors, places[rows], np.einsum("rsp,rs->rp", seated, beyond))
    return matrices, vectors


def solve_strengths(matrix: FloatArray, vector: FloatArray) -> FloatArray:
    """The strengths that fit best, of mean zero."""
    found: FloatArray = np.linalg.pinv(matrix, hermitian=True) @ vector
    centred: FloatArray = found - found.mean()
    return centred


def with_intervals(
    tables: RatedRounds, values: FloatArray, low: FloatArray, high: FloatArray
) -> tuple[Strength, ...]:
    """The values with their intervals, which are infinite for those of whom too little is known."""
    known = tables.is_known
    low, high = np.where(known, low, -np.inf), np.where(known, high, np.inf)
    return tuple(
        Strength(name, float(value), float(least), float(most))
        for name, value, least, most in zip(tables.players, values, low, high, strict=True)
    )


def openskill_ratings(
    tables: RatedRounds, resamplings: int = RATING_RESAMPLINGS, rounds: int = ROUNDS_RATED
) -> tuple[Strength, ...]:
    """OpenSkill ratings (25 to begin with), in the order of the players.

    Each resampling draws deals, and of their rounds, in any order, at most so many: rounds of those
    who have met often are then drawn as often as those of others.  The value is the mean of all
    resamplings.  A player with several sides of a table counts as their mean.
    """
    random = np.random.default_rng(SEED)
    order = np.argsort(tables.deals, kind="stable")
    ends = np.flatnonzero(np.diff(tables.deals[order])) + 1
    of_deals = [order[a:b] for a, b in pairwise([0, *ends.tolist(), len(order)])]
    shares = meeting_weights(tables)
    samples = []
    for _ in range(resamplings):
        drawn = random.integers(len(of_deals), size=len(of_deals))
        rows = np.concatenate([of_deals[number] for number in drawn])
        if len(rows) > rounds:
            chances = shares[rows] / shares[rows].sum()
            samples.append(rate_rounds(tables, random.choice(rows, rounds, p=chances)))
        else:
            samples.append(rate_rounds(tables, random.permutation(rows)))
    found = np.stack(samples)
    return with_intervals(tables, found.mean(axis=0), *np.percentile(found, INTERVAL, axis=0))


def meeting_weights(tables: RatedRounds) -> FloatArray:
    """For each round one over how many rounds the same players have met in."""
    sits = np.zeros((len(tables.player_indices), len(tables.players)), np.bool_)
    np.put_along_axis(sits, tables.player_indices, values=True, axis=1)
    meetings = np.packbits(sits, axis=1)
    _, kinds, counts = np.unique(meetings, axis=0, return_inverse=True, return_counts=True)
    shares: FloatArray = 1.0 / counts[kinds]
    return shares


def rate_rounds(tables: RatedRounds, rows: IntArray) -> FloatArray:
    """The ratings after these rounds in this order."""
    model = PlackettLuce(tau=0)  # players do not change from round to round
    now = [model.rating(name=name) for name in tables.players]
    for who, points in zip(
        tables.player_indices[rows].tolist(), tables.points[rows].tolist(), strict=True
    ):
        if len(set(who)) == 1:
            continue
        after = model.rate([[now[place]] for place in who], scores=points)
        for place in set(who):
            own = [team[0] for team, other in zip(after, who, strict=True) if other == place]
            now[place] = model.rating(mean([o.mu for o in own]), mean([o.sigma for o in own]))
    return np.array([rating.mu for rating in now])


def mean(values: Sequence[float]) -> float:
    """The mean of some values."""
    return sum(values) / len(values)
