"""Worlds: ways in which the cards that a seat does not see may lie.

A world gives every hand its cards and the imp's trick the rest.  Only sure things bind it: cards
seen, passed and received, own discards, the sizes of hands, and suits that a hand lacks because it
did not follow.  All worlds are equally likely here; how likely the others' choices make them is
for others to say.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bottleimp.kernel.compile.jit import compiled, inlined
from bottleimp.kernel.encoding.info_state import Sight, sight_of
from bottleimp.kernel.rng import Stream, drawn, moved_on, seeded, shown, stream_of
from bottleimp.knowledge.observation import Observation
from bottleimp.rules.cardsets import lone, size

Numbers = npt.NDArray[np.int64]
Ways = npt.NDArray[np.float64]

SUITS = 3


class Unseen(NamedTuple):
    """What is to be placed, and where it may go; the last place is the imp's trick.

    `room[p]` cards go to place p; `closed[p, s]` is 1 where the place lacks the suit;
    `ways[p, a, b, c]` counts the ways to fill the places from p on when a, b and c cards of the
    three suits are left, cards of a suit told apart.
    """

    cards: Numbers  # suit -> its unseen cards
    known: Numbers  # place -> cards surely there
    room: Numbers
    closed: Numbers
    ways: Ways


def binomials(most: int) -> Ways:
    """Pascal's triangle."""
    table = np.zeros((most + 1, most + 1))
    table[:, 0] = 1
    for n in range(1, most + 1):
        for k in range(1, n + 1):
            table[n, k] = table[n - 1, k - 1] + table[n - 1, k]
    return table


BINOMIALS = binomials(64)


@compiled
def count_ways(  # noqa: C901  (one sum over three suits)
    room: Numbers, closed: Numbers, counts: Numbers, binomial: Ways, ways: Ways
) -> float:
    """Fill in the table of ways from the last place down; the number of all worlds."""
    last = len(room) - 1
    for a in range(counts[0] + 1):
        for b in range(counts[1] + 1):
            for c in range(counts[2] + 1):
                fits = a + b + c == room[last]
                if (a and closed[last, 0]) or (b and closed[last, 1]) or (c and closed[last, 2]):
                    fits = False
                ways[last, a, b, c] = 1.0 if fits else 0.0
    for place in range(last - 1, -1, -1):
        later = 0
        for other in range(place, last + 1):
            later += room[other]
        for a in range(counts[0] + 1):
            for b in range(counts[1] + 1):
                c = later - a - b
                if c < 0 or c > counts[2]:
                    continue
                total = 0.0
                for i in range(min(a, room[place]) + 1):
                    if i and closed[place, 0]:
                        break
                    for j in range(min(b, room[place] - i) + 1):
                        if j and closed[place, 1]:
                            break
                        k = room[place] - i - j
                        if k > c or (k and closed[place, 2]):
                            continue
                        total += (
                            binomial[a, i] * binomial[b, j] * binomial[c, k]
                            * ways[place + 1, a - i, b - j, c - k]
                        )  # fmt: skip
                ways[place, a, b, c] = total
    total_ways: float = ways[0, counts[0], counts[1], counts[2]]
    return total_ways


@inlined
def taken_from(cards: int, count: int, stream: Stream) -> tuple[int, Stream]:
    """Some of the cards, each as likely as any other; and the stream moved on."""
    held = size(cards)
    # Draw the smaller part: those to take, or those to leave.
    leaves = count * 2 > held
    out = 0
    for _ in range(held - count if leaves else count):
        out |= lone(drawn(cards & ~out, stream))
        stream = moved_on(stream)
    return (cards & ~out if leaves else out), stream


@compiled
def fill_worlds(unseen: Unseen, binomial: Ways, seed: Stream, first: int, rows: Numbers) -> None:
    """Write a world into each row, place after place; row k is world `first` + k of the seed."""
    places = len(unseen.room)
    for number in range(len(rows)):
        stream = stream_of(seed, first + number)
        left = (unseen.cards[0], unseen.cards[1], unseen.cards[2])
        for place in range(places):
            room = unseen.room[place]
            got = unseen.known[place]
            if place == places - 1:
                rows[number, place] = got | left[0] | left[1] | left[2]
                continue
            if room == 0:
                rows[number, place] = got
                continue
            a, b, c = size(left[0]), size(left[1]), size(left[2])
            goal = unseen.ways[place, a, b, c] * (
                (float(shown(stream) >> np.uint64(11)) + 0.5) / 9007199254740992.0
            )
            stream = moved_on(stream)
            x, y, z = 0, 0, 0
            found = False
            for i in range(min(a, room) + 1):
                if found or (i and unseen.closed[place, 0]):
                    break
                for j in range(min(b, room - i) + 1):
                    if j and unseen.closed[place, 1]:
                        break
                    k = room - i - j
                    if k > c or (k and unseen.closed[place, 2]):
                        continue
                    share = (
                        binomial[a, i] * binomial[b, j] * binomial[c, k]
                        * unseen.ways[place + 1, a - i, b - j, c - k]
                    )  # fmt: skip
                    if share > 0.0:
                        x, y, z = i, j, k
                        goal -= share
                        if goal <= 0.0:
                            found = True
                            break
            of_low, stream = taken_from(left[0], x, stream)
            of_mid, stream = taken_from(left[1], y, stream)
            of_high, stream = taken_from(left[2], z, stream)
            left = (left[0] & ~of_low, left[1] & ~of_mid, left[2] & ~of_high)
            rows[number, place] = got | of_low | of_mid | of_high


def unseen_by(observation: Observation, sight: Sight | None = None) -> Unseen:
    """What the seat has not seen and where it may lie."""
    seen = sight_of(observation) if sight is None else sight
    layout = observation.edition.layout
    hands = len(layout.hand_seat)
    cards = np.array([seen.unseen & suit for suit in layout.suits], np.int64)
    counts = np.array([size(int(c)) for c in cards], np.int64)
    known = np.array([*seen.hands, seen.discards], np.int64)
    room = np.array([seen.sizes[h] - size(seen.hands[h]) for h in range(hands)] + [0], np.int64)
    room[hands] = counts.sum() - room.sum()
    closed = np.array(
        [[1 if lack & suit else 0 for suit in layout.suits] for lack in (*seen.lacking, 0)],
        np.int64,
    )
    ways = np.zeros((hands + 1, *(int(n) + 1 for n in counts)))
    total = count_ways(room, closed, counts, BINOMIALS, ways)
    if total < 1:
        raise ValueError("No deal fits what the seat has seen.")
    return Unseen(cards, known, room, closed, ways)


def drawn_worlds(observation: Observation, *, seed: int, worlds: int) -> Numbers:
    """Worlds drawn evenly: a row for each, a column for each hand and last the imp's trick."""
    unseen = unseen_by(observation)
    rows = np.empty((worlds, len(unseen.room)), np.int64)
    fill_worlds(unseen, BINOMIALS, seeded(seed), 0, rows)
    return rows
