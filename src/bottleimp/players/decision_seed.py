"""What a player draws at random: a number for each decision, fixed by the seed of its seat."""

import hashlib

from bottleimp.knowledge.observation import Observation

SEED_BYTES = 8

DecisionPoint = tuple[int, int, int, int]  # seat, stage, cards chosen in it, cards played


def decision_seed(seed: int, observation: Observation) -> int:
    """A number below 2**64, fixed by seed and decision point, that looks uniformly drawn.

    The decision point is the seat, the stage, and how many cards the seat has chosen and the table
    has played; the cards themselves are left out.  Seeds are taken modulo 2**64.
    """
    return decision_seed_at(seed, decision_point_of(observation))


def decision_point_of(observation: Observation) -> DecisionPoint:
    """The decision point of `decision_seed`."""
    assert observation.seat is not None  # an onlooker decides nothing
    played = len(observation.tricks) * len(observation.edition.plays) + len(observation.plays)
    return observation.seat, observation.stage, len(observation.own_choices), played


def decision_seed_at(seed: int, point: DecisionPoint) -> int:
    """The number of `decision_seed` at this decision point."""
    key = (seed % (1 << 8 * SEED_BYTES)).to_bytes(SEED_BYTES)
    return int.from_bytes(
        hashlib.blake2b(repr(point).encode(), digest_size=SEED_BYTES, key=key).digest()
    )
