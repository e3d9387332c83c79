"""The player that goes by the advice good players give, by counting and without any search."""

from dataclasses import dataclass

from bottleimp.game.actions import Action, action_numbered
from bottleimp.kernel.encoding.info_state import sight_of
from bottleimp.kernel.heuristics.batch import advised, advised_in_all
from bottleimp.kernel.heuristics.card_counts import extent_of
from bottleimp.kernel.heuristics.hand_value import empty_memo
from bottleimp.kernel.heuristics.weights import WEIGHTS, Weights
from bottleimp.kernel.round_batch import Numbers
from bottleimp.knowledge.observation import Observation
from bottleimp.players.batch_players import Asked, one_of_each
from bottleimp.players.player import even_number
from bottleimp.rules.cardsets import members


@dataclass(frozen=True)
class RulesOfThumb:
    """Weighs every legal card by what it may take, what it may cost, and what it leaves."""

    seed: int
    weights: Weights = WEIGHTS

    def choose(self, observation: Observation) -> Action:
        """The action that looks best; the seed decides between equals."""
        if len(observation.legal) == 1:
            return observation.legal[0]
        edition = observation.edition
        memo = empty_memo(edition.deck.size)
        sight = sight_of(observation)
        equals = advised(edition.layout, extent_of(edition), self.weights, sight, memo)
        best = tuple(members(equals))
        number = even_number(self.seed, observation) if len(best) > 1 else 0
        return action_numbered(edition, best[number % len(best)])


@dataclass(frozen=True)
class ManyRulesOfThumb:
    """The same for many rounds at once."""

    weights: Weights = WEIGHTS

    def choose_many(self, asked: Asked) -> Numbers:
        """The action that looks best in every row; its seed decides between equals."""
        return one_of_each(advised_in_all(asked.edition, self.weights, asked.sights), asked)
