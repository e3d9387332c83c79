"""What a careful player works out from an observation: sure things only, no guesses.

Cards are card sets of the rules (ints); hands go by number.  Nothing here weighs how likely the
others' choices were.
"""

from dataclasses import dataclass
from functools import cached_property

from bottleimp.game.round import Phase
from bottleimp.knowledge.observation import Observation
from bottleimp.rules.cards import Suit
from bottleimp.rules.cardsets import gathered, holds, size, under
from bottleimp.rules.decks import card_set
from bottleimp.rules.edition import Edition
from bottleimp.rules.seating import IMPS_TRICK


@dataclass(frozen=True)
class Inference:
    """Sure conclusions of the seat that made the observation (or of an onlooker)."""

    observation: Observation

    @property
    def edition(self) -> Edition:
        """The edition that is played."""
        return self.observation.edition

    @cached_property
    def seen_hands(self) -> tuple[int | None, ...]:
        """The cards of every hand that the seat sees, None for the others."""
        return tuple(None if c is None else card_set(c) for c in self.observation.hands)

    @cached_property
    def played(self) -> int:
        """The cards played so far."""
        return card_set(self.observation.played)

    @cached_property
    def on_table(self) -> int:
        """The cards of the trick on the table."""
        return card_set(play.card for play in self.observation.plays)

    @cached_property
    def discards(self) -> int:
        """The cards that the seat put into the imp's trick."""
        return card_set(self.observation.discards)

    @cached_property
    def passed_to(self) -> tuple[int, ...]:
        """For every hand, the cards that the seat passed to it, played since or not."""
        return tuple(
            card_set(step.card for step in self.observation.passed if step.target == number)
            for number in range(len(self.edition.hands))
        )

    @cached_property
    def known(self) -> tuple[int, ...]:
        """For every hand, the cards that are surely in it now."""
        on_the_way = self.on_the_way
        return tuple(
            passed & ~self.played & ~on_the_way if seen is None else seen
            for seen, passed in zip(self.seen_hands, self.passed_to, strict=True)
        )

    @cached_property
    def on_the_way(self) -> int:
        """The cards that the seat has chosen to pass, but that nobody has picked up yet."""
        if self.observation.phase is not Phase.EXCHANGE:
            return 0
        chosen = gathered(
            step.card.place
            for step in self.observation.passed[
                len(self.observation.passed) - len(self.observation.chosen) :
            ]
            if step.target != IMPS_TRICK
        )
        return chosen if self.observation.chosen else 0

    @cached_property
    def unseen(self) -> int:
        """The cards that may be anywhere: in a hidden hand or in the imp's trick."""
        accounted = self.played | self.discards | self.on_the_way
        for cards in self.known:
            accounted |= cards
        return card_set(self.edition.deck.cards) & ~accounted

    @cached_property
    def voids(self) -> tuple[int, ...]:
        """For every hand, the cards it surely lacks because it did not follow suit."""
        lacking = [0] * len(self.edition.hands)
        for plays in (*(t.plays for t in self.observation.tricks), self.observation.plays):
            for play in plays[1:]:
                if play.card.suit is not plays[0].card.suit:
                    lacking[play.hand] |= self._suits[plays[0].card.suit]
        return tuple(lacking)

    @cached_property
    def _suits(self) -> dict[Suit, int]:
        return {suit: self.edition.deck.suit_cards(suit) for suit in Suit}

    @cached_property
    def room(self) -> tuple[int, ...]:
        """For every hand, how many of the unseen cards it holds; the imp's trick is last."""
        sizes = self.observation.hand_sizes
        rooms = [
            0 if seen is not None else count - size(known)
            for seen, count, known in zip(self.seen_hands, sizes, self.known, strict=True)
        ]
        return (*rooms, size(self.unseen) - sum(rooms))

    @cached_property
    def may_hold(self) -> tuple[int, ...]:
        """For every place, the unseen cards that it may hold; the imp's trick is last.

        A card is listed exactly where some way to place all unseen cards puts it there.
        By Hall's condition: a group of suits that fills all room open to it keeps others out.
        """
        open_to = [~void for void in (*self.voids, 0)]
        full = [
            group
            for group in self._groups
            if size(self.unseen & group)
            >= sum(room for room, cards in zip(self.room, open_to, strict=True) if cards & group)
        ]
        places = []
        for room, cards in zip(self.room, open_to, strict=True):
            possible = self.unseen & cards if room else 0
            for group in full:
                if cards & group:
                    possible &= group
            places.append(possible)
        return tuple(places)

    @cached_property
    def _groups(self) -> list[int]:
        """The cards of every group of one suit or more."""
        groups = [0]
        for cards in self._suits.values():
            groups += [group | cards for group in groups]
        return groups[1:]

    @cached_property
    def in_hand(self) -> tuple[int, ...]:
        """For every hand, the cards it may hold or surely holds."""
        return tuple(
            known | maybe for known, maybe in zip(self.known, self.may_hold[:-1], strict=True)
        )

    def may_hold_of(self, seat: int) -> int:
        """The cards that some hand of the seat may hold or surely holds."""
        cards = 0
        for number in self.edition.hands_of(seat):
            cards |= self.in_hand[number]
        return cards

    @cached_property
    def still_out(self) -> int:
        """The cards that some seat, this one included, may still play."""
        cards = 0
        for seat in range(self.edition.seats):
            cards |= self.may_hold_of(seat)
        return cards | self.on_the_way

    def buyers_out(self, bottle: int | None = None) -> int:
        """The cards under the price of the bottle (the one for sale) that may still be played."""
        number = self.observation.for_sale if bottle is None else bottle
        return under(self.still_out, self.observation.prices[number])

    def may_be_sold(self, bottle: int | None = None) -> bool:
        """Whether the bottle (the one for sale) may still change hands or price.

        A bottle that is not for sale must wait until every dearer one has fallen below it, each
        by a card under its own price.  The trick on the table may be the sale.
        """
        number = self.observation.for_sale if bottle is None else bottle
        price = self.observation.prices[number]
        dearer = sum(
            1
            for other, its_price in enumerate(self.observation.prices)
            if its_price > price or (its_price == price and other < number)
        )
        if price == self.edition.deck.start_price:
            dearer = 0  # bottles at the start price are interchangeable
        on_table = 1 if under(self.on_table, price) else 0  # a trick sells one bottle at most
        return size(self.buyers_out(number)) + on_table > dearer

    def undercutters(self, bottle: int | None = None) -> tuple[int, ...]:
        """The seats that may hold a card under the price of the bottle (the one for sale)."""
        number = self.observation.for_sale if bottle is None else bottle
        price = self.observation.prices[number]
        return tuple(
            seat for seat in range(self.edition.seats) if under(self.may_hold_of(seat), price)
        )

    def stuck_with(self, bottle: int) -> int | None:
        """The seat that owns the bottle for good, as far as one can tell; None while open."""
        owner = self.observation.owners[bottle]
        if owner is None:
            return None
        price = self.observation.prices[bottle]
        buying = [p.seat for p in self.observation.plays if p.card.place < price]
        others = [seat for seat in (*self.undercutters(bottle), *buying) if seat != owner]
        return None if others and self.may_be_sold(bottle) else owner

    def is_void(self, hand: int, suit: Suit) -> bool:
        """Whether the hand surely has no card of the suit."""
        return not self.in_hand[hand] & self._suits[suit]

    def is_known_in(self, hand: int, place: int) -> bool:
        """Whether the card at this place of the deck is surely in the hand."""
        return bool(holds(self.known[hand], place))
