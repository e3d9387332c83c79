"""The reason that goes with a hint: one fact about the choice that the person can check.

A reason follows from the observation of the seat alone, so it holds in every deal that looks the
same to that seat.  It is a true statement about the choice, but not how the player that made the
hint found it: a search has no reasons.  `hint_words` puts it in words.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import starmap

from bottleimp.game.actions import Action, OpenChoice
from bottleimp.game.round import Phase, PlayedCard
from bottleimp.knowledge.inference import Inference, undercutting_cards
from bottleimp.knowledge.memory_aids import hides_hint_reasons
from bottleimp.knowledge.observation import Observation
from bottleimp.knowledge.play_analysis import PlayAnalysis
from bottleimp.knowledge.printed_numbers import printed_price
from bottleimp.rules.cards import Card, Suit
from bottleimp.rules.cardsets import above, holds, members, size, under
from bottleimp.rules.decks import card_set
from bottleimp.rules.seating import IMPS_TRICK, Pass

FEW_LOWER_CARDS = 6  # at most so many can undercut the card: reason enough to pass it


class HintReasonKind(Enum):
    """The kinds of reasons; the comments name the fields of the reason that a kind uses."""

    ONLY_CARD = "only-card"
    # the bottle and the rest of the round
    OWNER_FOR_GOOD = "owner-for-good"
    PARTNER_OWNS_FOR_GOOD = "partner-owns-for-good"  # seat
    NO_BOTTLE_COMES = "no-bottle-comes"
    # the card cannot take the trick
    DEARER_ON_TABLE = "dearer-on-table"  # card, other
    OWN_CARD_LEADS = "own-card-leads"  # other, count (points)
    PARTNER_LEADS = "partner-leads"  # seat, count (points)
    OWNER_LEADS = "owner-leads"  # seat
    LEAVES_BOTTLE = "leaves-bottle"
    HIGHEST_THAT_LOSES = "highest-that-loses"
    FEWEST_POINTS = "fewest-points"  # count (points)
    LAST_OF_SUIT = "last-of-suit"  # suit
    LAST_OF_SUIT_IN_HAND = "last-of-suit-in-hand"  # suit
    CANNOT_TAKE = "cannot-take"
    # the card can take the trick
    TAKES = "takes"  # count (points)
    NOBODY_BEATS = "nobody-beats"
    ONLY_OWN_MAY_BEAT = "only-own-may-beat"
    BUYS_FOR_GOOD = "buys-for-good"  # points
    BUYS = "buys"  # points, count (cards)
    KEEPS_FOR_GOOD = "keeps-for-good"  # card
    KEEPS = "keeps"  # card, count (cards)
    OTHERS_MAY_BUY = "others-may-buy"  # card, price, count (cards)
    NOBODY_UNDERCUTS = "nobody-undercuts"  # price
    NOBODY_HIGHER = "nobody-higher"  # price
    OWN_BOTTLE_MAY_GO = "own-bottle-may-go"  # price, count (cards)
    HIGHEST_WITHOUT_BUYING = "highest-without-buying"
    HIGHER_MAY_FOLLOW = "higher-may-follow"  # count (cards)
    # the exchange
    GETS_RID = "gets-rid"  # card, count (cards)
    NO_MORE_OF_SUIT = "no-more-of-suit"  # card, suit
    NO_MORE_OF_SUIT_IN_HAND = "no-more-of-suit-in-hand"  # card, suit
    COSTS_THE_OWNER = "costs-the-owner"  # card, count (points)
    HIGHER_OUT = "higher-out"  # card, count (cards)
    KNOWN_PLACE = "known-place"  # card, seat
    # which hand lies open
    MORE_LOW_HIDDEN = "more-low-hidden"  # price, count (cards hidden), shown (cards)
    MORE_LOW_OPEN = "more-low-open"  # price, count (cards hidden), shown (cards)
    LOWEST_HIDDEN = "lowest-hidden"  # card
    LOWEST_OPEN = "lowest-open"  # card


@dataclass(frozen=True)
class HintReason:
    """One reason; `price` is the printed number of a price."""

    kind: HintReasonKind
    card: Card | None = None
    other: Card | None = None
    seat: int | None = None
    suit: Suit | None = None
    price: str = ""
    count: int = 0
    shown: int = 0
    points: int = 0  # of the trick so far
    is_last_card: bool = False  # of the trick


def visible_hint_reason(observation: Observation, actions: Sequence[Action]) -> HintReason | None:
    """The reason that the table may show; None during play at a table without aids to memory.

    A reason in play depends on earlier tricks, which such a table shows to nobody.
    """
    if hides_hint_reasons(observation):
        return None
    return hint_reason(observation, actions)


def visible_pass_reasons(
    observation: Observation, actions: Sequence[Action]
) -> Sequence[HintReason]:
    """The reason for each other card that is passed, after `visible_hint_reason` gave the first.

    Empty outside the exchange and where the table may show none.
    """
    if hides_hint_reasons(observation) or observation.phase is not Phase.EXCHANGE:
        return ()
    cards = tuple(action for action in actions if isinstance(action, Card))
    return ExchangeAnalysis(Inference(observation), cards).other_reasons()


def hint_reason(observation: Observation, actions: Sequence[Action]) -> HintReason:
    """One reason for these actions: a card, or all choices that the seat owes in the stage."""
    action = actions[0]
    if isinstance(action, OpenChoice):
        return open_hand_reason(observation, action)
    cards = [action for action in actions if isinstance(action, Card)]
    if observation.phase is Phase.EXCHANGE:
        return ExchangeAnalysis(Inference(observation), tuple(cards)).reason()
    return play_reason(PlayAnalysis(Inference(observation), action))


def play_reason(analysis: PlayAnalysis) -> HintReason:
    """One reason for the card."""
    if len(analysis.observation.legal_actions) == 1:
        return HintReason(HintReasonKind.ONLY_CARD)
    owners = analysis.final_owners
    if analysis.seat in owners:
        return HintReason(HintReasonKind.OWNER_FOR_GOOD)
    for seat in owners:
        if seat is not None and analysis.shares_loss_group(seat):
            return HintReason(HintReasonKind.PARTNER_OWNS_FOR_GOOD, seat=seat)
    if analysis.beaten_by is not None:
        return losing_reason(analysis, analysis.beaten_by)
    buys = analysis.card.place < analysis.price
    return buying_reason(analysis) if buys else taking_reason(analysis)


# --- the card cannot take the trick --------


def losing_reason(analysis: PlayAnalysis, best: PlayedCard) -> HintReason:
    """One reason for a card that is already beaten; `best` is the winning play so far."""
    card, points = analysis.card, analysis.card.points
    if card.place < analysis.price:
        return HintReason(HintReasonKind.DEARER_ON_TABLE, card, best.card)
    if best.seat == analysis.seat and points:
        return HintReason(HintReasonKind.OWN_CARD_LEADS, other=best.card, count=points)
    if best.seat in analysis.final_owners:
        return HintReason(HintReasonKind.OWNER_LEADS, seat=best.seat)
    if best.card.place < analysis.price:
        return HintReason(HintReasonKind.LEAVES_BOTTLE)
    if best.seat in analysis.observation.edition.partners(analysis.seat) and points:
        return HintReason(HintReasonKind.PARTNER_LEADS, seat=best.seat, count=points)
    others = [one for one in analysis.observation.legal_cards if one != card]
    losing = [one for one in others if analysis.price <= one.place < best.card.place]
    if len(losing) < len(others) and all(one.place < card.place for one in losing):
        return HintReason(HintReasonKind.HIGHEST_THAT_LOSES)
    given = [one.points for one in losing]
    if given and points <= min(given) and points < max(given):
        return HintReason(HintReasonKind.FEWEST_POINTS, count=points)
    return void_reason(analysis) or HintReason(HintReasonKind.CANNOT_TAKE)


def void_reason(analysis: PlayAnalysis) -> HintReason | None:
    """The reason that the card is the last of its suit in a hand with other cards; or None."""
    hands = [analysis.observation.hands[number] or () for number in analysis.observation.own_hands]
    cards = next(cards for cards in hands if analysis.card in cards)
    alike = [one for one in cards if one.suit is analysis.card.suit]
    if len(alike) > 1 or len(cards) == 1:
        return None
    is_only = len(hands) == 1
    kind = HintReasonKind.LAST_OF_SUIT if is_only else HintReasonKind.LAST_OF_SUIT_IN_HAND
    return HintReason(kind, suit=analysis.card.suit)


# --- the card can take the trick --------


def buying_reason(analysis: PlayAnalysis) -> HintReason:
    """One reason for a card under the price that is winning so far."""
    card = analysis.card
    if analysis.is_beaten_by_own_only:
        return HintReason(HintReasonKind.ONLY_OWN_MAY_BEAT)
    instead, _ = analysis.stronger_to_come
    if instead:
        return HintReason(
            HintReasonKind.OTHERS_MAY_BUY, card, price=analysis.price_label, count=instead
        )
    lower = size(analysis.undercutting_cards)
    if analysis.owns_bottle_for_sale:
        kind = HintReasonKind.KEEPS if lower else HintReasonKind.KEEPS_FOR_GOOD
        return HintReason(kind, card, count=lower)
    return HintReason(
        HintReasonKind.BUYS if lower else HintReasonKind.BUYS_FOR_GOOD,
        count=lower,
        points=analysis.points,
        is_last_card=analysis.observation.is_last_of_trick,
    )


def taking_reason(analysis: PlayAnalysis) -> HintReason:
    """One reason for a card above the price that is winning so far."""
    card, number = analysis.card, analysis.price_label
    if analysis.observation.is_last_of_trick:
        return HintReason(HintReasonKind.TAKES, count=analysis.points)
    buyers, higher = analysis.stronger_to_come
    if not buyers and not higher:
        return HintReason(HintReasonKind.NOBODY_BEATS)
    if None not in analysis.final_owners:  # and none of them is this seat or one it loses with
        return HintReason(HintReasonKind.NO_BOTTLE_COMES)
    if analysis.is_beaten_by_own_only:
        return HintReason(HintReasonKind.ONLY_OWN_MAY_BEAT)
    if not buyers:
        return HintReason(HintReasonKind.NOBODY_UNDERCUTS, price=number)
    if not higher:
        return HintReason(HintReasonKind.NOBODY_HIGHER, price=number)
    if analysis.owns_bottle_for_sale:
        lower = size(under(analysis.cards_others_may_hold, analysis.price))
        return HintReason(HintReasonKind.OWN_BOTTLE_MAY_GO, price=number, count=lower)
    others = [one for one in analysis.observation.legal_cards if one != card]
    is_highest = all(one.place < card.place for one in others)
    if is_highest and any(one.place < analysis.price for one in others):
        return HintReason(HintReasonKind.HIGHEST_WITHOUT_BUYING)
    following = HintReason(HintReasonKind.HIGHER_MAY_FOLLOW, count=higher)
    return void_reason(analysis) or following


@dataclass(frozen=True)
class ExchangeAnalysis:
    """The cards that the seat passes in this stage, one for each pass that it owes."""

    inference: Inference
    cards: tuple[Card, ...]

    @property
    def observation(self) -> Observation:
        """What the seat sees."""
        return self.inference.observation

    @property
    def passes(self) -> tuple[tuple[Card, Pass], ...]:
        """Every card with its pass."""
        return tuple(zip(self.cards, self.observation.passes_owed, strict=True))

    @property
    def remaining_cards(self) -> int:
        """The cards that the seat still holds after these passes."""
        return card_set(self.observation.hand) & ~card_set(self.cards)

    @property
    def cards_others_may_hold(self) -> int:
        """The cards that others may hold after the exchange."""
        put_away = [card for card, step in self.passes if step.target == IMPS_TRICK]
        out_of_play = self.inference.discards | card_set(put_away)
        return card_set(self.observation.edition.deck.cards) & ~self.remaining_cards & ~out_of_play

    def reason(self) -> HintReason:
        """The most important of the reasons for each card."""
        dangers = [one for one in starmap(self.undercut_reason, self.passes) if one is not None]
        dangers.sort(key=lambda one: one.count)
        if dangers and dangers[0].count <= FEW_LOWER_CARDS:
            return dangers[0]
        for question in (self.void_reason, self.cost_reason):
            found = [one for one in starmap(question, self.passes) if one is not None]
            if found:
                return found[0]
        if dangers:
            return dangers[0]
        return self.higher_reason(*self.passes[0])

    def other_reasons(self) -> tuple[HintReason, ...]:
        """The reason for each card that the first reason is not about."""
        first = self.reason().card
        return tuple(self.reason_for(card, step) for card, step in self.passes if card != first)

    def reason_for(self, card: Card, step: Pass) -> HintReason:
        """The most important reason for one of the cards."""
        danger = self.undercut_reason(card, step)
        if danger is not None and danger.count <= FEW_LOWER_CARDS:
            return danger
        found = self.void_reason(card, step) or self.cost_reason(card, step) or danger
        return found or self.higher_reason(card, step)

    def higher_reason(self, card: Card, step: Pass) -> HintReason:
        """The reason for a high card that goes to another hand."""
        higher = above(self.cards_others_may_hold, card.place)
        if higher:
            return HintReason(HintReasonKind.HIGHER_OUT, card, count=size(higher))
        seat = self.observation.edition.hands[step.target].seat
        return HintReason(HintReasonKind.KNOWN_PLACE, card, seat=seat)

    def undercut_reason(self, card: Card, _: Pass) -> HintReason | None:
        """The reason that few cards could undercut a low card; None for a high card."""
        others, edition = under(self.cards_others_may_hold, card.place), self.observation.edition
        in_play = others | under(self.remaining_cards, card.place)
        count = size(undercutting_cards(others, in_play, edition.bottles - 1))
        is_low = card.place < edition.deck.start_price
        return HintReason(HintReasonKind.GETS_RID, card, count=count) if is_low else None

    def void_reason(self, card: Card, step: Pass) -> HintReason | None:
        """The reason that the hand has no more cards of the suit; None if it has."""
        held = card_set(self.observation.hands[step.source] or ()) & self.remaining_cards
        if not held or held & self.observation.edition.deck.suit_cards(card.suit):
            return None
        kind = (
            HintReasonKind.NO_MORE_OF_SUIT
            if len(self.observation.own_hands) == 1
            else HintReasonKind.NO_MORE_OF_SUIT_IN_HAND
        )
        return HintReason(kind, card, suit=card.suit)

    def cost_reason(self, card: Card, step: Pass) -> HintReason | None:
        """What a card in the Imp's Trick costs the owner; None for another pass."""
        if step.target != IMPS_TRICK:
            return None
        return HintReason(HintReasonKind.COSTS_THE_OWNER, card, count=card.points)


def open_hand_reason(observation: Observation, choice: OpenChoice) -> HintReason:
    """One reason to open this hand."""
    deck = observation.edition.deck
    places = observation.own_hands if choice is OpenChoice.FIRST else observation.own_hands[::-1]
    shown, hidden = (card_set(observation.hands[number] or ()) for number in places)
    low_shown, low_hidden = (size(under(cards, deck.start_price)) for cards in (shown, hidden))
    if low_shown != low_hidden:
        kind = (
            HintReasonKind.MORE_LOW_HIDDEN
            if low_hidden > low_shown
            else HintReasonKind.MORE_LOW_OPEN
        )
        price = printed_price(deck, deck.start_price)
        return HintReason(kind, price=price, count=low_hidden, shown=low_shown)
    lowest = next(members(shown | hidden))
    kind = HintReasonKind.LOWEST_OPEN if holds(shown, lowest) else HintReasonKind.LOWEST_HIDDEN
    return HintReason(kind, deck.card_at(lowest))
