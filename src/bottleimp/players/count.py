"""What a seat counts before it plays: cards that are out, where they may be, what they are worth.

Everything is worked out from an observation.  Cards are card sets of the rules (ints).
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache

from bottleimp.knowledge.inference import Inference
from bottleimp.knowledge.observation import Observation
from bottleimp.rules.cards import Suit
from bottleimp.rules.cardsets import gathered, members, size
from bottleimp.rules.edition import Edition
from bottleimp.rules.position import Layout
from bottleimp.rules.scoring import worth
from bottleimp.rules.seating import IMPS_TRICK


@dataclass(frozen=True)
class Printed:
    """What never changes in an edition, looked up once."""

    layout: Layout
    points: tuple[int, ...]  # place -> points; the start price has none
    suit_of: tuple[int, ...]  # place -> the cards of its suit
    hands_of: tuple[tuple[int, ...], ...]  # seat -> its hands
    rivals: tuple[frozenset[int], ...]  # seat -> seats of the other sides


@lru_cache(maxsize=64)
def printed(edition: Edition) -> Printed:
    """The tables of an edition."""
    deck = edition.deck
    points, suit_of = [0] * deck.size, [0] * deck.size
    for suit in Suit:
        cards = deck.suit_cards(suit)
        for place in members(cards):
            points[place], suit_of[place] = deck.at(place).points, cards
    seats = range(edition.seats)
    return Printed(
        edition.layout,
        tuple(points),
        tuple(suit_of),
        tuple(edition.hands_of(seat) for seat in seats),
        tuple(
            frozenset(other for other in seats if edition.sides[other] != edition.sides[seat])
            for seat in seats
        ),
    )


class Count:
    """The counts of one seat at one moment."""

    def __init__(self, observation: Observation) -> None:
        assert observation.seat is not None  # onlookers have nothing to decide
        inference = Inference(observation)
        self.observation = observation
        self.printed = printed(observation.edition)
        self.seat = observation.seat
        self.rivals = self.printed.rivals[self.seat]
        self.seen = inference.seen_hands
        self.known = inference.known
        self.voids = inference.voids
        self.room = inference.room
        self.unseen = inference.unseen
        self.own = gathered(card.place for card in observation.hand)
        self.price = observation.price

    @cached_property
    def share_in_hands(self) -> float:
        """The share of the unseen cards that lie in hands, not in the imp's trick."""
        count = size(self.unseen)
        return 1 - self.room[-1] / count if count else 0.0

    @cached_property
    def surely_out(self) -> int:
        """The cards that the seat knows to be in hands of others."""
        cards = 0
        for number, known in enumerate(self.known):
            if self.observation.edition.hands[number].seat != self.seat:
                cards |= known
        return cards

    @cached_property
    def allied(self) -> int:
        """Those of them that partners hold."""
        cards = 0
        for number, known in enumerate(self.known):
            seat = self.observation.edition.hands[number].seat
            if seat != self.seat and seat not in self.rivals:
                cards |= known
        return cards

    def number_out(self, cards: int) -> float:
        """How many of these cards others still hold, on average."""
        return size(cards & self.surely_out) + self.share_in_hands * size(cards & self.unseen)

    @cached_property
    def mean_points(self) -> float:
        """The points of a card that is out, on average."""
        out = self.surely_out | self.unseen
        return worth(self.printed.layout, out) / size(out) if out else 0.0

    @cached_property
    def tricks_left(self) -> int:
        """How many tricks are still to be taken, the one on the table among them."""
        return self.observation.edition.tricks - len(self.observation.tricks)

    def imps_trick(self, weight: float) -> float:
        """The points that lie in the imp's trick, as far as one can tell."""
        own = sum(s.card.points for s in self.observation.passed if s.target == IMPS_TRICK)
        return own + weight * self.mean_points * self.hidden_discards

    @cached_property
    def hidden_discards(self) -> int:
        """How many cards of the imp's trick the seat does not know."""
        edition = self.observation.edition
        own = sum(1 for s in edition.passes if s.seat == self.seat and s.target == IMPS_TRICK)
        return edition.discards + edition.left_over - own
