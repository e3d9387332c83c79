"""Where the hidden cards may lie: worlds drawn evenly, then weighted in two steps.

The network says for every hidden card how likely each place is, from what everybody has seen.
A world is as likely as the product over its hidden cards, among the worlds that fit; some are
drawn by that.  In these the past is played again: a world in which the others would have played
the cards that they did play counts for more.  Weights are tempered and mixed with even ones, so
that no belief is over-sure and nobody is taken for a copy of the network.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bottleimp.game.round import Phase
from bottleimp.kernel.arrays import FloatArray, IntArray
from bottleimp.kernel.encoding.features import Features, features_of
from bottleimp.kernel.round_batch import RoundBatch
from bottleimp.kernel.sampling.history_sampler import sample_histories
from bottleimp.kernel.sampling.world_template import WorldTemplate
from bottleimp.kernel.search.one_ply import sample_uniform_worlds
from bottleimp.knowledge.observation import Observation
from bottleimp.players.decisions import legal_mask
from bottleimp.players.network import PRINTED_POINTS_PER_UNIT, Network
from bottleimp.players.search.opponent_types import (
    OpponentTypes,
    SeatTypes,
    TypeBeliefs,
    log_epsilon_soft,
)
from bottleimp.rules.cardsets import members

LogProbabilities = npt.NDArray[np.float32]

DUPLICATE_SPACING = (
    8  # worlds that are drawn next to each other, and may be the same, are so far apart
)
MIN_EXPONENT, EXPONENT_DECAY = 0.05, 0.8  # of the exponent of weights that rest on too few worlds


@dataclass(frozen=True)
class WeightTempering:
    """How far a belief is trusted."""

    exponent: float = 0.8  # of a world's likelihood
    uniform_share: float = 0.1  # of the worlds kept, chosen evenly
    min_effective_share: float = 0.02  # of the worlds drawn; below it weights are flattened


@dataclass(frozen=True)
class OpponentModel:
    """How the cards that others have played are read."""

    draws_per_candidate: int = 16  # even worlds for each whose past is looked at
    candidates_per_world: int = 4  # worlds whose past is looked at, for each that is kept
    temperature: float = 2.0  # points by which a card is worse that is e times less likely
    epsilon: float = 0.2  # chance that any legal card is played, for whatever reason
    min_effective_share: float = 0.1  # of the worlds looked at; below it weights are flattened
    types: OpponentTypes = field(default_factory=OpponentTypes)


class WeightedWorlds(NamedTuple):
    """Worlds drawn by how likely they are, and what stands in each."""

    worlds: IntArray  # rows as of `kernel.sampling.worlds`
    rounds: RoundBatch  # with a whole past, after all settled actions
    seat_types: SeatTypes


def sample_weighted_worlds(
    network: Network, observation: Observation, template: WorldTemplate,
    marginals: LogProbabilities | None, count: int, seed: int, tempering: WeightTempering,
    opponent_model: OpponentModel,
) -> WeightedWorlds:  # fmt: skip
    """So many worlds, likelier ones more often, with a type for every seat in each.

    The worlds are even where nothing is expected.  Alike ones lie far apart.
    """
    if marginals is None:
        worlds = sample_uniform_worlds(template, count, seed)
        rounds = rounds_in_worlds(observation, template, worlds, seed)
        beliefs = TypeBeliefs.before_play(opponent_model.types, count, observation.edition.seats)
        return WeightedWorlds(worlds, rounds, beliefs.draw(np.arange(count), seed))
    some = opponent_model.candidates_per_world * count if have_others_played(observation) else count
    pool = sample_uniform_worlds(template, opponent_model.draws_per_candidate * some, seed)
    worlds = pool[resample(world_log_likelihoods(template, marginals, pool), some, tempering)]
    rounds, beliefs = replay_with_likelihoods(
        network, observation, template, worlds, seed, opponent_model
    )
    even_after = WeightTempering(1.0, 0.0, opponent_model.min_effective_share)
    which = resample(beliefs.log_likelihood, count, even_after)
    apart = np.concatenate([which[first::DUPLICATE_SPACING] for first in range(DUPLICATE_SPACING)])
    return WeightedWorlds(worlds[apart], rounds.select(apart), beliefs.draw(apart, seed))


def have_others_played(observation: Observation) -> bool:
    """Whether there is a card to read."""
    return bool(observation.tricks or observation.plays)


def replay_with_likelihoods(
    network: Network, observation: Observation, template: WorldTemplate, worlds: IntArray,
    seed: int, opponent_model: OpponentModel,
) -> tuple[RoundBatch, TypeBeliefs]:  # fmt: skip
    """Rounds in these worlds, after all settled actions; and what the others' plays tell.

    The log likelihood of a world is a sum over the cards that others played where they had a
    choice.  Passes are not read: in a world it is open who passed what, and one guess at it
    tells nothing.
    """
    edition = observation.edition
    rounds = RoundBatch.allocate(edition, len(worlds))
    actions = sample_histories(observation, template, worlds, seed, rounds.rows)
    plays = sum(len(trick.plays) for trick in observation.tricks) + len(observation.plays)
    beliefs = TypeBeliefs.before_play(opponent_model.types, len(worlds), edition.seats)
    for step in range(actions.shape[1]):
        if step >= actions.shape[1] - plays:
            rounds.observe()
            turn = int(rounds.turns[0])
            if turn != template.seat and turn not in edition.driven:
                free = np.flatnonzero(np.bitwise_count(rounds.legal) > 1)
                taken = actions[free, step]
                own = log_action_likelihood(
                    network, rounds.features[free], rounds.legal[free], taken,
                    opponent_model.temperature / PRINTED_POINTS_PER_UNIT, opponent_model.epsilon,
                )  # fmt: skip
                beliefs.note(rounds, free, turn, taken, own)
        rounds.step(actions[:, step])
    return rounds, beliefs


def log_action_likelihood(
    network: Network, features: Features, legal: IntArray, actions: IntArray, temperature: float,
    epsilon: float,
) -> FloatArray:  # fmt: skip
    """The log chance that somebody who plays about as the network does takes these actions.

    The temperature is in units of the network's value.
    """
    if not len(features):
        return np.zeros(0)
    values = network.values(features).astype(np.float64)
    may = legal_mask(legal, values.shape[1])
    values = np.where(may, values, -np.inf)
    likely = np.exp((values - values.max(axis=1, keepdims=True)) / temperature)
    share = likely[np.arange(len(actions)), actions] / likely.sum(axis=1)
    return log_epsilon_soft(share, epsilon, may.sum(axis=1))


def belief_marginals(
    network: Network, observation: Observation, template: WorldTemplate
) -> LogProbabilities | None:
    """What the network expects of hidden cards; nothing before cards are played."""
    if observation.phase is not Phase.PLAY:
        return None
    return log_marginals(network, observation, template)


def log_marginals(
    network: Network, observation: Observation, template: WorldTemplate
) -> LogProbabilities:
    """By the network, the log chance of every place for every card of the deck.

    A row for each card, a column for each hand and one for the imp's trick, as worlds have them.
    """
    edition = observation.edition
    hands, first = len(edition.hands), edition.hands_of(template.seat)[0]
    columns = [*((hand - first) % hands for hand in range(hands)), hands]
    from_own: LogProbabilities = network.location_log_probabilities(
        features_of(observation)[None, :], hands + 1
    )[0]
    return from_own[:, columns]


def world_log_likelihoods(
    template: WorldTemplate, marginals: LogProbabilities, worlds: IntArray
) -> FloatArray:
    """How likely each world is by these chances, up to a constant."""
    total = np.zeros(len(worlds))
    for card in members(template.info_state.unseen):
        for place, chance in enumerate(marginals[card]):
            total += chance * (worlds[:, place] >> card & 1)
    return total


def resample(likelihood: FloatArray, count: int, tempering: WeightTempering) -> IntArray:
    """Which worlds to keep: some evenly, the rest by weight and so perhaps repeated."""
    power = tempering.exponent
    while True:
        weights = np.exp(power * (likelihood - likelihood.max()))
        weights /= weights.sum()
        is_broad = 1 / (weights**2).sum() >= tempering.min_effective_share * len(weights)
        if is_broad or power <= MIN_EXPONENT:
            break
        power *= EXPONENT_DECAY
    even = int(tempering.uniform_share * count)
    places = (np.arange(count - even) + 0.5) / (count - even)
    by_weight = np.searchsorted(np.cumsum(weights), places).clip(max=len(weights) - 1)
    return np.concatenate([np.arange(even), by_weight]).astype(np.int64)


def rounds_in_worlds(
    observation: Observation, template: WorldTemplate, worlds: IntArray, seed: int
) -> RoundBatch:
    """Rounds with a whole past, one for each world, after all settled actions."""
    rounds = RoundBatch.allocate(observation.edition, len(worlds))
    actions = sample_histories(observation, template, worlds, seed, rounds.rows)
    for step in range(actions.shape[1]):
        rounds.step(actions[:, step])
    return rounds
