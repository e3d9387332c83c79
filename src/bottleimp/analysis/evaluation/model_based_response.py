"""A responder that knows the population's policy and searches against exactly that network.

It sees what its seat sees and no more.  A world is more likely the less value the population's
choices in it give away by its network; the search continues with that network in every seat of the
population.  Its gain is a lower bound of what a player that knows its opponents can gain.  With two
responders, each plays for the gain of both: they collude.
"""

from dataclasses import dataclass

import numpy as np

from bottleimp.analysis.evaluation.open_hand_evaluation import SeatTuple
from bottleimp.analysis.evaluation.perfect_information_bound import payoff_weights
from bottleimp.game.actions import Action, action_from_number, action_number
from bottleimp.game.round import Phase
from bottleimp.kernel.arrays import FloatArray, IntArray
from bottleimp.kernel.round_batch import RoundBatch
from bottleimp.kernel.sampling.history_sampler import sample_histories
from bottleimp.kernel.sampling.world_template import WorldTemplate, world_template_of
from bottleimp.kernel.search.one_ply import sample_uniform_worlds
from bottleimp.knowledge.observation import Observation
from bottleimp.players.budget import Budget
from bottleimp.players.decision_seed import decision_seed
from bottleimp.players.decisions import legal_mask
from bottleimp.players.network import Network, points_per_unit
from bottleimp.players.player import SequentialPlayer
from bottleimp.players.search.belief_search import play_to_decision, play_to_end, prior_values
from bottleimp.players.search.beliefs import (
    WeightTempering,
    log_marginals,
    resample,
    rounds_in_worlds,
    world_log_likelihoods,
)


@dataclass(frozen=True)
class ModelBasedConfig:
    """How the responder uses what it knows."""

    candidates_per_world: int = 4  # worlds whose history is sampled, for each that is kept
    draws_per_world: int = 32  # even worlds for each that is kept, from which these are drawn
    belief_exponent: float = 0.5  # of the network's own belief, when they are drawn
    temperature: float = 6.0  # points that the population gives away in a world e times less likely
    max_loss: float = 24.0  # points given away in one choice; a larger loss tells no more
    min_effective_share: float = 0.05  # of the worlds drawn; below it weights are flattened
    prior_weight: float = 0.25  # share of the network's own value, where the responder sits alone


class ModelBasedResponse(SequentialPlayer):
    """Searches against a population that plays by the network; seed and budget fix its choices."""

    def __init__(
        self,
        budget: Budget,
        network: Network,
        responders: SeatTuple,
        config: ModelBasedConfig | None = None,
    ) -> None:
        self.budget = budget
        self.network = network
        self.responders = responders
        self.config = config or ModelBasedConfig()

    def choose(self, observation: Observation, seed: int) -> Action:
        """The legal action that gains most for the responders."""
        edition, network = observation.edition, self.network
        numbers = [action_number(edition, action) for action in observation.legal_actions]
        actions = np.array(numbers, np.int64)
        template = world_template_of(observation)
        sampled_rounds = self.sample_rounds(observation, template, decision_seed(seed, observation))
        play_to_decision(network, sampled_rounds, template)
        count = len(sampled_rounds.rows)
        rounds = sampled_rounds.select(np.tile(np.arange(count), len(actions)))
        rounds.step(np.repeat(actions, count))
        play_to_end(network, rounds)
        gains = (rounds.returns() @ payoff_weights(edition, self.responders)).reshape(
            len(actions), count
        )
        own_side = {
            s for s in range(edition.seats) if edition.sides[s] == edition.sides[template.seat]
        }
        trust = self.config.prior_weight if own_side >= set(self.responders) else 0.0
        values = (1 - trust) * gains.mean(axis=1)
        values += trust * prior_values(observation, network, actions)
        return action_from_number(edition, int(actions[values.argmax()]))

    def sample_rounds(
        self, observation: Observation, template: WorldTemplate, seed: int
    ) -> RoundBatch:
        """Rounds that may be this one, likelier ones more often."""
        config, world_count = self.config, self.budget.count
        if observation.phase is not Phase.PLAY:
            return rounds_in_worlds(
                observation, template, sample_uniform_worlds(template, world_count, seed), seed
            )
        pool = sample_uniform_worlds(template, config.draws_per_world * world_count, seed)
        expected = log_marginals(self.network, observation, template)
        head = config.belief_exponent * world_log_likelihoods(template, expected, pool)
        some = resample(
            head, config.candidates_per_world * world_count, WeightTempering(1.0, 0.0, 0.0)
        )
        rounds, lost = self.replay_worlds(observation, template, pool[some], seed)
        # Sharper weights rest on too few worlds: to be over-sure costs more than it gains.
        which = resample(
            -lost / config.temperature,
            world_count,
            WeightTempering(1.0, 0.0, config.min_effective_share),
        )
        return rounds.select(which)

    def replay_worlds(
        self, observation: Observation, template: WorldTemplate, worlds: IntArray, seed: int
    ) -> tuple[RoundBatch, FloatArray]:
        """The worlds now, and what the population's choices gave away in each, in points."""
        edition, config = observation.edition, self.config
        unit = points_per_unit(edition)
        rounds = RoundBatch.allocate(edition, len(worlds))
        actions = sample_histories(observation, template, worlds, seed, rounds.rows)
        lost = np.zeros(len(worlds))
        for step in range(actions.shape[1]):
            rounds.observe()
            taken_here = actions[:, step]
            if rounds.turns[0] not in self.responders and rounds.turns[0] not in edition.driven:
                values = self.network.values(rounds.features)
                may = legal_mask(rounds.legal, values.shape[1])
                best = np.where(may, values, -np.inf).max(axis=1)
                given_away = (best - values[np.arange(len(worlds)), taken_here]) * unit
                lost += np.minimum(given_away, config.max_loss)
            rounds.step(taken_here)
        return rounds, lost
