"""Flat Monte-Carlo: random playouts, shared out evenly among the legal actions.

Every playout has a world of its own, drawn evenly, and every seat in it does anything that is
legal.  It is a yardstick: whatever thinks longer than this should play better than this.
"""

from dataclasses import dataclass

from bottleimp.game.actions import Action, action_numbered
from bottleimp.kernel.policies import UNIFORM
from bottleimp.kernel.search.one_ply import Search
from bottleimp.knowledge.observation import Observation
from bottleimp.players.budget import Budget
from bottleimp.players.player import even_number

PLAYOUTS_AT_A_TIME = 500  # between looks at the deadline


@dataclass(frozen=True)
class FlatMonteCarlo:
    """Spends as many random playouts as its budget counts on a choice."""

    seed: int
    budget: Budget

    def choose(self, observation: Observation) -> Action:
        """The action that does best on average, of those tried; the lowest of equals."""
        if len(observation.legal) == 1:
            return observation.legal[0]
        search = Search(observation, UNIFORM, even_number(self.seed, observation))
        for part in self.budget.portions(PLAYOUTS_AT_A_TIME):
            search.try_in_turn(part.start, len(part))
        return action_numbered(observation.edition, search.best)
