"""Every world: all ways in which the cards that a seat does not see may lie.

A world gives every hand its cards and the imp's trick the rest, as in `kernel.worlds`, which draws
from them where they are too many to list.  Plain Python that shares no code with the drawing, so
that one can be held against the other.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from math import comb, prod
from typing import Final

from bottleimp.errors import BottleImpError
from bottleimp.knowledge.inference import Inference
from bottleimp.knowledge.observation import Observation
from bottleimp.rules.cardsets import gathered, members, size

MOST: Final = 100_000

World = tuple[int, ...]  # for each hand its cards, and last those of the imp's trick
Counts = tuple[int, ...]  # how many cards of each suit


def world_count(observation: Observation) -> int:
    """How many worlds there are."""
    return Placing(observation).worlds


def all_worlds(observation: Observation, *, most: int = MOST) -> tuple[World, ...]:
    """Every world once; raises BottleImpError where there are more than `most`."""
    placing = Placing(observation)
    if placing.worlds > most:
        raise BottleImpError(
            f"There are {placing.worlds:,} worlds, more than the {most:,} that may be listed."
        )
    return tuple(placing.listed())


class Placing:
    """The unseen cards, and the places they may lie in: the hands, and last the imp's trick."""

    def __init__(self, observation: Observation) -> None:
        inference = Inference(observation)
        self.suits = observation.edition.layout.suits
        self.unseen, self.room = inference.unseen, inference.room
        self.sure = (*inference.known, inference.discards)
        self.closed = (*inference.voids, 0)
        self.ways = cache(self._ways)

    @property
    def worlds(self) -> int:
        """How many ways there are to place all unseen cards."""
        return self.ways(0, self.counted(self.unseen))

    def counted(self, cards: int) -> Counts:
        """How many of the cards are of each suit."""
        return tuple(size(cards & suit) for suit in self.suits)

    def shares(self, place: int, left: Counts) -> Iterator[Counts]:
        """How many cards of each suit a place may get from those that are left."""
        most = [
            0 if self.closed[place] & suit else count
            for suit, count in zip(self.suits, left, strict=True)
        ]
        for share in product(*(range(count + 1) for count in most)):
            if sum(share) == self.room[place]:
                yield share

    def _ways(self, place: int, left: Counts) -> int:
        """How many ways there are to fill the places from this one on."""
        if place == len(self.room):
            return 1
        return sum(
            prod(comb(count, part) for count, part in zip(left, share, strict=True))
            * self.ways(place + 1, less(left, share))
            for share in self.shares(place, left)
        )

    def listed(self, place: int = 0, left: int | None = None) -> Iterator[World]:
        """Every way to fill the places from this one on with the cards that are left."""
        cards = self.unseen if left is None else left
        if place == len(self.room):
            yield ()
            return
        counts = self.counted(cards)
        shares = self.shares(place, counts)
        for share in (s for s in shares if self.ways(place + 1, less(counts, s))):
            of_suits = [
                combinations(members(cards & suit), part)
                for suit, part in zip(self.suits, share, strict=True)
            ]
            for chosen in product(*of_suits):
                got = gathered(card for part in chosen for card in part)
                for rest in self.listed(place + 1, cards & ~got):
                    yield (self.sure[place] | got, *rest)


def less(left: Counts, share: Counts) -> Counts:
    """What is left when a share is taken."""
    return tuple(count - part for count, part in zip(left, share, strict=True))
