"""`imp`: the network, and a search over believed worlds on top of it.

Worlds are drawn by what the network expects of the hidden cards and by what the others have played
(`beliefs`).  In each, every legal action is tried: the network plays all seats for some choices
of the seat, and then its own value stands for the rest.
"""

import math
from dataclasses import dataclass, field, replace

import numpy as np

from bottleimp.game.actions import Action, action_from_number
from bottleimp.game.round import Phase
from bottleimp.kernel.arrays import FloatArray, IntArray
from bottleimp.kernel.compile.frozen_layout import freeze_layout
from bottleimp.kernel.encoding.features import features_of
from bottleimp.kernel.encoding.schema import action_count
from bottleimp.kernel.heuristics.policy import HEURISTIC_POLICY
from bottleimp.kernel.relative_scores import mean_relative_scores
from bottleimp.kernel.rng import seed_word
from bottleimp.kernel.round_batch import ROUND_OVER, RoundBatch
from bottleimp.kernel.sampling.world_template import WorldTemplate, world_template_of
from bottleimp.kernel.search.one_ply import add_playout_gains, no_gains
from bottleimp.knowledge.observation import Observation
from bottleimp.players.budget import Budget
from bottleimp.players.decision_seed import decision_seed
from bottleimp.players.decisions import legal_mask
from bottleimp.players.network import Network, greedy_actions, network_for, points_per_unit
from bottleimp.players.player import SequentialPlayer
from bottleimp.players.search.action_values import ActionValues
from bottleimp.players.search.beliefs import (
    OpponentModel,
    WeightTempering,
    belief_marginals,
    sample_weighted_worlds,
)
from bottleimp.players.search.listed_search import ListedSearch, ListedSearchConfig
from bottleimp.players.search.listed_worlds import can_be_listed, is_for_two
from bottleimp.players.search.opponent_types import NETWORK_ALONE, SeatTypes
from bottleimp.players.search.playout_reader import PlayoutReader
from bottleimp.solving.transposition_table import TranspositionTable

WORLDS_PER_BATCH = 96  # worlds drawn together
NO_LIMIT = 1 << 30  # of own choices to look ahead
WORLDS_PER_PRUNING = 32  # worlds tried before worse actions are dropped


@dataclass(frozen=True)
class SearchConfig:
    """How hard and how boldly to think."""

    tempering: WeightTempering = field(default_factory=WeightTempering)
    opponent_model: OpponentModel = field(default_factory=OpponentModel)
    # Own choices, once cards are played, until the network's value is taken.  In the exchange it is
    # taken when cards are to be played.  None: all is played to the end.
    depth: int | None = 3
    playouts_per_world: int = 8  # worlds played out by rules of thumb, for each that is searched
    # Shares in the final value of the search, of the network's own value, and of the playouts:
    value_shares: tuple[float, float, float] = (0.6, 0.3, 0.1)
    # Standard errors behind the best at which an action is dropped; with inf none is.
    pruning_margin: float = 2.0
    listed: ListedSearchConfig = field(default_factory=ListedSearchConfig)


# A quarter of what the imp thinks, and for the rest the network's own value: half the gain.
THOUGHTFUL = SearchConfig(
    value_shares=(0.15, 0.825, 0.025),
    listed=ListedSearchConfig(value_shares=(0.1, 0.025, 0.075, 0.8)),
)


@dataclass(frozen=True)
class Opinions:
    """What search, network and playouts say of some actions, in points."""

    gains: FloatArray  # by the search: a row for each world, NaN where an action was not tried
    network: FloatArray
    playouts: FloatArray

    def combine(self, shares: tuple[float, float, float]) -> tuple[FloatArray, FloatArray]:
        """Values of the actions by these shares of the three, and their errors."""
        return combine_values(
            self.gains, shares[1] * self.network + shares[2] * self.playouts, shares[0]
        )


