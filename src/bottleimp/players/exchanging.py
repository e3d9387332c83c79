"""What to pass, what to put into the imp's trick, which hand to open."""

from bottleimp.game.actions import OpenChoice
from bottleimp.players.count import Count
from bottleimp.players.prospects import Prospects
from bottleimp.players.weights import Weights
from bottleimp.rules.cards import Card
from bottleimp.rules.cardsets import members, size
from bottleimp.rules.seating import IMPS_TRICK


def card_to_pass(count: Count, weights: Weights) -> Card:
    """The card for the first pass that is asked for, chosen with those after it in mind."""
    observation = count.observation
    prospects = Prospects(count, weights)
    asks = observation.asks
    passing = sum(1 for step in asks if step.target != IMPS_TRICK)
    wanted = sorted(
        (card for card in observation.legal if isinstance(card, Card)),
        key=lambda card: keep(count, prospects, card),
    )
    return wanted[passing if asks[0].target == IMPS_TRICK else 0]


def keep(count: Count, prospects: Prospects, card: Card) -> float:
    """What holding the card is worth."""
    danger = prospects.last_sale(card.place, count.price, 0) if card.place < count.price else 0.0
    return prospects.trick_points(card.place, count.price) - danger * 40


def hand_to_open(count: Count) -> OpenChoice:
    """The hand that may be seen: the one with the lower cards."""
    first, second = (count.known[number] for number in count.observation.own_hands)
    low = [sum(members(cards)) / max(1, size(cards)) for cards in (first, second)]
    return OpenChoice.FIRST if low[0] <= low[1] else OpenChoice.SECOND
