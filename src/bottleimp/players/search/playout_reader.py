"""What a program that plays out cards expects of them, for telling whether an opponent is one.

Such a program tries every card in possible deals, and plays each out by rules of thumb.  What
it finds in a world is found here as it finds it, and remembered: from one decision of a round to
the next, most worlds and what was played in them are the same.
"""

import numpy as np

from bottleimp.kernel.arrays import FloatArray, IntArray
from bottleimp.kernel.heuristics.policy import HEURISTIC_POLICY
from bottleimp.kernel.round_batch import RoundBatch
from bottleimp.kernel.search.batch_one_ply import play_values
from bottleimp.rules.edition import Edition

PLAYOUTS = 48  # in which an opponent's card is tried
MAX_REMEMBERED = 20_000  # choices in one edition; all are forgotten past that


class PlayoutReader:
    """The values of cards by playouts; what it remembers changes no result."""

    def __init__(self) -> None:
        self.edition: Edition | None = None  # of what is remembered
        self.remembered: dict[bytes, FloatArray] = {}

    def values(self, rounds: RoundBatch, rows: IntArray) -> FloatArray:
        """What each card is worth to the seat to act in some rounds (row, action), in points.

        What is not legal has minus infinity.  In all of them a card is to be played.
        """
        info_states = rounds.info_state_rows(rows)
        keys = [row.tobytes() for row in info_states]
        remembered = self.remembered if rounds.edition == self.edition else {}
        places_of = {key: place for place, key in enumerate(keys)}
        new = {key: place for key, place in places_of.items() if key not in remembered}
        if len(remembered) + len(new) > MAX_REMEMBERED:
            remembered, new = {}, places_of
        if new:
            places = np.array(list(new.values()))
            found = play_values(
                rounds.edition, rounds.rows[rows[places]], info_states[places],
                policy=HEURISTIC_POLICY, worlds=PLAYOUTS,
            )  # fmt: skip
            found = np.where(np.isnan(found), -np.inf, found)
            remembered.update(zip(new, found, strict=True))
        self.edition, self.remembered = rounds.edition, remembered
        return np.stack([remembered[key] for key in keys])
