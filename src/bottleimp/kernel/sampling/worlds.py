"""Worlds: ways in which the cards that a seat does not see may lie.

A world gives every hand its cards and the imp's trick the rest.  Only sure things bind it: cards
seen, passed and received, own discards, the sizes of hands, and suits that a hand lacks because it
did not follow.  All worlds are equally likely here; `players.search.beliefs` weights them by the
choices of the others.
"""

from typing import NamedTuple

import numpy as np

from bottleimp.kernel.arrays import FloatArray, IntArray
from bottleimp.kernel.compile.jit import inline_jit, jit
from bottleimp.kernel.encoding.info_state import InfoState, info_state_of
from bottleimp.kernel.rng import (
    RngState,
    advance_state,
    draw_card,
    seed_word,
    stream_state,
    uniform_float,
)
from bottleimp.knowledge.observation import Observation
from bottleimp.rules.cardsets import singleton, size
from bottleimp.rules.position import Layout

SUITS = 3


class WorldConstraints(NamedTuple):
    """What is to be placed, and where it may go; the last place is the imp's trick.

    `capacities[p]` cards go to place p; `excluded_suits[p, s]` is 1 where the place lacks the suit;
    `completions[p, a, b, c]` counts the ways to fill the places from p on when a, b and c cards of
    the three suits are left, cards of a suit told apart.
    """

    suit_cards: IntArray  # suit -> its unseen cards
    known_cards: IntArray  # place -> cards surely there
    capacities: IntArray
    excluded_suits: IntArray
    completions: FloatArray


def binomials(maximum: int) -> FloatArray:
    """Pascal's triangle."""
    table = np.zeros((maximum + 1, maximum + 1))
    table[:, 0] = 1
    for n in range(1, maximum + 1):
        for k in range(1, n + 1):
            table[n, k] = table[n - 1, k - 1] + table[n - 1, k]
    return table


BINOMIALS = binomials(64)


@jit
def count_worlds(  # noqa: C901  (one sum over three suits)
    capacities: IntArray,
    excluded_suits: IntArray,
    counts: IntArray,
    binomial: FloatArray,
    completions: FloatArray,
) -> float:
    """Fill the table of completions from the last place down; returns the number of all worlds."""
    last = len(capacities) - 1
    for a in range(counts[0] + 1):
        for b in range(counts[1] + 1):
            for c in range(counts[2] + 1):
                fits = a + b + c == capacities[last]
                if (
                    (a and excluded_suits[last, 0])
                    or (b and excluded_suits[last, 1])
                    or (c and excluded_suits[last, 2])
                ):
                    fits = False
                completions[last, a, b, c] = 1.0 if fits else 0.0
    for place in range(last - 1, -1, -1):
        later = 0
        for other in range(place, last + 1):
            later += capacities[other]
        for a in range(counts[0] + 1):
            for b in range(counts[1] + 1):
                c = later - a - b
                if c < 0 or c > counts[2]:
                    continue
                total = 0.0
                for i in range(min(a, capacities[place]) + 1):
                    if i and excluded_suits[place, 0]:
                        break
                    for j in range(min(b, capacities[place] - i) + 1):
                        if j and excluded_suits[place, 1]:
                            break
                        k = capacities[place] - i - j
                        if k > c or (k and excluded_suits[place, 2]):
                            continue
                        total += (
                            binomial[a, i] * binomial[b, j] * binomial[c, k]
                            * completions[place + 1, a - i, b - j, c - k]
                        )  # fmt: skip
                completions[place, a, b, c] = total
    total_ways: float = completions[0, counts[0], counts[1], counts[2]]
    return total_ways


@inline_jit
def draw_subset(cards: int, count: int, stream: RngState) -> tuple[int, RngState]:
    """A uniformly drawn subset of this size, and the next state of the stream."""
    held = size(cards)
    # Draw the smaller part: those to take, or those to leave.
    leaves = count * 2 > held
    out = 0
    for _ in range(held - count if leaves else count):
        out |= singleton(draw_card(cards & ~out, stream))
        stream = advance_state(stream)
    return (cards & ~out if leaves else out), stream


