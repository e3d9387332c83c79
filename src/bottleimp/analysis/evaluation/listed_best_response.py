"""A best response in the modes for two: it knows how the opponent plays, and lists all worlds.

With two players all worlds of a choice can be listed.  How likely each is follows exactly from how
the population chooses: by the chances of what it did in each of them.  Its next choices follow in
every world too, so an own action is worth what can be made of it: each further own choice is the
best for all worlds that cannot be told apart by then.  Where that takes too many rounds, and from
there to the end, the responder plays as the network does.

A population that draws its actions tells with which chances.  One that does not is taken for the
network, which always plays its favourite; should it not quite do so, the responder finds out how
far to trust the past, and takes the favourite for what comes.

The responder sees what its seat sees and no more, so its gain is a lower bound of exploitability.
"""

from dataclasses import dataclass
from itertools import repeat

import numpy as np

from bottleimp.analysis.arena.lineups import decision_batch
from bottleimp.game.actions import Action, action_from_number
from bottleimp.kernel.arrays import FloatArray, IntArray
from bottleimp.kernel.relative_scores import mean_relative_scores
from bottleimp.kernel.round_batch import ROUND_OVER, RoundBatch
from bottleimp.kernel.sampling.world_template import WorldTemplate, world_template_of
from bottleimp.kernel.search.one_ply import sample_uniform_worlds
from bottleimp.knowledge.observation import Observation
from bottleimp.players.budget import Budget
from bottleimp.players.decision_seed import decision_seed
from bottleimp.players.decisions import StochasticPlayer, legal_mask
from bottleimp.players.network import Network, greedy_actions
from bottleimp.players.player import SequentialPlayer
from bottleimp.players.search.belief_search import play_to_decision
from bottleimp.players.search.beliefs import rounds_in_worlds
from bottleimp.players.search.listed_worlds import (
    NETWORK_KINDS,
    ListedWorlds,
    OpponentKind,
    can_be_listed,
    list_pasts,
    list_worlds,
    opponent_choices,
)

SAMPLED_WORLDS = 64  # in the exchange, before the opponent has done anything
LEAST_CHANCE = 1e-4  # of a world; what is less likely than that is left out
LEAST_ANSWER = 0.02  # the chance from which on an answer of the opponent is foreseen
EPSILON = 1e-5  # chance of any legal action, so that rounding rules out no world
# Whoever always takes the network's favourite; the others are told by what does not fit.
POPULATION_KINDS = (OpponentKind(1.0, 0.01, 1e-5, 0.01, 1e-5), *NETWORK_KINDS)


class ListedBestResponse(SequentialPlayer):
    """Responds to a population in a mode for two.

    The budget is how many rounds may be under way at once when an own choice is tried.  Without a
    population that draws its actions, the network is taken for it.
    """

    def __init__(
        self, budget: Budget, network: Network, population: StochasticPlayer | None = None
    ) -> None:
        self.budget = budget
        self.network = network
        self.population = population

    def choose(self, observation: Observation, seed: int) -> Action:
        """The legal action of which most can be made."""
        template = world_template_of(observation)
        actions = np.array(observation.legal_action_numbers, np.int64)
        number = decision_seed(seed, observation)
        if can_be_listed(observation):
            listed = self.list_worlds(observation, template)
            count = int((listed.chances >= LEAST_CHANCE).sum())
            rounds, chances = (
                listed.rounds.select(np.arange(count)), listed.chances[:count],
            )  # fmt: skip
            limit = self.budget.count
        else:
            rounds = self.sample_rounds(observation, template, number)
            chances = np.full(len(rounds.rows), 1 / len(rounds.rows))
            limit = 0  # worlds that were drawn are few: who told them apart would be too sure
        tree = ResponseTree(self.network, template.seat, limit, self.population, number)
        values = tree.evaluate(rounds, chances, actions)
        return action_from_number(observation.edition, int(actions[values.argmax()]))

    def list_worlds(self, observation: Observation, template: WorldTemplate) -> ListedWorlds:
        """All worlds, each with its chance by what the population did."""
        if self.population is None:
            return list_worlds(self.network, observation, template, POPULATION_KINDS)
        pasts = list_pasts(observation, template)
        logs = np.zeros(len(pasts.actions))
        for step, free in opponent_choices(pasts.rounds, pasts.actions, template.seat):
            chances = answer_chances(self.population, pasts.rounds, free)
            taken = chances[np.arange(len(free)), pasts.actions[free, step]]
            logs[free] += np.log((1 - EPSILON) * taken + EPSILON)
        return pasts.weigh(np.exp(logs - logs.max()))

    def sample_rounds(
        self, observation: Observation, template: WorldTemplate, seed: int
    ) -> RoundBatch:
        """Rounds that may be this one, before the opponent has shown anything."""
        worlds = sample_uniform_worlds(template, SAMPLED_WORLDS, seed)
        rounds = rounds_in_worlds(observation, template, worlds, seed)
        play_to_decision(self.network, rounds, template)
        return rounds


def answer_chances(population: StochasticPlayer, rounds: RoundBatch, rows: IntArray) -> FloatArray:
    """How likely the population takes each action (row, action) in rows of rounds."""
    seeds = repeat((0,) * rounds.edition.seats, len(rounds.rows))  # chances need none
    return population.action_probabilities(decision_batch(rounds, rows, tuple(seeds)))


