"""What a seat can know, by number, and how a network reads it.

A `InfoState` says in ints what an `Observation` says in words; it is made from an observation at
the table and from the rows of `kernel.rounds` in self-play, and both are the same to the bit.  The
encoding is written once, here, and compiled.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bottleimp.game.actions import action_number
from bottleimp.game.round import Phase
from bottleimp.kernel.compile.frozen_layout import freeze_layout
from bottleimp.kernel.compile.jit import inline_jit, jit
from bottleimp.knowledge.inference import Inference
from bottleimp.knowledge.observation import Observation
from bottleimp.rules.cardsets import (
    holds,
    lowest,
    set_of,
    singleton,
    size,
    under,
    without_lowest,
)
from bottleimp.rules.decks import card_set
from bottleimp.rules.position import FOREHAND, NOBODY, Layout
from bottleimp.rules.scoring import card_points
from bottleimp.rules.seating import IMPS_TRICK
from bottleimp.rules.tricks import dearest_bottle, winning_card

Features = npt.NDArray[np.uint8]

HAND_CHOICES = 2  # actions past the last card: open the first or the second hand
MAX_TRICKS = 16
MAX_PASSES = 8
POINT_FEATURES = 16  # points are a row of thermometer lamps, one for each step
PRINTED_STEP, FACE_VALUE_STEP = 4, 24
PRINTED_BITS = 3  # printed points go up to 6
DECK_FEATURES = 3
THIRD_PLACE = 2


class InfoState(NamedTuple):
    """What one seat knows.  Seats and hands go by number; sets of cards are ints."""

    seat: int
    passes_made: int  # by this seat
    choices_made: int  # by this seat
    hands: tuple[int, ...]  # hand -> cards surely in it
    hand_sizes: tuple[int, ...]  # hand -> how many cards it visibly holds
    voids: tuple[int, ...]  # hand -> cards it surely lacks for not having followed
    open_hands: int
    discards: int  # this seat's own
    received: tuple[int, ...]  # giver -> cards
    played: tuple[int, ...]  # seat -> cards of finished tricks and of this one
    on_table: tuple[int, ...]  # seat -> cards in this trick
    points: tuple[int, ...]  # seat -> points taken
    prices: tuple[int, ...]
    owners: tuple[int, ...]
    plays_made: int
    led_suit: int
    taker: int
    unseen: int
    legal: int


def info_state_of(observation: Observation) -> InfoState:
    """The sight of the seat that made the observation."""
    if observation.seat is None:
        raise ValueError("An onlooker has no sight of its own.")
    edition, seat = observation.edition, observation.seat
    inference = Inference(observation)
    seats = range(edition.seats)
    tricks = [play for trick in observation.tricks for play in trick.plays]
    plays = observation.plays
    price = observation.price
    on_table = card_set(play.card for play in plays)
    taker = FOREHAND
    if observation.phase in (Phase.PLAY, Phase.OVER) and observation.turn is not None:
        taker = observation.tricks[-1].taker if observation.tricks else FOREHAND
    if plays:
        best = winning_card(on_table, price)
        taker = next(play.seat for play in plays if play.card.place == best)
    return InfoState(
        seat=seat,
        passes_made=len(observation.passed_cards),
        choices_made=int(bool(observation.own_choices)) if observation.phase is Phase.CHOICE else 0,
        hands=inference.known_cards,
        hand_sizes=observation.hand_sizes,
        voids=inference.voids,
        open_hands=set_of(observation.open_hands),
        discards=card_set(p.card for p in observation.passed_cards if p.target == IMPS_TRICK),
        received=tuple(
            card_set(r.card for r in observation.received_cards if r.giver == giver)
            for giver in seats
        ),
        played=tuple(
            card_set(p.card for p in (*tricks, *plays) if p.seat == other) for other in seats
        ),
        on_table=tuple(card_set(p.card for p in plays if p.seat == other) for other in seats),
        points=observation.taken_points,
        prices=observation.prices,
        owners=tuple(NOBODY if owner is None else owner for owner in observation.owners),
        plays_made=len(plays),
        led_suit=edition.deck.suit_cards(plays[0].card.suit) if plays else 0,
        taker=taker,
        unseen=inference.unseen_cards,
        legal=set_of(action_number(edition, action) for action in observation.legal_actions),
    )


def feature_count(layout: Layout, bottles: int) -> int:
    """How many features a sight has."""
    seats, hands = len(layout.side), len(layout.hand_seat)
    planes = hands + 6 + 3 * seats - 1 + bottles
    lamps = (
        seats  # own seat
        + MAX_PASSES + 1
        + 1
        + MAX_TRICKS
        + layout.plays_per_trick
        + len(layout.suits) * (hands + 1)
        + seats
        + 2 * hands
        + bottles * (seats + 1)
        + POINT_FEATURES * (seats + 1)
        + DECK_FEATURES
    )  # fmt: skip
    return planes * layout.deck_size + lamps + HAND_CHOICES


@inline_jit
def write_bits(cards: int, row: Features, at: int, width: int) -> int:
    """Light the lamps of a set; where the next lamps begin."""
    while cards:
        row[at + lowest(cards)] = 1
        cards = without_lowest(cards)
    return at + width


@inline_jit
def points_per_feature(layout: Layout) -> int:
    """How many points one lamp stands for."""
    return PRINTED_STEP if len(layout.point_bits) <= PRINTED_BITS else FACE_VALUE_STEP


@inline_jit
def write_unary(points: int, step: int, row: Features, at: int) -> int:
    """Light as many lamps as there are steps in the points; where the next lamps begin."""
    lamps = min(points // step + (1 if points else 0), POINT_FEATURES)
    for lamp in range(lamps):
        row[at + lamp] = 1
    return at + POINT_FEATURES


@inline_jit
def write_cards(layout: Layout, info_state: InfoState, first_hand: int, row: Features) -> int:
    """Write the sets of cards; the next lamp."""
    deck, seats, hands = layout.deck_size, len(layout.side), len(layout.hand_seat)
    at = 0
    for k in range(hands):
        at = write_bits(info_state.hands[(first_hand + k) % hands], row, at, deck)
    table, all_played = 0, 0
    for k in range(seats):
        other = (info_state.seat + k) % seats
        table |= info_state.on_table[other]
        all_played |= info_state.played[other]
        at = write_bits(info_state.played[other], row, at, deck)
    for k in range(seats):
        at = write_bits(info_state.on_table[(info_state.seat + k) % seats], row, at, deck)
    for k in range(1, seats):
        at = write_bits(info_state.received[(info_state.seat + k) % seats], row, at, deck)
    price = info_state.prices[dearest_bottle(info_state.prices)]
    at = write_bits(under(info_state.legal, deck), row, at, deck)
    at = write_bits(info_state.discards, row, at, deck)
    at = write_bits(info_state.unseen, row, at, deck)
    at = write_bits(under(info_state.unseen, price), row, at, deck)
    at = write_bits(under(all_played, price), row, at, deck)
    at = write_bits(singleton(winning_card(table, price)) if table else 0, row, at, deck)
    for bottle in range(len(info_state.prices)):
        at = write_bits(singleton(info_state.prices[bottle]), row, at, deck)
    return at


@inline_jit
def write_progress(layout: Layout, info_state: InfoState, row: Features, at: int) -> int:
    """Write where in the round the seat stands; the next lamp."""
    seats, played = len(layout.side), 0
    for cards in info_state.played:
        played += size(cards)
    row[at + info_state.seat] = 1
    at += seats
    row[at + min(info_state.passes_made, MAX_PASSES)] = 1
    at += MAX_PASSES + 1
    row[at] = info_state.choices_made
    at += 1
    row[at + min(played // layout.plays_per_trick, MAX_TRICKS - 1)] = 1
    at += MAX_TRICKS
    row[at + info_state.plays_made] = 1
    return at + layout.plays_per_trick


@inline_jit
def write_suits(
    layout: Layout, info_state: InfoState, first_hand: int, row: Features, at: int
) -> int:
    """Write the suit led and the suits that hands lack; the next lamp."""
    suits, hands = len(layout.suits), len(layout.hand_seat)
    for suit in range(suits):
        if info_state.led_suit == layout.suits[suit]:
            row[at + suit] = 1
    at += suits
    for k in range(hands):
        for suit in range(suits):
            if info_state.voids[(first_hand + k) % hands] & layout.suits[suit]:
                row[at + suit] = 1
        at += suits
    return at


@inline_jit
def write_table_state(
    layout: Layout, info_state: InfoState, first_hand: int, row: Features, at: int
) -> int:
    """Write who is winning, which hands are open or empty, and who owns the bottles."""
    seats, hands = len(layout.side), len(layout.hand_seat)
    row[at + (info_state.taker - info_state.seat) % seats] = 1
    at += seats
    for k in range(hands):
        hand = (first_hand + k) % hands
        row[at] = holds(info_state.open_hands, hand)
        row[at + 1] = 1 if info_state.hand_sizes[hand] else 0
        at += 2
    for owner in info_state.owners:
        if owner == NOBODY:
            row[at] = 1
        else:
            row[at + 1 + (owner - info_state.seat) % seats] = 1
        at += seats + 1
    return at


@inline_jit
def write_points(layout: Layout, info_state: InfoState, row: Features, at: int) -> int:
    """Write the points taken by each seat and those on the table; the next lamp."""
    seats, step, table = len(layout.side), points_per_feature(layout), 0
    for k in range(seats):
        at = write_unary(info_state.points[(info_state.seat + k) % seats], step, row, at)
    for cards in info_state.on_table:
        table |= cards
    return write_unary(card_points(layout, table), step, row, at)


@inline_jit
def write_features(layout: Layout, info_state: InfoState, row: Features) -> int:
    """Write the sight into a row of zeros, seats and hands counted from its own; the width."""
    first_hand = 0
    while layout.hand_seat[first_hand] != info_state.seat:
        first_hand += 1
    at = write_cards(layout, info_state, first_hand, row)
    at = write_progress(layout, info_state, row, at)
    at = write_suits(layout, info_state, first_hand, row, at)
    at = write_table_state(layout, info_state, first_hand, row, at)
    at = write_points(layout, info_state, row, at)
    # Which 36-card deck it is: suit of the third card, points of the first, face value.
    row[at] = 0 if holds(layout.suits[0], THIRD_PLACE) else 1
    row[at + 1] = 0 if holds(layout.point_bits[0], 0) else 1
    row[at + 2] = 1 if len(layout.point_bits) > PRINTED_BITS else 0
    at += DECK_FEATURES
    for choice in range(HAND_CHOICES):
        row[at + choice] = holds(info_state.legal, layout.deck_size + choice)
    return at + HAND_CHOICES


@jit
def fill_features(layout: Layout, info_state: InfoState, row: Features) -> int:
    return write_features(layout, info_state, row)


def features_of(observation: Observation) -> Features:
    """The observation as a network reads it: a row of zeros and ones."""
    layout = observation.edition.layout
    row = np.zeros(feature_count(layout, observation.edition.bottles), np.uint8)
    written = fill_features(freeze_layout(layout), info_state_of(observation), row)
    assert written == len(row)
    return row
