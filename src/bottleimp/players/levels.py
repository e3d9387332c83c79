"""The levels that people play against: the network, noticing less and content with less.

A level plays any card that it takes for nearly as good as the best, so two evenings never go
alike; the lower the level, the more cards look as good to it.  Lower levels forget the tricks
that are over and who passed what.  None takes a card that is worse than the best by more than its
greatest loss, by all that could have been noticed; that of the lowest level is large.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bottleimp.errors import UnknownName
from bottleimp.kernel.arrays import FloatArray, IntArray
from bottleimp.kernel.encoding.features import Features
from bottleimp.players.decisions import DecisionBatch
from bottleimp.players.feature_layout import forget_history
from bottleimp.players.network import PRINTED_POINTS_PER_UNIT, Network, network_for
from bottleimp.rules.edition import Edition


@dataclass(frozen=True)
class Level:
    """How well a level plays; points are those of the gain over the others, as printed."""

    tolerance: float  # points by which a card may seem worse than the best and still be played
    has_memory: bool  # tricks that are over, passes, and who failed to follow
    max_loss: float  # points by which no card played is worse, all things noticed


LEVELS = {
    "first_evening": Level(9.4, has_memory=False, max_loss=17.0),
    "newcomer": Level(8.5, has_memory=False, max_loss=10.0),
    "occasional": Level(8.0, has_memory=False, max_loss=7.2),
    "regular": Level(6.0, has_memory=False, max_loss=6.5),
    "attentive": Level(4.5, has_memory=False, max_loss=6.5),
    "counting": Level(3.4, has_memory=True, max_loss=6.5),
    "experienced": Level(2.3, has_memory=True, max_loss=6.5),
    "self_taught": Level(0.2, has_memory=True, max_loss=6.5),
}


def level_by_name(name: str) -> Level:
    """The level with this name; raises UnknownName."""
    if name not in LEVELS:
        raise UnknownName("level", name, LEVELS)
    return LEVELS[name]


def acceptable_actions(
    level: Level,
    network: Network,
    edition: Edition,
    features: Features,
    legal: npt.NDArray[np.bool_],
) -> npt.NDArray[np.bool_]:
    """For rows of decisions, the legal actions that the level may take: at least one in each."""
    known = network.calibrated_values(features, legal) * PRINTED_POINTS_PER_UNIT
    seen = known
    if not level.has_memory:
        dimmed = forget_history(edition, features)
        seen = network.calibrated_values(dimmed, legal) * PRINTED_POINTS_PER_UNIT
    seems = seen >= seen.max(axis=1, keepdims=True) - level.tolerance
    is_near = known >= known.max(axis=1, keepdims=True) - level.max_loss
    either = seems & is_near & legal
    nearest = known >= known.max(axis=1, keepdims=True)
    good: npt.NDArray[np.bool_] = np.where(either.any(axis=1)[:, None], either, nearest)
    return good


class LevelPlayer:
    """Plays at a level; the seed decides which of the acceptable actions."""

    def __init__(self, level: Level, network: Network | None = None) -> None:
        self.level = level
        self.network = network

    def choose_actions(self, decisions: DecisionBatch) -> IntArray:
        """One of the acceptable actions in every row, with equal chances."""
        good = self.acceptable_actions(decisions)
        seeds, counts = decisions.decision_seeds, good.sum(axis=1).tolist()
        places = [seed % count for seed, count in zip(seeds, counts, strict=True)]
        ranks = good.cumsum(axis=1) - 1
        actions: IntArray = (good & (ranks == np.array(places)[:, None])).argmax(axis=1)
        return actions

    def action_probabilities(self, decisions: DecisionBatch) -> FloatArray:
        """The same for all acceptable actions."""
        good = self.acceptable_actions(decisions).astype(np.float64)
        equal: FloatArray = good / good.sum(axis=1, keepdims=True)
        return equal

    def acceptable_actions(self, decisions: DecisionBatch) -> npt.NDArray[np.bool_]:
        """The legal actions that the level may take, in every row."""
        edition = decisions.edition
        network = self.network or network_for(edition)
        return acceptable_actions(
            self.level, network, edition, decisions.features, decisions.legal_mask
        )


def level_player(name: str) -> LevelPlayer:
    """The player of the level with this name; raises UnknownName."""
    return LevelPlayer(level_by_name(name))
