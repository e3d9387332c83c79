"""What follows from an observation with certainty.

Cards are card sets (ints), and hands are numbers.  Nothing here considers how likely the others'
choices were.
"""

from dataclasses import dataclass
from functools import cache

from bottleimp.game.round import Phase
from bottleimp.knowledge.lazy_property import lazy_property
from bottleimp.knowledge.observation import Observation
from bottleimp.rules.cards import Suit
from bottleimp.rules.cardsets import holds, set_of, singleton, size, under
from bottleimp.rules.decks import card_set
from bottleimp.rules.edition import Edition
from bottleimp.rules.seating import IMPS_TRICK


@cache
def suit_unions(suits: tuple[int, ...]) -> tuple[int, ...]:
    """For every group of suits that is not empty, the cards of its suits together."""
    groups = [0]
    for cards in suits:
        groups += [group | cards for group in groups]
    return tuple(groups[1:])


@dataclass(frozen=True)
class Inference:
    """What the seat of the observation (or an onlooker) can conclude with certainty.

    `public` is the inference of an onlooker at the same moment, if there is one already.
    """

    observation: Observation
    public: "Inference | None" = None

    @property
    def edition(self) -> Edition:
        """The edition that is played."""
        return self.observation.edition

    @lazy_property
    def visible_hands(self) -> tuple[int | None, ...]:
        """The cards of every hand that the seat sees; None for the other hands."""
        return tuple(
            [
                None if cards is None else set_of([card.place for card in cards])
                for cards in self.observation.hands
            ]
        )

    @lazy_property
    def played_cards(self) -> int:
        """The cards played so far."""
        if self.public is not None:
            return self.public.played_cards
        return card_set(self.observation.played_cards)

    @lazy_property
    def table_cards(self) -> int:
        """The cards of the trick on the table."""
        if self.public is not None:
            return self.public.table_cards
        return card_set(play.card for play in self.observation.plays)

    @lazy_property
    def discards(self) -> int:
        """The cards that the seat put into the imp's trick."""
        return card_set(self.observation.discards)

    @lazy_property
    def passed_to(self) -> tuple[int, ...]:
        """For every hand, the cards that the seat passed to it, even if played since."""
        passed = [0] * len(self.edition.hands)
        for step in self.observation.passed_cards:
            if step.target != IMPS_TRICK:
                passed[step.target] |= singleton(step.card.place)
        return tuple(passed)

    @lazy_property
    def known_cards(self) -> tuple[int, ...]:
        """For every hand, the cards that are certainly in it now."""
        gone = self.played_cards | self.cards_in_transit
        return tuple(
            [
                passed & ~gone if seen is None else seen
                for seen, passed in zip(self.visible_hands, self.passed_to, strict=True)
            ]
        )

    @lazy_property
    def cards_in_transit(self) -> int:
        """The cards that the seat has chosen to pass and that nobody has picked up yet."""
        if self.observation.phase is not Phase.EXCHANGE:
            return 0
        return set_of(
            step.card.place
            for step in self.observation.passed_cards[
                len(self.observation.passed_cards) - len(self.observation.own_choices) :
            ]
            if step.target != IMPS_TRICK
        )

    @lazy_property
    def unseen_cards(self) -> int:
        """The cards that may be anywhere: in a hidden hand or in the imp's trick."""
        accounted = self.played_cards | self.discards | self.cards_in_transit
        for cards in self.known_cards:
            accounted |= cards
        return self._deck & ~accounted

    @lazy_property
    def voids(self) -> tuple[int, ...]:
        """For every hand, the cards of the suits that it did not follow, and so does not have."""
        if self.public is not None:
            return self.public.voids
        lacking = [0] * len(self.edition.hands)
        for plays in (*(t.plays for t in self.observation.tricks), self.observation.plays):
            for play in plays[1:]:
                if play.card.suit is not plays[0].card.suit:
                    lacking[play.hand] |= self._suits[plays[0].card.suit]
        return tuple(lacking)

    @lazy_property
    def _suits(self) -> dict[Suit, int]:
        return dict(zip(Suit, self.edition.layout.suits, strict=True))

    @property
    def _deck(self) -> int:
        """All cards."""
        return suit_unions(self.edition.layout.suits)[-1]

    @lazy_property
    def capacities(self) -> tuple[int, ...]:
        """How many of the unseen cards each hand holds, and at the end the imp's trick."""
        sizes = self.observation.hand_sizes
        hidden_sizes = [
            0 if seen is not None else count - size(known)
            for seen, count, known in zip(self.visible_hands, sizes, self.known_cards, strict=True)
        ]
        return (*hidden_sizes, size(self.unseen_cards) - sum(hidden_sizes))

    @lazy_property
    def possible_cards(self) -> tuple[int, ...]:
        """For every hand, the unseen cards that it may hold; the last set is the imp's trick's.

        A hand may hold a card if and only if some way to place all unseen cards puts it there.
        By Hall's condition: a group of suits that needs all the places open to it leaves none of
        them to other suits.
        """
        unseen, capacities = self.unseen_cards, self.capacities
        if not any(self.voids):
            return tuple([unseen if places else 0 for places in capacities])
        open_to = [~void for void in (*self.voids, 0)]
        full = []
        for group in suit_unions(self.edition.layout.suits):
            together = 0
            for places, cards in zip(capacities, open_to, strict=True):
                if cards & group:
                    together += places
            if size(unseen & group) >= together:
                full.append(group)
        found = []
        for places, cards in zip(capacities, open_to, strict=True):
            possible = unseen & cards if places else 0
            for group in full:
                if cards & group:
                    possible &= group
            found.append(possible)
        return tuple(found)

    @lazy_property
    def possible_hands(self) -> tuple[int, ...]:
        """For every hand, the cards that it holds or may hold."""
        return tuple(
            [
                known | maybe
                for known, maybe in zip(self.known_cards, self.possible_cards[:-1], strict=True)
            ]
        )

    @lazy_property
    def certain_cards(self) -> tuple[int, ...]:
        """For every hand, its known cards and those that can be nowhere else."""
        once, twice = 0, 0
        for cards in self.possible_cards:
            twice |= once & cards
            once |= cards
        return tuple(
            [
                known | maybe & ~twice
                for known, maybe in zip(self.known_cards, self.possible_cards[:-1], strict=True)
            ]
        )

    @lazy_property
    def _in_hands_of(self) -> tuple[int, ...]:
        """For every seat, the cards that its hands hold or may hold."""
        together = [0] * self.edition.seats
        for seat, cards in zip(self.edition.layout.hand_seat, self.possible_hands, strict=True):
            together[seat] |= cards
        return tuple(together)

    @lazy_property
    def outstanding_cards(self) -> int:
        """The cards that some seat may still play, this one included."""
        together = self.cards_in_transit
        for cards in self.possible_hands:
            together |= cards
        return together

    def outstanding_buyers(self, bottle: int | None = None) -> int:
        """The cards under the price of the bottle that may still be played.

        `bottle` is the bottle for sale unless another is named, here and below.
        """
        number = self.observation.for_sale if bottle is None else bottle
        return under(self.outstanding_cards, self.observation.prices[number])

    def may_be_sold(self, bottle: int | None = None) -> bool:
        """Whether the bottle may still change its owner or its price.

        A bottle that is not for sale must wait until every dearer bottle has been sold for less
        than it costs.  The trick on the table may sell it.
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
        on_table = 1 if under(self.table_cards, price) else 0  # a trick sells one bottle at most
        return size(self.outstanding_buyers(number)) + on_table > dearer

    def undercutting_cards(self, of_others: int, price: int) -> int:
        """The cards of others that may take the bottle for sale from who buys it at this price."""
        dearer = sum(
            1
            for bottle, its_price in enumerate(self.observation.prices)
            if its_price > price and bottle != self.observation.for_sale
        )
        in_play = under(self.outstanding_cards, price)
        tricks_left = self.edition.tricks - len(self.observation.tricks) - 1  # after this one
        if tricks_left <= dearer:  # each sells one bottle
            return 0
        return undercutting_cards(under(of_others, price), in_play, dearer)

    def possible_undercutters(self, bottle: int | None = None) -> tuple[int, ...]:
        """The seats that may hold a card under the price of the bottle."""
        number = self.observation.for_sale if bottle is None else bottle
        price = self.observation.prices[number]
        if not under(self.unseen_cards, price):  # then only cards in known places count
            layout = self.edition.layout
            sure = zip(layout.hand_seat, self.known_cards, strict=True)
            return tuple(sorted({seat for seat, cards in sure if under(cards, price)}))
        return tuple([seat for seat, cards in enumerate(self._in_hands_of) if under(cards, price)])

    def possible_buyers(self, bottle: int | None = None) -> tuple[int, ...]:
        """The seats that may buy the bottle, with a card in hand or with one in the trick.

        Of the cards in the trick that are below the price only the highest can.
        """
        number = self.observation.for_sale if bottle is None else bottle
        price = self.observation.prices[number]
        low = [play for play in self.observation.plays if play.card.place < price]
        best = max(low, key=lambda play: play.card.place, default=None)
        seats = self.possible_undercutters(number)
        return seats if best is None else tuple(sorted({*seats, best.seat}))

    def final_owner(self, bottle: int) -> int | None:
        """The seat that will certainly own the bottle at the end; None if that is still open."""
        owner = self.observation.owners[bottle]
        if owner is None:
            return None
        others = set(self.possible_buyers(bottle)) - {owner}
        return None if others and self.may_be_sold(bottle) else owner

    def is_void(self, hand: int, suit: Suit) -> bool:
        """Whether the hand certainly has no card of the suit."""
        return not self.possible_hands[hand] & self._suits[suit]

    def is_known_in(self, hand: int, place: int) -> bool:
        """Whether the card at this place of the deck is certainly in the hand."""
        return bool(holds(self.known_cards[hand], place))


def undercutting_cards(of_others: int, of_all: int, dearer: int) -> int:
    """The cards of others, below the card that buys a bottle, that may take it from the buyer.

    `of_all` are the cards below it that any seat may still play.  Every bottle that is `dearer`
    then must be sold first, each for one of these; where they are too few, nobody can.
    """
    return of_others if size(of_all) > dearer else 0
