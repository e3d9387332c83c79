"""The player that goes by the advice good players give, by counting and without any search."""

from dataclasses import dataclass

from bottleimp.game.actions import Action, action_from_number
from bottleimp.kernel.encoding.info_state import info_state_of
from bottleimp.kernel.encoding.packed_rows import IntArray
from bottleimp.kernel.heuristics.batch import batch_best_actions, best_actions
from bottleimp.kernel.heuristics.card_counts import round_size_of
from bottleimp.kernel.heuristics.hand_value import empty_cache
from bottleimp.kernel.heuristics.weights import DEFAULT_WEIGHTS, HeuristicWeights
from bottleimp.knowledge.observation import Observation
from bottleimp.players.batch_players import DecisionBatch, pick_from_sets
from bottleimp.players.player import decision_seed
from bottleimp.rules.cardsets import members


@dataclass(frozen=True)
class RulesOfThumbPlayer:
    """Weighs every legal card by what it may take, what it may cost, and what it leaves."""

    seed: int
    weights: HeuristicWeights = DEFAULT_WEIGHTS

    def choose(self, observation: Observation) -> Action:
        """The action that looks best; the seed decides between equals."""
        if len(observation.legal_actions) == 1:
            return observation.legal_actions[0]
        edition = observation.edition
        memo = empty_cache(edition.deck.size)
        sight = info_state_of(observation)
        equals = best_actions(edition.layout, round_size_of(edition), self.weights, sight, memo)
        best = tuple(members(equals))
        number = decision_seed(self.seed, observation) if len(best) > 1 else 0
        return action_from_number(edition, best[number % len(best)])


@dataclass(frozen=True)
class BatchRulesOfThumbPlayer:
    """The same for many rounds at once."""

    weights: HeuristicWeights = DEFAULT_WEIGHTS

    def choose_actions(self, decisions: DecisionBatch) -> IntArray:
        """The action that looks best in every row; its seed decides between equals."""
        return pick_from_sets(
            batch_best_actions(decisions.edition, self.weights, decisions.info_states), decisions
        )
