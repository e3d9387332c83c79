"""Whom the search takes the others for: the network, or somebody who follows a style of play.

In every world the type of each other seat is drawn, by how well it explains what that seat has
played there.  So worlds and types are weighed together, and whoever plays like a stranger is
reckoned with as one.
"""

from dataclasses import dataclass

import numpy as np

from bottleimp.kernel.arrays import FloatArray, IntArray
from bottleimp.kernel.round_batch import RoundBatch
from bottleimp.kernel.styles.batch import batch_favourite_actions
from bottleimp.kernel.styles.style import STYLE_NUMBERS

TYPE_STREAM = 1  # beside the seed of a decision
NETWORK = 0  # the number of the type that plays as the network does; then come the styles


@dataclass(frozen=True)
class OpponentTypes:
    """The types of players that others may be."""

    styles: tuple[str, ...] = ("greedy", "highest", "low_dumper", "memoriser")
    network_share: float = 0.5  # how likely the network is before anything is seen
    epsilon: float = 0.2  # chance that a style plays any legal card, for whatever reason

    @property
    def count(self) -> int:
        """How many types there are."""
        return 1 + len(self.styles)

    @property
    def numbers(self) -> IntArray:
        """The number of each style (`STYLE_NUMBERS`)."""
        return np.array([STYLE_NUMBERS[style] for style in self.styles], np.int64)

    @property
    def log_shares(self) -> FloatArray:
        """The log chance of each type before anything is seen."""
        if not self.styles:
            return np.zeros(1)
        rest = (1 - self.network_share) / len(self.styles)
        return np.asarray(np.log([self.network_share, *[rest] * len(self.styles)]), np.float64)


NETWORK_ALONE = OpponentTypes(())


def log_epsilon_soft(share: FloatArray, epsilon: float, choices: IntArray) -> FloatArray:
    """The log chance of actions by somebody who takes any of so many choices with chance epsilon.

    `share` is how likely the actions are otherwise.
    """
    chances: FloatArray = np.log((1 - epsilon) * share + epsilon / choices)
    return chances


@dataclass
class TypeBeliefs:
    """For every world and seat, how likely each type is by what the seat has played there."""

    types: OpponentTypes
    log_chances: FloatArray  # (world, seat, type): type and plays together

    @classmethod
    def before_play(cls, types: OpponentTypes, worlds: int, seats: int) -> "TypeBeliefs":
        """Nothing has been seen yet."""
        return cls(types, np.tile(types.log_shares, (worlds, seats, 1)))

    def note(
        self, rounds: RoundBatch, free: IntArray, seat: int, actions: IntArray, own: FloatArray
    ) -> None:
        """The seat takes these actions in some rounds, where it has a choice.

        `own` is the log chance of each by somebody who plays about as the network does.
        """
        if not len(free):
            return
        self.log_chances[free, seat, NETWORK] += own
        if not self.types.styles:
            return
        choices = np.bitwise_count(rounds.legal[free])[:, None]
        numbers = self.types.numbers
        info_states = np.repeat(rounds.info_state_rows(free), len(numbers), axis=0)
        liked = batch_favourite_actions(rounds.edition, np.tile(numbers, len(free)), info_states)
        liked = liked.reshape(len(free), -1)
        share = (liked >> actions[:, None] & 1) / np.bitwise_count(liked)
        self.log_chances[free, seat, NETWORK + 1 :] += log_epsilon_soft(
            share, self.types.epsilon, choices
        )

    @property
    def log_likelihood(self) -> FloatArray:
        """How likely each world is by what was played in it, whoever the others are."""
        top = self.log_chances.max(axis=2, keepdims=True)
        chances = np.exp(self.log_chances - top).sum(axis=2)
        total: FloatArray = (np.log(chances) + top[:, :, 0]).sum(axis=1)
        return total

    def draw(self, worlds: IntArray, seed: int) -> "SeatTypes":
        """A type for every seat in each of these worlds, by how likely it is there."""
        chosen = self.log_chances[worlds]
        noise = np.random.default_rng([seed, TYPE_STREAM]).gumbel(size=chosen.shape)
        return SeatTypes(self.types, np.asarray((chosen + noise).argmax(axis=2), np.int64))


@dataclass(frozen=True)
class SeatTypes:
    """The type of every seat in each round: a row for each round, a column for each seat."""

    types: OpponentTypes
    of_seats: IntArray

    def select(self, indices: IntArray) -> "SeatTypes":
        """Those of some rounds, repeated where an index is."""
        return SeatTypes(self.types, self.of_seats[indices])

    def replace_actions(
        self, rounds: RoundBatch, live: IntArray, actions: IntArray, own_seat: int
    ) -> None:
        """Overwrite what the network would do in these rounds where a style is to act."""
        turns = rounds.turns[live]
        kinds = np.where(turns == own_seat, NETWORK, self.of_seats[live, turns])
        rows = live[kinds != NETWORK]
        styles = self.types.numbers[kinds[kinds != NETWORK] - 1]
        info_states = rounds.info_state_rows(rows)
        liked = batch_favourite_actions(rounds.edition, styles, info_states)
        actions[rows] = np.bitwise_count((liked & -liked) - 1)  # the lowest of each set
