"""How well hidden cards are guessed: the log loss for each card, after each trick.

A guess gives every place that may hold a card a chance; its loss is the negative natural logarithm
of the chance of the true place.  Three guesses are compared: the even draw over all worlds that
fit, the network's own guess card by card, and the weighted worlds in which `imp` thinks.
Chances from worlds are shares of many, with one more world for every place, so none is zero.
"""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from bottleimp.analysis.evaluation.open_hand_evaluation import Decider, OpenHandRounds
from bottleimp.game.round import Phase
from bottleimp.kernel.arrays import FloatArray, IntArray
from bottleimp.kernel.round_batch import round_columns
from bottleimp.kernel.sampling.world_template import WorldTemplate, world_template_of
from bottleimp.kernel.search.one_ply import sample_uniform_worlds
from bottleimp.knowledge.observation import Observation
from bottleimp.players.decision_seed import decision_seed
from bottleimp.players.network import Network
from bottleimp.players.search.beliefs import (
    OpponentModel,
    WeightTempering,
    log_marginals,
    sample_weighted_worlds,
)
from bottleimp.rules.cardsets import members

DEFAULT_WORLDS = 4096
DRAWS_PER_WORLD = 16  # even worlds for one in which `imp` thinks
BELIEF_MODELS = ("even", "head", "worlds")


@dataclass(frozen=True)
class BeliefLosses:
    """What a seat's guesses at one moment have cost, card by card and guess by guess."""

    row: int  # of the round among those that are watched
    finished_tricks: int  # that were over
    losses: FloatArray  # a row for each unseen card, a column for each of `BELIEF_MODELS`


@dataclass
class CalibrationRecorder:
    """A decider that is watched: before it plays a card, its seat guesses what it has not seen."""

    decider: Decider
    network: Network
    worlds: int = DEFAULT_WORLDS
    losses: list[BeliefLosses] = field(default_factory=list)

    def decide(self, tables: OpenHandRounds, rows: IntArray) -> IntArray:
        """What the decider says."""
        for row in rows.tolist():
            seen = tables.observation(row)
            if seen.phase is Phase.PLAY:
                template = world_template_of(seen)
                if template.info_state.unseen:
                    seed = decision_seed(tables.seeds[row][template.seat], seen)
                    losses = belief_losses(
                        seen, template, self.network, tables.rounds.rows[row], seed, self.worlds
                    )
                    self.losses.append(BeliefLosses(row, len(seen.tricks), losses))
        return self.decider.decide(tables, rows)


def belief_losses(
    observation: Observation,
    template: WorldTemplate,
    network: Network,
    round_row: IntArray,
    seed: int,
    worlds: int,
) -> FloatArray:
    """The loss of each guess for each unseen card; `round_row` is the row of the round."""
    columns = round_columns(observation.edition)
    hands, passed = round_row[columns["hands"]], round_row[columns["passed"]]
    cards = np.array(list(members(template.info_state.unseen)), np.int64)
    drawn = sample_uniform_worlds(template, worlds, seed)
    expected = log_marginals(network, observation, template)
    sample_size = max(1, worlds // DRAWS_PER_WORLD)
    thinking, *_ = sample_weighted_worlds(
        network,
        observation,
        template,
        expected,
        sample_size,
        seed,
        WeightTempering(),
        OpponentModel(),
    )
    lies = np.append(hands, passed[-1])  # the last is the imp's trick
    places = np.argmax(lies >> cards[:, None] & 1, axis=1)
    may = possible_places(observation, template, cards)
    told = np.exp(expected.astype(np.float64))[cards]
    guesses = (
        world_frequencies(drawn, cards, may),
        told * may,
        world_frequencies(thinking, cards, may),
    )
    at = np.arange(len(cards))
    return np.stack([-np.log((g / g.sum(axis=1, keepdims=True))[at, places]) for g in guesses], 1)


def world_frequencies(worlds: IntArray, cards: IntArray, may: npt.NDArray[np.bool_]) -> FloatArray:
    """For each card, in how many of the worlds it lies in each place; one is added everywhere."""
    lies = worlds[:, None, :] >> cards[:, None] & 1
    shares: FloatArray = (lies.sum(axis=0) + 1.0) * may
    return shares


def possible_places(
    seen: Observation, template: WorldTemplate, cards: IntArray
) -> npt.NDArray[np.bool_]:
    """For each card, the places where it may lie by all that is sure."""
    layout, unseen = seen.edition.layout, template.constraints
    suits = np.array([[suit >> card & 1 for suit in layout.suits] for card in cards.tolist()], bool)
    closed = suits.astype(np.int64) @ unseen.excluded_suits.T > 0
    may: npt.NDArray[np.bool_] = ~closed & (unseen.capacities > 0)
    return may
