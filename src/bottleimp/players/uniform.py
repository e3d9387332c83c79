"""The player that does anything the rules allow, with equal chances."""

from dataclasses import dataclass

from bottleimp.game.actions import Action
from bottleimp.knowledge.observation import Observation
from bottleimp.players.player import even_number


@dataclass(frozen=True)
class Uniform:
    """Chooses evenly among the legal actions; the yardstick that every player must beat."""

    seed: int

    def choose(self, observation: Observation) -> Action:
        """Any of the legal actions."""
        return observation.legal[even_number(self.seed, observation) % len(observation.legal)]
