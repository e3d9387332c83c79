"""What each card is worth that a seat may play to a trick.

The trick goes one of three ways: the seat's side takes it, another side buys it, or another side
takes it without buying.  How likely each is follows from the cards that are out; what each is worth
is the chance of not being stuck times the points, less the chance of being stuck times the penalty.
"""

import math
from typing import NamedTuple

from bottleimp.kernel.compile.jit import inline_jit
from bottleimp.kernel.encoding.info_state import InfoState
from bottleimp.kernel.heuristics.card_counts import CardCounts, is_rival
from bottleimp.kernel.heuristics.hand_value import (
    NO_SALE,
    EvaluationCache,
    median_buying_card,
    value_after_trick,
)
from bottleimp.kernel.heuristics.weights import HeuristicWeights
from bottleimp.rules.cardsets import holds, singleton, size, under
from bottleimp.rules.position import NOBODY, Layout, suit_of
from bottleimp.rules.scoring import card_points
from bottleimp.rules.tricks import lopakas_card, playable_cards, winning_card


class CandidateTrick(NamedTuple):
    """The trick with one card more, as it stands against the plays to come."""

    trick: int
    led_suit: int  # the cards of the led suit
    beating_cards: int  # the cards that would take the lead
    buying_cards: int  # the cards that would buy


@inline_jit
def candidate_trick(
    layout: Layout, info_state: InfoState, counts: CardCounts, card: int
) -> CandidateTrick:
    """The trick if the seat plays this card."""
    trick = singleton(card)
    for cards in info_state.on_table:
        trick |= cards
    led = info_state.led_suit if info_state.led_suit else suit_of(layout.suits, card)
    best, price = winning_card(trick, counts.price), counts.price
    buying, higher = under(-1, price), ~under(-1, best + 1)
    beating = buying | higher if best > price else buying & higher
    return CandidateTrick(trick, led, beating, buying)


@inline_jit
def card_value(
    layout: Layout,
    weights: HeuristicWeights,
    info_state: InfoState,
    counts: CardCounts,
    cache: EvaluationCache,
    card: int,
) -> float:
    """What playing the card is worth, in points against the mean of the others."""
    now = candidate_trick(layout, info_state, counts, card)
    best = winning_card(now.trick, counts.price)
    taker = counts.seat
    for seat in range(len(layout.side)):
        if holds(info_state.on_table[seat], best):
            taker = seat
    is_bought = best < counts.price
    safe, unsold = trick_chances(layout, weights, info_state, counts, now)
    to_come = layout.plays_per_trick - info_state.plays_made - 1
    points = card_points(layout, now.trick) + to_come * counts.mean_points
    held = counts.own_cards & ~singleton(card)
    is_ours = not is_rival(layout, counts.seat, taker)
    us = safe if is_ours else 0.0
    sold = 1.0 - us if is_bought else 1.0 - unsold
    total = 0.0
    if us > 0:
        new = best if is_bought else NO_SALE
        total += us * value_after_trick(
            layout, weights, counts, cache, held, points, 0.0, taker, taker, new
        )
    if sold > 0:
        # Someone buys: with the card on the table, or with one that is not there yet.
        is_there = is_bought and not is_ours
        new = best if is_there else median_buying_card(counts, counts.price)
        theirs = taker if is_there else NOBODY
        total += sold * value_after_trick(
            layout, weights, counts, cache, held, 0.0, points, theirs, NOBODY, new
        )  # fmt: skip
    rest = 1.0 - us - sold
    if rest > 0:
        theirs = NOBODY if is_ours else taker
        total += rest * value_after_trick(
            layout, weights, counts, cache, held, 0.0, points, theirs, NOBODY, NO_SALE
        )  # fmt: skip
    return total


