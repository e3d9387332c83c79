"""The perfect-information bound: a responder that knows every card and the population's policy.

It is no player, since it reads hidden cards: it measures how much could still be gained.
Every legal action is played out from the true cards, all seats taking what a network values
highest; once the responder holds few cards, it tries all its continuations instead.
Against a population that plays by that network its late choices are exact; before that it looks one
choice ahead, so it gains far more than any player, and still less than is possible.
(Exact play of all seats, as `solving` finds it, answers another question: the population does not
play perfectly.)
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bottleimp.analysis.evaluation.open_hand_evaluation import OpenHandRounds, SeatTuple
from bottleimp.kernel.arrays import FloatArray, IntArray
from bottleimp.kernel.encoding.schema import action_count
from bottleimp.kernel.round_batch import ROUND_OVER, RoundBatch
from bottleimp.players.decisions import legal_mask
from bottleimp.players.network import Network, greedy_actions
from bottleimp.rules.edition import Edition

DECISIONS_PER_BATCH = 128


def payoff_weights(edition: Edition, responders: SeatTuple) -> FloatArray:
    """What every seat's points count: the mean of the responders less the mean of the others."""
    row = np.array(edition.relative_score_row(responders), np.float64)
    shared: FloatArray = row / row.clip(min=0).sum() / np.array(edition.weights)
    return shared


@dataclass(frozen=True)
class PerfectInformationBound:
    """Decides with all hands open, against a population that plays by the network."""

    network: Network
    exhaustive_cards: int  # cards in hand from which on everything is tried; 0: never

    def decide(self, tables: OpenHandRounds, rows: IntArray) -> IntArray:
        """The best action as far as it was played out; of equal ones the network's favourite."""
        parts = [
            self.decide_batch(tables, rows[start : start + DECISIONS_PER_BATCH])
            for start in range(0, len(rows), DECISIONS_PER_BATCH)
        ]
        return np.concatenate(parts)

    def decide_batch(self, tables: OpenHandRounds, rows: IntArray) -> IntArray:
        """The same for a few rounds."""
        rounds = tables.rounds
        values = self.network.values(rounds.features[rows])
        may = legal_mask(rounds.legal[rows], values.shape[1])
        which, actions = np.nonzero(may)
        tried = rounds.select(rows[which])
        tried.step(actions.astype(np.int64))
        is_responder = np.zeros((len(rows), tables.edition.seats), bool)
        counts = np.zeros((len(rows), tables.edition.seats))
        for place, row in enumerate(rows.tolist()):
            is_responder[place, list(tables.responders[row])] = True
            counts[place] = payoff_weights(tables.edition, tables.responders[row])
        found = best_outcomes(
            self.network, tried, is_responder[which], counts[which], self.exhaustive_cards
        )
        best = np.full(may.shape, -np.inf)
        best[which, actions] = found
        is_best = best >= best.max(axis=1, keepdims=True)
        return np.asarray(np.where(is_best, values, -np.inf).argmax(axis=1), np.int64)


def best_outcomes(
    network: Network, rounds: RoundBatch, is_responder: npt.NDArray[np.bool_], weights: FloatArray,
    exhaustive_cards: int,
) -> FloatArray:  # fmt: skip
    """The best result of every round: responders try everything late, else all play by the network.

    `is_responder` says for each round and seat whether a responder sits there, `weights` what its
    points count.
    """
    origin = np.arange(len(rounds.rows))
    best = np.full(len(rounds.rows), -np.inf)
    while rounds.next_decisions():
        over = rounds.turns == ROUND_OVER
        record_outcomes(rounds, over, origin, weights, best)
        live = np.flatnonzero(~over)
        turns = rounds.turns[live]
        few = held_card_counts(rounds, live, turns) <= exhaustive_cards
        tries = few & is_responder[origin[live], turns]
        may = legal_mask(rounds.legal[live], action_count(rounds.edition))
        plain = np.flatnonzero(~tries)
        if len(plain):
            at = live[plain]
            favourite = greedy_actions(network, rounds.features[at], rounds.legal[at])
            may[plain] = False
            may[plain, favourite] = True
        which, actions = np.nonzero(may)
        origin = origin[live[which]]
        rounds = rounds.select(live[which])
        rounds.step(actions.astype(np.int64))
    record_outcomes(rounds, np.ones(len(rounds.rows), bool), origin, weights, best)
    return best


def record_outcomes(
    rounds: RoundBatch,
    over: npt.NDArray[np.bool_],
    origin: IntArray,
    weights: FloatArray,
    best: FloatArray,
) -> None:
    """Keep the best of the rounds that are over, each for the round that it comes from."""
    if over.any():
        ended = rounds.select(np.flatnonzero(over))
        results = (ended.returns() * weights[origin[over]]).sum(axis=1)
        np.maximum.at(best, origin[over], results)


def held_card_counts(rounds: RoundBatch, rows: IntArray, seats: IntArray) -> IntArray:
    """How many cards these seats hold in these rounds."""
    held = np.zeros(len(rows), np.int64)
    for number, hand in enumerate(rounds.edition.hands):
        held += np.bitwise_count(rounds.rows[rows, number]) * (seats == hand.seat)
    return held
