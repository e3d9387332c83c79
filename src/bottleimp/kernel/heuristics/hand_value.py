"""What a hand is worth with the bottle at a price: the danger of it, and the tricks to come."""

import math
from typing import NamedTuple

import numpy as np

from bottleimp.kernel.arrays import FloatArray
from bottleimp.kernel.compile.jit import inline_jit
from bottleimp.kernel.heuristics.card_counts import (
    CardCounts,
    cards_out,
    expected_number_out,
    is_rival,
)
from bottleimp.kernel.heuristics.weights import HeuristicWeights
from bottleimp.rules.cardsets import holds, lowest, size, under, with_entry, without_lowest
from bottleimp.rules.position import NOBODY, Layout

NO_SALE = -1  # in the place of a price


class EvaluationCache(NamedTuple):
    """What was worked out for one decision; not a number where nothing was yet."""

    later_trick_points: FloatArray  # card, price -> points of later tricks
    last_sale_logits: (
        FloatArray  # card, price -> the logit of the last sale, for a card without company
    )
    keep_values: FloatArray  # card -> what it is worth to hold it


def empty_cache(deck_size: int) -> EvaluationCache:
    """Nothing worked out yet; `deck_size` counts the places of the deck."""
    shape = deck_size, deck_size
    return EvaluationCache(
        np.full(shape, np.nan), np.full(shape, np.nan), np.full(deck_size, np.nan)
    )


@inline_jit
def sigmoid(logit: float) -> float:
    """The chance with this logit."""
    return 1 / (1 + math.exp(-logit))


@inline_jit
def highest_price(prices: tuple[int, ...]) -> int:
    """The price of the bottle that costs most."""
    highest = prices[0]
    for price in prices:
        highest = max(highest, price)
    return highest


@inline_jit
def value_after_trick(
    layout: Layout, weights: HeuristicWeights, counts: CardCounts, cache: EvaluationCache,
    held: int, gain: float, loss: float, taker: int, buyer: int, price: int,
) -> float:  # fmt: skip
    """What holds after a trick: points, less the danger.

    The taker and the buyer are seats, or NOBODY for one of the others who is not known yet; the
    price is NO_SALE where the bottle stays.
    """
    prices, owners = counts.prices, counts.owners
    if price != NO_SALE:
        prices = with_entry(prices, counts.bottle_for_sale, price)
        owners = with_entry(owners, counts.bottle_for_sale, buyer)
    stuck_chance, bottles = chance_to_be_stuck(layout, weights, counts, cache, held, prices, owners)
    if is_gain_wasted(layout, counts, taker, prices, owners, price):
        loss = 0.0
    later = expected_points(layout, weights, counts, cache, held, highest_price(prices))
    points = counts.points_taken + gain + later + counts.partner_points
    return (1 - stuck_chance) * points - bottles * counts.penalty - loss * counts.rival_point_cost


@inline_jit
def is_gain_wasted(
    layout: Layout, counts: CardCounts, taker: int, prices: tuple[int, ...],
    owners: tuple[int, ...], price: int,
) -> bool:  # fmt: skip
    """Whether the points help no rival: the taker is stuck, or is Lopaka, who cannot win."""
    if taker == NOBODY or not is_rival(layout, counts.seat, taker):
        return False
    if holds(layout.driven, taker):
        return True
    lower = cards_out(counts) | counts.own_cards
    for bottle in range(len(prices)):
        is_his = owners[bottle] == taker or (price != NO_SALE and prices[bottle] == price)
        if is_his and not under(lower, prices[bottle]):
            return True
    return False


@inline_jit
def chance_to_be_stuck(
    layout: Layout, weights: HeuristicWeights, counts: CardCounts, cache: EvaluationCache,
    held: int, prices: tuple[int, ...], owners: tuple[int, ...],
) -> tuple[float, float]:  # fmt: skip
    """The chance that the side ends as an owner, and the bottles it owns on average."""
    dearest_price = highest_price(prices)
    low = under(held, dearest_price)
    number = 0.0
    for bottle in range(len(prices)):
        price, owner = prices[bottle], owners[bottle]
        if owner == NOBODY or is_rival(layout, counts.seat, owner):
            continue
        dearer = 0
        for other in prices:
            if other > price:
                dearer += 1
        if not (low and price == dearest_price and owner == counts.seat):
            number += chance_unsold(counts, price, dearer + 1)
    if low and not under(cards_out(counts), dearest_price):
        number += 1.0
    else:
        company = 0
        while low:
            number += last_sale_chance(
                layout, weights, counts, cache, lowest(low), dearest_price, company
            )
            low = without_lowest(low)
            company += 1
    return min(number, 1.0), min(number, float(len(prices)))