class BeliefSearchPlayer(SequentialPlayer):
    """Searches on top of the network; a seed and a budget of worlds fix its choices."""

    def __init__(
        self,
        budget: Budget,
        network: Network | None = None,
        config: SearchConfig | None = None,
    ) -> None:
        self.budget = budget
        self.network = network
        self.config = config or SearchConfig()
        self.table = TranspositionTable()  # room for the work of one decision, kept for the next
        self.reader = PlayoutReader()  # likewise

    def choose(self, observation: Observation, seed: int) -> Action:
        """The legal action with the best value after searching."""
        return action_from_number(
            observation.edition, self.evaluate_actions(observation, seed).best_action
        )

    def evaluate_actions(self, observation: Observation, seed: int) -> ActionValues:
        """The value of each legal action; far worse ones are tried in fewer worlds.

        Where all worlds can be listed the seed changes nothing.
        """
        network = self.network or network_for(observation.edition)
        actions = np.array(observation.legal_action_numbers, np.int64)
        if can_be_listed(observation):
            template = world_template_of(observation)
            prior = prior_values(observation, network, actions)
            search = ListedSearch(network, self.config.listed, self.table, self.reader)
            return search.evaluate(observation, template, actions, prior, self.budget)
        found = self.opinions_in_worlds(network, observation, actions, seed)
        values, _ = found.combine(self.config.value_shares)
        tried = (~np.isnan(found.gains)).sum(axis=0)
        return ActionValues(tuple(actions.tolist()), values, tried)

    def opinions_in_worlds(
        self, network: Network, observation: Observation, actions: IntArray, seed: int
    ) -> Opinions:
        """What search, network and playouts say of these actions, by worlds that are drawn."""
        template = world_template_of(observation)
        prior = prior_values(observation, network, actions)
        seed = decision_seed(seed, observation)
        config = self.config
        expected = belief_marginals(network, observation, template)
        model = config.opponent_model
        if is_for_two(observation.edition):  # only exchanges come here, and nothing tells types yet
            model = replace(model, types=NETWORK_ALONE)
        depth = own_choices_ahead(observation, config.depth)
        gains = np.full((self.budget.count, len(actions)), np.nan)
        alive = np.arange(len(actions))
        playouts = PlayoutEvaluation(observation, template, seed)
        for batch in self.budget.batches(WORLDS_PER_BATCH):
            worlds, weighted_rounds, seat_types = sample_weighted_worlds(
                network, observation, template, expected, len(batch), seed + batch.start,
                config.tempering, model,
            )  # fmt: skip
            play_to_decision(network, weighted_rounds, template, seat_types)
            playouts.add(np.repeat(worlds, config.playouts_per_world, axis=0))
            for portion in replace(self.budget, count=len(batch)).batches(WORLDS_PER_PRUNING):
                which = np.arange(portion.start, portion.stop)
                some, who = weighted_rounds.select(which), seat_types.select(which)
                first, after = batch.start + portion.start, batch.start + portion.stop
                gains[first:after, alive] = rollout_gains(
                    network, some, template, actions[alive], depth, who
                )
                if math.isinf(config.pruning_margin):
                    continue
                so_far = Opinions(gains[:after], prior, playouts.values(actions))
                values, errors = so_far.combine(config.value_shares)
                is_near = values + config.pruning_margin * errors >= values[alive].max()
                alive = alive[is_near[alive]]
                if len(alive) == 1:
                    break
            if len(alive) == 1:
                break
        return Opinions(gains, prior, playouts.values(actions))


def thoughtful_player(budget: Budget) -> BeliefSearchPlayer:
    """The search that trusts its prior more than what it finds."""
    return BeliefSearchPlayer(budget, config=THOUGHTFUL)


class PlayoutEvaluation:
    """The result of each action when all seats play on by rules of thumb."""

    def __init__(self, observation: Observation, template: WorldTemplate, seed: int) -> None:
        edition = observation.edition
        self.layout, self.template, self.seed = freeze_layout(edition.layout), template, seed
        self.totals = no_gains(action_count(edition))
        self.worlds = 0

    def add(self, worlds: IntArray) -> None:
        """Play out every legal action in these worlds."""
        action_sets = np.full(len(worlds), self.template.info_state.legal, np.int64)
        add_playout_gains(
            HEURISTIC_POLICY, self.layout, self.template.start, worlds, action_sets, self.worlds,
            seed_word(self.seed), self.totals,
        )  # fmt: skip
        self.worlds += len(worlds)

    def values(self, actions: IntArray) -> FloatArray:
        """The mean gain of each of these actions so far; 0 if none was played out."""
        gains, counts = self.totals
        means: FloatArray = gains[actions] / np.maximum(counts[actions], 1)
        return means


def combine_values(
    gains: FloatArray, prior: FloatArray, share: float
) -> tuple[FloatArray, FloatArray]:
    """Values of actions from their gains in worlds and the opinion before; and their errors.

    An action that was tried in fewer worlds than the best is compared with it in those alone:
    in worlds that are good for everything, both look better than they are.  The error is that of
    this difference, without the opinion.
    """
    counts = (~np.isnan(gains)).sum(axis=0)
    means = share * np.nanmean(gains, axis=0) + prior
    best = int(np.where(counts == counts.max(), means, -np.inf).argmax())
    difference = gains - gains[:, [best]]
    values = means[best] - prior[best] + share * np.nanmean(difference, axis=0) + prior
    return values, share * np.nanstd(difference, axis=0) / np.sqrt(np.maximum(counts, 1))


