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
from bottleimp.rules.cardsets import members, set_of, size

MAX_WORLDS: Final = 100_000

World = tuple[int, ...]  # for each hand its cards, and last those of the imp's trick
SuitCounts = tuple[int, ...]  # how many cards of each suit


def world_count(observation: Observation) -> int:
    """How many worlds there are."""
    return WorldEnumerator(observation).world_count


def all_worlds(observation: Observation, *, limit: int = MAX_WORLDS) -> tuple[World, ...]:
    """Every world once; raises BottleImpError where there are more than `most`."""
    placing = WorldEnumerator(observation)
    if placing.world_count > limit:
        raise BottleImpError(
            f"There are {placing.world_count:,} worlds, more than the {limit:,} that may be listed."
        )
    return tuple(placing.enumerate_worlds())


class WorldEnumerator:
    """The unseen cards, and the places they may lie in: the hands, and last the imp's trick."""

    def __init__(self, observation: Observation) -> None:
        inference = Inference(observation)
        self.suits = observation.edition.layout.suits
        self.unseen_cards, self.capacities = inference.unseen_cards, inference.capacities
        self.known_cards = (*inference.known_cards, inference.discards)
        self.excluded_suits = (*inference.voids, 0)
        self.completions = cache(self._ways)

    @property
    def world_count(self) -> int:
        """How many ways there are to place all unseen cards."""
        return self.completions(0, self.suit_counts(self.unseen_cards))

    def suit_counts(self, cards: int) -> SuitCounts:
        """How many of the cards are of each suit."""
        return tuple(size(cards & suit) for suit in self.suits)

    def suit_splits(self, place: int, left: SuitCounts) -> Iterator[SuitCounts]:
        """How many cards of each suit a place may get from those that are left."""
        most = [
            0 if self.excluded_suits[place] & suit else count
            for suit, count in zip(self.suits, left, strict=True)
        ]
        for share in product(*(range(count + 1) for count in most)):
            if sum(share) == self.capacities[place]:
                yield share

    def _ways(self, place: int, left: SuitCounts) -> int:
        """How many ways there are to fill the places from this one on."""
        if place == len(self.capacities):
            return 1
        return sum(
            prod(comb(count, part) for count, part in zip(left, share, strict=True))
            * self.completions(place + 1, subtract_counts(left, share))
            for share in self.suit_splits(place, left)
        )

    def enumerate_worlds(self, place: int = 0, left: int | None = None) -> Iterator[World]:
        """Every way to fill the places from this one on with the cards that are left."""
        cards = self.unseen_cards if left is None else left
        if place == len(self.capacities):
            yield ()
            return
        counts = self.suit_counts(cards)
        shares = self.suit_splits(place, counts)
        for share in (s for s in shares if self.completions(place + 1, subtract_counts(counts, s))):
            of_suits = [
                combinations(members(cards & suit), part)
                for suit, part in zip(self.suits, share, strict=True)
            ]
            for chosen in product(*of_suits):
                got = set_of(card for part in chosen for card in part)
                for rest in self.enumerate_worlds(place + 1, cards & ~got):
                    yield (self.known_cards[place] | got, *rest)


def subtract_counts(left: SuitCounts, share: SuitCounts) -> SuitCounts:
    """What is left when a share is taken."""
    return tuple(count - part for count, part in zip(left, share, strict=True))
