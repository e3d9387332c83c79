"""Perfect-information Monte-Carlo: every legal action is played out in many possible worlds.

Worlds are drawn evenly from those that the observation allows.  In each of them every action is
tried, and the round is played to its end by a cheap policy whose seats see only their own cards.
The action with the best mean is chosen.  What the others' choices say of their cards is left out.
"""

from dataclasses import dataclass

from bottleimp.game.actions import Action, action_numbered
from bottleimp.kernel.heuristics.policy import THUMB
from bottleimp.kernel.policies import Policy
from bottleimp.kernel.search.one_ply import Search
from bottleimp.knowledge.observation import Observation
from bottleimp.players.budget import Budget
from bottleimp.players.player import even_number

WORLDS_AT_A_TIME = 32  # between looks at the deadline


@dataclass(frozen=True)
class PerfectInformation:
    """Tries every action in as many worlds as its budget counts."""

    seed: int
    budget: Budget
    policy: Policy = THUMB

    def choose(self, observation: Observation) -> Action:
        """The action that does best on average; the lowest of equals."""
        if len(observation.legal) == 1:
            return observation.legal[0]
        search = Search(observation, self.policy, even_number(self.seed, observation))
        for part in self.budget.portions(WORLDS_AT_A_TIME):
            search.try_all(part.start, len(part))
        return action_numbered(observation.edition, search.best)
