"""What a hand is worth with the bottle at a price: the danger of it, and the tricks to come."""

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bottleimp.kernel.compile.jit import inlined
from bottleimp.kernel.heuristics.card_counts import (
    Count,
    is_rival,
    number_out,
    out_of,
)
from bottleimp.kernel.heuristics.weights import Weights
from bottleimp.rules.cardsets import holds, lowest, replaced, size, under, without_lowest
from bottleimp.rules.position import NOBODY, Layout

Table = npt.NDArray[np.float64]

NO_SALE = -1  # in the place of a price


class Memo(NamedTuple):
    """What was worked out for one decision; not a number where nothing was yet."""

    wins: Table  # card, price -> points of later tricks
    sales: Table  # card, price -> the logit of the last sale, for a card without company
    keeping: Table  # card -> what it is worth to hold it


def empty_memo(deck_size: int) -> Memo:
    """Nothing worked out yet; `deck_size` counts the places of the deck."""
    shape = deck_size, deck_size
    return Memo(np.full(shape, np.nan), np.full(shape, np.nan), np.full(deck_size, np.nan))


@inlined
def chance(logit: float) -> float:
    """The chance with this logit."""
    return 1 / (1 + math.exp(-logit))


@inlined
def highest_price(prices: tuple[int, ...]) -> int:
    """The price of the bottle that costs most."""
    highest = prices[0]
    for price in prices:
        highest = max(highest, price)
    return highest


@inlined
def after(
    layout: Layout, weights: Weights, count: Count, memo: Memo, held: int,
    gain: float, loss: float, taker: int, buyer: int, price: int,
) -> float:  # fmt: skip
    """What holds after a trick: points, less the danger.

    The taker and the buyer are seats, or NOBODY for one of the others who is not known yet; the
    price is NO_SALE where the bottle stays.
    """
    prices, owners = count.prices, count.owners
    if price != NO_SALE:
        prices = replaced(prices, count.for_sale, price)
        owners = replaced(owners, count.for_sale, buyer)
    stuck_chance, bottles = stuck(layout, weights, count, memo, held, prices, owners)
    if is_burnt(layout, count, taker, prices, owners, price):
        loss = 0.0
    later = points_to_come(layout, weights, count, memo, held, highest_price(prices))
    points = count.taken + gain + later + count.of_partners
    return (1 - stuck_chance) * points - bottles * count.penalty - loss * count.rival_loss


@inlined
def is_burnt(
    layout: Layout, count: Count, taker: int, prices: tuple[int, ...], owners: tuple[int, ...],
    price: int,
) -> bool:  # fmt: skip
    """Whether the points help no rival: the taker is stuck, or is Lopaka, who cannot win."""
    if taker == NOBODY or not is_rival(layout, count.seat, taker):
        return False
    if holds(layout.driven, taker):
        return True
    lower = out_of(count) | count.own
    for bottle in range(len(prices)):
        is_his = owners[bottle] == taker or (price != NO_SALE and prices[bottle] == price)
        if is_his and not under(lower, prices[bottle]):
            return True
    return False


@inlined
def stuck(
    layout: Layout, weights: Weights, count: Count, memo: Memo, held: int,
    prices: tuple[int, ...], owners: tuple[int, ...],
) -> tuple[float, float]:  # fmt: skip
    """The chance that the side ends as an owner, and the bottles it owns on average."""
    dearest_price = highest_price(prices)
    low = under(held, dearest_price)
    number = 0.0
    for bottle in range(len(prices)):
        price, owner = prices[bottle], owners[bottle]
        if owner == NOBODY or is_rival(layout, count.seat, owner):
            continue
        dearer = 0
        for other in prices:
            if other > price:
                dearer += 1
        if not (low and price == dearest_price and owner == count.seat):
            number += unsold(count, price, dearer + 1)
    if low and not under(out_of(count), dearest_price):
        number += 1.0
    else:
        company = 0
        while low:
            number += last_sale(layout, weights, count, memo, lowest(low), dearest_price, company)
            low = without_lowest(low)
            company += 1
    return min(number, 1.0), min(number, float(len(prices)))


@inlined
def unsold(count: Count, price: int, sales: int) -> float:
    """The chance that the others do not hold the cards it takes to sell a bottle."""
    below = under(out_of(count), price)
    sure = size(below & count.surely_out & ~count.allied)
    if sure >= sales:
        return 0.0
    unsure = size(below & count.unseen)
    missing = 1 - count.share_of_rivals
    needed = sales - sure
    # Needing several, count the ways to have too few.
    total, ways = 0.0, 1.0
    for have in range(min(needed, unsure + 1)):
        total += ways * math.pow(1 - missing, float(have)) * math.pow(missing, float(unsure - have))
        ways = ways * (unsure - have) / (have + 1)
    return total


@inlined
def last_sale(
    layout: Layout, weights: Weights, count: Count, memo: Memo, card: int, price: int, company: int
) -> float:  # fmt: skip
    """The chance that a card under the price, still held, is the last that buys.

    `company` is the number of own cards under it.
    """
    logit = float(memo.sales[card, price])
    if math.isnan(logit):
        second = len(count.prices) - 1
        plays = max(1.0, float(count.tricks_to_come * (layout.plays_per_trick - 1)))
        out = out_of(count)
        below = under(out, card)
        relief = max(0.0, number_out(count, below) - second) / plays
        cover = number_out(count, under(out, price) & ~below) / plays
        logit = (
            weights.last_sale
            - (weights.last_sale_relief + second * weights.second_relief) * relief
            - (weights.last_sale_cover + second * weights.second_cover) * cover
            - weights.last_sale_tricks * count.tricks_to_come
        )
        memo.sales[card, price] = logit
    return chance(logit - weights.last_sale_company * company)


@inlined
def points_to_come(
    layout: Layout, weights: Weights, count: Count, memo: Memo, held: int, price: int
) -> float:
    """The points that the cards held may take in later tricks."""
    total = 0.0
    while held:
        card = lowest(held)
        held = without_lowest(held)
        points = float(memo.wins[card, price])
        if math.isnan(points):
            points = trick_points(layout, weights, count, card, price)
            memo.wins[card, price] = points
        total += points
    return total


@inlined
def trick_points(layout: Layout, weights: Weights, count: Count, card: int, price: int) -> float:
    """The points that a card takes in a later trick, on average."""
    others = layout.plays_per_trick - 1
    per_trick = count.mean_points * (others + 1)
    out, all_out = out_of(count), count.all_out
    if card < price:
        topped = number_out(count, under(out, price) & ~under(out, card))
        late = number_out(count, under(out, card))
        logit = (
            weights.low_card
            - (weights.low_card_topped * topped + weights.low_card_late * late) / all_out
        )
        return weights.low_tricks * per_trick * chance(logit)
    beaten = number_out(count, out & ~under(out, card))
    bought = number_out(count, under(out, price))
    logit = (
        weights.high_card
        - others * (weights.high_card_beaten * beaten + weights.high_card_bought * bought) / all_out
    )
    return weights.high_tricks * per_trick * chance(logit)


@inlined
def middle_buyer(count: Count, price: int) -> int:
    """The card in the middle of those under the price that others may hold."""
    below = under(out_of(count), price)
    if not below:
        return price
    for _ in range(size(below) // 2):
        below = without_lowest(below)
    return lowest(below)
