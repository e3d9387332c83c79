"""Players that answer for many rounds at once, which is far quicker than one after another.

A player of this kind is asked what seats see, as arrays, never where hidden cards lie.
In every row it answers what the `Player` of the same name would answer that was built with the
seed of that row.
"""

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from bottleimp.kernel.encoding.info_state import CHOICES, Features
from bottleimp.kernel.round_batch import Numbers, Rounds
from bottleimp.players.player import even_number_at
from bottleimp.rules.cardsets import members
from bottleimp.rules.edition import Edition

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Asked:
    """Decisions in many rounds of one edition; row k of every array belongs to one round."""

    edition: Edition
    features: Features  # what the seat to act sees, as `kernel.sights` writes it
    sights: Numbers  # the same as numbers, as `kernel.sight_rows` writes it
    legal: Numbers  # its legal actions as a set, two or more
    moments: Numbers  # four columns: the moment that `player.even_number_at` takes
    seeds: tuple[int, ...]

    @property
    def may(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal: a row for each question, a column for each action."""
        return legal_table(self.legal, self.edition.deck.size + CHOICES)


class BatchPlayer(Protocol):
    """Whoever decides for seats of many rounds at once."""

    def choose_many(self, asked: Asked) -> Numbers:
        """A legal action for every row, by number."""
        ...


@runtime_checkable
class OpenlyRandom(Protocol):
    """A batch player that draws what it does, and tells with which chances."""

    def chances(self, asked: Asked) -> Floats:
        """How likely each action is: a row for each question, a column for each action."""
        ...


def legal_table(legal: Numbers, actions: int) -> npt.NDArray[np.bool_]:
    """Sets of actions as rows of truth values: a column for each action by number."""
    return np.asarray(legal[:, None] >> np.arange(actions) & 1, bool)


def taken(rounds: Rounds, which: Numbers) -> Rounds:
    """Copies of some rounds, repeated where asked for twice."""
    count = len(which)
    return Rounds(
        rounds.edition,
        rounds.rows[which].copy(),
        np.zeros((count, rounds.features.shape[1]), np.uint8),
        np.zeros(count, np.int64),
        np.zeros(count, np.int64),
    )


def one_of_each(sets: Numbers, asked: Asked) -> Numbers:
    """A member of the set of every row, which the seed of the row picks evenly."""
    picked = []
    rows = zip(asked.seeds, sets.tolist(), asked.moments.tolist(), strict=True)
    for seed, cards, (seat, stage, chosen, played) in rows:
        equals = tuple(members(cards))
        is_open = len(equals) > 1
        number = even_number_at(seed, (seat, stage, chosen, played)) if is_open else 0
        picked.append(equals[number % len(equals)])
    return np.array(picked, np.int64)


class ManyUniform:
    """`uniform` in many rounds: any legal action, with equal chances."""

    def choose_many(self, asked: Asked) -> Numbers:
        """Any of the legal actions in every row."""
        return one_of_each(asked.legal, asked)

    def chances(self, asked: Asked) -> Floats:
        """The same for all that is legal."""
        may = asked.may.astype(np.float64)
        even: Floats = may / may.sum(axis=1, keepdims=True)
        return even
