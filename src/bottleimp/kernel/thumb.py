"""A policy for playouts that plays by a rule of thumb: compiled, quick, and fair.

It looks at the cards of the seat to act, at the trick, and at what has been played; never at the
hidden cards of others.  It is meant for the leaves of a search, not for the table.
"""

from math import exp

from bottleimp.kernel.compiled import inlined
from bottleimp.kernel.policies import any_legal, policy_called
from bottleimp.kernel.primitives import nth
from bottleimp.kernel.stream import Stream, shown
from bottleimp.rules.cardsets import lone, lowest, size, under, without_lowest
from bottleimp.rules.position import Layout, Position, is_choosing, is_passing
from bottleimp.rules.scoring import worth
from bottleimp.rules.tricks import dearest, winning_card
from bottleimp.rules.turns import legal_actions

RANDOM_SHARE = 5  # one action in so many is any legal one
UNDERCUT_RATE = 0.45  # how readily each lower card that is out rescues an owner
IMPS_POINTS = 3.0  # what a card of the imp's trick is worth on average, with some fear
POINTS_TO_COME = 2.5  # what each later card brings to a trick
SHED = 0.55  # what it is worth to be rid of a card for each place below the start
BEATEN = 0.30  # how readily each better card that is out beats a card on the table


@inlined
def thumb_pass(layout: Layout, position: Position, cards: int) -> int:
    """The lowest cards go to others, the next lowest to the imp's trick."""
    made = position.passes_made
    imps_trick = len(position.hands)
    if layout.pass_target[made] != imps_trick:
        return lowest(cards)
    for_others = 0
    for later in range(made + 1, len(layout.pass_seat)):
        if layout.pass_seat[later] != layout.pass_seat[made]:
            break
        if layout.pass_target[later] != imps_trick:
            for_others += 1
    return nth(cards, min(for_others, size(cards) - 1))


@inlined
def thumb_card(layout: Layout, position: Position, cards: int) -> int:
    """The legal card with the best outlook for this trick and the bottle."""
    own, seen = 0, position.trick
    for hand in range(len(position.hands)):
        if layout.hand_seat[hand] == position.turn:
            own |= position.hands[hand]
            seen |= position.hands[hand]
    for taken in position.won:
        seen |= taken
    deck = 0
    for suit in layout.suits:
        deck |= suit
    out = deck & ~seen
    price = position.prices[dearest(position.prices)]
    to_come = layout.plays_per_trick - 1 - position.plays_made
    table = worth(layout, position.trick)
    owns = 0
    for owner in position.owners:
        if owner == position.turn:
            owns = 1
    can_sell = 1 if under(out, price) else 0
    best, best_score = lowest(cards), -1e9
    rest = cards
    while rest:
        card = lowest(rest)
        rest = without_lowest(rest)
        trick = position.trick | lone(card)
        is_buyer = card < price
        wins = 0.0
        if winning_card(trick, price) == card:
            better = (
                under(out, price) & ~under(out, card)
                if is_buyer
                else (under(out, price) | (out & ~under(out, card)))
            )
            wins = exp(-BEATEN * min(to_come, 3) * min(size(better), 6) * 0.5)
        points = table + worth(layout, lone(card)) + POINTS_TO_COME * to_come
        if owns and not can_sell:
            # For good or ill the bottle stays here: keep points from the others.
            score = wins * points - 0.5 * worth(layout, lone(card)) * (1.0 - wins)
        elif is_buyer:
            stuck = exp(-UNDERCUT_RATE * size(under(out, card)))
            loss = IMPS_POINTS * len(layout.side) + 12.0
            score = wins * (points * (1.0 - stuck) - stuck * loss)
            score += (1.0 - wins) * SHED * (price - card)
        else:
            score = wins * points * (1.0 if owns == 0 else 0.8)
            score -= 0.15 * worth(layout, lone(card)) * (1.0 - wins)
        if score > best_score:
            best, best_score = card, score
    return best


def by_thumb(layout: Layout, position: Position, stream: Stream) -> int:
    """What the rule of thumb says; now and then any legal action, so that playouts differ."""
    number = shown(stream)
    if int(number & 0xFFFF) % RANDOM_SHARE == 0 or is_choosing(layout, position):
        return any_legal(layout, position, stream)
    cards = legal_actions(layout, position)
    if without_lowest(cards) == 0:
        return lowest(cards)
    if is_passing(layout, position):
        return thumb_pass(layout, position, cards)
    return thumb_card(layout, position, cards)


THUMB = policy_called("thumb", by_thumb)
