"""All worlds of an observation: every way in which the cards that the seat does not see may lie.

A world gives every hand its cards and the imp's trick the rest, as in `kernel.sampling.worlds`,
which samples worlds where there are too many to list.  The two share no code, so that tests can
compare them.
"""

from collections.abc import Iterator
from itertools import combinations, product
from math import comb, prod
from typing import Final

from bottleimp.errors import BottleImpError
from bottleimp.knowledge.inference import Inference
from bottleimp.knowledge.observation import Observation
from bottleimp.rules.cardsets import members, set_of, size

MAX_WORLDS: Final = 100_000

World = tuple[int, ...]  # hand -> its cards; the last entry is the imp's trick
SuitCounts = tuple[int, ...]  # suit -> number of cards


def world_count(observation: Observation) -> int:
    """How many worlds there are."""
    return WorldEnumerator(observation).world_count


def all_worlds(observation: Observation, *, limit: int = MAX_WORLDS) -> tuple[World, ...]:
    """Every world once; raises BottleImpError if there are more than `limit`."""
    placing = WorldEnumerator(observation)
    if placing.world_count > limit:
        raise BottleImpError(
            f"There are {placing.world_count:,} worlds, more than the {limit:,} that may be listed."
        )
    return tuple(placing.enumerate_worlds())


class WorldEnumerator:
    """Lists the ways to place the unseen cards in the hands and, last, the imp's trick."""

    def __init__(self, observation: Observation) -> None:
        inference = Inference(observation)
        self.suits = observation.edition.layout.suits
        self.unseen_cards, self.capacities = inference.unseen_cards, inference.capacities
        self.known_cards = (*inference.known_cards, inference.discards)
        self.excluded_suits = (*inference.voids, 0)
        self._known_ways: dict[tuple[int, SuitCounts], int] = {}

    @property
    def world_count(self) -> int:
        """The number of ways to place all unseen cards."""
        return self.completions(0, self.suit_counts(self.unseen_cards))

    def suit_counts(self, cards: int) -> SuitCounts:
        """The number of cards of each suit."""
        return tuple(size(cards & suit) for suit in self.suits)

    def suit_splits(self, place: int, left: SuitCounts) -> Iterator[SuitCounts]:
        """Each way to fill a place from the cards left, as numbers of cards of each suit."""
        most = [
            0 if self.excluded_suits[place] & suit else count
            for suit, count in zip(self.suits, left, strict=True)
        ]
        for share in product(*(range(count + 1) for count in most)):
            if sum(share) == self.capacities[place]:
                yield share

    def completions(self, place: int, left: SuitCounts) -> int:
        """The number of ways to fill this place and those after it; each is counted once."""
        if place == len(self.capacities):
            return 1
        known = self._known_ways.get((place, left))
        if known is not None:
            return known
        ways = sum(
            prod(comb(count, part) for count, part in zip(left, share, strict=True))
            * self.completions(place + 1, subtract_counts(left, share))
            for share in self.suit_splits(place, left)
        )
        self._known_ways[place, left] = ways
        return ways

    def enumerate_worlds(self, place: int = 0, left: int | None = None) -> Iterator[World]:
        """Every way to fill this place and those after it with the cards left."""
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
    """The counts without those of a share."""
    return tuple(count - part for count, part in zip(left, share, strict=True))
