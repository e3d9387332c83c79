"""Information set Monte-Carlo tree search: looks several plays ahead, for every seat in turn.

Unlike `perfect_information`, which lets a cheap policy answer every card that is tried, the
tree learns what the other seats had better answer.  It takes them to know no more than is in the
tree.
"""

from dataclasses import dataclass

from bottleimp.game.actions import Action, action_from_number
from bottleimp.kernel.heuristics.policy import HEURISTIC_POLICY
from bottleimp.kernel.policies import Policy
from bottleimp.kernel.search.tree import TreeSearch
from bottleimp.knowledge.observation import Observation
from bottleimp.players.budget import Budget
from bottleimp.players.decision_seed import decision_seed
from bottleimp.players.network import points_per_printed_point
from bottleimp.players.player import SequentialPlayer

ITERATIONS_PER_BATCH = 250  # between looks at the deadline
EXPLORATION = 25.0  # points as printed; about the spread of one seat's result


@dataclass(frozen=True)
class IsmctsPlayer(SequentialPlayer):
    """Grows a tree by as many playouts as its budget counts."""

    budget: Budget
    policy: Policy = HEURISTIC_POLICY
    exploration: float = EXPLORATION

    def choose(self, observation: Observation, seed: int) -> Action:
        """The action that was looked at most; the lowest of equals."""
        search = TreeSearch(
            observation, self.policy, decision_seed(seed, observation),
            exploration=self.exploration * points_per_printed_point(observation.edition),
            max_iterations=self.budget.count,
        )  # fmt: skip
        for part in self.budget.batches(ITERATIONS_PER_BATCH):
            search.simulate(part.start, len(part))
        return action_from_number(observation.edition, search.best_action)
