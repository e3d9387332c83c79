"""One step of a round: what the seat to act may do, and the position that follows.

An action is a card.  Where a seat chooses which of its two hands to open,
the two actions past the last card stand for its first and its second hand.
"""

from bottleimp.rules.cardsets import highest, holds, lowest, singleton, with_entry
from bottleimp.rules.position import (
    FOREHAND,
    Layout,
    Position,
    hands_of,
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
        return singleton(layout.deck_size) | singleton(layout.deck_size + 1)
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
    """Set the card aside for its target; at a pick-up every hand takes what was passed to it.

    Players pass at the same moment.  Here they pass in seat order, and the
    observation hides every pass until the pick-up.
    """
    number = position.passes_made
    source, target = layout.pass_source[number], layout.pass_target[number]
    hands = with_entry(position.hands, source, position.hands[source] & ~singleton(card))
    passed = with_entry(position.passed, target, position.passed[target] | singleton(card))
    if holds(layout.pick_ups, number):
        for hand in range(len(hands)):
            hands = with_entry(hands, hand, hands[hand] | passed[hand])
            passed = with_entry(passed, hand, 0)
    is_last = number + 1 == len(layout.pass_seat)
    return position._replace(
        hands=hands,
        passed=passed,
        open_hands=layout.opened if is_last else 0,
        passes_made=number + 1,
        # After the last pass, forehand chooses or leads first.
        turn=FOREHAND if is_last else layout.pass_seat[number + 1],
    )


def after_choice(layout: Layout, position: Position, action: int) -> Position:
    """Open the chosen hand.  Seats choose at the same moment, as they pass."""
    own_hands = hands_of(layout, position.turn)
    hand = lowest(own_hands) if action == layout.deck_size else highest(own_hands)
    is_last = position.choices_made + 1 == layout.choosers
    return position._replace(
        open_hands=position.open_hands | singleton(hand),
        choices_made=position.choices_made + 1,
        turn=FOREHAND if is_last else position.turn + 1,
    )


def after_play(layout: Layout, position: Position, card: int) -> Position:
    """Put the card on the table.  With the last card of a trick its taker wins it and leads next.

    A taker with a card under the price buys the bottle, and that card is the new price.
    """
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
        return position._replace(
            hands=hands,
            plays_made=position.plays_made + 1,
            trick=trick,
            led_suit=position.led_suit if position.led_suit else suit_of(layout.suits, card),
            taker=taker,
            turn=(position.turn + 1) % len(position.won),
        )
    prices, owners = position.prices, position.owners
    if best < price:
        prices, owners = with_entry(prices, bottle, best), with_entry(owners, bottle, taker)
    return position._replace(
        hands=hands,
        won=with_entry(position.won, taker, position.won[taker] | trick),
        prices=prices,
        owners=owners,
        plays_made=0,
        trick=0,
        led_suit=0,
        taker=taker,
        turn=taker,
    )
