"""Players that answer for many rounds at once, which is far quicker than one after another.

A player of this kind is asked what seats see, as arrays, never where hidden cards lie.
In every row it answers what the `Player` of the same name would answer that was built with the
seed of that row.
"""

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from bottleimp.kernel.encoding.features import Features
from bottleimp.kernel.encoding.packed_rows import IntArray
from bottleimp.kernel.encoding.schema import HAND_CHOICES
from bottleimp.kernel.round_batch import RoundBatch
from bottleimp.players.player import decision_seed_at
from bottleimp.rules.cardsets import members
from bottleimp.rules.edition import Edition

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True)
class DecisionBatch:
    """Decisions in many rounds of one edition; row k of every array belongs to one round."""

    edition: Edition
    features: Features  # what the seat to act sees, as `kernel.sights` writes it
    info_states: IntArray  # the same as numbers, as `kernel.sight_rows` writes it
    legal: IntArray  # its legal actions as a set, two or more
    decision_points: IntArray  # four columns: the moment that `player.even_number_at` takes
    seeds: tuple[int, ...]

    @property
    def legal_mask(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal: a row for each question, a column for each action."""
        return legal_mask(self.legal, self.edition.deck.size + HAND_CHOICES)


class BatchPlayer(Protocol):
    """Whoever decides for seats of many rounds at once."""

    def choose_actions(self, decisions: DecisionBatch) -> IntArray:
        """A legal action for every row, by number."""
        ...


@runtime_checkable
class StochasticBatchPlayer(Protocol):
    """A batch player that draws what it does, and tells with which chances."""

    def action_probabilities(self, decisions: DecisionBatch) -> FloatArray:
        """How likely each action is: a row for each question, a column for each action."""
        ...


def legal_mask(legal: IntArray, actions: int) -> npt.NDArray[np.bool_]:
    """Sets of actions as rows of truth values: a column for each action by number."""
    return np.asarray(legal[:, None] >> np.arange(actions) & 1, bool)


def select_rounds(rounds: RoundBatch, indices: IntArray) -> RoundBatch:
    """Copies of some rounds, repeated where asked for twice."""
    count = len(indices)
    return RoundBatch(
        rounds.edition,
        rounds.rows[indices].copy(),
        np.zeros((count, rounds.features.shape[1]), np.uint8),
        np.zeros(count, np.int64),
        np.zeros(count, np.int64),
    )


def pick_from_sets(sets: IntArray, decisions: DecisionBatch) -> IntArray:
    """A member of the set of every row, which the seed of the row picks evenly."""
    picked = []
    rows = zip(decisions.seeds, sets.tolist(), decisions.decision_points.tolist(), strict=True)
    for seed, cards, (seat, stage, chosen, played) in rows:
        equals = tuple(members(cards))
        is_open = len(equals) > 1
        number = decision_seed_at(seed, (seat, stage, chosen, played)) if is_open else 0
        picked.append(equals[number % len(equals)])
    return np.array(picked, np.int64)


class BatchUniformPlayer:
    """`uniform` in many rounds: any legal action, with equal chances."""

    def choose_actions(self, decisions: DecisionBatch) -> IntArray:
        """Any of the legal actions in every row."""
        return pick_from_sets(decisions.legal, decisions)

    def action_probabilities(self, decisions: DecisionBatch) -> FloatArray:
        """The same for all that is legal."""
        may = decisions.legal_mask.astype(np.float64)
        even: FloatArray = may / may.sum(axis=1, keepdims=True)
        return even
