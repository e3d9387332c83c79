"""What to pass, what to put into the imp's trick, which hand to open.

The lowest cards are passed, one to each side, since whoever holds them may be left with the bottle.
The next card goes into the imp's trick: a low one again, since the less lies there the less it
costs to be stuck.
"""

from bottleimp.game.actions import OpenChoice
from bottleimp.players.count import Count
from bottleimp.players.prospects import Prospects
from bottleimp.players.weights import Weights
from bottleimp.rules.cards import Card
from bottleimp.rules.cardsets import members, size
from bottleimp.rules.seating import IMPS_TRICK


def card_to_pass(count: Count, weights: Weights) -> Card:
    """The card for the first pass that is asked for, chosen with those after it in mind.

    Of the cards to be parted with, those least worth keeping go to rivals; a partner gets the card
    most worth having.
    """
    observation = count.observation
    prospects = Prospects(count, weights)
    cards = sorted(
        (card for card in observation.legal if isinstance(card, Card)),
        key=lambda card: (worth_keeping(count, prospects, card), card.place),
    )
    hands = observation.edition.hands
    first, *later = observation.asks
    if first.target == IMPS_TRICK:
        to_rivals = sum(
            1
            for step in later
            if step.target != IMPS_TRICK and hands[step.target].seat in count.rivals
        )
        return cards[to_rivals]
    return cards[0] if hands[first.target].seat in count.rivals else cards[-1]


def worth_keeping(count: Count, prospects: Prospects, card: Card) -> float:
    """What it is worth to hold the card, in points."""
    weights = prospects.weights
    tricks = prospects.trick_points(card.place, count.price)
    company = size(count.own & count.printed.suit_of[card.place])
    # One card of a suit hinders less than many, so it is the first to go.
    value = tricks + count.mean_points * weights.long_suit * company
    if card.place < count.price:
        danger = prospects.last_sale(card.place, count.price, lower=0)
        value -= danger * weights.stake * count.mean_points
    return value


def hand_to_open(count: Count) -> OpenChoice:
    """The hand with the lower cards, so that the higher ones come as a surprise."""
    first, second = (count.known[number] for number in count.observation.own_hands)
    is_first_lower = sum(members(first)) * size(second) <= sum(members(second)) * size(first)
    return OpenChoice.FIRST if is_first_lower else OpenChoice.SECOND
