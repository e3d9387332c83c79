"""The player that follows the advice of good players, by counting and without any search."""

from dataclasses import dataclass

import numpy as np

from bottleimp.kernel.arrays import IntArray
from bottleimp.kernel.encoding.info_state import info_state_of
from bottleimp.kernel.heuristics.batch import batch_best_actions, best_actions
from bottleimp.kernel.heuristics.card_counts import round_size_of
from bottleimp.kernel.heuristics.hand_value import empty_cache
from bottleimp.kernel.heuristics.weights import DEFAULT_WEIGHTS, HeuristicWeights
from bottleimp.knowledge.observation import Observation
from bottleimp.players.decisions import DecisionBatch, pick_from_sets


@dataclass(frozen=True)
class RulesOfThumbPlayer:
    """Weighs every legal card by what it may take, what it may cost, and what it leaves."""

    weights: HeuristicWeights = DEFAULT_WEIGHTS

    def choose_actions(self, decisions: DecisionBatch) -> IntArray:
        """The action that looks best in every row; its seed decides between equals."""
        if decisions.arrays is None:  # a few observations are not worth compiled code
            equals = np.array(
                [self.best_actions(seen) for seen in decisions.observations], np.int64
            )
        else:
            equals = batch_best_actions(decisions.edition, self.weights, decisions.info_states)
        return pick_from_sets(equals, decisions)

    def best_actions(self, observation: Observation) -> int:
        """The actions that look best, as a set."""
        edition = observation.edition
        cache = empty_cache(edition.deck.size)
        info_state = info_state_of(observation)
        return best_actions(edition.layout, round_size_of(edition), self.weights, info_state, cache)
