"""The player that goes by the advice good players give, by counting and without any search."""

from dataclasses import dataclass

from bottleimp.game.actions import Action
from bottleimp.game.round import Phase
from bottleimp.knowledge.observation import Observation
from bottleimp.players.count import Count
from bottleimp.players.exchanging import card_to_pass, hand_to_open
from bottleimp.players.player import even_number
from bottleimp.players.playing import Playing
from bottleimp.players.weights import WEIGHTS, Weights
from bottleimp.rules.cards import Card


@dataclass(frozen=True)
class RulesOfThumb:
    """Weighs every legal card by what it may take, what it may cost, and what it leaves."""

    seed: int
    weights: Weights = WEIGHTS

    def choose(self, observation: Observation) -> Action:
        """The action that looks best; the seed decides between equals."""
        if len(observation.legal) == 1:
            return observation.legal[0]
        if observation.phase is Phase.CHOICE:
            return hand_to_open(Count(observation))
        if observation.phase is Phase.EXCHANGE:
            return card_to_pass(Count(observation), self.weights)
        values = self.values(observation)
        best = max(values.values())
        equals = [action for action, value in values.items() if value == best]
        return equals[even_number(self.seed, observation) % len(equals)]

    def values(self, observation: Observation) -> dict[Action, float]:
        """What every legal card is worth in points, against the mean of the others."""
        playing = Playing(Count(observation), self.weights)
        return {
            card: playing.value(card.place) for card in observation.legal if isinstance(card, Card)
        }
