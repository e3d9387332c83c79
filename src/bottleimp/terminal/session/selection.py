"""What the person is about to do: where the cursor stands, what is chosen but not yet committed.

All of it is made from an observation; which cards are legal comes with that.  Nothing here is
known to anyone else before it is committed.
"""

from dataclasses import dataclass, replace
from enum import Enum
from gettext import NullTranslations

from bottleimp.game.actions import Action, OpenChoice
from bottleimp.game.round import Phase
from bottleimp.knowledge.narration import refusal_text
from bottleimp.knowledge.observation import Observation
from bottleimp.rules.cards import Card, Suit

SUITS = list(Suit)


class CardOrder(Enum):
    """How the cards of a hand are sorted."""

    NUMBER = "number"
    SUIT = "suit"


def sort_cards(cards: tuple[Card, ...], order: CardOrder) -> tuple[Card, ...]:
    """The cards as they are shown."""
    if order is CardOrder.NUMBER:
        return tuple(sorted(cards, key=lambda card: card.place))
    return tuple(sorted(cards, key=lambda card: (SUITS.index(card.suit), card.place)))


def decision_key(observation: Observation) -> tuple[object, ...]:
    """What is asked for; the same as long as the same choice is to be made."""
    held = observation.hand_sizes, len(observation.plays)
    return observation.phase, observation.stage, observation.passes_owed, held


