"""Perfect-information Monte-Carlo: every legal action is played out in many possible worlds.

Worlds are drawn evenly from those that the observation allows.  In each of them every action is
tried, and the round is played to its end by a cheap policy whose seats see only their own cards.
The action with the best mean is chosen.  What the others' choices say of their cards is left out.
"""

from dataclasses import dataclass

from bottleimp.game.actions import Action, action_from_number
from bottleimp.kernel.heuristics.policy import HEURISTIC_POLICY
from bottleimp.kernel.policies import UNIFORM_POLICY, Policy
from bottleimp.kernel.search.one_ply import OnePlySearch
from bottleimp.knowledge.observation import Observation
from bottleimp.players.budget import Budget
from bottleimp.players.decision_seed import decision_seed
from bottleimp.players.player import SequentialPlayer

WORLDS_PER_BATCH = 32  # between looks at the deadline


@dataclass(frozen=True)
class PerfectInformationPlayer(SequentialPlayer):
    """Tries every action in as many worlds as its budget counts."""

    budget: Budget
    policy: Policy = HEURISTIC_POLICY

    def choose(self, observation: Observation, seed: int) -> Action:
        """The action that does best on average; the lowest of equals."""
        search = OnePlySearch(observation, self.policy, decision_seed(seed, observation))
        for part in self.budget.batches(WORLDS_PER_BATCH):
            search.evaluate_all(part.start, len(part))
        return action_from_number(observation.edition, search.best_action)


def random_playout_player(budget: Budget) -> PerfectInformationPlayer:
    """The same with playouts in which every seat does anything that is legal."""
    return PerfectInformationPlayer(budget, UNIFORM_POLICY)
