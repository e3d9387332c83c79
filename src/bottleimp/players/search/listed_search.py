"""The search where all worlds are listed: every action is tried in every world, to the end.

What an action leads to in a world is reckoned in three ways.  The network plays all seats to the
end of the round; it plays until the seat has chosen some times, and its value stands for the rest;
and the rest is solved with all hands open, at once where few enough cards are left, else where the
network's play has come so far.  Opponents neither play as the network does nor see all cards, and
the three are wrong in different ways, so all count.

Where the opponent likely plays out cards by our rules of thumb, its next answers are those that
such playouts favour.
"""

from dataclasses import dataclass, field, replace

import numpy as np

from bottleimp.kernel.arrays import BoolArray, FloatArray, IntArray
from bottleimp.kernel.relative_scores import mean_relative_scores
from bottleimp.kernel.round_batch import ROUND_OVER, RoundBatch, round_columns
from bottleimp.kernel.sampling.world_template import WorldTemplate
from bottleimp.knowledge.observation import Observation
from bottleimp.players.budget import Budget
from bottleimp.players.decisions import legal_mask
from bottleimp.players.network import Network, points_per_unit
from bottleimp.players.search.action_values import ActionValues
from bottleimp.players.search.listed_worlds import list_worlds
from bottleimp.players.search.playout_reader import PlayoutReader
from bottleimp.solving.open_rounds import maximin_gains
from bottleimp.solving.transposition_table import TranspositionTable

WORLDS_PER_PRUNING = 48  # worlds tried before worse actions are dropped
DEFAULT_LEAF_CARDS = 16
LEAF_CARDS = {"devils-eye": 12}  # where every card may come from two hands, so more is possible
NO_LIMIT = 1 << 40  # of positions: solutions from the leaves on take a millisecond each


@dataclass(frozen=True)
class ListedSearchConfig:
    """How far to look where all worlds are listed."""

    solved_cards: int = 26  # in hands, up to which actions are solved at once
    node_limit: int = 1_500_000  # positions looked at to solve actions at once, in 48 worlds
    depth: int = 3  # own choices until the network's value is taken
    # Shares in the final value of the solutions, of the rollouts to the end, of those to the
    # network's value, and of the network's own value of the action:
    value_shares: tuple[float, float, float, float] = (0.4, 0.1, 0.3, 0.2)
    trusted_chance: float = 0.6  # minimum probability at which an opponent's play-outs are foretold
    foretold_answers: int = 2  # of such an opponent; later ones are the network's
    covered_chance: float = 0.99  # of the worlds that are tried; the least likely are left out
    pruning_margin: float = 2.0  # errors behind the best at which an action is dropped


