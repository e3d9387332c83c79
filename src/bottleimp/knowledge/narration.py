"""An observation in words, for live regions, terminals and logs of play.

Every sentence is a message of a catalogue, so it can be translated.  The sentences say only what
the observation holds.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from gettext import NullTranslations

from bottleimp.errors import RefusalReason
from bottleimp.game.actions import Action
from bottleimp.game.refusals import REFUSAL_SENTENCES, SeatRequest
from bottleimp.game.round import Phase, PlayedCard, Trick
from bottleimp.knowledge.observation import Observation, RevealedRound
from bottleimp.knowledge.play_messages import (
    NAME_BUYS,
    NAME_KEEPS,
    NAME_PLAYS,
    NAME_TAKES,
    NAME_TAKES_WITH,
    YOU_BUY,
    YOU_KEEP,
    YOU_PLAY,
    YOU_TAKE,
    YOU_TAKE_WITH,
)
from bottleimp.knowledge.printed_numbers import printed_number, printed_price
from bottleimp.messages import N_
from bottleimp.rules.cards import Card, Suit
from bottleimp.rules.edition import Edition
from bottleimp.rules.seating import IMPS_TRICK

VARIATION_RESULT = N_("Points this way: {now}. In the round itself: {then}.")
DAILY_RESULT = N_("Points: {now}. A strong computer player in the same place: {then}.")
TWICE = 2
COLOURS = {Suit.LOW: N_("yellow"), Suit.MID: N_("blue"), Suit.HIGH: N_("red")}


def suit_letter(suit: Suit, gettext: Callable[[str], str]) -> str:
    """The letter that stands for the suit on a card: the first of its colour, as a capital.

    Where two colours begin alike it is that of the notation.
    """
    first = {each: gettext(COLOURS[each])[0].upper() for each in Suit}
    return first[suit] if len(set(first.values())) == len(first) else suit.letter


@dataclass(frozen=True)
class Narrator:
    """Tells about a round; `names` are listed by seat.

    The seat `reader`, if there is one, is called `you` where plays and tricks are told.
    """

    names: tuple[str, ...]
    catalogue: NullTranslations = field(default_factory=NullTranslations)
    reader: int | None = None

    def card(self, card: Card) -> str:
        """A card, such as `17 blue`."""
        colour = self.catalogue.gettext(COLOURS[card.suit])
        return self.catalogue.gettext("{number} {colour}").format(
            number=printed_number(card.label), colour=colour
        )

    def card_phrase(self, card: Card) -> str:
        """A card inside a sentence, such as `the 17 of blue`."""
        colour = self.catalogue.gettext(COLOURS[card.suit])
        return self.catalogue.gettext("the {number} of {suit}").format(
            number=printed_number(card.label), suit=colour
        )

    def cards(self, cards: Sequence[Card]) -> str:
        """The cards with commas between them, or `none`."""
        return ", ".join(self.card(card) for card in cards) or self.catalogue.gettext("none")

    def play(self, play: PlayedCard) -> str:
        """A card put on the table."""
        message = YOU_PLAY if play.seat == self.reader else NAME_PLAYS
        sentence = self.catalogue.gettext(message)
        return sentence.format(name=self.names[play.seat], card=self.card(play.card))

    def trick(self, edition: Edition, trick: Trick) -> str:
        """Who takes a trick, and how the price of a bottle changes."""
        n_ = self.catalogue.ngettext
        name, points, is_reader = self.names[trick.taker], trick.points, trick.taker == self.reader
        if trick.bottle is None:
            forms = YOU_TAKE_WITH if is_reader else NAME_TAKES_WITH
            card = self.card(trick.winner.card)
            return n_(*forms, points).format(name=name, card=card, points=points)
        takes = n_(*(YOU_TAKE if is_reader else NAME_TAKES), points)
        sale = self.catalogue.gettext(sale_message(trick, is_reader=is_reader))
        return f"{takes} {sale}".format(name=name, points=points, **prices_of(edition, trick))

    def dealer(self, edition: Edition) -> str:
        """Who deals."""
        _ = self.catalogue.gettext
        if edition.dealer == self.reader:
            return _("You deal.")
        return _("{name} deals.").format(name=self.names[edition.dealer])

    def place(self, edition: Edition, target: int) -> str:
        """The target of a pass: a person, one of a person's hands, or the Imp's Trick."""
        if target == IMPS_TRICK:
            return self.catalogue.gettext("the Imp's Trick")
        seat = edition.hands[target].seat
        numbers = edition.hands_of(seat)
        if len(numbers) == 1:
            return self.names[seat]
        which = (
            self.catalogue.gettext("{name}, first hand")
            if target == numbers[0]
            else self.catalogue.gettext("{name}, second hand")
        )
        return which.format(name=self.names[seat])

    def exchange(self, observation: Observation) -> tuple[str, ...]:
        """What this seat passed and received."""
        _ = self.catalogue.gettext
        passed = tuple(
            _("You pass {card} to {place}.").format(
                card=self.card(step.card), place=self.place(observation.edition, step.target)
            )
            for step in observation.passed_cards
        )
        received = tuple(
            _("You receive {card} from {name}.").format(
                card=self.card(step.card), name=self.names[step.giver]
            )
            for step in observation.received_cards
        )
        return passed + received

    def bottles(self, observation: Observation) -> tuple[str, ...]:
        """Price and owner of every bottle."""
        _ = self.catalogue.gettext
        deck = observation.edition.deck
        sentences = []
        for price, owner in zip(observation.prices, observation.owners, strict=True):
            if owner is None:
                sentence = _("A bottle costs {price} and has no owner.")
                sentences.append(sentence.format(price=printed_price(deck, price)))
            else:
                sentence = _("{name} owns a bottle that costs {price}.")
                sentences.append(
                    sentence.format(name=self.names[owner], price=printed_price(deck, price))
                )
        return tuple(sentences)

    def request(self, observation: Observation) -> tuple[str, ...]:
        """What this seat is asked to do now; nothing if it is not asked."""
        _ = self.catalogue.gettext
        if not observation.is_to_act:
            return ()
        if observation.phase is Phase.EXCHANGE:
            place = self.place(observation.edition, observation.passes_owed[0].target)
            return (_("Choose a card for {place}.").format(place=place),)
        if observation.phase is Phase.CHOICE:
            return (_("Choose which of your hands lies open."),)
        cards = self.cards(observation.legal_cards)
        return (_("It is your turn. You may play {cards}.").format(cards=cards),)

    def scores(self, observation: Observation) -> tuple[str, ...]:
        """Why every seat scores what it scores; nothing before the round is over."""
        if observation.revealed is None:
            return ()
        _ = self.catalogue.gettext
        imps_points = sum(card.points for card in observation.revealed.imps_trick)
        first = self.catalogue.ngettext(
            "The Imp's Trick held {cards}: {points} point.",
            "The Imp's Trick held {cards}: {points} points.",
            imps_points,
        ).format(cards=self.cards(observation.revealed.imps_trick), points=imps_points)
        seats = range(observation.edition.seats)
        revealed = observation.revealed
        return (first, *(self.score(observation, revealed, seat) for seat in seats))

    def score(self, observation: Observation, revealed: RevealedRound, seat: int) -> str:
        """Why one seat scores what it scores."""
        _ = self.catalogue.gettext
        edition = observation.edition
        groups = edition.loss_groups
        loss_group = [other for other in range(edition.seats) if groups[other] == groups[seat]]
        owned = observation.owners.count(seat)
        shared = sum(observation.owners.count(other) for other in loss_group)
        if loss_group == [seat] and edition.partners(seat):
            reason = _("The results of both partners, added up.")
        elif shared > TWICE:
            reason = _("{count} bottles: minus {count} times the points of the Imp's Trick.")
            reason = reason.format(count=shared)
        elif owned > 1:
            reason = _("Owner of both bottles: minus twice the points of the Imp's Trick.")
        elif owned and shared == 1:
            reason = (
                _("Owner of the bottle: minus the points of the Imp's Trick.")
                if edition.bottles == 1
                else _("Owner of a bottle: minus the points of the Imp's Trick.")
            )
        elif shared == 1:
            reason = (
                _("The partner owns the bottle: minus the points of the Imp's Trick.")
                if edition.bottles == 1
                else _("The partner owns a bottle: minus the points of the Imp's Trick.")
            )
        elif shared:
            reason = _("The side owns both bottles: minus twice the points of the Imp's Trick.")
        elif edition.partners(seat):
            reason = _("The points of both partners' tricks, added up.")
        else:
            reason = _("The points of the tricks taken.")
        weight = edition.weights[seat]
        sentence = _("{name}: {score}. {reason}")
        if weight == TWICE and not edition.partners(seat):
            sentence = _("{name}: {score}. {reason} Doubled for playing alone.")
        elif weight > 1:
            sentence = _("{name}: {score}. {reason} Counted {weight} times.")
        return sentence.format(
            name=self.names[seat], reason=reason, score=revealed.scores[seat], weight=weight
        )

    def story(self, observation: Observation) -> tuple[str, ...]:
        """The round so far as this seat has seen it, and what the seat is asked to do."""
        _ = self.catalogue.gettext
        lines = [self.dealer(observation.edition)]
        if dealt := self._dealt_cards(observation):
            lines.append(_("You were dealt {cards}.").format(cards=self.cards(dealt)))
        lines.extend(self.exchange(observation))
        for trick in observation.tricks:
            lines.extend(self.play(play) for play in trick.plays)
            lines.append(self.trick(observation.edition, trick))
        lines.extend(self.play(play) for play in observation.plays)
        if observation.hand:
            lines.append(_("You hold {cards}.").format(cards=self.cards(observation.hand)))
        lines.extend(self.bottles(observation))
        lines.extend(self.request(observation))
        lines.extend(self.scores(observation))
        return tuple(lines)

    def _dealt_cards(self, observation: Observation) -> Sequence[Card]:
        """The cards that the seat was dealt; nothing where it is not told of earlier tricks."""
        own = observation.own_hands
        if observation.revealed is not None:
            hands = observation.revealed.deal.hands
            return [card for number in own for card in hands[number]]
        plays = [play for trick in observation.tricks for play in trick.plays]
        played = [p.card for p in (*plays, *observation.plays) if p.seat == observation.seat]
        gone = {step.card for step in observation.passed_cards}
        received = {each.card for each in observation.received_cards}
        dealt = ({*observation.hand, *played} | gone) - received
        sizes = sum(observation.edition.hands[number].size for number in own)
        return sorted(dealt, key=lambda card: card.place) if len(dealt) == sizes else ()


def sale_message(trick: Trick, *, is_reader: bool) -> str:
    """The sentence about the sale of a bottle, not translated yet."""
    if trick.is_kept:
        return YOU_KEEP if is_reader else NAME_KEEPS
    return YOU_BUY if is_reader else NAME_BUYS


def prices_of(edition: Edition, trick: Trick) -> dict[str, str]:
    """The prices of the bottle that a trick sold, as `before` and `after`."""
    before = printed_price(edition.deck, trick.price)
    return {"before": before, "after": printed_number(trick.winner.card.label)}


def refusal_reason(observation: Observation, action: Action) -> RefusalReason | None:
    """Why the seat may not do this now, as far as it can see; None if it may."""
    request = SeatRequest(
        is_over=observation.phase is Phase.OVER,
        is_passing=observation.phase is Phase.EXCHANGE,
        is_choosing=observation.phase is Phase.CHOICE,
        legal_actions=observation.legal_actions,
        has_chosen=bool(observation.own_choices),
        hands=[observation.hands[number] or () for number in observation.own_hands],
        led_suit=observation.plays[0].card.suit if observation.plays else None,
    )
    return request.refusal_reason(action)


def turn_words(observation: Observation, catalogue: NullTranslations) -> str:
    """What the seat may play now, in a sentence or two; empty unless it is to play a card."""
    _ = catalogue.gettext
    if observation.phase is not Phase.PLAY or not observation.is_to_act:
        return ""
    if not observation.plays:
        return _("Your turn: you lead.")
    led, held = observation.plays[0].card.suit, observation.hand
    colour = _(COLOURS[led])
    suit = colour[:1].upper() + colour[1:]
    cards = observation.legal_cards
    if len(cards) > 1 and all(card.suit is not led for card in cards):
        if set(held) == set(cards):
            free = _("Your turn. {suit} was led; you have none, so play any card.")
        else:
            free = _("Your turn. {suit} was led; this hand has none, so play any card of it.")
        return free.format(suit=suit)
    return _("Your turn. {suit} was led.").format(suit=suit)


def refusal_text(observation: Observation, card: Card, catalogue: NullTranslations) -> str | None:
    """Why the seat may not play this card now, in one sentence; None if it may."""
    _ = catalogue.gettext
    reason = refusal_reason(observation, card)
    if reason is None:
        return None
    if reason is RefusalReason.MUST_FOLLOW:
        colour = _(COLOURS[observation.plays[0].card.suit])
        return _("You must follow {colour}.").format(colour=colour)
    return _(REFUSAL_SENTENCES[reason])
