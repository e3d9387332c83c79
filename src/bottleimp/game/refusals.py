"""Why a card is refused, in one sentence."""

from bottleimp.errors import IllegalAction, RefusalReason
from bottleimp.rules.cards import Card, Suit
from bottleimp.rules.cardsets import holds, singleton
from bottleimp.rules.decks import Deck
from bottleimp.rules.position import Layout, Position, is_passing
from bottleimp.rules.turns import may_play_from


def card_refusal(
    layout: Layout, position: Position, deck: Deck, seat: int, card: Card
) -> IllegalAction:
    """The refusal of a card that is not legal for the seat, which is asked for a card now."""
    hand = next((n for n, cards in enumerate(position.hands) if holds(cards, card.place)), None)
    if hand is None or layout.hand_seat[hand] != seat:
        return IllegalAction(f"You do not hold {card.label}.", RefusalReason.NOT_HELD)
    if is_passing(layout, position):
        return IllegalAction(
            f"{card.label} cannot be passed now: it is not in the hand you pass from,"
            " or you have already chosen it.",
            RefusalReason.WRONG_HAND,
        )
    if not may_play_from(layout, position, hand):
        needed = "open" if holds(layout.open_plays, position.plays_made) else "hidden"
        return IllegalAction(
            f"{card.label} cannot be played: this card must come from your {needed} hand.",
            RefusalReason.WRONG_HAND,
        )
    held = position.hands[hand] & position.led_suit
    if held and not held & singleton(card.place):
        led = next(s for s in Suit if deck.suit_cards(s) == position.led_suit)
        numbers = ", ".join(other.label for other in deck.cards_of(held))
        return IllegalAction(
            f"{card.label} cannot be played: {led.colour} was led and that hand holds {numbers}.",
            RefusalReason.MUST_FOLLOW,
        )
    return IllegalAction(
        f"{card.label} cannot be played: this seat plays by rule, and the rule picks another card.",
        RefusalReason.DRIVEN,
    )
