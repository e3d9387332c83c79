"""What each card is worth that a seat may play to a trick.

The trick goes one of three ways: the seat's side takes it, another side buys it, or another side
takes it without buying.  How likely each is follows from the cards that are out; what each is worth
is the chance of not being stuck times the points, less the chance of being stuck times the penalty.
"""

import math
from typing import NamedTuple

from bottleimp.kernel.compile.jit import inlined
from bottleimp.kernel.encoding.info_state import Sight
from bottleimp.kernel.heuristics.card_counts import Count, is_rival
from bottleimp.kernel.heuristics.hand_value import NO_SALE, Memo, after, middle_buyer
from bottleimp.kernel.heuristics.weights import Weights
from bottleimp.rules.cardsets import holds, lone, size, under
from bottleimp.rules.position import NOBODY, Layout, suit_holding
from bottleimp.rules.scoring import worth
from bottleimp.rules.tricks import following, lopakas_card, winning_card


class Trial(NamedTuple):
    """The trick with one card more, as it stands against the plays to come."""

    trick: int
    led: int  # the cards of the led suit
    beating: int  # the cards that would take the lead
    buying: int  # the cards that would buy


@inlined
def trial(layout: Layout, sight: Sight, count: Count, card: int) -> Trial:
    """The trick if the seat plays this card."""
    trick = lone(card)
    for cards in sight.on_table:
        trick |= cards
    led = sight.led_suit if sight.led_suit else suit_holding(layout.suits, card)
    best, price = winning_card(trick, count.price), count.price
    buying, higher = under(-1, price), ~under(-1, best + 1)
    beating = buying | higher if best > price else buying & higher
    return Trial(trick, led, beating, buying)


@inlined
def value_of_card(
    layout: Layout, weights: Weights, sight: Sight, count: Count, memo: Memo, card: int
) -> float:
    """What playing the card is worth, in points against the mean of the others."""
    now = trial(layout, sight, count, card)
    best = winning_card(now.trick, count.price)
    taker = count.seat
    for seat in range(len(layout.side)):
        if holds(sight.on_table[seat], best):
            taker = seat
    is_bought = best < count.price
    safe, unsold = chances(layout, weights, sight, count, now)
    to_come = layout.plays_per_trick - sight.plays_made - 1
    points = worth(layout, now.trick) + to_come * count.mean_points
    held = count.own & ~lone(card)
    is_ours = not is_rival(layout, count.seat, taker)
    us = safe if is_ours else 0.0
    sold = 1.0 - us if is_bought else 1.0 - unsold
    total = 0.0
    if us > 0:
        new = best if is_bought else NO_SALE
        total += us * after(layout, weights, count, memo, held, points, 0.0, taker, taker, new)
    if sold > 0:
        # Someone buys: with the card on the table, or with one that is not there yet.
        is_there = is_bought and not is_ours
        new = best if is_there else middle_buyer(count, count.price)
        theirs = taker if is_there else NOBODY
        total += sold * after(
            layout, weights, count, memo, held, 0.0, points, theirs, NOBODY, new
        )  # fmt: skip
    rest = 1.0 - us - sold
    if rest > 0:
        theirs = NOBODY if is_ours else taker
        total += rest * after(
            layout, weights, count, memo, held, 0.0, points, theirs, NOBODY, NO_SALE
        )  # fmt: skip
    return total


@inlined
def chances(
    layout: Layout, weights: Weights, sight: Sight, count: Count, now: Trial
) -> tuple[float, float]:
    """The chance that nobody of another side beats the best card; that none of them buys."""
    safe, unsold = 1.0, 1.0
    for turn in range(1, layout.plays_per_trick - sight.plays_made):
        seat = (count.seat + turn) % len(layout.side)
        if is_rival(layout, count.seat, seat):
            beat, buy = beaten_by(layout, weights, count, now, seat, sight.plays_made + turn)
            safe *= 1 - beat
            unsold *= 1 - buy
    return safe, unsold


@inlined
def beaten_by(
    layout: Layout, weights: Weights, count: Count, now: Trial, seat: int, play: int
) -> tuple[float, float]:
    """The chances that a seat's card, play number `play` of the trick, takes the lead; buys."""
    if holds(layout.driven, seat):
        return driven_beats(layout, count, now, seat)
    total, beat, buy = 0, 0.0, 0.0
    for hand in range(len(layout.hand_seat)):
        is_open = holds(count.visible, hand) == 1
        if layout.hand_seat[hand] != seat:
            continue
        if (holds(layout.open_plays, play) and not is_open) or (
            holds(layout.hidden_plays, play) and is_open
        ):
            continue
        known, room = count.known[hand], count.room[hand]
        held = size(known) + room
        if not held:
            continue
        pool = count.unseen & ~count.lacking[hand]
        if is_open or not pool or not room:
            one, other = from_open(weights, known, now)
        else:
            one, other = from_hidden(weights, known, room, pool, now)
        total += held
        beat += held * one
        buy += held * other
    return (beat / total, buy / total) if total else (0.0, 0.0)


@inlined
def driven_beats(layout: Layout, count: Count, now: Trial, seat: int) -> tuple[float, float]:
    """Whether the driven seat takes the lead, and buys; it looks at the trick as it is now."""
    cards = 0
    for hand in range(len(layout.hand_seat)):
        if layout.hand_seat[hand] == seat:
            cards |= following(count.known[hand], now.led)
    if not cards:
        return 0.0, 0.0
    card = lopakas_card(cards, now.trick, count.price)
    return float(holds(now.beating, card)), 1.0 if card < count.price else 0.0


@inlined
def from_open(weights: Weights, cards: int, now: Trial) -> tuple[float, float]:
    """The chances for a hand of which all cards are known."""
    legal = following(cards, now.led)
    return drawn(weights, legal, now.beating), drawn(weights, legal, now.buying)


@inlined
def from_hidden(
    weights: Weights, known: int, room: int, pool: int, now: Trial
) -> tuple[float, float]:
    """The chances for a hand of which some cards, or none, are known; the rest is of the pool."""
    void = 0.0 if known & now.led else math.pow(1 - size(pool & now.led) / size(pool), float(room))
    beat, buy = 0.0, 0.0
    if void < 1:
        suited = (pool | known) & now.led
        beat += (1 - void) * drawn(weights, suited, now.beating)
        buy += (1 - void) * drawn(weights, suited, now.buying)
    if void > 0:
        beat += void * drawn(weights, pool | known, now.beating)
        buy += void * drawn(weights, pool | known, now.buying)
    return beat, buy


@inlined
def drawn(weights: Weights, cards: int, wanted: int) -> float:
    """The chance that one of the wanted cards comes, from someone who likes to win."""
    return 1.0 - math.pow(size(cards & ~wanted) / size(cards), weights.eager)
