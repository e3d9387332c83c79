"""One deal played by two kinds of players, once with each side of the table as the one kind.

A side is a seat that plays alone, or partners.  The figure of a rotation is the mean score of the
seats of the one, minus the mean of the other seats; scores count before those who play alone are
doubled, and driven seats (Lopaka) are left out.  A block is the mean over all rotations of a deal,
in which every pair of opposed seats weighs the same (`seatings.opposed_pairs`): blocks of different
deals are independent, rotations of one deal are not.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, fields
from itertools import chain

from bottleimp.analysis.arena.lineups import (
    Outcome,
    Seating,
    Wanted,
    deal_numbered,
    opponents,
    opposed_pairs,
    outcome,
    playing_sides,
    rounds_played,
)
from bottleimp.analysis.arena.variance_reduction import LuckyRound, rounds_with_luck, values_named
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
    luck: tuple[LuckyRound, ...] = ()  # in the order of `both_ways`, where it was asked for


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
    edition_text: str,
    one: str,
    other: str,
    seed: int,
    numbers: tuple[int, ...],
    values: str | None = None,
) -> tuple[DealPlayed, ...]:
    """The deals with these numbers, each played with every side as the one and as the other.

    With the name of values, the luck of every round is told too.
    """
    edition = edition_from_text(edition_text)
    seatings = both_ways(edition, one, other)
    wanted = [Wanted(number, seating) for number in numbers for seating in seatings]
    luck: tuple[LuckyRound, ...] = ()
    if values is None:
        found = rounds_played(edition, seed, wanted)
    else:
        found, luck = lucky_rounds(edition, seed, wanted, values)
    each = len(seatings)
    return tuple(
        DealPlayed(
            *blocks(edition, found[start : start + each]),
            deal_digest(edition, seed, number),
            luck[start : start + each],
        )
        for start, number in zip(range(0, len(found), each), numbers, strict=True)
    )


def lucky_rounds(
    edition: Edition, seed: int, wanted: Sequence[Wanted], values: str
) -> tuple[tuple[Outcome, ...], tuple[LuckyRound, ...]]:
    """What whole deals come to, and the luck of their rounds, seen by the one side in turn."""
    found, accounts = rounds_with_luck(edition, seed, wanted, *values_named(values, edition.text))
    sides = playing_sides(edition)
    return found, tuple(
        LuckyRound(
            figures(edition, one, sides[number % len(sides)]).difference,
            *accounts.of(edition, number, sides[number % len(sides)]),
        )
        for number, one in enumerate(found)
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
    """The weighted mean over all rotations of a deal, in the order of `rotations`."""
    results = [
        figures(edition, one, side) for one, side in zip(found, playing_sides(edition), strict=True)
    ]
    weights = opposed_pairs(edition)

    def mean(name: str) -> float:
        total = sum(w * getattr(r, name) for w, r in zip(weights, results, strict=True))
        return float(total / sum(weights))

    return Block(*(mean(f.name) for f in fields(Block)))


def rotation(played: Round, side: tuple[int, ...]) -> Block:
    """What a finished round came to for the seats of the side and for the others."""
    return figures(played.edition, outcome(played), side)


def figures(edition: Edition, found: Outcome, side: tuple[int, ...]) -> Block:
    """What this outcome is for the seats of the side and for the others."""
    rest = opponents(edition, side)
    own, others = mean_of(found.points, side), mean_of(found.points, rest)
    is_owner = [float(seat in found.owners) for seat in range(edition.seats)]
    return Block(own - others, own, others, mean_of(is_owner, side), mean_of(is_owner, rest))


def mean_of(values: Sequence[float], seats: tuple[int, ...]) -> float:
    """The mean over some seats."""
    return sum(values[seat] for seat in seats) / len(seats)
