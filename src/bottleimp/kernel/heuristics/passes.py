"""What to pass, what to put into the imp's trick, which hand to open.

The lowest cards are passed, one to each side, since whoever holds them may be left with the bottle.
The next card goes into the imp's trick: a low one again, since the less lies there the less it
costs to be stuck.
"""

from bottleimp.kernel.compile.jit import inline_jit
from bottleimp.kernel.encoding.info_state import InfoState
from bottleimp.kernel.heuristics.card_counts import CardCounts, is_rival
from bottleimp.kernel.heuristics.hand_value import (
    EvaluationCache,
    expected_trick_points,
    last_sale_chance,
)
from bottleimp.kernel.heuristics.weights import HeuristicWeights
from bottleimp.rules.cardsets import holds, lowest, size, without_lowest
from bottleimp.rules.position import Layout, suit_of


@inline_jit
def card_to_pass(
    layout: Layout,
    weights: HeuristicWeights,
    info_state: InfoState,
    counts: CardCounts,
    cache: EvaluationCache,
) -> int:
    """The card for the first pass that is asked for, chosen with those after it in mind.

    Of the cards to be parted with, those least worth keeping go to rivals; a partner gets the card
    most worth having.
    """
    imps_trick = len(layout.hand_seat)
    target, to_rivals, own = imps_trick, 0, 0
    for made in range(len(layout.pass_seat)):
        if layout.pass_seat[made] == info_state.seat:
            reached = layout.pass_target[made]
            if own == info_state.passes_made:
                target = reached
            elif own > info_state.passes_made and reaches_rival(layout, info_state.seat, reached):
                to_rivals += 1
            own += 1
        if own > info_state.passes_made and holds(layout.pick_ups, made):
            break
    rank = to_rivals
    if target != imps_trick:
        rank = 0 if reaches_rival(layout, info_state.seat, target) else size(info_state.legal) - 1
    rest = info_state.legal
    while rest:
        card = lowest(rest)
        cache.keep_values[card] = keep_value(layout, weights, counts, cache, card)
        rest = without_lowest(rest)
    return card_at_rank(cache, info_state.legal, rank)


@inline_jit
def reaches_rival(layout: Layout, seat: int, target: int) -> bool:
    """Whether a pass of this seat goes to a hand of another side."""
    if target == len(layout.hand_seat):
        return False
    return is_rival(layout, seat, layout.hand_seat[target])


@inline_jit
def card_at_rank(cache: EvaluationCache, cards: int, rank: int) -> int:
    """The card with exactly `rank` cards of lower keep value; ties go to the lower card."""
    rest, card = cards, lowest(cards)
    while rest:
        card = lowest(rest)
        less, others = 0, cards
        while others:
            other = lowest(others)
            others = without_lowest(others)
            beyond = float(cache.keep_values[card] - cache.keep_values[other])
            if beyond > 0 or (beyond == 0 and other < card):
                less += 1
        if less == rank:
            break
        rest = without_lowest(rest)
    return card


@inline_jit
def keep_value(
    layout: Layout, weights: HeuristicWeights, counts: CardCounts, cache: EvaluationCache, card: int
) -> float:
    """What it is worth to hold the card, in points."""
    tricks = expected_trick_points(layout, weights, counts, card, counts.price)
    company = size(counts.own_cards & suit_of(layout.suits, card))
    # One card of a suit hinders less than many, so it is the first to go.
    value = tricks + counts.mean_points * weights.long_suit * company
    if card < counts.price:
        danger = last_sale_chance(layout, weights, counts, cache, card, counts.price, 0)
        value -= danger * weights.last_sale_cost * counts.mean_points
    return value


@inline_jit
def hand_to_open(layout: Layout, info_state: InfoState) -> int:
    """The hand with the lower cards, as an action, so that the higher ones come as a surprise."""
    first = 0
    while layout.hand_seat[first] != info_state.seat:
        first += 1
    second = first + 1
    while layout.hand_seat[second] != info_state.seat:
        second += 1
    one, other = info_state.hands[first], info_state.hands[second]
    is_first_lower = sum_of_places(one) * size(other) <= sum_of_places(other) * size(one)
    return layout.deck_size if is_first_lower else layout.deck_size + 1


@inline_jit
def sum_of_places(cards: int) -> int:
    """The places of the cards, added up."""
    total = 0
    while cards:
        total += lowest(cards)
        cards = without_lowest(cards)
    return total
