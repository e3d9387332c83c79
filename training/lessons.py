"""What is to be learned from rounds that were played: results, targets, where cards lay.

Numpy alone; nothing here needs PyTorch.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bottleimp.kernel.rounds import Numbers
from bottleimp.kernel.sights import Features
from bottleimp.players.lamps import Lamps
from bottleimp.rules.edition import Edition

UNKNOWN = -1

Floats = npt.NDArray[np.float32]
Points = Floats | npt.NDArray[np.float64]
Places = npt.NDArray[np.int8]


class Choices(NamedTuple):
    """What the learner did in some rounds at one time, a row each, and all that lessons need."""

    features: Features
    actions: Numbers
    turns: Numbers  # the seats
    rounds: Numbers  # their numbers
    expected: Floats  # (row, head): result and own points, in units of value
    wild: npt.NDArray[np.bool_]  # whether the action was a random one
    where: Places  # (row, card): the place of a hidden card


def relative(edition: Edition, table: Floats) -> Floats:
    """Own result less the mean of the others outside the own side; driven seats left out."""
    seats = [s for s in range(edition.seats) if s not in edition.driven]
    out = np.zeros(table.shape, np.float32)
    per_player = table / np.array(edition.weights)
    for seat in range(edition.seats):
        others = [s for s in seats if edition.sides[s] != edition.sides[seat]]
        out[:, seat] = per_player[:, seat] - per_player[:, others].mean(axis=1)
    return out


def traced(kept: Sequence[Choices], results: Floats, trace: float) -> Floats:
    """For every decision its target: the result, softened by what the seat expected later.

    Going back from the end, a target is `trace` of the later target and the rest of what the
    network expected at the seat's next decision; where that was a random choice, all of it.
    """
    later = results.copy()  # (round, seat, head): the target of the seat's next decision
    targets: list[Floats] = []
    for one in reversed(kept):
        now = later[one.rounds, one.turns]
        targets.append(now.copy())
        share = np.where(one.wild, 0.0, trace).astype(np.float32)[:, None]
        later[one.rounds, one.turns] = share * now + (1 - share) * one.expected
    return np.concatenate(targets[::-1]).astype(np.float32)


def places_of_cards(edition: Edition, rows: Numbers, turns: Numbers, features: Features) -> Places:
    """For each round and card the place where it lies, if the seat to act cannot know it.

    Places are hands counted from the seat's own first, then the imp's trick; UNKNOWN for cards
    that the seat has seen, and everywhere before the exchange is over.
    """
    hands, seats, deck = len(edition.hands), edition.seats, edition.deck.size
    first = np.array([edition.hands_of(seat)[0] for seat in range(seats)])[turns]
    cards = np.arange(deck)
    passes_made = rows[:, 2 * hands + 1 + seats + 2 * edition.bottles + 1]
    unseen = features[:, Lamps(edition).unseen].astype(bool)
    is_asked = unseen & (passes_made == len(edition.passes))[:, None]
    where = np.full((len(rows), deck), UNKNOWN, np.int8)
    for hand in range(hands):
        is_in = (rows[:, hand, None] >> cards & 1).astype(bool)
        where = np.where(is_in, ((hand - first) % hands)[:, None], where)
    is_in = (rows[:, 2 * hands, None] >> cards & 1).astype(bool)
    return np.where(is_asked, np.where(is_in, hands, where), UNKNOWN).astype(np.int8)
