"""One deal played by two kinds of players, once with each side of the table as the one kind.

A side is a seat that plays alone, or partners.  The figure of a rotation is the mean score of the
seats of the one, minus the mean of the other seats; scores count before those who play alone are
doubled, and driven seats (Lopaka) are left out.  A block is the mean over all rotations of a deal,
in which every pair of opposed seats weighs the same (`opposed_pair_weights`): blocks of different
deals are independent, rotations of one deal are not.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, fields
from itertools import chain

from bottleimp.analysis.arena.lineups import (
    Lineup,
    RoundOutcome,
    ScheduledRound,
    arena_deal,
    opponents,
    opposed_pair_weights,
    play_rounds,
    playing_sides,
    round_outcome,
)
from bottleimp.analysis.arena.variance_reduction import (
    RoundVariates,
    load_value_function,
    play_with_variates,
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
    owner_rate: float  # share of seats that end as owner of a bottle
    others_owner_rate: float

    @property
    def mirrored(self) -> "Block":
        """The block as the others see it."""
        return Block(
            -self.difference, self.others, self.own, self.others_owner_rate, self.owner_rate
        )


@dataclass(frozen=True)
class PairedDeal:
    """The blocks of one deal: one A among B, and one B among A; `digest` stands for the cards."""

    one_among: Block
    other_among: Block
    digest: bytes
    control_variates: tuple[
        RoundVariates, ...
    ] = ()  # in the order of `paired_rotations`, where it was asked for


def rounds_per_deal(edition: Edition) -> int:
    """How many rounds a deal is played for both blocks together."""
    sides = len(playing_sides(edition))
    return sides if is_mirrored(edition) else 2 * sides


def is_mirrored(edition: Edition) -> bool:
    """Whether one A among B and one B among A are the same rounds: there are two sides."""
    return len(playing_sides(edition)) == 2  # noqa: PLR2004


def rotations(edition: Edition, one: str, others: str) -> tuple[Lineup, ...]:
    """Who sits where when each side in turn is the one."""
    return tuple(
        tuple(one if seat in side else others for seat in range(edition.seats))
        for side in playing_sides(edition)
    )


def paired_rotations(edition: Edition, one: str, other: str) -> tuple[Lineup, ...]:
    """The rotations of one among the others, then those of one other among the ones."""
    first = rotations(edition, one, other)
    return first if is_mirrored(edition) else first + rotations(edition, other, one)


def play_paired_deals(
    edition_text: str,
    one: str,
    other: str,
    seed: int,
    numbers: tuple[int, ...],
    value_function_name: str | None = None,
) -> tuple[PairedDeal, ...]:
    """The deals with these numbers, each played with every side as the one and as the other.

    With the name of a value function, the control variates of every round come too.
    """
    edition = edition_from_text(edition_text)
    seatings = paired_rotations(edition, one, other)
    wanted = [ScheduledRound(number, seating) for number in numbers for seating in seatings]
    variates: tuple[RoundVariates, ...] = ()
    if value_function_name is None:
        found = play_rounds(edition, seed, wanted)
    else:
        found, variates = play_with_control_variates(edition, seed, wanted, value_function_name)
    each = len(seatings)
    return tuple(
        PairedDeal(
            *paired_blocks(edition, found[start : start + each]),
            deal_digest(edition, seed, number),
            variates[start : start + each],
        )
        for start, number in zip(range(0, len(found), each), numbers, strict=True)
    )


def play_with_control_variates(
    edition: Edition, seed: int, wanted: Sequence[ScheduledRound], values: str
) -> tuple[tuple[RoundOutcome, ...], tuple[RoundVariates, ...]]:
    """What whole deals come to, and the control variates of their rounds, side by side."""
    found, accounts = play_with_variates(
        edition, seed, wanted, *load_value_function(values, edition.text)
    )
    sides = playing_sides(edition)
    return found, tuple(
        RoundVariates(
            outcome_block(edition, one, sides[number % len(sides)]).difference,
            *accounts.for_side(edition, number, sides[number % len(sides)]),
        )
        for number, one in enumerate(found)
    )


def paired_blocks(edition: Edition, found: Sequence[RoundOutcome]) -> tuple[Block, Block]:
    """The blocks of a deal from its rounds in the order of `paired_rotations`."""
    count = len(playing_sides(edition))
    first = mean_block(edition, found[:count])
    return first, first.mirrored if is_mirrored(edition) else mean_block(edition, found[count:])


def deal_digest(edition: Edition, seed: int, number: int) -> bytes:
    """SHA-256 over the cards of a deal."""
    deal = arena_deal(edition, seed, number)
    labels = " ".join(card.name for card in chain(*deal.hands, deal.left_over))
    return hashlib.sha256(labels.encode()).digest()


def mean_block(edition: Edition, found: Sequence[RoundOutcome]) -> Block:
    """The weighted mean over all rotations of a deal, in the order of `rotations`."""
    results = [
        outcome_block(edition, one, side)
        for one, side in zip(found, playing_sides(edition), strict=True)
    ]
    weights = opposed_pair_weights(edition)

    def mean(name: str) -> float:
        total = sum(w * getattr(r, name) for w, r in zip(weights, results, strict=True))
        return float(total / sum(weights))

    return Block(*(mean(f.name) for f in fields(Block)))


def round_block(played: Round, side: tuple[int, ...]) -> Block:
    """What a finished round came to for the seats of the side and for the others."""
    return outcome_block(played.edition, round_outcome(played), side)


def outcome_block(edition: Edition, found: RoundOutcome, side: tuple[int, ...]) -> Block:
    """What this outcome is for the seats of the side and for the others."""
    rest = opponents(edition, side)
    own, others = seat_mean(found.points, side), seat_mean(found.points, rest)
    is_owner = [float(seat in found.owners) for seat in range(edition.seats)]
    return Block(own - others, own, others, seat_mean(is_owner, side), seat_mean(is_owner, rest))


def seat_mean(values: Sequence[float], seats: tuple[int, ...]) -> float:
    """The mean over some seats."""
    return sum(values[seat] for seat in seats) / len(seats)
