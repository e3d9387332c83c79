"""One step of a round: what the seat to act may do, and what then holds.

An action is a card.  Where a seat chooses which of its two hands to open,
the two actions past the last card stand for its first and its second hand.
"""

from bottleimp.rules.cardsets import holds, singleton, with_entry
from bottleimp.rules.position import (
    FOREHAND,
    Layout,
    Position,
    is_choosing,
    is_passing,
    suit_of,
)
from bottleimp.rules.tricks import dearest_bottle, lopakas_card, playable_cards, winning_card


def legal_actions(layout: Layout, position: Position) -> int:
    """The actions of the seat to act, as a set; empty when the round is over."""
    if is_passing(layout, position):
        return position.hands[layout.pass_source[position.passes_made]]
    if is_choosing(layout, position):
        return 0b11 << layout.deck_size
    cards = 0
    for hand in range(len(position.hands)):
        if may_play_from(layout, position, hand):
            cards |= playable_cards(position.hands[hand], position.led_suit)
    if holds(layout.driven, position.turn) and cards:
        price = position.prices[dearest_bottle(position.prices)]
        return singleton(lopakas_card(cards, position.trick, price))
    return cards


def may_play_from(layout: Layout, position: Position, hand: int) -> bool:
    """Whether the next card of the trick may come from this hand."""
    if layout.hand_seat[hand] != position.turn:
        return False
    is_open = holds(position.open_hands, hand)
    if holds(layout.open_plays, position.plays_made):
        return is_open == 1
    if holds(layout.hidden_plays, position.plays_made):
        return is_open == 0
    return True


def advance(layout: Layout, position: Position, action: int) -> Position:
    """The position after a legal action.  Does not check that it is legal."""
    if is_passing(layout, position):
        return after_pass(layout, position, action)
    if is_choosing(layout, position):
        return after_choice(layout, position, action)
    return after_play(layout, position, action)


def after_pass(layout: Layout, position: Position, card: int) -> Position:
    """Set the card aside; at a pick-up every hand takes what came to it.

    Players pass at the same moment.  Here they pass in seat order and no one
    sees a pass before the pick-up: hiding it is the observation's work.
    """
    made = position.passes_made
    source, target = layout.pass_source[made], layout.pass_target[made]
    hands = with_entry(position.hands, source, position.hands[source] & ~singleton(card))
    passed = with_entry(position.passed, target, position.passed[target] | singleton(card))
    if holds(layout.pick_ups, made):
        for hand in range(len(hands)):
            hands = with_entry(hands, hand, hands[hand] | passed[hand])
            passed = with_entry(passed, hand, 0)
    is_last = made + 1 == len(layout.pass_seat)
    # Passes end with the last seat; the first choice and the first lead are forehand's.
    turn = FOREHAND if is_last else layout.pass_seat[made + 1]
    return Position(
        hands, passed, position.won, position.prices, position.owners,
        layout.opened if is_last else 0, made + 1, 0, 0, 0, 0, FOREHAND, turn,
    )  # fmt: skip


def after_choice(layout: Layout, position: Position, action: int) -> Position:
    """Open the chosen hand.  Seats choose at the same moment, as they pass."""
    hand = 2 * position.turn + (action - layout.deck_size)
    chosen = position.choices_made + 1
    return Position(
        position.hands, position.passed, position.won, position.prices, position.owners,
        position.open_hands | singleton(hand), position.passes_made, chosen, 0, 0, 0, FOREHAND,
        FOREHAND if chosen == layout.choosers else position.turn + 1,
    )  # fmt: skip


def after_play(layout: Layout, position: Position, card: int) -> Position:
    """Add the card to the trick; with the last card the trick is taken."""
    hands = position.hands
    for hand in range(len(hands)):
        if layout.hand_seat[hand] == position.turn:
            hands = with_entry(hands, hand, hands[hand] & ~singleton(card))
    trick = position.trick | singleton(card)
    bottle = dearest_bottle(position.prices)
    price = position.prices[bottle]
    best = winning_card(trick, price)
    taker = position.turn if best == card else position.taker
    if position.plays_made + 1 < layout.plays_per_trick:
        led_suit = position.led_suit if position.led_suit else suit_of(layout.suits, card)
        return Position(
            hands, position.passed, position.won, position.prices, position.owners,
            position.open_hands, position.passes_made, position.choices_made,
            position.plays_made + 1, trick, led_suit, taker,
            (position.turn + 1) % len(position.won),
        )  # fmt: skip
    won = with_entry(position.won, taker, position.won[taker] | trick)
    prices, owners = position.prices, position.owners
    if best < price:  # a card under the price buys the bottle
        prices, owners = with_entry(prices, bottle, best), with_entry(owners, bottle, taker)
    return Position(
        hands, position.passed, won, prices, owners,
        position.open_hands, position.passes_made, position.choices_made,
        0, 0, 0, taker, taker,
    )  # fmt: skip
