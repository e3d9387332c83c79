"""One deal played by two kinds of players, once with each side of the table as the one kind.

A side is a seat that plays alone, or partners.  The figure of a rotation is the mean score of the
seats of the one, minus the mean of the other seats; scores count before those who play alone are
doubled, and driven seats (Lopaka) are left out.  A block is the mean over all rotations of a deal:
blocks of different deals are independent, rotations of one deal are not.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, fields
from itertools import chain

from bottleimp.analysis.seatings import (
    Outcome,
    Seating,
    Wanted,
    deal_numbered,
    outcome,
    rounds_played,
)
from bottleimp.game.round import Round
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text


@dataclass(frozen=True)
class Block:
    """What the rotations of one deal came to on average, per seat and round."""

    difference: float
    own: float
    others: float
    stuck: float  # share of seats that end as owner of a bottle
    others_stuck: float

    @property
    def mirrored(self) -> "Block":
        """The block as the others see it."""
        return Block(-self.difference, self.others, self.own, self.others_stuck, self.stuck)


@dataclass(frozen=True)
class DealPlayed:
    """The blocks of one deal: one A among B, and one B among A; `digest` stands for the cards."""

    one_among: Block
    other_among: Block
    digest: bytes


def playing_sides(edition: Edition) -> tuple[tuple[int, ...], ...]:
    """The seats of every side that decides something."""
    seats = [seat for seat in range(edition.seats) if seat not in edition.driven]
    sides = sorted({edition.sides[seat] for seat in seats})
    return tuple(tuple(s for s in seats if edition.sides[s] == side) for side in sides)


def rounds_per_deal(edition: Edition) -> int:
    """How many rounds a deal is played for both blocks together."""
    sides = len(playing_sides(edition))
    return sides if is_mirrored(edition) else 2 * sides


def is_mirrored(edition: Edition) -> bool:
    """Whether one A among B and one B among A are the same rounds: there are two sides."""
    return len(playing_sides(edition)) == 2  # noqa: PLR2004


def rotations(edition: Edition, one: str, others: str) -> tuple[Seating, ...]:
    """Who sits where when each side in turn is the one."""
    return tuple(
        tuple(one if seat in side else others for seat in range(edition.seats))
        for side in playing_sides(edition)
    )


def both_ways(edition: Edition, one: str, other: str) -> tuple[Seating, ...]:
    """The rotations of one among the others, then those of one other among the ones."""
    first = rotations(edition, one, other)
    return first if is_mirrored(edition) else first + rotations(edition, other, one)


def deals_played(
    edition_text: str, one: str, other: str, seed: int, numbers: tuple[int, ...]
) -> tuple[DealPlayed, ...]:
    """The deals with these numbers, each played with every side as the one and as the other."""
    edition = edition_from_text(edition_text)
    seatings = both_ways(edition, one, other)
    wanted = [Wanted(number, seating) for number in numbers for seating in seatings]
    found = rounds_played(edition, seed, wanted)
    each = len(seatings)
    return tuple(
        DealPlayed(
            *blocks(edition, found[start * each : (start + 1) * each]),
            deal_digest(edition, seed, number),
        )
        for start, number in enumerate(numbers)
    )


def block(edition: Edition, one: str, others: str, seed: int, number: int) -> Block:
    """The deal with this number, played with every side in turn as the one."""
    wanted = [Wanted(number, seating) for seating in rotations(edition, one, others)]
    return mean_block(edition, rounds_played(edition, seed, wanted))


def blocks(edition: Edition, found: Sequence[Outcome]) -> tuple[Block, Block]:
    """The blocks of a deal from its rounds in the order of `both_ways`."""
    count = len(playing_sides(edition))
    first = mean_block(edition, found[:count])
    return first, first.mirrored if is_mirrored(edition) else mean_block(edition, found[count:])


def deal_digest(edition: Edition, seed: int, number: int) -> bytes:
    """SHA-256 over the cards of a deal."""
    deal = deal_numbered(edition, seed, number)
    labels = " ".join(card.name for card in chain(*deal.hands, deal.left_over))
    return hashlib.sha256(labels.encode()).digest()


def mean_block(edition: Edition, found: Sequence[Outcome]) -> Block:
    """The mean over all rotations of a deal, in the order of `rotations`."""
    results = [
        figures(edition, one, side) for one, side in zip(found, playing_sides(edition), strict=True)
    ]
    count = len(results)
    return Block(*(sum(getattr(r, f.name) for r in results) / count for f in fields(Block)))


def rotation(played: Round, side: tuple[int, ...]) -> Block:
    """What a finished round came to for the seats of the side and for the others."""
    return figures(played.edition, outcome(played), side)


def figures(edition: Edition, found: Outcome, side: tuple[int, ...]) -> Block:
    """What this outcome is for the seats of the side and for the others."""
    rest = tuple(
        seat for seat in range(edition.seats) if seat not in side and seat not in edition.driven
    )
    own, others = mean_of(found.points, side), mean_of(found.points, rest)
    is_owner = [float(seat in found.owners) for seat in range(edition.seats)]
    return Block(own - others, own, others, mean_of(is_owner, side), mean_of(is_owner, rest))


def mean_of(values: Sequence[float], seats: tuple[int, ...]) -> float:
    """The mean over some seats."""
    return sum(values[seat] for seat in seats) / len(seats)
