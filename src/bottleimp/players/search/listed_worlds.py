"""All worlds of a decision where they are few, each with its chance.

With two players nearly every card is known: when the first card is led, 36 to 286 worlds are left.
So they are listed rather than sampled, and their chances follow from all that the opponent has
done: discards, passes, the choice of a hand, and cards played.  Discards can have been made in
different orders; the chances of these are added up.
"""

from dataclasses import dataclass
from itertools import islice

import numpy as np

from bottleimp.game.round import Phase
from bottleimp.kernel.round_batch import RoundBatch
from bottleimp.kernel.sampling.history_sampler import list_passes, write_histories
from bottleimp.kernel.sampling.world_template import WorldTemplate
from bottleimp.knowledge.observation import Observation
from bottleimp.knowledge.world_enumeration import WorldEnumerator
from bottleimp.players.decisions import FloatArray, IntArray, legal_mask
from bottleimp.players.network import Network, imitation_for, points_per_unit
from bottleimp.players.search.beliefs import select_rounds
from bottleimp.rules.edition import Edition

DECIDERS = 2  # seats that decide, in the modes whose worlds are few
MAX_LISTED_WORLDS = 300  # the most that a mode for two has when the first card is led is 286


@dataclass(frozen=True)
class OpponentKind:
    """How somebody chooses who values actions as the network does, or as an imitation does.

    Temperatures are the points by which an action is worse that is e times less likely; epsilons
    the chance of any legal action, for whatever reason.
    """

    share: float  # how likely the opponent is of this kind before anything is seen, in proportion
    exchange_temperature: float
    exchange_epsilon: float
    play_temperature: float
    play_epsilon: float
    is_imitated: bool = False  # values are those of the network that imitates a program


# A copy of the network, somebody who looks further, and somebody who thinks otherwise.  What the
# opponent does tells which it is.  Strangers begin ahead: who takes them for a copy is often sure
# of a wrong world, and who takes a copy for a stranger soon notices.
NETWORK_KINDS = (
    OpponentKind(0.03, 1.0, 0.03, 0.7, 0.03),
    OpponentKind(0.3, 2.0, 0.2, 6.0, 0.3),
    OpponentKind(1.0, 4.0, 0.3, 8.0, 0.4),
)
# And a stranger who plays out what may come of an action, as programs without a network do.
OPPONENT_KINDS = (*NETWORK_KINDS, OpponentKind(1.0, 2.0, 0.05, 2.5, 0.1, is_imitated=True))


@dataclass(frozen=True)
class ListedWorlds:
    """Worlds in the order of their chances, the likeliest first, and a round in each."""

    worlds: IntArray  # rows as of `kernel.sampling.worlds`
    chances: FloatArray  # which add up to one
    rounds: RoundBatch  # with a whole past, after all settled actions


def is_for_two(edition: Edition) -> bool:
    """Whether two seats decide everything."""
    return edition.seats - len(edition.driven) == DECIDERS


def can_be_listed(observation: Observation) -> bool:
    """Whether the worlds of this decision are few."""
    is_open = observation.phase is Phase.PLAY and is_for_two(observation.edition)
    return is_open and WorldEnumerator(observation).world_count <= MAX_LISTED_WORLDS


def list_worlds(
    network: Network, observation: Observation, template: WorldTemplate,
    kinds: tuple[OpponentKind, ...] = OPPONENT_KINDS,
) -> ListedWorlds:  # fmt: skip
    """All worlds of a decision in play, each with its chance if the opponent is of these kinds."""
    listed = islice(WorldEnumerator(observation).enumerate_worlds(), MAX_LISTED_WORLDS)
    worlds = np.array(list(listed), np.int64)
    which, passes = list_passes(observation, worlds)
    rounds = RoundBatch.allocate(observation.edition, len(which))
    actions = write_histories(observation, template, worlds[which], passes, 0, rounds.rows)
    likelihood = replay_opponent(network, rounds, actions, template.seat, kinds)
    pasts = np.exp(likelihood - likelihood.max()).sum(axis=0)
    chances = np.bincount(which, pasts, len(worlds))
    # Of pasts of one world, which lead to the same position, the first stands for all.
    first = np.searchsorted(which, np.arange(len(worlds)))
    order = np.argsort(-chances, kind="stable")
    return ListedWorlds(
        worlds[order], chances[order] / chances.sum(), select_rounds(rounds, first[order])
    )


def replay_opponent(
    network: Network, rounds: RoundBatch, actions: IntArray, seat: int,
    kinds: tuple[OpponentKind, ...] = OPPONENT_KINDS,
) -> FloatArray:  # fmt: skip
    """Take these actions in the rounds; the log chance of those of the seat's opponent.

    A row for each kind of opponent, a column for each round.
    """
    edition = rounds.edition
    exchange = len(edition.passes) + edition.choosers
    imitation = imitation_for(edition) if any(kind.is_imitated for kind in kinds) else None
    shares = np.array([kind.share for kind in kinds])
    likelihood = np.repeat(np.log(shares)[:, None], len(actions), axis=1)
    for step in range(actions.shape[1]):
        rounds.observe()
        turn = int(rounds.turns[0])
        if turn != seat and turn not in edition.driven:
            free = np.flatnonzero(np.bitwise_count(rounds.legal) > 1)
            if len(free):
                values = points_of_actions(network, rounds, free)
                imitated = points_of_actions(imitation, rounds, free) if imitation else None
                likelihood[:, free] += log_chances(
                    values, actions[free, step], step < exchange, kinds, imitated
                )
        rounds.step(actions[:, step])
    return likelihood


def points_of_actions(network: Network, rounds: RoundBatch, rows: IntArray) -> FloatArray:
    """What the network expects of each action in some rounds (row, action), in points.

    What is not legal has minus infinity.
    """
    values = network.values(rounds.features[rows]).astype(np.float64)
    may = legal_mask(rounds.legal[rows], values.shape[1])
    return np.asarray(np.where(may, values * points_per_unit(rounds.edition), -np.inf))


def log_chances(
    values: FloatArray, actions: IntArray, is_exchange: bool,
    kinds: tuple[OpponentKind, ...] = OPPONENT_KINDS, imitated: FloatArray | None = None,
) -> FloatArray:  # fmt: skip
    """The log chance of these actions by their values in points: a row for each kind of opponent.

    What is not legal has a value of minus infinity.  `imitated` are the values of the imitation,
    for the kinds that use them; where there are none, these value actions as the others do.
    """
    counts = np.isfinite(values).sum(axis=1)
    rows = np.arange(len(actions))
    chances = []
    for kind in kinds:
        own = imitated if kind.is_imitated and imitated is not None else values
        below = own - own.max(axis=1, keepdims=True)
        warmth = kind.exchange_temperature if is_exchange else kind.play_temperature
        slip = kind.exchange_epsilon if is_exchange else kind.play_epsilon
        likely = np.exp(below / warmth)
        share = likely[rows, actions] / likely.sum(axis=1)
        chances.append(np.log((1 - slip) * share + slip / counts))
    return np.array(chances)
