"""What an environment rewards: own points, relative points, or the win of a match."""

from collections.abc import Collection
from enum import StrEnum
from typing import TypeVar

import numpy as np

from bottleimp.errors import UnknownName
from bottleimp.game.match import Match
from bottleimp.kernel.arrays import FloatArray
from bottleimp.kernel.relative_scores import ScoreArray, relative_scores
from bottleimp.rules.edition import Edition

ILLEGAL_REWARD = -100.0  # less than a round costs
ACTION_MASK = "action_mask"  # the key of the mask among the infos

Chosen = TypeVar("Chosen", bound=StrEnum)


class Returns(StrEnum):
    """What counts at the end; nothing is rewarded before."""

    OWN_POINTS = "own_points"  # the score of the round, as the rules count it
    # Own points less the mean of the points of all seats on other sides; no doubling.
    RELATIVE_POINTS = "relative_points"
    MATCH_WIN = "match_win"  # 1, shared among equals, to who wins the match; an episode is a match


def named_choice(
    kind: type[Chosen], what: str, name: str, without: Collection[Chosen] = ()
) -> Chosen:
    """The member of this name; raises UnknownName, which lists all but those left out."""
    try:
        return kind(name)
    except ValueError:
        raise UnknownName(what, str(name), [one for one in kind if one not in without]) from None


def round_rewards(edition: Edition, returns: Returns, scores: ScoreArray) -> FloatArray:
    """The rewards of finished rounds: a row for each round, a column for each seat."""
    if returns is Returns.OWN_POINTS:
        return np.asarray(scores, np.float64)
    return relative_scores(edition, np.asarray(scores) / np.array(edition.weights))


def match_rewards(match: Match) -> tuple[float, ...]:
    """The share of each player in the win of a finished match."""
    share = 1 / len(match.winners)
    return tuple(share if p in match.winners else 0.0 for p in range(match.edition.players))