@dataclass
class ListedSearch:
    """The values of a seat's actions over all worlds."""

    network: Network
    config: ListedSearchConfig = field(default_factory=ListedSearchConfig)
    table: TranspositionTable = field(default_factory=TranspositionTable)
    reader: PlayoutReader = field(default_factory=PlayoutReader)

    def evaluate(
        self, observation: Observation, template: WorldTemplate, actions: IntArray,
        prior: FloatArray, budget: Budget,
    ) -> ActionValues:  # fmt: skip
        """The value of each of these actions; `prior` is what the network expects of them.

        At most so many worlds are tried as the budget has, the likeliest first.
        """
        listed = list_worlds(self.network, observation, template, reader=self.reader)
        own = self.config.value_shares[3] * prior
        covered = int(np.searchsorted(listed.chances.cumsum(), self.config.covered_chance)) + 1
        count = min(budget.count, covered, len(listed.chances))
        gains = np.full((count, len(actions)), np.nan)
        alive, values = np.arange(len(actions)), own
        is_late = sum(observation.hand_sizes) <= self.config.solved_cards
        nodes = self.config.node_limit if is_late else 0
        is_foretold = listed.playing_out >= self.config.trusted_chance
        answers = self.config.foretold_answers if is_foretold else 0
        for portion in replace(budget, count=count).batches(WORLDS_PER_PRUNING):
            after = portion.stop
            rounds = listed.rounds.select(np.arange(portion.start, after))
            found = self.gains(rounds, template.seat, actions[alive], nodes, answers)
            gains[portion.start : after, alive] = found
            values, errors = weigh_gains(gains[:after], listed.chances[:after], own)
            is_near = values + self.config.pruning_margin * errors >= values[alive].max()
            alive = alive[is_near[alive]]
            if len(alive) == 1:
                break
        tried = (~np.isnan(gains)).sum(axis=0)
        return ActionValues(tuple(actions.tolist()), values, tried)

    def gains(
        self, rounds: RoundBatch, seat: int, actions: IntArray, node_limit: int, answers: int
    ) -> FloatArray:
        """The gain of the seat by each action in each round, as a share of the final value.

        The opponent's first `answers` are those of a player that plays out cards.
        """
        shape = len(rounds.rows), len(actions)
        deals = np.repeat(np.arange(shape[0]), shape[1])
        after = rounds.select(deals)
        after.step(np.tile(actions, shape[0]))
        solved = np.full(shape, np.nan)
        if node_limit:
            solved = self.solve(after, deals, seat, node_limit).reshape(shape)
        is_solved = ~np.isnan(solved).any(axis=1)
        is_asked = np.repeat(~is_solved, shape[1])
        ends, values, leaves = self.play_out(after, deals, seat, is_asked, answers)
        solved = np.where(is_solved[:, None], solved, leaves.reshape(shape))
        solved_share, end_share, value_share, _ = self.config.value_shares
        rest = end_share * ends + value_share * values
        return solved_share * solved + rest.reshape(shape)

    def solve(self, rounds: RoundBatch, deals: IntArray, seat: int, node_limit: int) -> FloatArray:
        """What the seat can make sure of in each round with open hands; NaN past the limit."""
        return maximin_gains(rounds, deals, seat, node_limit, self.table)

    def play_out(
        self, rounds: RoundBatch, deals: IntArray, seat: int, asked: BoolArray, answers: int
    ) -> tuple[FloatArray, FloatArray, FloatArray]:
        """The gain of the seat in each round when the network plays all seats to the end.

        But the opponent's first `answers` are those of a player that plays out cards.
        Then what the network expects at the seat's choice number `depth` on the way; and, for the
        rounds that are asked for, what the seat can make sure of once few cards are left.
        """
        edition = rounds.edition
        expected = np.full(len(rounds.rows), np.nan)
        choices = np.zeros(len(rounds.rows), np.int64)
        leaf_cards = LEAF_CARDS.get(edition.mode, DEFAULT_LEAF_CARDS)
        leaves = np.full(len(rounds.rows), np.nan)
        waiting = asked.copy()
        answered = np.zeros(len(rounds.rows), np.int64)  # real choices of the opponent so far
        while rounds.next_decisions():
            live = np.flatnonzero(rounds.turns != ROUND_OVER)
            due = np.flatnonzero(waiting & (count_cards(rounds) <= leaf_cards))
            if len(due):
                waiting[due] = False
                some = rounds.select(due)
                leaves[due] = self.solve(some, deals[due], seat, NO_LIMIT)
            values = self.network.values(rounds.features[live])
            values = np.where(legal_mask(rounds.legal[live], values.shape[1]), values, -np.inf)
            choices[live] += rounds.turns[live] == seat
            is_there = (choices[live] == self.config.depth) & np.isnan(expected[live])
            there = values[is_there].max(axis=1) * points_per_unit(edition)
            expected[live[is_there]] = there
            actions = np.full(len(rounds.rows), -1, np.int64)
            actions[live] = values.argmax(axis=1)
            is_answer = (rounds.turns[live] != seat) & (answered[live] < answers)
            if is_answer.any():
                foretold = live[is_answer]
                answered[foretold] += 1
                actions[foretold] = self.reader.values(rounds, foretold).argmax(axis=1)
            rounds.step(actions)
        points = rounds.points()
        gains = mean_relative_scores(edition, points, (seat,))
        leaves[waiting] = gains[waiting]
        return gains, np.where(np.isnan(expected), gains, expected), leaves


def count_cards(rounds: RoundBatch) -> IntArray:
    """How many cards are in hands, for each round."""
    hands = rounds.rows[:, round_columns(rounds.edition)["hands"]]
    return np.asarray(np.bitwise_count(hands).sum(axis=1), np.int64)


def weigh_gains(
    gains: FloatArray, chances: FloatArray, prior: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Values of actions from their gains in worlds of these chances; and their errors.

    An action that was tried in fewer worlds than the best is compared with it in those alone.
    The error is how far worlds that were not tried may move this difference.
    """
    was_tried = ~np.isnan(gains)
    counts = was_tried.sum(axis=0)
    weights = np.where(was_tried, chances[:, None], 0)
    weights /= weights.sum(axis=0)
    means = np.nansum(weights * gains, axis=0) + prior
    best = int(np.where(counts == counts.max(), means, -np.inf).argmax())
    difference = gains - gains[:, [best]]
    change = np.nansum(weights * difference, axis=0)
    spread = np.sqrt(np.nansum(weights * (difference - change) ** 2, axis=0))
    untried = 1 - np.where(was_tried, chances[:, None], 0).sum(axis=0)
    return means[best] - prior[best] + change + prior, spread * np.maximum(untried, 0)
