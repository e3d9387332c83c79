"""One deal played by two kinds of players, once with each side of the table as the one kind.

A side is a seat that plays alone, or partners.  The figure of a rotation is the mean score of the
seats of the one, minus the mean of the other seats; scores count before those who play alone are
doubled, and driven seats (Lopaka) are left out.  A block is the mean over all rotations of a deal:
blocks of different deals are independent, rotations of one deal are not.
"""

import hashlib
from dataclasses import dataclass, fields
from itertools import chain

from bottleimp.game.deal import Deal
from bottleimp.game.round import Round
from bottleimp.knowledge.observation import observe
from bottleimp.players.catalogue import player_named
from bottleimp.players.player import Player
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text

SEED_BITS = 64


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


def deal_numbered(edition: Edition, seed: int, number: int) -> Deal:
    """The arena's deal with this number; the same for every pair of players."""
    key = hashlib.sha256(f"bottleimp arena deals {seed}".encode()).digest()
    return Deal.shuffled(edition, key, str(number).encode())


def player_seed(seed: int, number: int, seat: int) -> int:
    """The seed of whoever sits in this seat when the deal is played."""
    key = hashlib.sha256(f"bottleimp arena player {seed} {number} {seat}".encode()).digest()
    return int.from_bytes(key[: SEED_BITS // 8])


def deals_played(
    edition_text: str, one: str, other: str, seed: int, numbers: tuple[int, ...]
) -> tuple[DealPlayed, ...]:
    """The deals with these numbers, each played with every side as the one and as the other."""
    edition = edition_from_text(edition_text)
    return tuple(deal_played(edition, one, other, seed, number) for number in numbers)


def deal_played(edition: Edition, one: str, other: str, seed: int, number: int) -> DealPlayed:
    """The deal with this number, played with every side as the one and as the other."""
    deal = deal_numbered(edition, seed, number)
    first = block(deal, one, other, seed, number)
    second = first.mirrored if is_mirrored(edition) else block(deal, other, one, seed, number)
    labels = " ".join(card.name for card in chain(*deal.hands, deal.left_over))
    return DealPlayed(first, second, hashlib.sha256(labels.encode()).digest())


def block(deal: Deal, one: str, others: str, seed: int, number: int) -> Block:
    """The mean over all rotations of the deal, one side being of the one kind in each."""
    results = []
    for side in playing_sides(deal.edition):
        players = tuple(
            player_named(one if seat in side else others, player_seed(seed, number, seat))
            for seat in range(deal.edition.seats)
        )
        results.append(rotation(played_out(deal, players), side))
    count = len(results)
    return Block(*(sum(getattr(r, f.name) for r in results) / count for f in fields(Block)))


def rotation(played: Round, side: tuple[int, ...]) -> Block:
    """What a finished round came to for the seats of the side and for the others."""
    edition = played.edition
    scores = played.scores
    assert scores is not None  # the round is finished
    per_player = [score / weight for score, weight in zip(scores, edition.weights, strict=True)]
    rest = tuple(
        seat for seat in range(edition.seats) if seat not in side and seat not in edition.driven
    )
    own, others = mean_of(per_player, side), mean_of(per_player, rest)
    is_owner = [float(seat in played.owners) for seat in range(edition.seats)]
    return Block(own - others, own, others, mean_of(is_owner, side), mean_of(is_owner, rest))


def mean_of(values: list[float], seats: tuple[int, ...]) -> float:
    """The mean over some seats."""
    return sum(values[seat] for seat in seats) / len(seats)


def played_out(deal: Deal, players: tuple[Player, ...]) -> Round:
    """The deal played to its end, seat by seat; driven seats play by their rule."""
    played = Round(deal)
    driven = deal.edition.driven
    while (seat := played.turn) is not None:
        if seat in driven:
            played = played.play(played.legal[0])
        else:
            played = played.play(players[seat].choose(observe(played, seat)))
    return played