@inline_jit
def chance_unsold(counts: CardCounts, price: int, sales: int) -> float:
    """The chance that the others do not hold the cards it takes to sell a bottle."""
    below = under(cards_out(counts), price)
    sure = size(below & counts.known_out & ~counts.partner_cards)
    if sure >= sales:
        return 0.0
    unsure = size(below & counts.unseen)
    missing = 1 - counts.share_of_rivals
    needed = sales - sure
    # Needing several, count the ways to have too few.
    total, ways = 0.0, 1.0
    for have in range(min(needed, unsure + 1)):
        total += ways * math.pow(1 - missing, float(have)) * math.pow(missing, float(unsure - have))
        ways = ways * (unsure - have) / (have + 1)
    return total


@inline_jit
def last_sale_chance(
    layout: Layout, weights: HeuristicWeights, counts: CardCounts, cache: EvaluationCache,
    card: int, price: int, lower_own_cards: int
) -> float:  # fmt: skip
    """The chance that a card under the price, still held, is the last that buys.

    `lower_own_cards` is the number of own cards under it.
    """
    logit = float(cache.last_sale_logits[card, price])
    if math.isnan(logit):
        second = len(counts.prices) - 1
        plays = max(1.0, float(counts.tricks_to_come * (layout.plays_per_trick - 1)))
        out = cards_out(counts)
        below = under(out, card)
        relief = max(0.0, expected_number_out(counts, below) - second) / plays
        cover = expected_number_out(counts, under(out, price) & ~below) / plays
        logit = (
            weights.last_sale
            - (weights.last_sale_cards_under + second * weights.second_bottle_cards_under) * relief
            - (weights.last_sale_cards_between + second * weights.second_bottle_cards_between)
            * cover
            - weights.last_sale_tricks * counts.tricks_to_come
        )
        cache.last_sale_logits[card, price] = logit
    return sigmoid(logit - weights.last_sale_lower_own_cards * lower_own_cards)


@inline_jit
def expected_points(
    layout: Layout,
    weights: HeuristicWeights,
    counts: CardCounts,
    cache: EvaluationCache,
    held: int,
    price: int,
) -> float:
    """The points that the cards held may take in later tricks."""
    total = 0.0
    while held:
        card = lowest(held)
        held = without_lowest(held)
        points = float(cache.later_trick_points[card, price])
        if math.isnan(points):
            points = expected_trick_points(layout, weights, counts, card, price)
            cache.later_trick_points[card, price] = points
        total += points
    return total


@inline_jit
def expected_trick_points(
    layout: Layout, weights: HeuristicWeights, counts: CardCounts, card: int, price: int
) -> float:
    """The points that a card takes in a later trick, on average."""
    others = layout.plays_per_trick - 1
    per_trick = counts.mean_points * (others + 1)
    out, all_out = cards_out(counts), counts.total_out
    if card < price:
        topped = expected_number_out(counts, under(out, price) & ~under(out, card))
        late = expected_number_out(counts, under(out, card))
        logit = (
            weights.low_card
            - (weights.low_card_topped * topped + weights.low_card_late * late) / all_out
        )
        return weights.low_tricks * per_trick * sigmoid(logit)
    beaten = expected_number_out(counts, out & ~under(out, card))
    bought = expected_number_out(counts, under(out, price))
    logit = (
        weights.high_card
        - others * (weights.high_card_beaten * beaten + weights.high_card_bought * bought) / all_out
    )
    return weights.high_tricks * per_trick * sigmoid(logit)


@inline_jit
def median_buying_card(counts: CardCounts, price: int) -> int:
    """The card in the middle of those under the price that others may hold."""
    below = under(cards_out(counts), price)
    if not below:
        return price
    for _ in range(size(below) // 2):
        below = without_lowest(below)
    return lowest(below)
