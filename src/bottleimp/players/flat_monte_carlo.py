"""Flat Monte-Carlo: random playouts, shared out evenly among the legal actions.

Every playout has a world of its own, drawn evenly, and every seat in it does anything that is
legal.  It is a yardstick: whatever thinks longer than this should play better than this.
"""

from dataclasses import dataclass

from bottleimp.game.actions import Action, action_from_number
from bottleimp.kernel.policies import UNIFORM_POLICY
from bottleimp.kernel.search.one_ply import OnePlySearch
from bottleimp.knowledge.observation import Observation
from bottleimp.players.budget import Budget
from bottleimp.players.decision_seed import decision_seed
from bottleimp.players.player import SequentialPlayer

PLAYOUTS_PER_BATCH = 500  # between looks at the deadline


@dataclass(frozen=True)
class FlatMonteCarloPlayer(SequentialPlayer):
    """Spends as many random playouts as its budget counts on a choice."""

    budget: Budget

    def choose(self, observation: Observation, seed: int) -> Action:
        """The action that does best on average, of those tried; the lowest of equals."""
        search = OnePlySearch(observation, UNIFORM_POLICY, decision_seed(seed, observation))
        for part in self.budget.batches(PLAYOUTS_PER_BATCH):
            search.evaluate_round_robin(part.start, len(part))
        return action_from_number(observation.edition, search.best_action)