@dataclass(frozen=True)
class HandSelection:
    """The person's own hands with a cursor, and the draft of the secret choices of this stage."""

    observation: Observation
    order: CardOrder = CardOrder.NUMBER
    cursor: Card | None = None
    draft: tuple[Action, ...] = ()
    typed_text: str = ""
    hinted_actions: tuple[Action, ...] = ()  # what a strong player would do
    hint_text: str = ""  # the same in words

    @property
    def hands(self) -> tuple[tuple[int, tuple[Card, ...]], ...]:
        """Number and cards of every own hand that has cards, as they are shown."""
        return tuple(
            (number, sort_cards(cards, self.order))
            for number in self.observation.own_hands
            if (cards := self.observation.hands[number])
        )

    @property
    def choices_owed(self) -> int:
        """How many secret choices this stage asks for in all."""
        if not self.observation.is_to_act:
            return 0
        if self.observation.phase is Phase.CHOICE:
            return 1
        return len(self.observation.passes_owed)

    @property
    def is_ready(self) -> bool:
        """Whether every secret choice is drafted, so that they can be committed."""
        return 0 < self.choices_owed == len(self.draft)

    def allows(self, card: Card) -> bool:
        """Whether the card can be played, or drafted as the next pass."""
        if self.observation.phase is not Phase.EXCHANGE:
            return card in self.observation.legal_actions
        if not self.choices_owed or self.is_ready or card in self.draft:
            return False
        source = self.observation.passes_owed[len(self.draft)].source
        return card in (self.observation.hands[source] or ())

    def refusal_text(self, card: Card, catalogue: NullTranslations) -> str | None:
        """Why the card cannot be chosen now, in one sentence; None if it can."""
        # Where a hand is chosen, a card stands for its hand.
        if self.allows(card) or self.observation.phase is Phase.CHOICE:
            return None
        _ = catalogue.gettext
        if card in self.draft:
            return _("You have already chosen this card.")
        if self.is_ready:
            return _("Every card is chosen.")
        if self.choices_owed and self.observation.phase is Phase.EXCHANGE:
            return _("This card must come from your other hand.")
        return refusal_text(self.observation, card, catalogue)

    # --- the next moment --------------------------------------------------------------------

    def with_observation(self, observation: Observation) -> "HandSelection":
        """The same choice carried over to what is seen now."""
        same = decision_key(observation) == decision_key(self.observation)
        kept = self.draft if same and observation.is_to_act else ()
        turned = observation.is_to_act and (
            not self.observation.is_to_act
            or decision_key(observation) != decision_key(self.observation)
        )
        after = replace(self, observation=observation, draft=kept, typed_text="")
        if not same or not observation.is_to_act:
            after = replace(after, hinted_actions=(), hint_text="")
        after = replace(after, cursor=after._placed(self))
        if turned and after.cursor is not None and not after.allows(after.cursor):
            return replace(after, cursor=after._first_allowed())
        return after

    def _placed(self, before: "HandSelection") -> Card | None:
        """The cursor's card; where it has gone, the one that took its place."""
        cards = [card for _, hand in self.hands for card in hand]
        if not cards or self.cursor in cards:
            return self.cursor if cards else None
        for number, hand in before.hands:
            if self.cursor in hand:
                here = [card for other, held in self.hands if other == number for card in held]
                if here:
                    return here[min(hand.index(self.cursor), len(here) - 1)]
        return self._first_allowed() or cards[0]

    def _first_allowed(self) -> Card | None:
        cards = [card for _, hand in self.hands for card in hand]
        return next((card for card in cards if self.allows(card)), self.cursor)

    def move_cursor(self, *, across: int = 0, down: int = 0) -> "HandSelection":
        """The cursor so many cards to the right, or so many hands further down."""
        hands = [hand for _, hand in self.hands]
        row = next((n for n, hand in enumerate(hands) if self.cursor in hand), None)
        if row is None or self.cursor is None:
            return replace(self, typed_text="")
        column = hands[row].index(self.cursor)
        if down:
            row = (row + down) % len(hands)
            column = min(column, len(hands[row]) - 1)
        column = (column + across) % len(hands[row])
        return replace(self, cursor=hands[row][column], typed_text="")

    def move_to_end(self, *, last: bool) -> "HandSelection":
        """The cursor on the first or last card of its hand."""
        for _, hand in self.hands:
            if self.cursor in hand:
                return replace(self, cursor=hand[-1 if last else 0], typed_text="")
        return self

    def with_cursor(self, card: Card) -> "HandSelection":
        """The cursor on this card."""
        return replace(self, cursor=card, typed_text="")

    def type_character(self, sign: str) -> "HandSelection":
        """One more sign of a number; the cursor goes to the card that is meant so far."""
        for text in (self.typed_text + sign, sign):
            cards = [card for _, hand in self.hands for card in hand]
            exact = [card for card in cards if card.label == text]
            starting = [card for card in cards if card.label.startswith(text)]
            if exact or starting:
                return replace(self, cursor=(exact or starting)[0], typed_text=text)
        return replace(self, typed_text="")

    def erase_character(self) -> "HandSelection":
        """The number being typed without its last sign; the cursor stays."""
        return replace(self, typed_text=self.typed_text[:-1])

    def with_order(self, order: CardOrder) -> "HandSelection":
        """The same with the hands in another order."""
        return replace(self, order=order)

    def add_choice(self, action: Action) -> "HandSelection":
        """The draft with one more choice; unchanged when it is full."""
        if self.is_ready:
            return self
        after = replace(self, draft=(*self.draft, action), typed_text="")
        if isinstance(action, OpenChoice) or after.is_ready or after.cursor is None:
            return after
        return after if after.allows(after.cursor) else after._beside()

    def _beside(self) -> "HandSelection":
        """The cursor on the next card that can be chosen."""
        cards = [card for _, hand in self.hands for card in hand]
        start = cards.index(self.cursor) if self.cursor in cards else 0
        turned = (*cards[start:], *cards[:start])
        return replace(self, cursor=next((c for c in turned if self.allows(c)), self.cursor))

    def undo_choice(self) -> "HandSelection":
        """The draft without its last choice, the cursor on the card taken back."""
        if not self.draft:
            return self
        last = self.draft[-1]
        cursor = last if isinstance(last, Card) else self.cursor
        return replace(self, draft=self.draft[:-1], cursor=cursor, typed_text="")