def prior_values(observation: Observation, network: Network, actions: IntArray) -> FloatArray:
    """What the network expects of each action, in points."""
    values = network.values(features_of(observation)[None, :])[0]
    return np.asarray(values[actions] * points_per_unit(observation.edition), np.float64)


def own_choices_ahead(observation: Observation, depth: int | None) -> int:
    """How many own choices to look ahead: in the exchange, to the first cards played."""
    edition = observation.edition
    if depth is None:
        return NO_LIMIT
    if observation.phase is Phase.PLAY:
        return depth
    passes = sum(step.seat == observation.seat for step in edition.passes)
    to_choose = 1 if edition.choosers and not observation.open_hands else 0
    is_exchange = observation.phase is Phase.EXCHANGE
    made = len(observation.passed_cards) + 1 if is_exchange else passes + to_choose
    return passes + to_choose - made + 1


def play_to_decision(
    network: Network, rounds: RoundBatch, template: WorldTemplate,
    seat_types: SeatTypes | None = None,
) -> None:  # fmt: skip
    """Let the others make secret choices that come before the seat's own next one.

    Without types all of them play as the network does.
    """
    made = 0
    while True:
        rounds.observe()
        turn = int(rounds.turns[0])
        if turn == template.seat and made == len(template.start.pending_actions):
            return
        if turn == template.seat:
            actions = np.full(len(rounds.rows), template.start.pending_actions[made], np.int64)
            made += 1
        else:
            actions = greedy_actions(network, rounds.features, rounds.legal)
            if seat_types is not None:
                every = np.arange(len(rounds.rows))
                seat_types.replace_actions(rounds, every, actions, template.seat)
        rounds.step(actions)


def rollout_gains(
    network: Network, worlds: RoundBatch, template: WorldTemplate, actions: IntArray, depth: int,
    seat_types: SeatTypes,
) -> FloatArray:  # fmt: skip
    """The gain of each action in each world, the network playing the seat, the others by type.

    After so many further choices of the seat the network's own value is taken for the rest.
    """
    count = len(worlds.rows)
    which = np.tile(np.arange(count), len(actions))
    rounds = worlds.select(which)
    rounds.step(np.repeat(actions, count))
    who = seat_types.select(which)
    gains = truncated_rollout_gains(network, rounds, template.seat, depth, who)
    return np.asarray(gains.reshape(len(actions), count).T, np.float64)


def truncated_rollout_gains(
    network: Network, rounds: RoundBatch, seat: int, depth: int, seat_types: SeatTypes
) -> FloatArray:
    """The gain of the seat in each round, to the end or to its choice number `depth` from now."""
    edition = rounds.edition
    unit = points_per_unit(edition)
    left = np.full(len(rounds.rows), depth, np.int64)
    estimates = np.full(len(rounds.rows), np.nan)
    while rounds.next_decisions():
        live = np.flatnonzero((rounds.turns != ROUND_OVER) & np.isnan(estimates))
        if not len(live):
            break
        values = network.values(rounds.features[live])
        may = legal_mask(rounds.legal[live], values.shape[1])
        masked = np.where(may, values, -np.inf)
        is_own = rounds.turns[live] == seat
        left[live[is_own]] -= 1
        is_enough = is_own & (left[live] == 0)
        estimates[live[is_enough]] = masked[is_enough].max(axis=1) * unit
        actions = np.full(len(rounds.rows), -1, np.int64)
        going = ~is_enough
        actions[live[going]] = masked[going].argmax(axis=1)
        seat_types.replace_actions(rounds, live[going], actions, seat)
        rounds.step(actions)
    over = np.flatnonzero(np.isnan(estimates))
    if len(over):
        points = rounds.select(over).points()
        estimates[over] = mean_relative_scores(edition, points, (seat,))
    return estimates


def play_to_end(network: Network, rounds: RoundBatch) -> None:
    """Every seat does what the network values highest, to the end."""
    while rounds.next_decisions():
        live = np.flatnonzero(rounds.turns != ROUND_OVER)
        actions = np.full(len(rounds.rows), -1, np.int64)
        actions[live] = greedy_actions(network, rounds.features[live], rounds.legal[live])
        rounds.step(actions)
