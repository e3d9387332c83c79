"""Why an action is refused: how the reason is found, and the sentence for each reason.

`Round` and `Observation` both find the reason here, each from what it knows of the seat.  Browser,
terminal and server take their sentences from here.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from bottleimp.errors import IllegalAction, RefusalReason
from bottleimp.game.actions import Action
from bottleimp.messages import N_
from bottleimp.rules.cards import Card, Suit

REFUSAL_SENTENCES = {
    RefusalReason.NOT_HELD: N_("You do not hold this card."),
    RefusalReason.MUST_FOLLOW: N_("You must follow suit."),
    RefusalReason.WRONG_HAND: N_("This card must come from your other hand."),
    RefusalReason.NOT_YOUR_TURN: N_("It is not your turn."),
    RefusalReason.NOT_THIS_PHASE: N_("That is not what is asked for now."),
    RefusalReason.ALREADY_COMMITTED: N_("You have already chosen."),
    RefusalReason.WRONG_COUNT: N_("That is not the number of choices you are asked for."),
    RefusalReason.DRIVEN: N_("This seat plays by rule."),
    RefusalReason.ROUND_OVER: N_("The round is over."),
}


@dataclass(frozen=True)
class SeatRequest:
    """What is asked of one seat now, and what it has to answer with."""

    is_over: bool
    is_passing: bool
    is_choosing: bool  # which of its hands to open
    legal_actions: Collection[Action]  # empty when the seat is asked for nothing
    has_chosen: bool  # whether it has made secret choices in the running stage
    hands: Sequence[Sequence[Card]]  # the seat's own
    led_suit: Suit | None

    def refusal_reason(self, action: Action) -> RefusalReason | None:
        """Why the seat may not do this now; None if it may."""
        if action in self.legal_actions:
            return None
        if self.is_over:
            return RefusalReason.ROUND_OVER
        if isinstance(action, Card) is self.is_choosing:
            return RefusalReason.NOT_THIS_PHASE
        if not self.legal_actions:
            chosen, waiting = RefusalReason.ALREADY_COMMITTED, RefusalReason.NOT_YOUR_TURN
            return chosen if self.has_chosen else waiting
        hand = self.hand_with(action)
        if not hand:
            return RefusalReason.NOT_HELD
        # A hand that the next card may come from has a legal card.
        if self.is_passing or not any(card in self.legal_actions for card in hand):
            return RefusalReason.WRONG_HAND
        following = [card for card in hand if card.suit is self.led_suit]
        if following and action not in following:
            return RefusalReason.MUST_FOLLOW
        return RefusalReason.DRIVEN

    def hand_with(self, action: Action) -> Sequence[Card]:
        """The hand of the seat that holds the card; empty if none does."""
        return next((cards for cards in self.hands if action in cards), ())

    def refusal(self, action: Action, reason: RefusalReason, needed_hand: str) -> IllegalAction:
        """The error for this reason, in a sentence that names the cards.

        `needed_hand` is `open` or `hidden`: the hand from which the next card must come.
        """
        return IllegalAction(self._sentence(action, reason, needed_hand), reason)

    def _sentence(self, action: Action, reason: RefusalReason, needed_hand: str) -> str:
        label = action.label
        match reason:
            case RefusalReason.NOT_THIS_PHASE:
                asked = "a hand to open" if self.is_choosing else "a card"
                return f"Now {asked} is asked for."
            case RefusalReason.NOT_HELD:
                return f"You do not hold {label}."
            case RefusalReason.WRONG_HAND if self.is_passing:
                return (
                    f"{label} cannot be passed now: it is not in the hand you pass from,"
                    " or you have already chosen it."
                )
            case RefusalReason.WRONG_HAND:
                return (
                    f"{label} cannot be played: this card must come from your {needed_hand} hand."
                )
            case RefusalReason.MUST_FOLLOW if self.led_suit is not None:
                hand = self.hand_with(action)
                following = ", ".join(card.label for card in hand if card.suit is self.led_suit)
                return (
                    f"{label} cannot be played: {self.led_suit.colour} was led"
                    f" and that hand holds {following}."
                )
            case RefusalReason.DRIVEN:
                return (
                    f"{label} cannot be played: this seat plays by rule,"
                    " and the rule picks another card."
                )
            case _:
                return REFUSAL_SENTENCES[reason]
