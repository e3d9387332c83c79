"""What players are asked: decisions of seats in many rounds of one edition.

Row k of every array and sequence belongs to one decision.  Arrays are what the kernel writes of
rounds that it plays in a batch; observations are what people's tables have.  Observations become
arrays only when a player asks for them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from bottleimp.errors import PlayerError
from bottleimp.game.actions import OpenChoice, action_number
from bottleimp.kernel.arrays import FloatArray, IntArray
from bottleimp.kernel.encoding.features import features_of
from bottleimp.kernel.encoding.info_state_rows import info_state_row
from bottleimp.knowledge.observation import Observation
from bottleimp.players.decision_seed import decision_point_of, decision_seed_at
from bottleimp.rules.cardsets import members, set_of
from bottleimp.rules.edition import Edition

ByteArray = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class DecisionArrays:
    """Decisions as the kernel writes them; a row for each."""

    features: ByteArray  # what the seat sees, as networks read it: `kernel.encoding.features`
    info_states: IntArray  # what the seat sees, as numbers: `kernel.encoding.info_state_rows`
    legal: IntArray  # the legal actions, as sets of action numbers
    decision_points: IntArray  # four columns: those of `decision_seed.decision_seed_at`


class DecisionBatch:
    """Decisions in many rounds of one edition, each among two legal actions or more.

    `observe` tells what the seat of a row sees; `arrays` are there if the rounds are played in a
    batch.  At least one of them is given.
    """

    def __init__(
        self,
        edition: Edition,
        seeds: Sequence[int],
        arrays: DecisionArrays | None = None,
        observe: Callable[[int], Observation] | None = None,
    ) -> None:
        self.edition = edition
        self.seeds = tuple(seeds)
        self.arrays = arrays
        self._observe = observe

    @classmethod
    def from_observations(
        cls, observations: Sequence[Observation], seeds: Sequence[int]
    ) -> "DecisionBatch":
        """The decisions of these seats, at least one, each with its seed."""
        return cls(observations[0].edition, seeds, observe=observations.__getitem__)

    @cached_property
    def observations(self) -> tuple[Observation, ...]:
        """What each seat sees; raises BottleImpError where the rounds keep no history."""
        if self._observe is None:
            raise PlayerError("These rounds are played without observations.")
        return tuple(map(self._observe, range(len(self.seeds))))

    @cached_property
    def features(self) -> ByteArray:
        """What each seat sees, as networks read it."""
        if self.arrays is not None:
            return self.arrays.features
        return np.stack([features_of(seen) for seen in self.observations])

    @cached_property
    def info_states(self) -> IntArray:
        """What each seat sees, as numbers."""
        if self.arrays is not None:
            return self.arrays.info_states
        return np.stack([info_state_row(seen) for seen in self.observations])

    @cached_property
    def legal(self) -> IntArray:
        """The legal actions of each seat, as sets of action numbers."""
        if self.arrays is not None:
            return self.arrays.legal
        rows = [
            set_of(action_number(self.edition, action) for action in seen.legal_actions)
            for seen in self.observations
        ]
        return np.array(rows, np.int64)

    @property
    def legal_mask(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal: a row for each decision, a column for each action number."""
        return legal_mask(self.legal, self.edition.deck.size + len(OpenChoice))

    @cached_property
    def decision_points(self) -> IntArray:
        """Four columns: seat, stage, cards chosen in it, cards played."""
        if self.arrays is not None:
            return self.arrays.decision_points
        return np.array([decision_point_of(seen) for seen in self.observations], np.int64)

    @property
    def decision_seeds(self) -> tuple[int, ...]:
        """For each decision the number of `decision_seed.decision_seed`."""
        points = self.decision_points.tolist()
        return tuple(
            decision_seed_at(seed, (seat, stage, chosen, played))
            for seed, (seat, stage, chosen, played) in zip(self.seeds, points, strict=True)
        )


@runtime_checkable
class StochasticPlayer(Protocol):
    """A player that draws its actions and knows their probabilities."""

    def action_probabilities(self, decisions: DecisionBatch) -> FloatArray:
        """How likely each action is: a row for each decision, a column for each action number."""
        ...


def legal_mask(legal: IntArray, actions: int) -> npt.NDArray[np.bool_]:
    """Sets of actions as rows of truth values: a column for each action number."""
    return np.asarray(legal[:, None] >> np.arange(actions) & 1, bool)


def pick_from_sets(sets: IntArray, decisions: DecisionBatch) -> IntArray:
    """A member of the set of every row, drawn uniformly by the seed of the row."""
    sizes = np.bitwise_count(sets)
    picked: IntArray = np.bitwise_count((sets & -sets) - 1).astype(np.int64)  # the lowest of each
    drawn = np.flatnonzero(sizes > 1)
    points = decisions.decision_points[drawn].tolist()
    rows = zip(drawn.tolist(), sets[drawn].tolist(), sizes[drawn].tolist(), points, strict=True)
    for row, cards, size, (seat, stage, chosen, played) in rows:
        number = decision_seed_at(decisions.seeds[row], (seat, stage, chosen, played))
        picked[row] = tuple(members(cards))[number % size]
    return picked
