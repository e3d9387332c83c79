"""The player that does anything the rules allow, with equal chances."""

from dataclasses import dataclass

from bottleimp.game.actions import Action
from bottleimp.knowledge.observation import Observation
from bottleimp.players.player import decision_seed


@dataclass(frozen=True)
class UniformPlayer:
    """Chooses evenly among the legal actions; the yardstick that every player must beat."""

    seed: int

    def choose(self, observation: Observation) -> Action:
        """Any of the legal actions."""
        return observation.legal_actions[
            decision_seed(self.seed, observation) % len(observation.legal_actions)
        ]
