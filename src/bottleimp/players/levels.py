"""The levels that people play against: the network, noticing less and content with less.

A level plays any card that it takes for nearly as good as the best, so two evenings never go
alike; the lower the level, the more cards look as good to it.  Lower levels forget the tricks
that are over and who passed what.  From the second level on, none takes a card that is far worse
than the best by all that could have been noticed.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bottleimp.errors import UnknownName
from bottleimp.game.actions import Action, action_number, action_numbered
from bottleimp.kernel.encoding.info_state import CHOICES, Features, features_of
from bottleimp.kernel.round_batch import Numbers
from bottleimp.knowledge.observation import Observation
from bottleimp.players.batch_players import Asked
from bottleimp.players.feature_layout import without_memory
from bottleimp.players.network import Network, network_for
from bottleimp.players.player import even_number_at, moment_of
from bottleimp.rules.edition import Edition

Values = npt.NDArray[np.float32]

UNIT = 20  # points as printed in a unit of the network's value


@dataclass(frozen=True)
class Level:
    """How well a level plays; points are those of the gain over the others, as printed."""

    slack: float  # points by which a card may seem worse than the best and still be played
    remembers: bool  # tricks that are over, passes, and who failed to follow
    most_lost: float  # points by which no card played is worse, all things noticed


LEVELS = {
    "first_evening": Level(9.4, remembers=False, most_lost=17.0),
    "newcomer": Level(8.5, remembers=False, most_lost=10.0),
    "occasional": Level(8.0, remembers=False, most_lost=7.2),
    "regular": Level(6.0, remembers=False, most_lost=6.5),
    "attentive": Level(4.5, remembers=False, most_lost=6.5),
    "counting": Level(3.4, remembers=True, most_lost=6.5),
    "experienced": Level(2.3, remembers=True, most_lost=6.5),
    "self_taught": Level(0.2, remembers=True, most_lost=6.5),
}


def level_named(name: str) -> Level:
    """The level with this name; raises UnknownName."""
    if name not in LEVELS:
        raise UnknownName("level", name, LEVELS)
    return LEVELS[name]


def good_enough(
    level: Level,
    network: Network,
    edition: Edition,
    features: Features,
    legal: npt.NDArray[np.bool_],
) -> npt.NDArray[np.bool_]:
    """For rows of decisions, the legal actions that the level may take: at least one in each."""
    known = np.where(legal, network.values(features) * UNIT, -np.inf)
    seen = known
    if not level.remembers:
        dimmed = without_memory(edition, features)
        seen = np.where(legal, network.values(dimmed) * UNIT, -np.inf)
    seems = seen >= seen.max(axis=1, keepdims=True) - level.slack
    is_near = known >= known.max(axis=1, keepdims=True) - level.most_lost
    either = seems & is_near & legal
    nearest = known >= known.max(axis=1, keepdims=True)
    good: npt.NDArray[np.bool_] = np.where(either.any(axis=1)[:, None], either, nearest)
    return good


class LevelPlayer:
    """Plays at a level; which of the good cards it is depends on the seed."""

    def __init__(self, seed: int, level: Level, network: Network | None = None) -> None:
        self.seed = seed
        self.level = level
        self.network = network

    def choose(self, observation: Observation) -> Action:
        """One of the legal actions that are good enough, with equal chances."""
        if len(observation.legal) == 1:
            return observation.legal[0]
        edition = observation.edition
        features = features_of(observation)[None, :]
        legal = np.zeros((1, edition.deck.size + CHOICES), bool)
        legal[0, [action_number(edition, action) for action in observation.legal]] = True
        number = even_number_at(self.seed, moment_of(observation))
        many = ManyLevel(self.level, self.network)
        return action_numbered(edition, int(many.chosen(edition, features, legal, (number,))[0]))


class ManyLevel:
    """The same for many rounds at once."""

    def __init__(self, level: Level, network: Network | None = None) -> None:
        self.level = level
        self.network = network

    def choose_many(self, asked: Asked) -> Numbers:
        """A legal action that is good enough, in every row."""
        moments = asked.moments.tolist()
        numbers = tuple(
            even_number_at(seed, (seat, stage, chosen, played))
            for seed, (seat, stage, chosen, played) in zip(asked.seeds, moments, strict=True)
        )
        return self.chosen(asked.edition, asked.features, asked.may, numbers)

    def chosen(
        self,
        edition: Edition,
        features: Features,
        legal: npt.NDArray[np.bool_],
        numbers: tuple[int, ...],
    ) -> Numbers:
        """The action that an even number picks among the good ones, in every row."""
        network = self.network or network_for(edition)
        good = good_enough(self.level, network, edition, features, legal)
        counts = good.sum(axis=1)
        places = [number % count for number, count in zip(numbers, counts.tolist(), strict=True)]
        ranks = good.cumsum(axis=1) - 1
        actions: Numbers = (good & (ranks == np.array(places)[:, None])).argmax(axis=1)
        return actions