@jit
def fill_worlds(
    constraints: WorldConstraints, binomial: FloatArray, seed: RngState, first: int, rows: IntArray
) -> None:
    """Write a world into each row, place after place; row k is world `first` + k of the seed."""
    places = len(constraints.capacities)
    for number in range(len(rows)):
        stream = stream_state(seed, first + number)
        left = (constraints.suit_cards[0], constraints.suit_cards[1], constraints.suit_cards[2])
        for place in range(places):
            capacity = constraints.capacities[place]
            got = constraints.known_cards[place]
            if place == places - 1:
                rows[number, place] = got | left[0] | left[1] | left[2]
                continue
            if capacity == 0:
                rows[number, place] = got
                continue
            a, b, c = size(left[0]), size(left[1]), size(left[2])
            remaining = constraints.completions[place, a, b, c] * uniform_float(stream)
            stream = advance_state(stream)
            x, y, z = 0, 0, 0
            found = False
            for i in range(min(a, capacity) + 1):
                if found or (i and constraints.excluded_suits[place, 0]):
                    break
                for j in range(min(b, capacity - i) + 1):
                    if j and constraints.excluded_suits[place, 1]:
                        break
                    k = capacity - i - j
                    if k > c or (k and constraints.excluded_suits[place, 2]):
                        continue
                    share = (
                        binomial[a, i] * binomial[b, j] * binomial[c, k]
                        * constraints.completions[place + 1, a - i, b - j, c - k]
                    )  # fmt: skip
                    if share > 0.0:
                        x, y, z = i, j, k
                        remaining -= share
                        if remaining <= 0.0:
                            found = True
                            break
            of_low, stream = draw_subset(left[0], x, stream)
            of_mid, stream = draw_subset(left[1], y, stream)
            of_high, stream = draw_subset(left[2], z, stream)
            left = (left[0] & ~of_low, left[1] & ~of_mid, left[2] & ~of_high)
            rows[number, place] = got | of_low | of_mid | of_high


@inline_jit
def known_constraints(
    layout: Layout, info_state: InfoState, binomial: FloatArray
) -> WorldConstraints:
    """What the seat has not seen and where it may lie."""
    hands = len(layout.hand_seat)
    cards, counts = np.zeros(SUITS, np.int64), np.zeros(SUITS, np.int64)
    for suit in range(SUITS):
        cards[suit] = info_state.unseen & layout.suits[suit]
        counts[suit] = size(cards[suit])
    known, capacities = np.zeros(hands + 1, np.int64), np.zeros(hands + 1, np.int64)
    excluded = np.zeros((hands + 1, SUITS), np.int64)
    for hand in range(hands):
        known[hand] = info_state.hands[hand]
        capacities[hand] = info_state.hand_sizes[hand] - size(known[hand])
        for suit in range(SUITS):
            excluded[hand, suit] = int(info_state.voids[hand] & layout.suits[suit] != 0)
    known[hands] = info_state.discards
    capacities[hands] = counts.sum() - capacities.sum()
    completions = np.zeros((hands + 1, counts[0] + 1, counts[1] + 1, counts[2] + 1))
    count_worlds(capacities, excluded, counts, binomial, completions)
    return WorldConstraints(cards, known, capacities, excluded, completions)


def world_constraints_of(
    observation: Observation, info_state: InfoState | None = None
) -> WorldConstraints:
    """What the seat has not seen and where it may lie; ValueError where no deal fits."""
    seen = info_state_of(observation) if info_state is None else info_state
    found = known_constraints(observation.edition.layout, seen, BINOMIALS)
    if found.completions[0, -1, -1, -1] < 1:
        raise ValueError("No deal fits what the seat has seen.")
    return found


def sample_worlds(observation: Observation, *, seed: int, worlds: int) -> IntArray:
    """Uniformly sampled worlds, a row each: a column for each hand, then the imp's trick."""
    unseen = world_constraints_of(observation)
    rows = np.empty((worlds, len(unseen.capacities)), np.int64)
    fill_worlds(unseen, BINOMIALS, seed_word(seed), 0, rows)
    return rows
