"""A card that may be played now: what is on the table, what may follow, and who may own a bottle.

It holds what follows from the observation of the seat alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bottleimp.game.round import PlayedCard
from bottleimp.knowledge.inference import Inference
from bottleimp.knowledge.observation import Observation
from bottleimp.knowledge.printed_numbers import printed_price
from bottleimp.rules.cards import Card
from bottleimp.rules.cardsets import above, highest, set_of, singleton, size, under
from bottleimp.rules.decks import card_set
from bottleimp.rules.seating import PlaySource
from bottleimp.rules.tricks import winning_card


@dataclass(frozen=True)
class PlayAnalysis:
    """A card that the seat may play now, and what may follow."""

    inference: Inference
    card: Card

    @property
    def observation(self) -> Observation:
        """What the seat sees."""
        return self.inference.observation

    @property
    def seat(self) -> int:
        """The seat that plays the card."""
        assert self.observation.seat is not None  # an onlooker plays no card
        return self.observation.seat

    @property
    def price(self) -> int:
        """The place of the price that counts in this trick."""
        return self.observation.price

    @property
    def price_label(self) -> str:
        """The price as it is printed."""
        return printed_price(self.observation.edition.deck, self.price)

    @property
    def final_owners(self) -> tuple[int | None, ...]:
        """For every bottle the seat that will certainly own it at the end; None if that is open."""
        bottles = range(self.observation.edition.bottles)
        return tuple(self.inference.final_owner(bottle) for bottle in bottles)

    @property
    def owns_bottle_for_sale(self) -> bool:
        """Whether the seat owns the bottle that is for sale."""
        return self.observation.owners[self.observation.for_sale] == self.seat

    def shares_loss_group(self, seat: int) -> bool:
        """Whether this seat loses its points if the other seat owns a bottle."""
        groups = self.observation.edition.loss_groups
        return groups[seat] == groups[self.seat]

    @property
    def beaten_by(self) -> PlayedCard | None:
        """The play on the table that beats the card; None if the card has the trick so far."""
        best, place = self.observation.winning_play, self.card.place
        if best is None or winning_card(set_of((best.card.place, place)), self.price) == place:
            return None
        return best

    @property
    def cards_others_may_hold(self) -> int:
        """The cards that the hands of other seats may hold."""
        together = 0
        for number, cards in enumerate(self.inference.possible_hands):
            if self.observation.edition.hands[number].seat != self.seat:
                together |= cards
        return together

    @property
    def undercutting_cards(self) -> int:
        """The cards of others that may take the bottle from the seat, if this card buys it."""
        others, place = self.cards_others_may_hold, self.card.place
        own_lower = under(card_set(self.observation.hand), place)
        if own_lower and self.is_rest_for_last_trick:
            # The highest of them is played then too, and wins against all lower cards.
            others = above(others, highest(own_lower))
        return self.inference.undercutting_cards(others, place)

    @property
    def is_rest_for_last_trick(self) -> bool:
        """Whether the seat plays all its other cards to the last trick of the round."""
        tricks_left = self.observation.edition.tricks - len(self.observation.tricks) - 1
        return tricks_left == 1 and self.seat not in [seat for seat, _ in self.later_plays]

    @property
    def later_plays(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """For every later play to this trick, its seat and the hands that it may come from."""
        edition, now = self.observation.edition, len(self.observation.plays)
        found = []
        for place in range(now + 1, len(edition.plays)):
            seat, source = (self.seat + place - now) % edition.seats, edition.plays[place]
            hands = (hand for hand in edition.hands_of(seat) if self.may_supply(hand, source))
            found.append((seat, tuple(hands)))
        return tuple(found)

    def may_supply(self, hand: int, source: PlaySource) -> bool:
        """Whether a play with this source may come from this hand."""
        if source is PlaySource.ANY:
            return True
        return (hand in self.observation.open_hands) is (source is PlaySource.OPEN)

    @property
    def others_that_may_follow(self) -> int:
        """The cards that other seats may still play to this trick."""
        return self.cards_for([hands for seat, hands in self.later_plays if seat != self.seat])

    @property
    def own_that_may_follow(self) -> int:
        """The cards that the seat itself may still play to this trick, after this one."""
        return self.cards_for([hands for seat, hands in self.later_plays if seat == self.seat])

    def cards_for(self, plays: Sequence[Sequence[int]]) -> int:
        """The cards that may be played to this trick after this one, from these hands."""
        led = self.observation.plays[0].card.suit if self.observation.plays else self.card.suit
        following = self.observation.edition.deck.suit_cards(led)
        together, played = 0, singleton(self.card.place)
        for hand in {hand for hands in plays for hand in hands}:
            cards = self.inference.possible_hands[hand] & ~played
            # A hand that certainly holds enough cards of the led suit can play no others.
            times = sum(1 for hands in plays if hand in hands)
            certain = self.inference.certain_cards[hand] & following & ~played
            together |= cards & following if size(certain) >= times else cards
        return together

    # --- what beats the card ------------------------------------------------------------------

    def count_stronger(self, cards: int) -> tuple[int, int]:
        """How many of these cards beat the card: those below the price, and those above it."""
        buyers, higher = under(cards, self.price), above(cards, self.card.place)
        if self.card.place < self.price:
            return size(buyers & higher), 0
        return size(buyers), size(higher)

    @property
    def stronger_to_come(self) -> tuple[int, int]:
        """How many cards may follow and beat the card, the seat's own among them."""
        return self.count_stronger(self.others_that_may_follow | self.own_that_may_follow)

    @property
    def is_beaten_by_own_only(self) -> bool:
        """Whether a later card of the seat itself may beat the card, and no card of others."""
        has_stronger = any(self.count_stronger(self.own_that_may_follow))
        return has_stronger and not any(self.count_stronger(self.others_that_may_follow))

    # --- the trick ----------------------------------------------------------------------------

    @property
    def points(self) -> int:
        """The points of the trick so far, with the card."""
        return self.card.points + sum(play.card.points for play in self.observation.plays)
