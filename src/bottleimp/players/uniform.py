"""The player that does anything the rules allow, with equal chances."""

import numpy as np

from bottleimp.kernel.arrays import FloatArray, IntArray
from bottleimp.players.decisions import DecisionBatch, pick_from_sets


class UniformPlayer:
    """Chooses uniformly among the legal actions; the yardstick that every player must beat."""

    def choose_actions(self, decisions: DecisionBatch) -> IntArray:
        """Any of the legal actions in every row."""
        return pick_from_sets(decisions.legal, decisions)

    def action_probabilities(self, decisions: DecisionBatch) -> FloatArray:
        """The same for all that is legal."""
        may = decisions.legal_mask.astype(np.float64)
        uniform: FloatArray = may / may.sum(axis=1, keepdims=True)
        return uniform