@inline_jit
def trick_chances(
    layout: Layout,
    weights: HeuristicWeights,
    info_state: InfoState,
    counts: CardCounts,
    candidate: CandidateTrick,
) -> tuple[float, float]:
    """The chance that nobody of another side beats the best card; that none of them buys."""
    safe, unsold = 1.0, 1.0
    for turn in range(1, layout.plays_per_trick - info_state.plays_made):
        seat = (counts.seat + turn) % len(layout.side)
        if is_rival(layout, counts.seat, seat):
            beat, buy = seat_chances(
                layout, weights, counts, candidate, seat, info_state.plays_made + turn
            )
            safe *= 1 - beat
            unsold *= 1 - buy
    return safe, unsold


@inline_jit
def seat_chances(
    layout: Layout,
    weights: HeuristicWeights,
    counts: CardCounts,
    candidate: CandidateTrick,
    seat: int,
    play: int,
) -> tuple[float, float]:
    """The chances that a seat's card, play number `play` of the trick, takes the lead; buys."""
    if holds(layout.driven, seat):
        return driven_seat_chances(layout, counts, candidate, seat)
    total, beat, buy = 0, 0.0, 0.0
    for hand in range(len(layout.hand_seat)):
        is_open = holds(counts.visible_hands, hand) == 1
        if layout.hand_seat[hand] != seat:
            continue
        if (holds(layout.open_plays, play) and not is_open) or (
            holds(layout.hidden_plays, play) and is_open
        ):
            continue
        known, hidden_size = counts.known_hands[hand], counts.hidden_sizes[hand]
        held = size(known) + hidden_size
        if not held:
            continue
        pool = counts.unseen & ~counts.voids[hand]
        if is_open or not pool or not hidden_size:
            one, other = open_hand_chances(weights, known, candidate)
        else:
            one, other = hidden_hand_chances(weights, known, hidden_size, pool, candidate)
        total += held
        beat += held * one
        buy += held * other
    return (beat / total, buy / total) if total else (0.0, 0.0)


@inline_jit
def driven_seat_chances(
    layout: Layout, counts: CardCounts, candidate: CandidateTrick, seat: int
) -> tuple[float, float]:
    """Whether the driven seat takes the lead, and buys; it looks at the trick as it is now."""
    cards = 0
    for hand in range(len(layout.hand_seat)):
        if layout.hand_seat[hand] == seat:
            cards |= playable_cards(counts.known_hands[hand], candidate.led_suit)
    if not cards:
        return 0.0, 0.0
    card = lopakas_card(cards, candidate.trick, counts.price)
    return float(holds(candidate.beating_cards, card)), 1.0 if card < counts.price else 0.0


@inline_jit
def open_hand_chances(
    weights: HeuristicWeights, cards: int, candidate: CandidateTrick
) -> tuple[float, float]:
    """The chances for a hand of which all cards are known."""
    legal = playable_cards(cards, candidate.led_suit)
    return play_chance(weights, legal, candidate.beating_cards), play_chance(
        weights, legal, candidate.buying_cards
    )


@inline_jit
def hidden_hand_chances(
    weights: HeuristicWeights, known: int, hidden_size: int, pool: int, candidate: CandidateTrick
) -> tuple[float, float]:
    """The chances for a hand of which some cards, or none, are known; the rest is of the pool."""
    void = (
        0.0
        if known & candidate.led_suit
        else math.pow(1 - size(pool & candidate.led_suit) / size(pool), float(hidden_size))
    )
    beat, buy = 0.0, 0.0
    if void < 1:
        suited = (pool | known) & candidate.led_suit
        beat += (1 - void) * play_chance(weights, suited, candidate.beating_cards)
        buy += (1 - void) * play_chance(weights, suited, candidate.buying_cards)
    if void > 0:
        beat += void * play_chance(weights, pool | known, candidate.beating_cards)
        buy += void * play_chance(weights, pool | known, candidate.buying_cards)
    return beat, buy


@inline_jit
def play_chance(weights: HeuristicWeights, cards: int, wanted: int) -> float:
    """The chance that one of the wanted cards comes, from someone who likes to win."""
    return 1.0 - math.pow(size(cards & ~wanted) / size(cards), weights.rival_card_choices)
