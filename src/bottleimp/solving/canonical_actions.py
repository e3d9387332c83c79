"""What a search may leave out: cards that make no difference, and seats that can gain nothing.

Two cards are alike when they lie in the same hand, have suit and points in common, no card that
still counts lies between them (none in a hand, none on the table, no price), and neither can buy
a bottle in this trick.  Whatever follows one follows the other, so only the lowest of such cards
is tried.  Of two cards that buy, the higher leaves the lower one under the new price, so they are
not alike.
"""

from functools import lru_cache

import numpy as np

from bottleimp.kernel.arrays import IntArray
from bottleimp.kernel.compile.jit import inline_jit
from bottleimp.rules.cardsets import highest, holds, lowest, singleton, under, without_lowest
from bottleimp.rules.position import Layout, Position, suit_of
from bottleimp.rules.tricks import dearest_bottle
from bottleimp.solving.loss_groups import bottles_owned_by, cards_held_by


@lru_cache(maxsize=128)
def interchangeable_cards(layout: Layout) -> IntArray:
    """For every place of the deck, the cards of the same suit and the same points."""
    interchangeable = np.zeros(layout.deck_size, np.int64)
    for card in range(layout.deck_size):
        same = suit_of(layout.suits, card)
        for cards in layout.point_bits:
            same &= cards if holds(cards, card) else ~cards
        interchangeable[card] = same
    return interchangeable


@inline_jit
def cards_in_hands(position: Position) -> int:
    """The cards that are still to be played."""
    left = 0
    for hand in position.hands:
        left |= hand
    return left


@inline_jit
def canonical_actions(
    position: Position, cards: int, left: int, interchangeable: IntArray, first: int
) -> int:
    """The lowest card of each group of interchangeable legal cards.

    `interchangeable` holds, from place `first` on, the cards of the same suit and points.
    """
    live = left | position.trick
    for price in position.prices:
        live |= singleton(price)
    price = position.prices[dearest_bottle(position.prices)]
    bought = under(position.trick, price)
    may_buy = under(cards, price)
    if bought:
        may_buy &= ~under(cards, highest(bought))
    chosen, rest = cards, cards & ~may_buy
    while rest:
        card = lowest(rest)
        rest = without_lowest(rest)
        below = under(live, card)
        if below:
            neighbour = highest(below)
            if holds(interchangeable[first + card] & cards & ~may_buy, neighbour):
                for hand in position.hands:
                    if holds(hand, card) and holds(hand, neighbour):
                        chosen &= ~singleton(card)
    return chosen


@inline_jit
def is_stuck_for_good(layout: Layout, position: Position, left: int) -> bool:
    """Whether the side of the seat to act cannot lose its bottles: then all cards serve it equally.

    Those who own bottles are stuck when no card under the price is left, or when they own all
    the bottles and no one else holds such a card.  Returns False when this test cannot decide.
    """
    price = position.prices[dearest_bottle(position.prices)]
    buyers = under(left | position.trick, price)
    for member in range(len(layout.side)):
        if layout.side[member] == layout.side[position.turn]:
            loss_group = layout.loss_group[member]
            owned = bottles_owned_by(layout, position, loss_group)
            if not owned:
                return False
            if buyers:
                own_cards = cards_held_by(layout, position, loss_group)
                if owned < len(position.owners) or buyers & ~own_cards:
                    return False
    return True
