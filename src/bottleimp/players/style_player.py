"""Players that follow a style of human play, or one of several that is drawn for each round."""

import numpy as np

from bottleimp.kernel.arrays import IntArray
from bottleimp.kernel.encoding.info_state import info_state_of
from bottleimp.kernel.styles.batch import batch_favourite_actions, favourite_actions
from bottleimp.kernel.styles.style import STYLE_NUMBERS, STYLE_ROWS, Style
from bottleimp.players.decision_seed import DecisionPoint, decision_seed_at
from bottleimp.players.decisions import DecisionBatch, pick_from_sets
from bottleimp.players.style_names import styles_of

STYLE_DRAW: DecisionPoint = (-1, -1, -1, -1)  # no seat decides there, so no action is drawn so


class StylePlayer:
    """Plays what its style likes best; the seed of a seat decides between equals and styles."""

    styles: tuple[Style, ...] = STYLE_ROWS

    def __init__(self, name: str) -> None:
        self.numbers = np.array([STYLE_NUMBERS[style] for style in styles_of(name)], np.int64)

    def choose_actions(self, decisions: DecisionBatch) -> IntArray:
        """The action that the style of the row likes best; its seed decides between equals."""
        numbers = self.style_numbers(decisions)
        if decisions.arrays is None:  # a few observations are not worth compiled code
            layout = decisions.edition.layout
            found = [
                favourite_actions(layout, self.styles[number], info_state_of(seen))
                for number, seen in zip(numbers.tolist(), decisions.observations, strict=True)
            ]
            equals = np.array(found, np.int64)
        else:
            equals = batch_favourite_actions(
                decisions.edition, numbers, decisions.info_states, self.styles
            )
        return pick_from_sets(equals, decisions)

    def style_numbers(self, decisions: DecisionBatch) -> IntArray:
        """The style of every row: the same for all decisions of a seat with one seed."""
        count = len(self.numbers)
        if count == 1:
            return np.full(len(decisions.seeds), self.numbers[0])
        drawn = [decision_seed_at(seed, STYLE_DRAW) % count for seed in decisions.seeds]
        return self.numbers[np.array(drawn, np.int64)]
