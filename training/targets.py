"""What is to be learned from rounds that were played: results, targets, where cards lay.

Nothing here needs PyTorch.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bottleimp.kernel.compile.jit import compiled
from bottleimp.kernel.encoding.info_state import Features
from bottleimp.kernel.round_batch import Numbers
from bottleimp.players.feature_layout import Lamps
from bottleimp.rules.edition import Edition

UNKNOWN = -1

Floats = npt.NDArray[np.float32]
Points = Floats | npt.NDArray[np.float64]
Places = npt.NDArray[np.int8]


class Choices(NamedTuple):
    """What the learner did in some rounds at one time, a row each, as far as targets need it."""

    turns: Numbers  # the seats
    rounds: Numbers  # their numbers
    expected: Floats  # (row, head): result and own points, in units of value
    wild: npt.NDArray[np.bool_]  # whether the action was a random one


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
    seats, hands = edition.seats, len(edition.hands)
    first = np.array([edition.hands_of(seat)[0] for seat in range(seats)], np.int64)
    passes_made = rows[:, 2 * hands + 1 + seats + 2 * edition.bottles + 1]
    asked = np.flatnonzero(passes_made == len(edition.passes))
    where = np.full((len(rows), edition.deck.size), UNKNOWN, np.int8)
    fill_places(rows, features[:, Lamps(edition).unseen], first[turns], hands, asked, where)
    return where


@compiled
def fill_places(
    rows: Numbers, unseen: Features, first: Numbers, hands: int, asked: Numbers, where: Places
) -> None:
    """Write for the rows that are asked where each card lies that the seat has not seen.

    The first numbers of a row are the cards of its hands, then those on their way to each hand,
    then the imp's trick; `first` is the seat's own first hand.
    """
    for row in asked:
        for card in range(unseen.shape[1]):
            if unseen[row, card]:
                if rows[row, 2 * hands] >> card & 1:
                    where[row, card] = hands
                for hand in range(hands):
                    if rows[row, hand] >> card & 1:
                        where[row, card] = (hand - first[row]) % hands
