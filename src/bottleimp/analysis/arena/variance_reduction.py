"""Results with luck taken out, as far as a value function can tell luck from skill.

Two things in a round are luck: the cards that a seat is dealt, and what a player that draws its
choices happens to draw.  A value function says what an action is worth to the seat that takes it.
Luck of the deal is what the first hands are worth beyond what they are worth on average; luck of
a choice is the value of the action drawn beyond the mean value of all that might have been drawn.
Both are zero on average for any value function, a bad one included, so taking them away shifts no
mean; a good one takes much of the spread away.  The idea is that of AIVAT (Burch, Schmid, Moravcik,
Morrill and Bowling, AAAI 2018), without its reasoning about hands that might have been held.

A deal that is played with every side as the one has hardly any luck of the deal left.  Players
that always do the same in the same place have no luck of choices.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from bottleimp.analysis.arena.lineups import (
    BatchDecisions,
    RoundOutcome,
    ScheduledRound,
    play_rounds,
    playing_sides,
)
from bottleimp.analysis.arena.statistics import Estimate, anytime_estimate, estimate
from bottleimp.errors import BottleImpError
from bottleimp.kernel.arrays import FloatArray
from bottleimp.kernel.encoding.schema import action_count, feature_count
from bottleimp.kernel.relative_scores import mean_relative_scores
from bottleimp.players.catalogue import build_player
from bottleimp.players.decisions import DecisionBatch, StochasticPlayer
from bottleimp.players.network import (
    WEIGHTS_SUFFIX,
    Network,
    network_for,
    network_from_arrays,
    points_per_unit,
)
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text

# From questions to a row for each and a column for each action: what the action gains the seat, in
# points over the mean of the others.  Illegal actions may have any finite number.
ValueFunction = Callable[[DecisionBatch], FloatArray]

NETWORK = "network"  # the name of the values of the package's own network
BASELINE_DEALS = 2000  # from which the usual worth of a first hand is taken
BASELINE_SEED = 915_310_427  # of these deals; whoever measures with it would count them twice
MIN_BLOCKS_FITTED = 40  # blocks; with fewer, luck is taken away as it stands
MIN_VARIATE_SPREAD = 1e-6  # points; a kind that varies less is nothing but rounding
FOLDS = 2  # luck of the deal, luck of choices


@dataclass(frozen=True)
class ControlVariates:
    """Luck in points, over the mean of the others: a row for each round, a column for each seat."""

    deal: FloatArray
    choices: FloatArray

    def for_side(
        self, edition: Edition, round_number: int, side: tuple[int, ...]
    ) -> tuple[float, float]:
        """Luck of the deal and of choices for a side, against all others."""
        deal, choices = (
            float(mean_relative_scores(edition, part[round_number], side))
            for part in (self.deal, self.choices)
        )
        return deal, choices


@dataclass(frozen=True)
class RoundVariates:
    """A round as one side sees it, in points over the mean of the others."""

    difference: float
    deal: float  # luck of the deal
    choices: float  # luck of choices


class VariateRecorder:
    """Watches rounds being played, and writes their luck down."""

    def __init__(
        self,
        edition: Edition,
        wanted: Sequence[ScheduledRound],
        value_function: ValueFunction,
        mean_hand_values: FloatArray,
    ) -> None:
        self.edition = edition
        self.wanted = wanted
        self.values = value_function
        self.mean_hand_values = mean_hand_values  # seat -> worth of its first hand, on average
        self.first_hand_values = np.full((len(wanted), edition.seats), np.nan)
        self.choices = np.zeros((len(wanted), edition.seats))
        names = {name for one in wanted for name in one.lineup}
        self.random_players = stochastic_players(sorted(names))
        self.sides = {
            seat: [other for other in range(edition.seats) if edition.sides[other] == own]
            for seat, own in enumerate(edition.sides)
        }

    def __call__(self, decided: BatchDecisions) -> None:
        """Write down what was lucky in these choices."""
        rounds, seats = decided.rounds.tolist(), decided.seats.tolist()
        names = [self.wanted[r].lineup[seat] for r, seat in zip(rounds, seats, strict=True)]
        is_first = np.isnan(self.first_hand_values[decided.rounds, decided.seats])
        if not is_first.any() and not any(name in self.random_players for name in names):
            return
        values = self.values(decided.asked)
        best = np.where(decided.asked.legal_mask, values, -np.inf).max(axis=1)
        at = decided.rounds[is_first], decided.seats[is_first]
        self.first_hand_values[at] = best[is_first]
        for name, player in self.random_players.items():
            rows = [row for row, other in enumerate(names) if other == name]
            if not rows:
                continue
            mean = (player.action_probabilities(decided.asked)[rows] * values[rows]).sum(axis=1)
            gained = values[rows, decided.actions[rows]] - mean
            for row, gain in zip(rows, gained.tolist(), strict=True):
                self.choices[rounds[row], self.sides[seats[row]]] += gain

    def control_variates(self) -> ControlVariates:
        """The luck of all rounds, which must be over."""
        count = len(playing_sides(self.edition))
        deal = np.nan_to_num(
            self.first_hand_values - self.mean_hand_values
        )  # driven seats decide nothing
        for seats in playing_sides(self.edition):
            deal[:, list(seats)] = deal[:, list(seats)].mean(axis=1, keepdims=True)
        # What one seat gains over the mean of the others, they lose; counted on one side alone.
        return ControlVariates(deal * (count - 1) / count, self.choices)


def stochastic_players(names: Iterable[str]) -> Mapping[str, StochasticPlayer]:
    """Those of the players that draw what they do and tell with which chances."""
    players: dict[str, object] = {name: build_player(name) for name in names}
    return {
        name: player for name, player in players.items() if isinstance(player, StochasticPlayer)
    }


def mean_first_hand_values(
    edition: Edition, values: ValueFunction, deals: int = BASELINE_DEALS
) -> FloatArray:
    """What the first hand of every seat is worth on average, from deals of their own."""
    wanted = [ScheduledRound(number, ("uniform",) * edition.seats) for number in range(deals)]
    recorder = VariateRecorder(edition, wanted, values, np.zeros(edition.seats))
    recorder.random_players = {}
    play_rounds(edition, BASELINE_SEED, wanted, recorder)
    found: FloatArray = recorder.first_hand_values.mean(axis=0)
    return found


def play_with_variates(
    edition: Edition,
    seed: int,
    wanted: Sequence[ScheduledRound],
    value_function: ValueFunction,
    mean_hand_values: FloatArray,
) -> tuple[tuple[RoundOutcome, ...], ControlVariates]:
    """What the rounds come to, and their luck."""
    recorder = VariateRecorder(edition, wanted, value_function, mean_hand_values)
    found = play_rounds(edition, seed, wanted, recorder)
    return found, recorder.control_variates()


@dataclass(frozen=True)
class NetworkValueFunction:
    """The values of a network, in points."""

    network: Network

    def __call__(self, asked: DecisionBatch) -> FloatArray:
        """What every action gains."""
        values = np.asarray(self.network.values(asked.features), np.float64)
        return values * points_per_unit(asked.edition)


@lru_cache(maxsize=32)
def load_value_function(name: str, edition_text: str) -> tuple[ValueFunction, FloatArray]:
    """Values by name, `network` or a file of weights, and the usual worth of first hands."""
    edition = edition_from_text(edition_text)
    values = network_value_function(name, edition)
    return values, mean_first_hand_values(edition, values)


def network_value_function(name: str, edition: Edition) -> ValueFunction:
    """Values by name; raises UnknownName where a mode has no network, and BottleImpError."""
    return NetworkValueFunction(
        network_for(edition) if name == NETWORK else read_edition_network(edition, Path(name))
    )


def read_edition_network(edition: Edition, file: Path) -> Network:
    """The network in a file, which must be one for this edition; raises BottleImpError."""
    found = read_network_file(file)
    cards, places = edition.deck.size, len(edition.hands) + 1  # hands and the imp's trick
    wanted = (feature_count(edition.layout, edition.bottles), action_count(edition), cards * places)
    if wanted != (len(found.input_weights), found.head_biases.shape[1], len(found.location_bias)):
        raise BottleImpError(f"{file} holds a network of another edition than {edition.text}.")
    return found


def read_network_file(file: Path) -> Network:
    """The network in a file; raises BottleImpError."""
    if file.suffix != WEIGHTS_SUFFIX:
        raise BottleImpError(f"Values are {NETWORK!r} or a file of weights (.npz), not {file}.")
    try:
        with file.open("rb") as opened, np.load(opened) as saved:
            return network_from_arrays(dict(saved))
    except OSError as problem:
        raise BottleImpError(f"{file} cannot be read: {problem.strerror or problem}.") from None
    except (EOFError, BadZipFile, ValueError, KeyError) as problem:
        raise BottleImpError(f"{file} holds no network: {problem}") from None


@dataclass(frozen=True)
class AdjustedEstimate:
    """A mean before and after luck was taken away."""

    unadjusted: Estimate
    adjusted: Estimate

    @property
    def narrowing_factor(self) -> float:
        """How many times as wide the spread was before; above 1 if anything was gained."""
        after = self.adjusted.standard_error
        return self.unadjusted.standard_error / after if after else float("inf")


def adjust_estimate(
    differences: Sequence[float], variates: FloatArray, *, until_decided: bool = False
) -> AdjustedEstimate:
    """The mean without luck; a row of `variates` for each value, a column for each kind.

    `until_decided` gives intervals that hold at every look, for play that stops at will.

    How much of each kind is taken away is fitted on every other value and used on those between,
    so what is taken away has nothing to do with what it is taken from, and the mean stays unbiased.
    """
    values = np.array(differences, np.float64)
    left = values.copy()
    variates = variates[:, np.ptp(variates, axis=0) > MIN_VARIATE_SPREAD]
    halves = [np.arange(len(values)) % FOLDS == half for half in range(FOLDS)]
    for half, other in (halves, halves[::-1]):
        share = np.ones(variates.shape[1])
        if len(values) >= MIN_BLOCKS_FITTED:
            centred = variates[other] - variates[other].mean(axis=0)
            share = np.linalg.lstsq(centred, values[other] - values[other].mean(), rcond=None)[0]
        left[half] -= variates[half] @ share
    estimator = anytime_estimate if until_decided else estimate
    return AdjustedEstimate(estimator(values.tolist()), estimator(left.tolist()))


@dataclass(frozen=True)
class VarianceReducedComparison:
    """Both directions of a duel without luck."""

    value_function_name: str
    one: AdjustedEstimate
    other: AdjustedEstimate
    rounds: (
        AdjustedEstimate  # single rounds of the first direction, as if each were a deal of its own
    )


def reduce_variance(
    value_function_name: str,
    deals: Sequence[Sequence[RoundVariates]],
    weights: Sequence[int],
    *,
    until_decided: bool = False,
) -> VarianceReducedComparison:
    """What deals come to; the first rounds of each, one for a side, are the first direction.

    `weights` has for every side how much its round counts.  Where there are no other rounds, the
    other direction is the mirror of the first.
    """
    sides = len(weights)
    first = [deal[:sides] for deal in deals]
    second = [deal[sides:] or mirror_variates(deal) for deal in deals]
    adjust = partial(adjust_blocks, until_decided=until_decided)
    one, other = (adjust(half, weights) for half in (first, second))
    single = adjust([[r] for deal in first for r in deal], [1])
    return VarianceReducedComparison(value_function_name, one, other, single)


def mirror_variates(rounds: Sequence[RoundVariates]) -> list[RoundVariates]:
    """The rounds as the other of two sides sees them."""
    return [RoundVariates(-one.difference, -one.deal, -one.choices) for one in rounds]


def adjust_blocks(
    deals: Sequence[Sequence[RoundVariates]], weights: Sequence[int], *, until_decided: bool
) -> AdjustedEstimate:
    """The mean over deals, each of which counts as the weighted mean of its rounds."""
    table = np.array(
        [
            np.average([(o.difference, o.deal, o.choices) for o in rounds], axis=0, weights=weights)
            for rounds in deals
        ]
    )
    return adjust_estimate(table[:, 0].tolist(), table[:, 1:], until_decided=until_decided)