@dataclass
class ResponseTree:
    """What a seat can make of its actions against a population."""

    network: Network
    seat: int
    limit: int  # of rounds under way at once; past it the network plays the seat too
    population: StochasticPlayer | None = None  # None: always the network's favourite
    seed: int = 0  # of answers that are drawn, where not all can be tried

    def __post_init__(self) -> None:
        self.random = np.random.default_rng(self.seed)

    def evaluate(self, rounds: RoundBatch, chances: FloatArray, actions: IntArray) -> FloatArray:
        """The expected gain of each action; the rounds are worlds of one choice of the seat."""
        count = len(rounds.rows)
        which, numbers = np.tile(np.arange(count), len(actions)), np.repeat(actions, count)
        after = rounds.select(which)
        after.step(numbers)
        gains = self.best_gains(after, numbers, chances[which])
        return np.asarray(gains.reshape(len(actions), count) @ chances, np.float64)

    def best_gains(self, rounds: RoundBatch, pasts: IntArray, chances: FloatArray) -> FloatArray:
        """The seat's gain in every round if it goes on as is best for all it cannot tell apart.

        `pasts` is the same number for rounds that the seat could not tell apart before.
        """
        after, origins, answered = self.branch_on_answers(rounds)
        gains = self.gains_at_decision(after, pasts[origins], chances[origins] * answered)
        return np.asarray(np.bincount(origins, answered * gains, len(pasts)), np.float64)

    def gains_at_decision(
        self, rounds: RoundBatch, pasts: IntArray, chances: FloatArray
    ) -> FloatArray:
        """The same, where the seat is to choose in every round that is not over."""
        gains = np.full(len(rounds.rows), np.nan)
        live = np.flatnonzero(rounds.turns != ROUND_OVER)
        may = legal_mask(rounds.legal[live], self.network.head_biases.shape[1])
        if may.sum() > self.limit:
            return self.gains_to_end(rounds)
        if len(live):
            seen = np.packbits(rounds.features[live], axis=1)
            _, group = np.unique(
                np.column_stack([pasts[live].astype(np.int64).view(np.uint8).reshape(-1, 8), seen]),
                axis=0,
                return_inverse=True,
            )
            which, actions = np.nonzero(may)
            after = rounds.select(live[which])
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
            gains[over] = self.results(rounds.select(over))
        return gains

    def branch_on_answers(self, rounds: RoundBatch) -> tuple[RoundBatch, IntArray, FloatArray]:
        """The opponent plays until the seat is to choose, in every round that is not over.

        Rounds for all its likely answers, from which of the given each of them comes, and how
        likely it is among those.  Where there would be too many, one answer is drawn for each.
        """
        origins, chances = np.arange(len(rounds.rows)), np.ones(len(rounds.rows))
        while rounds.next_decisions():
            at = np.flatnonzero((rounds.turns != ROUND_OVER) & (rounds.turns != self.seat))
            if not len(at):
                break
            actions = np.full(len(rounds.rows), -1, np.int64)
            if self.population is None:
                actions[at] = greedy_actions(self.network, rounds.features[at], rounds.legal[at])
            else:
                answers = answer_chances(self.population, rounds, at)
                likely = np.where(answers >= LEAST_ANSWER, answers, 0)
                likely /= likely.sum(axis=1, keepdims=True)
                others = len(rounds.rows) - len(at)
                if others + np.count_nonzero(likely) > self.limit:
                    actions[at] = self.draw(answers)
                else:
                    row, answer = np.nonzero(likely)
                    rest = np.setdiff1d(np.arange(len(rounds.rows)), at)
                    which = np.concatenate([rest, at[row]])
                    rounds, origins = rounds.select(which), origins[which]
                    chances = chances[which]
                    chances[len(rest) :] *= likely[row, answer]
                    actions = np.concatenate([np.full(len(rest), -1), answer]).astype(np.int64)
            rounds.step(actions)
        return rounds, origins, chances

    def draw(self, chances: FloatArray) -> IntArray:
        """An action for every row, drawn with these chances."""
        below = chances.cumsum(axis=1)
        drawn = self.random.random((len(chances), 1)) * below[:, -1:]
        return np.asarray((below > drawn).argmax(axis=1), np.int64)

    def gains_to_end(self, rounds: RoundBatch) -> FloatArray:
        """The gain of the seat if it plays on as the network does."""
        while rounds.next_decisions():
            actions = np.full(len(rounds.rows), -1, np.int64)
            is_live = rounds.turns != ROUND_OVER
            is_other = is_live & (rounds.turns != self.seat)
            if self.population is not None and is_other.any():
                at = np.flatnonzero(is_other)
                actions[at] = self.draw(answer_chances(self.population, rounds, at))
                is_live &= ~is_other
            at = np.flatnonzero(is_live)
            if len(at):
                actions[at] = greedy_actions(self.network, rounds.features[at], rounds.legal[at])
            rounds.step(actions)
        return self.results(rounds)

    def results(self, rounds: RoundBatch) -> FloatArray:
        """The gain of the seat in rounds that are over."""
        points = rounds.points()
        return mean_relative_scores(rounds.edition, points, (self.seat,))
