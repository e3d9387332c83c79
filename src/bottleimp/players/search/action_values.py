"""The result of thinking about a decision: a value for every legal action."""

from dataclasses import dataclass

import numpy as np

from bottleimp.kernel.arrays import FloatArray, IntArray


@dataclass(frozen=True)
class ActionValues:
    """The result of thinking: for every legal action by number, its value."""

    actions: tuple[int, ...]
    values: FloatArray  # mean gain in points, as searched and as the network has it
    world_counts: IntArray  # in how many worlds the action was tried

    @property
    def best_action(self) -> int:
        """The best of the actions that were never dropped, by number."""
        kept = np.where(self.world_counts == self.world_counts.max(), self.values, -np.inf)
        return self.actions[int(kept.argmax())]
