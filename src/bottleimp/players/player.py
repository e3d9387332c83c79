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

TIE_BYTES = 8

Moment = tuple[int, int, int, int]  # seat, stage, cards chosen in it, cards played


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


def even_number(seed: int, observation: Observation) -> int:
    """A number below 2**64 that seed and moment fix, and that looks like an even draw.

    The moment is the seat, the stage, and how many cards the seat has chosen and the table has
    played; the cards themselves are left out.  Seeds are taken modulo 2**64.
    """
    return even_number_at(seed, moment_of(observation))


def moment_of(observation: Observation) -> Moment:
    """The moment of `even_number`."""
    assert observation.seat is not None  # an onlooker decides nothing
    played = len(observation.tricks) * len(observation.edition.plays) + len(observation.plays)
    return observation.seat, observation.stage, len(observation.chosen), played


def even_number_at(seed: int, moment: Moment) -> int:
    """The number of `even_number` at this moment."""
    key = (seed % (1 << 8 * TIE_BYTES)).to_bytes(TIE_BYTES)
    return int.from_bytes(
        hashlib.blake2b(repr(moment).encode(), digest_size=TIE_BYTES, key=key).digest()
    )
