"""What a computer player is: an observation in, an action out.

A player is built with a seed and remembers nothing between choices.
Its choice depends on the observation and the seed alone, so the same player gives the same answer
after a restart, at another table, or when a hint asks it out of turn.
It never meets a `Round`, a `Deal` or a `Position`.
"""

import hashlib
from typing import Protocol

from bottleimp.game.actions import Action
from bottleimp.knowledge.observation import Observation

SEED_BYTES = 8

DecisionPoint = tuple[int, int, int, int]  # seat, stage, cards chosen in it, cards played


class Player(Protocol):
    """Whoever decides for a seat.

    A player that thinks longer when it may takes its budget when it is built, beside the seed.
    """

    def choose(self, observation: Observation) -> Action:
        """One of `observation.legal`, of which there is at least one.

        In the exchange this is the card for the first pass of `observation.asks`; what was chosen
        before it in the same stage stands in `observation.chosen`.
        """
        ...


def decision_seed(seed: int, observation: Observation) -> int:
    """A number below 2**64 that seed and moment fix, and that looks like an even draw.

    The moment is the seat, the stage, and how many cards the seat has chosen and the table has
    played; the cards themselves are left out.  Seeds are taken modulo 2**64.
    """
    return decision_seed_at(seed, decision_point_of(observation))


def decision_point_of(observation: Observation) -> DecisionPoint:
    """The moment of `decision_seed`."""
    assert observation.seat is not None  # an onlooker decides nothing
    played = len(observation.tricks) * len(observation.edition.plays) + len(observation.plays)
    return observation.seat, observation.stage, len(observation.own_choices), played


def decision_seed_at(seed: int, moment: DecisionPoint) -> int:
    """The number of `decision_seed` at this moment."""
    key = (seed % (1 << 8 * SEED_BYTES)).to_bytes(SEED_BYTES)
    return int.from_bytes(
        hashlib.blake2b(repr(moment).encode(), digest_size=SEED_BYTES, key=key).digest()
    )
