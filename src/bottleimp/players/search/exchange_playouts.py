"""What actions of an exchange come to when the round is played out by rules of thumb.

Somebody who knows no network may reckon so, and many programs do.  By these values the search
with two players asks how likely such an opponent was to discard what lies in the imp's trick.
"""

from functools import lru_cache

import numpy as np

from bottleimp.kernel.encoding.packed_rows import IntArray
from bottleimp.kernel.encoding.schema import HAND_CHOICES
from bottleimp.kernel.heuristics.policy import HEURISTIC_POLICY
from bottleimp.kernel.round_batch import RoundBatch
from bottleimp.kernel.sampling.world_observations import observe_in_world
from bottleimp.kernel.search.one_ply import action_values
from bottleimp.knowledge.observation import Observation
from bottleimp.players.decisions import FloatArray

MAX_STATES = 24  # of knowledge that are played out; with more the choice tells too little of each
PLAYED_OUT_WORLDS = 48
PLAYOUT_SEED = 1  # always the same, so that the same choice has the same values in every decision


def playout_values(
    rounds: RoundBatch, rows: IntArray, deals: IntArray, past: IntArray
) -> FloatArray | None:
    """The values of all actions of the seat to act in some rounds, in points (row, action).

    What is not legal has minus infinity.  `deals` holds the rows of all rounds as they were dealt,
    `past` the actions since; the observations of the rounds must be written.  Nothing where the
    seat may know more than `MAX_STATES` different things.
    """
    _, which, back = np.unique(
        rounds.features[rows], axis=0, return_index=True, return_inverse=True
    )
    if len(which) > MAX_STATES:
        return None
    values = [
        observation_values(observe_in_world(rounds.edition, deals[row], past[row]))
        for row in rows[which].tolist()
    ]
    return np.array(values)[back.ravel()]


@lru_cache(maxsize=256)
def observation_values(observation: Observation) -> FloatArray:
    """The mean gain of each action over worlds drawn evenly; minus infinity where not legal.

    The decisions of a round ask for the same choices of its exchange again and again.
    """
    values = np.full(observation.edition.deck.size + HAND_CHOICES, -np.inf)
    found = action_values(
        observation, policy=HEURISTIC_POLICY, worlds=PLAYED_OUT_WORLDS, seed=PLAYOUT_SEED
    )
    is_legal = np.flatnonzero(~np.isnan(found))
    values[is_legal] = found[is_legal]
    return values
