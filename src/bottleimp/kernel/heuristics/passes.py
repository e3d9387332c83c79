"""What to pass, what to put into the imp's trick, which hand to open.

The lowest cards are passed, one to each side, since whoever holds them may be left with the bottle.
The next card goes into the imp's trick: a low one again, since the less lies there the less it
costs to be stuck.
"""

from bottleimp.kernel.compile.jit import inlined
from bottleimp.kernel.encoding.info_state import Sight
from bottleimp.kernel.heuristics.card_counts import Count, is_rival
from bottleimp.kernel.heuristics.hand_value import Memo, last_sale, trick_points
from bottleimp.kernel.heuristics.weights import Weights
from bottleimp.rules.cardsets import holds, lowest, size, without_lowest
from bottleimp.rules.position import Layout, suit_holding


@inlined
def card_to_pass(layout: Layout, weights: Weights, sight: Sight, count: Count, memo: Memo) -> int:
    """The card for the first pass that is asked for, chosen with those after it in mind.

    Of the cards to be parted with, those least worth keeping go to rivals; a partner gets the card
    most worth having.
    """
    imps_trick = len(layout.hand_seat)
    target, to_rivals, own = imps_trick, 0, 0
    for made in range(len(layout.pass_seat)):
        if layout.pass_seat[made] == sight.seat:
            reached = layout.pass_target[made]
            if own == sight.passes_made:
                target = reached
            elif own > sight.passes_made and reaches_rival(layout, sight.seat, reached):
                to_rivals += 1
            own += 1
        if own > sight.passes_made and holds(layout.pick_ups, made):
            break
    rank = to_rivals
    if target != imps_trick:
        rank = 0 if reaches_rival(layout, sight.seat, target) else size(sight.legal) - 1
    rest = sight.legal
    while rest:
        card = lowest(rest)
        memo.keeping[card] = worth_keeping(layout, weights, count, memo, card)
        rest = without_lowest(rest)
    return ranked(memo, sight.legal, rank)


@inlined
def reaches_rival(layout: Layout, seat: int, target: int) -> bool:
    """Whether a pass of this seat goes to a hand of another side."""
    if target == len(layout.hand_seat):
        return False
    return is_rival(layout, seat, layout.hand_seat[target])


@inlined
def ranked(memo: Memo, cards: int, rank: int) -> int:
    """The card than which so many are less worth keeping; of equals the lower is less."""
    rest, card = cards, lowest(cards)
    while rest:
        card = lowest(rest)
        less, others = 0, cards
        while others:
            other = lowest(others)
            others = without_lowest(others)
            beyond = float(memo.keeping[card] - memo.keeping[other])
            if beyond > 0 or (beyond == 0 and other < card):
                less += 1
        if less == rank:
            break
        rest = without_lowest(rest)
    return card


@inlined
def worth_keeping(layout: Layout, weights: Weights, count: Count, memo: Memo, card: int) -> float:
    """What it is worth to hold the card, in points."""
    tricks = trick_points(layout, weights, count, card, count.price)
    company = size(count.own & suit_holding(layout.suits, card))
    # One card of a suit hinders less than many, so it is the first to go.
    value = tricks + count.mean_points * weights.long_suit * company
    if card < count.price:
        danger = last_sale(layout, weights, count, memo, card, count.price, 0)
        value -= danger * weights.stake * count.mean_points
    return value


@inlined
def hand_to_open(layout: Layout, sight: Sight) -> int:
    """The hand with the lower cards, as an action, so that the higher ones come as a surprise."""
    first = 0
    while layout.hand_seat[first] != sight.seat:
        first += 1
    second = first + 1
    while layout.hand_seat[second] != sight.seat:
        second += 1
    one, other = sight.hands[first], sight.hands[second]
    is_first_lower = places(one) * size(other) <= places(other) * size(one)
    return layout.deck_size if is_first_lower else layout.deck_size + 1


@inlined
def places(cards: int) -> int:
    """The places of the cards, added up."""
    total = 0
    while cards:
        total += lowest(cards)
        cards = without_lowest(cards)
    return total
