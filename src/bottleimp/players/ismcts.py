"""Information set Monte-Carlo tree search: looks several plays ahead, for every seat in turn.

Unlike `perfect_information`, which lets a cheap policy answer every card that is tried, the tree
learns what the other seats had better answer.  It takes them to know no more than is in the tree.
"""

from dataclasses import dataclass

from bottleimp.game.actions import Action, action_numbered
from bottleimp.kernel.heuristics.policy import THUMB
from bottleimp.kernel.policies import Policy
from bottleimp.kernel.search.tree import TreeSearch
from bottleimp.knowledge.observation import Observation
from bottleimp.players.budget import Budget
from bottleimp.players.player import even_number

PLAYOUTS_AT_A_TIME = 250  # between looks at the deadline
BOLDNESS = 25.0  # points; about the spread of one seat's result


@dataclass(frozen=True)
class InformationSet:
    """Grows a tree by as many playouts as its budget counts."""

    seed: int
    budget: Budget
    policy: Policy = THUMB
    boldness: float = BOLDNESS

    def choose(self, observation: Observation) -> Action:
        """The action that was looked at most; the lowest of equals."""
        if len(observation.legal) == 1:
            return observation.legal[0]
        search = TreeSearch(
            observation, self.policy, even_number(self.seed, observation),
            boldness=self.boldness, most=self.budget.count,
        )  # fmt: skip
        for part in self.budget.portions(PLAYOUTS_AT_A_TIME):
            search.walk(part.start, len(part))
        return action_numbered(observation.edition, search.best)
