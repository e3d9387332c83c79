"""A best response in the modes for two: it knows how the opponent plays, and lists all worlds.

With two players all worlds of a choice can be listed.  How likely each is follows exactly from how
the population chooses: a world in which it would have chosen otherwise is out.  The population's
next choices follow in every world too, so an own action is worth what can be made of it: each
further own choice is the best for all worlds that cannot be told apart by then.  Where that takes
too many rounds, and from there to the end, the responder plays as the network does.

It sees what its seat sees and no more, so its gain is a lower bound of exploitability.  Among
players that play by the same network, but not always its favourite, it finds out how far to trust
the past, and takes the favourite for what comes.
"""

from dataclasses import dataclass

import numpy as np

from bottleimp.game.actions import Action, action_from_number
from bottleimp.kernel.encoding.packed_rows import IntArray
from bottleimp.kernel.relative_scores import mean_relative_scores
from bottleimp.kernel.round_batch import ROUND_OVER, RoundBatch
from bottleimp.kernel.sampling.world_template import WorldTemplate, world_template_of
from bottleimp.kernel.search.one_ply import sample_uniform_worlds
from bottleimp.knowledge.observation import Observation
from bottleimp.players.budget import Budget
from bottleimp.players.decision_seed import decision_seed
from bottleimp.players.decisions import FloatArray, legal_mask
from bottleimp.players.network import Network, greedy_actions
from bottleimp.players.player import SequentialPlayer
from bottleimp.players.search.belief_search import play_to_decision, play_to_end
from bottleimp.players.search.beliefs import rounds_in_worlds, select_rounds
from bottleimp.players.search.listed_worlds import (
    NETWORK_KINDS,
    OpponentKind,
    can_be_listed,
    list_worlds,
)

SAMPLED_WORLDS = 64  # in the exchange, before the opponent has done anything
LEAST_CHANCE = 1e-4  # of a world; what is less likely than that is left out
# Whoever always takes the network's favourite; the others are told by what does not fit.
POPULATION_KINDS = (OpponentKind(1.0, 0.01, 1e-5, 0.01, 1e-5), *NETWORK_KINDS)


class ListedBestResponse(SequentialPlayer):
    """Responds to a population that plays by the network, in a mode for two.

    The budget is how many rounds may be under way at once when an own choice is tried.
    """

    def __init__(self, budget: Budget, network: Network) -> None:
        self.budget = budget
        self.network = network

    def choose(self, observation: Observation, seed: int) -> Action:
        """The legal action of which most can be made."""
        template = world_template_of(observation)
        actions = np.array(observation.legal_action_numbers, np.int64)
        if can_be_listed(observation):
            listed = list_worlds(self.network, observation, template, POPULATION_KINDS)
            count = int((listed.chances >= LEAST_CHANCE).sum())
            rounds = select_rounds(listed.rounds, np.arange(count))
            tree = ResponseTree(self.network, template.seat, self.budget.count)
            values = tree.evaluate(rounds, listed.chances[:count], actions)
        else:
            rounds = self.sample_rounds(observation, template, decision_seed(seed, observation))
            chances = np.full(len(rounds.rows), 1 / len(rounds.rows))
            # Worlds that were drawn are few of many: who told them apart later would be too sure.
            values = ResponseTree(self.network, template.seat, 0).evaluate(rounds, chances, actions)
        return action_from_number(observation.edition, int(actions[values.argmax()]))

    def sample_rounds(
        self, observation: Observation, template: WorldTemplate, seed: int
    ) -> RoundBatch:
        """Rounds that may be this one, before the opponent has shown anything."""
        worlds = sample_uniform_worlds(template, SAMPLED_WORLDS, seed)
        rounds = rounds_in_worlds(observation, template, worlds, seed)
        play_to_decision(self.network, rounds, template)
        return rounds


@dataclass(frozen=True)
class ResponseTree:
    """What a seat can make of its actions when the network plays the other seat."""

    network: Network
    seat: int
    limit: int  # of rounds under way at once; past it the network plays the seat too

    def evaluate(self, rounds: RoundBatch, chances: FloatArray, actions: IntArray) -> FloatArray:
        """The expected gain of each action; the rounds are worlds of one choice of the seat."""
        count = len(rounds.rows)
        which, numbers = np.tile(np.arange(count), len(actions)), np.repeat(actions, count)
        after = select_rounds(rounds, which)
        after.step(numbers)
        gains = self.best_gains(after, numbers, chances[which])
        return np.asarray(gains.reshape(len(actions), count) @ chances, np.float64)

    def best_gains(self, rounds: RoundBatch, pasts: IntArray, chances: FloatArray) -> FloatArray:
        """The seat's gain in every round if it goes on as is best for all it cannot tell apart.

        `pasts` is the same number for rounds that the seat could not tell apart before.
        """
        self.play_others(rounds)
        gains = np.full(len(rounds.rows), np.nan)
        live = np.flatnonzero(rounds.turns != ROUND_OVER)
        may = legal_mask(rounds.legal[live], self.network.head_biases.shape[1])
        if may.sum() > self.limit:
            play_to_end(self.network, rounds)
            return self.results(rounds)
        if len(live):
            seen = np.packbits(rounds.features[live], axis=1)
            _, group = np.unique(
                np.column_stack([pasts[live].astype(np.int64).view(np.uint8).reshape(-1, 8), seen]),
                axis=0,
                return_inverse=True,
            )
            which, actions = np.nonzero(may)
            after = select_rounds(rounds, live[which])
            after.step(actions.astype(np.int64))
            paths = group[which] * may.shape[1] + actions
            chance = chances[live[which]]
            reached = np.full(may.shape, np.nan)
            reached[which, actions] = self.best_gains(after, paths, chance)
            totals = np.full((group.max() + 1) * may.shape[1], -np.inf)
            totals[paths] = 0
            np.add.at(totals, paths, chance * reached[which, actions])
            best = totals.reshape(-1, may.shape[1]).argmax(axis=1)
            gains[live] = reached[np.arange(len(live)), best[group]]
        over = np.flatnonzero(rounds.turns == ROUND_OVER)
        if len(over):
            gains[over] = self.results(select_rounds(rounds, over))
        return gains

    def play_others(self, rounds: RoundBatch) -> None:
        """The network plays until the seat is to choose, in every round that is not over."""
        while rounds.next_decisions():
            others = (rounds.turns != ROUND_OVER) & (rounds.turns != self.seat)
            if not others.any():
                return
            at = np.flatnonzero(others)
            actions = np.full(len(rounds.rows), -1, np.int64)
            actions[at] = greedy_actions(self.network, rounds.features[at], rounds.legal[at])
            rounds.step(actions)

    def results(self, rounds: RoundBatch) -> FloatArray:
        """The gain of the seat in rounds that are over."""
        points = rounds.returns() / np.array(rounds.edition.weights)
        return mean_relative_scores(rounds.edition, points, (self.seat,))
