"""Where the hidden cards may lie: worlds drawn evenly, then weighted in two steps.

The network says for every hidden card how likely each place is, from what everybody has seen.
A world is as likely as the product over its hidden cards, among the worlds that fit; some are
drawn by that.  In these the past is played again: a world in which the others would have played
the cards that they did play counts for more.  Weights are tempered and mixed with even ones, so
that no belief is over-sure and nobody is taken for a copy of the network.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bottleimp.game.round import Phase
from bottleimp.kernel.encoding.info_state import Features, features_of
from bottleimp.kernel.round_batch import Rounds
from bottleimp.kernel.sampling.history_sampler import histories
from bottleimp.kernel.sampling.world_template import Imagined
from bottleimp.kernel.search.one_ply import even_worlds
from bottleimp.knowledge.observation import Observation
from bottleimp.players.batch_players import legal_table, taken
from bottleimp.players.network import Network, unit_of
from bottleimp.rules.cardsets import members

Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]
Chances = npt.NDArray[np.float32]

APART = 8  # worlds that are drawn next to each other, and may be the same, are so far apart
LEAST_POWER, FLATTENED = 0.05, 0.8  # of the exponent of weights that rest on too few worlds


@dataclass(frozen=True)
class Doubt:
    """How far a belief is trusted."""

    power: float = 0.8  # of a world's likelihood
    even_share: float = 0.1  # of the worlds kept, chosen evenly
    least_effective: float = 0.02  # of the worlds drawn; below it weights are flattened


@dataclass(frozen=True)
class Reading:
    """How the cards that others have played are read."""

    drawn: int = 16  # even worlds for each whose past is looked at
    looked_at: int = 4  # worlds whose past is looked at, for each that is kept
    temperature: float = 2.0  # points by which a card is worse that is e times less likely
    slip: float = 0.2  # chance that any legal card is played, for whatever reason
    least_effective: float = 0.1  # of the worlds looked at; below it weights are flattened


def believed(
    network: Network, observation: Observation, frame: Imagined, expected: Chances | None,
    count: int, seed: int, doubt: Doubt, reading: Reading,
) -> tuple[Numbers, Rounds]:  # fmt: skip
    """So many worlds, likelier ones more often, as rows of `kernel.worlds`; and rounds in them.

    The worlds are even where nothing is expected.  Alike ones lie far apart.
    """
    if expected is None:
        worlds = even_worlds(frame, count, seed)
        return worlds, rounds_in(observation, frame, worlds, seed)
    some = reading.looked_at * count if others_played(observation) else count
    pool = even_worlds(frame, reading.drawn * some, seed)
    worlds = pool[chosen(log_likelihood(frame, expected, pool), some, doubt)]
    rounds, likelihood = read_rounds(network, observation, frame, worlds, seed, reading)
    even_after = Doubt(1.0, 0.0, reading.least_effective)
    which = chosen(likelihood, count, even_after)
    apart = np.concatenate([which[first::APART] for first in range(APART)])
    return worlds[apart], taken(rounds, apart)


def others_played(observation: Observation) -> bool:
    """Whether there is a card to read."""
    return bool(observation.tricks or observation.plays)


def read_rounds(
    network: Network, observation: Observation, frame: Imagined, worlds: Numbers, seed: int,
    reading: Reading,
) -> tuple[Rounds, Floats]:  # fmt: skip
    """Rounds in these worlds, after all settled actions; and how likely the others' plays are.

    The log likelihood of a world is a sum over the cards that others played where they had a
    choice.  Passes are not read: in a world it is open who passed what, and one guess at it
    tells nothing.
    """
    edition = observation.edition
    rounds = Rounds.room(edition, len(worlds))
    actions = histories(observation, frame, worlds, seed, rounds.rows)
    plays = sum(len(trick.plays) for trick in observation.tricks) + len(observation.plays)
    likelihood = np.zeros(len(worlds))
    for step in range(actions.shape[1]):
        if step >= actions.shape[1] - plays:
            rounds.look()
            turn = int(rounds.turns[0])
            if turn != frame.seat and turn not in edition.driven:
                free = np.flatnonzero(np.bitwise_count(rounds.legal) > 1)
                likelihood[free] += log_chance_of(
                    network, rounds.features[free], rounds.legal[free], actions[free, step],
                    reading.temperature / unit_of(edition), reading.slip,
                )  # fmt: skip
        rounds.act(actions[:, step])
    return rounds, likelihood


def log_chance_of(
    network: Network, features: Features, legal: Numbers, actions: Numbers, temperature: float,
    slip: float,
) -> Floats:  # fmt: skip
    """The log chance that somebody who plays about as the network does takes these actions.

    The temperature is in units of the network's value.
    """
    if not len(features):
        return np.zeros(0)
    values = network.values(features).astype(np.float64)
    may = legal_table(legal, values.shape[1])
    values = np.where(may, values, -np.inf)
    likely = np.exp((values - values.max(axis=1, keepdims=True)) / temperature)
    share = likely[np.arange(len(actions)), actions] / likely.sum(axis=1)
    chance: Floats = np.log((1 - slip) * share + slip / may.sum(axis=1))
    return chance


def expectation(network: Network, observation: Observation, frame: Imagined) -> Chances | None:
    """What the network expects of hidden cards; nothing before cards are played."""
    if observation.phase is not Phase.PLAY:
        return None
    return log_chances(network, observation, frame)


def log_chances(network: Network, observation: Observation, frame: Imagined) -> Chances:
    """By the network, the log chance of every place for every card of the deck.

    A row for each card, a column for each hand and one for the imp's trick, as worlds have them.
    """
    edition = observation.edition
    hands, first = len(edition.hands), edition.hands_of(frame.seat)[0]
    columns = [*((hand - first) % hands for hand in range(hands)), hands]
    from_own: Chances = network.places(features_of(observation)[None, :], hands + 1)[0]
    return from_own[:, columns]


def log_likelihood(frame: Imagined, expected: Chances, worlds: Numbers) -> Floats:
    """How likely each world is by these chances, up to a constant."""
    total = np.zeros(len(worlds))
    for card in members(frame.sight.unseen):
        for place, chance in enumerate(expected[card]):
            total += chance * (worlds[:, place] >> card & 1)
    return total


def chosen(likelihood: Floats, count: int, doubt: Doubt) -> Numbers:
    """Which worlds to keep: some evenly, the rest by weight and so perhaps repeated."""
    power = doubt.power
    while True:
        weights = np.exp(power * (likelihood - likelihood.max()))
        weights /= weights.sum()
        is_broad = 1 / (weights**2).sum() >= doubt.least_effective * len(weights)
        if is_broad or power <= LEAST_POWER:
            break
        power *= FLATTENED
    even = int(doubt.even_share * count)
    places = (np.arange(count - even) + 0.5) / (count - even)
    by_weight = np.searchsorted(np.cumsum(weights), places).clip(max=len(weights) - 1)
    return np.concatenate([np.arange(even), by_weight]).astype(np.int64)


def rounds_in(observation: Observation, frame: Imagined, worlds: Numbers, seed: int) -> Rounds:
    """Rounds with a whole past, one for each world, after all settled actions."""
    rounds = Rounds.room(observation.edition, len(worlds))
    actions = histories(observation, frame, worlds, seed, rounds.rows)
    for step in range(actions.shape[1]):
        rounds.act(actions[:, step])
    return rounds
