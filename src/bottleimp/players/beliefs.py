"""Where the hidden cards may lie: worlds drawn evenly, then weighted by what the network expects.

The network says for every hidden card how likely each place is, from what everybody has seen.
A world is as likely as the product over its hidden cards, among the worlds that fit.  Weights are
tempered and mixed with the even draw, so that no belief is over-sure.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bottleimp.game.round import Phase
from bottleimp.kernel.histories import histories
from bottleimp.kernel.imagined import Imagined
from bottleimp.kernel.rounds import Rounds
from bottleimp.kernel.search import even_worlds
from bottleimp.kernel.sights import features_of
from bottleimp.knowledge.observation import Observation
from bottleimp.players.network import Network
from bottleimp.rules.cardsets import members

Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]
Chances = npt.NDArray[np.float32]

LEAST_POWER, FLATTENED = 0.05, 0.8  # of the exponent of weights that rest on too few worlds


@dataclass(frozen=True)
class Doubt:
    """How far a belief is trusted."""

    power: float = 0.8  # of a world's likelihood
    even_share: float = 0.1  # of the worlds kept, chosen evenly
    least_effective: float = 0.02  # of the worlds drawn; below it weights are flattened


def believed_worlds(
    frame: Imagined, expected: Chances | None, drawn: int, kept: int, doubt: Doubt, seed: int
) -> Numbers:
    """So many worlds, likelier ones more often; as rows of `kernel.worlds`.

    They are even where nothing is expected.
    """
    worlds = even_worlds(frame, drawn, seed)
    if expected is None:
        return worlds[:kept]
    return worlds[chosen(log_likelihood(frame, expected, worlds), kept, doubt)]


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
