"""All worlds of a decision where they are few, each with its chance.

With two players nearly every card is known: when the first card is led, 36 to 286 worlds are left.
So they are listed rather than sampled, and their chances follow from all that the opponent has
done: discards, passes, the choice of a hand, and cards played.  Discards can have been made in
different orders; the chances of these are added up.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import islice

import numpy as np

from bottleimp.game.round import Phase
from bottleimp.kernel.arrays import BoolArray, FloatArray, IntArray
from bottleimp.kernel.encoding.schema import action_count
from bottleimp.kernel.round_batch import RoundBatch
from bottleimp.kernel.sampling.history_sampler import (
    action_history_of,
    list_passes,
    write_histories,
)
from bottleimp.kernel.sampling.world_template import WorldTemplate
from bottleimp.knowledge.observation import Observation
from bottleimp.knowledge.world_enumeration import WorldEnumerator
from bottleimp.players.decisions import legal_mask
from bottleimp.players.network import (
    Network,
    imitation_for,
    points_per_printed_point,
    points_per_unit,
)
from bottleimp.players.search.opponent_types import log_epsilon_soft
from bottleimp.players.search.playout_reader import PlayoutReader
from bottleimp.rules.edition import Edition

DECIDERS = 2  # seats that decide, in the modes whose worlds are few
IGNORED_NATS = 8.0  # below the likeliest world and kind, from which on no cards are played out
MAX_LISTED_WORLDS = 300  # the most that a mode for two has when the first card is led is 286


class ValueSource(Enum):
    """By what an opponent may value actions."""

    NETWORK = "network"
    IMITATION = "imitation"  # the network that imitates a program that plays out cards
    PLAYOUTS = "playouts"  # what such a program finds


@dataclass(frozen=True)
class OpponentKind:
    """How somebody chooses who values actions in some way.

    Temperatures are the points by which an action is worse that is e times less likely; epsilons
    the chance of any legal action, for whatever reason.
    """

    share: float  # how likely the opponent is of this kind before anything is seen, in proportion
    exchange_temperature: float
    exchange_epsilon: float
    play_temperature: float
    play_epsilon: float
    exchange_values: ValueSource = ValueSource.NETWORK
    play_values: ValueSource = ValueSource.NETWORK

    def source(self, *, is_exchange: bool) -> ValueSource:
        """By what actions are valued."""
        return self.exchange_values if is_exchange else self.play_values


# A copy of the network, somebody who looks further, and somebody who thinks otherwise.  What the
# opponent does tells which it is.  Strangers begin ahead: who takes them for a copy is often sure
# of a wrong world, and who takes a copy for a stranger soon notices.
NETWORK_KINDS = (
    OpponentKind(0.03, 1.0, 0.03, 0.7, 0.03),
    OpponentKind(0.3, 2.0, 0.2, 6.0, 0.3),
    OpponentKind(1.0, 4.0, 0.3, 8.0, 0.4),
)
# And strangers who play out what may come of an action, as programs without a network do: by these
# rules of thumb, or by others.
OPPONENT_KINDS = (
    *NETWORK_KINDS,
    OpponentKind(0.3, 2.0, 0.05, 2.0, 0.1, ValueSource.IMITATION, ValueSource.PLAYOUTS),
    OpponentKind(0.7, 2.0, 0.05, 2.5, 0.1, ValueSource.IMITATION, ValueSource.IMITATION),
)


@dataclass(frozen=True)
class ListedWorlds:
    """Worlds in the order of their chances, the likeliest first, and a round in each."""

    worlds: IntArray  # rows as of `kernel.sampling.worlds`
    chances: FloatArray  # which add up to one
    rounds: RoundBatch  # with a whole past, after all settled actions
    playing_out: float  # the probability that the opponent plays out cards by our rules of thumb


def is_for_two(edition: Edition) -> bool:
    """Whether two seats decide everything."""
    return edition.seats - len(edition.driven) == DECIDERS


def can_be_listed(observation: Observation) -> bool:
    """Whether the worlds of this decision are few."""
    is_open = observation.phase is Phase.PLAY and is_for_two(observation.edition)
    return is_open and WorldEnumerator(observation).world_count <= MAX_LISTED_WORLDS


def list_worlds(
    network: Network, observation: Observation, template: WorldTemplate,
    kinds: tuple[OpponentKind, ...] = OPPONENT_KINDS, reader: PlayoutReader | None = None,
) -> ListedWorlds:  # fmt: skip
    """All worlds of a decision in play, each with its chance if the opponent is of these kinds.

    A reader from the decision before saves time; what is found is the same.
    """
    pasts = list_pasts(observation, template)
    likelihood = replay_opponent(
        network, pasts.rounds, pasts.actions, template.seat, kinds, reader or PlayoutReader()
    )
    likely = np.exp(likelihood - likelihood.max())
    is_playing_out = [kind.play_values is ValueSource.PLAYOUTS for kind in kinds]
    return pasts.weigh(likely.sum(axis=0), float(likely[is_playing_out].sum() / likely.sum()))


@dataclass(frozen=True)
class ListedPasts:
    """All worlds of a decision, and all orders of secret choices that may have led to each."""

    worlds: IntArray
    which: IntArray  # the world of each past; those of a world follow one another
    rounds: RoundBatch  # a round for each past, as it was dealt until the actions are replayed
    actions: IntArray  # what was done since: a row for each past

    def weigh(self, likely: FloatArray, playing_out: float = 0.0) -> ListedWorlds:
        """The worlds with their chances, if each past is so likely in proportion.

        The actions must have been replayed.
        """
        chances = np.bincount(self.which, likely, len(self.worlds))
        # Of pasts of one world, which lead to the same position, the first stands for all.
        first = np.searchsorted(self.which, np.arange(len(self.worlds)))
        order = np.argsort(-chances, kind="stable")
        rounds = self.rounds.select(first[order])
        return ListedWorlds(self.worlds[order], chances[order] / chances.sum(), rounds, playing_out)


def list_pasts(observation: Observation, template: WorldTemplate) -> ListedPasts:
    """All worlds of a decision in play, and how each may have come about."""
    listed = islice(WorldEnumerator(observation).enumerate_worlds(), MAX_LISTED_WORLDS)
    worlds = np.array(list(listed), np.int64)
    edition, history = observation.edition, action_history_of(observation)
    which, passes = list_passes(observation, history, worlds)
    rounds = RoundBatch.allocate(edition, len(which))
    actions = write_histories(edition, template, history, worlds[which], passes, 0, rounds.rows)
    return ListedPasts(worlds, which, rounds, actions)


def opponent_choices(
    rounds: RoundBatch, actions: IntArray, seat: int
) -> Iterator[tuple[int, IntArray]]:
    """Take these actions in the rounds; stop before each real choice of the seat's opponent.

    Yields the column of the actions and the rows in which there is a choice.
    """
    for step in range(actions.shape[1]):
        rounds.observe()
        turn = int(rounds.turns[0])
        if turn != seat and turn not in rounds.edition.driven:
            free = np.flatnonzero(np.bitwise_count(rounds.legal) > 1)
            if len(free):
                yield step, free
        rounds.step(actions[:, step])


def replay_opponent(
    network: Network, rounds: RoundBatch, actions: IntArray, seat: int,
    kinds: tuple[OpponentKind, ...], reader: PlayoutReader,
) -> FloatArray:  # fmt: skip
    """Take these actions in the rounds; the log chance of those of the seat's opponent.

    A row for each kind of opponent, a column for each round.
    """
    edition = rounds.edition
    exchange = len(edition.passes) + edition.choosers
    shares = np.array([kind.share for kind in kinds])
    likelihood = np.repeat(np.log(shares)[:, None], len(actions), axis=1)
    for step, free in opponent_choices(rounds, actions, seat):
        is_exchange = step < exchange
        near = likelihood[:, free] > likelihood.max() - IGNORED_NATS
        values = {}
        for source in ValueSource:
            here = [kind.source(is_exchange=is_exchange) is source for kind in kinds]
            if any(here):
                asked = near[here].any(axis=0)
                values[source] = points_by_source(source, network, rounds, free, reader, asked)
        likelihood[:, free] += log_chances(
            values, actions[free, step], kinds, points_per_printed_point(edition),
            is_exchange=is_exchange,
        )  # fmt: skip
    return likelihood


def points_by_source(
    source: ValueSource, network: Network, rounds: RoundBatch, rows: IntArray,
    reader: PlayoutReader, asked: BoolArray,
) -> FloatArray:  # fmt: skip
    """What an opponent expects of each action in some rounds (row, action), in points.

    What is not legal has minus infinity.  Cards are played out only in rows that are asked for; in
    the others all legal cards have the value 0.
    """
    if source is ValueSource.PLAYOUTS:
        actions = action_count(rounds.edition)
        found = np.where(legal_mask(rounds.legal[rows], actions), 0.0, -np.inf)
        if asked.any():
            found[asked] = reader.values(rounds, rows[asked])
        return found
    imitation = imitation_for(rounds.edition) if source is ValueSource.IMITATION else None
    return points_of_actions(imitation or network, rounds, rows)


def points_of_actions(network: Network, rounds: RoundBatch, rows: IntArray) -> FloatArray:
    """What the network expects of each action in some rounds (row, action), in points.

    What is not legal has minus infinity.
    """
    values = network.values(rounds.features[rows]).astype(np.float64)
    may = legal_mask(rounds.legal[rows], values.shape[1])
    return np.asarray(np.where(may, values * points_per_unit(rounds.edition), -np.inf))


def log_chances(
    values: Mapping[ValueSource, FloatArray], actions: IntArray,
    kinds: tuple[OpponentKind, ...] = OPPONENT_KINDS, printed_point: float = 1,
    *, is_exchange: bool,
) -> FloatArray:  # fmt: skip
    """The log chance of these actions by their values in points: a row for each kind of opponent.

    What is not legal has a value of minus infinity.  Temperatures are in points as printed, of
    which each is `printed_point` of those of the values.
    """
    rows = np.arange(len(actions))
    chances = []
    for kind in kinds:
        own = values[kind.source(is_exchange=is_exchange)]
        counts = np.isfinite(own).sum(axis=1)
        below = own - own.max(axis=1, keepdims=True)
        temperature = kind.exchange_temperature if is_exchange else kind.play_temperature
        epsilon = kind.exchange_epsilon if is_exchange else kind.play_epsilon
        likely = np.exp(below / (temperature * printed_point))
        share = likely[rows, actions] / likely.sum(axis=1)
        chances.append(log_epsilon_soft(share, epsilon, counts))
    return np.array(chances)
