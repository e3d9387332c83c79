"""Playouts: rounds played to their end by a cheap rule, the policy.

Playout number n of a seed uses stream number n of that seed, so results do not depend on the
number of threads.  Compiled search takes `played_out` into its own body.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bottleimp.kernel.compile.frozen_layout import frozen
from bottleimp.kernel.compile.jit import compiled, inlined
from bottleimp.kernel.compile.primitives import nth
from bottleimp.kernel.policies import UNIFORM, Policy, chosen
from bottleimp.kernel.rng import Stream, drawn, moved_on, seeded, stream_of
from bottleimp.rules.cardsets import lone, replaced, size
from bottleimp.rules.position import Layout, Position, is_choosing, is_over, is_passing
from bottleimp.rules.scoring import scores
from bottleimp.rules.turns import advance, after_choice, after_pass, after_play, legal_actions

Numbers = npt.NDArray[np.int64]


@inlined
def played_out(policy: Policy, layout: Layout, position: Position, stream: Stream) -> Position:
    """The end of the round.  One phase after another, so that each keeps its own in registers."""
    while is_passing(layout, position):
        card = chosen(policy, layout, position, stream)
        position, stream = after_pass(layout, position, card), moved_on(stream)
    while is_choosing(layout, position):
        action = chosen(policy, layout, position, stream)
        position, stream = after_choice(layout, position, action), moved_on(stream)
    while not is_over(position):
        card = chosen(policy, layout, position, stream)
        position, stream = after_play(layout, position, card), moved_on(stream)
    return position


@inlined
def redealt(position: Position, stream: Stream) -> Position:
    """The opening with its cards dealt anew; each deal is as likely as any other.

    Meant for the position right after a deal.
    """
    rest = position.passed[len(position.hands)]
    for hand in position.hands:
        rest |= hand
    hands, passed = position.hands, position.passed
    for number in range(len(hands)):
        held = 0
        for _ in range(size(hands[number])):
            stream = moved_on(stream)
            card = lone(drawn(rest, stream))
            held, rest = held | card, rest & ~card
        hands = replaced(hands, number, held)
    passed = replaced(passed, len(hands), rest)
    return Position(
        hands, passed, position.won, position.prices, position.owners,
        position.open_hands, position.passes_made, position.choices_made, position.plays_made,
        position.trick, position.led_suit, position.taker, position.turn,
    )  # fmt: skip


@compiled
def one_played_out(policy: Policy, layout: Layout, position: Position, stream: Stream) -> Position:
    return played_out(policy, layout, position, stream)


@compiled
def fill_scores(
    policy: Policy, layout: Layout, position: Position, seed: Stream, first: int, table: Numbers
) -> None:
    """Write the scores of playouts into the rows of the table; the first row is playout `first`."""
    for row in range(len(table)):
        stream = stream_of(seed, first + row)
        result = scores(layout, played_out(policy, layout, position, stream))
        for seat in range(len(result)):
            table[row, seat] = result[seat]


@compiled
def fill_scores_of_deals(
    policy: Policy, layout: Layout, opening: Position, seed: Stream, first: int, table: Numbers
) -> None:
    """Write the scores of whole rounds into the rows, the cards dealt anew for each."""
    for row in range(len(table)):
        deal, play = stream_of(seed, 2 * (first + row)), stream_of(seed, 2 * (first + row) + 1)
        end = played_out(policy, layout, redealt(opening, deal), play)
        result = scores(layout, end)
        for seat in range(len(result)):
            table[row, seat] = result[seat]


@compiled
def fill_path(
    layout: Layout, position: Position, choices: Numbers, legal: Numbers, rows: Numbers
) -> tuple[int, tuple[int, ...]]:
    """Write each position and its legal actions as the choices go; the steps and the scores."""
    step = 0
    write_position(position, rows[step])
    while not is_over(position):
        legal[step] = legal_actions(layout, position)
        action = nth(legal[step], choices[step] % size(legal[step]))
        position = advance(layout, position, action)
        step += 1
        write_position(position, rows[step])
    return step, scores(layout, position)


@inlined
def write_position(position: Position, row: Numbers) -> None:
    """Write the numbers of a position, field after field."""
    column = write_entries(position.hands, row, 0)
    column = write_entries(position.passed, row, column)
    column = write_entries(position.won, row, column)
    column = write_entries(position.prices, row, column)
    column = write_entries(position.owners, row, column)
    write_entries(plain_numbers(position), row, column)


@inlined
def write_entries(entries: tuple[int, ...], row: Numbers, column: int) -> int:
    """Write numbers from this column on; the column after them."""
    for entry in entries:
        row[column] = entry
        column += 1
    return column


@inlined
def plain_numbers(position: Position) -> tuple[int, ...]:
    """The fields that are one number each."""
    return (
        position.open_hands, position.passes_made, position.choices_made, position.plays_made,
        position.trick, position.led_suit, position.taker, position.turn,
    )  # fmt: skip


def numbers_of(position: Position) -> tuple[int, ...]:
    """The numbers of a position in the order of its fields, as the rows of a path hold them."""
    return (
        *position.hands, *position.passed, *position.won, *position.prices, *position.owners,
        *plain_numbers(position),
    )  # fmt: skip


def playout(
    layout: Layout, position: Position, stream: Stream, policy: Policy = UNIFORM
) -> Position:
    """The end of a round played out from here, as a seed or a numbered stream directs."""
    end = one_played_out(policy, frozen(layout), position, seeded(stream))
    return Position(*end)


def playout_scores(
    layout: Layout,
    position: Position,
    *,
    seed: int,
    playouts: int,
    threads: int = 1,
    policy: Policy = UNIFORM,
) -> Numbers:
    """The scores of playouts from here: a row for each playout, a column for each seat."""
    table = np.empty((playouts, len(layout.side)), np.int64)
    fill_in_parts(fill_scores, (policy, frozen(layout), position, seeded(seed)), table, threads)
    return table


def round_scores(
    layout: Layout,
    opening: Position,
    *,
    seed: int,
    rounds: int,
    threads: int = 1,
    policy: Policy = UNIFORM,
) -> Numbers:
    """The scores of whole rounds, the cards dealt anew for each: a row a round, a column a seat.

    Any opening of the edition will do.
    """
    table = np.empty((rounds, len(layout.side)), np.int64)
    start = (policy, frozen(layout), opening, seeded(seed))
    fill_in_parts(fill_scores_of_deals, start, table, threads)
    return table


def fill_in_parts(
    fill: Callable[[Policy, Layout, Position, Stream, int, Numbers], None],
    start: tuple[Policy, Layout, Position, Stream],
    table: Numbers,
    threads: int,
) -> None:
    """Fill the table, each thread a part of its rows."""
    share = -(-len(table) // threads)
    if threads == 1 or share == 0:
        fill(*start, 0, table)
        return
    with ThreadPoolExecutor(threads) as pool:
        parts = [
            pool.submit(fill, *start, first, table[first : first + share])
            for first in range(0, len(table), share)
        ]
        for part in parts:
            part.result()


def mean_scores(
    layout: Layout,
    position: Position,
    *,
    seed: int,
    playouts: int,
    threads: int = 1,
    policy: Policy = UNIFORM,
) -> tuple[float, ...]:
    """The mean score of each seat over playouts from here."""
    table = playout_scores(
        layout, position, seed=seed, playouts=playouts, threads=threads, policy=policy
    )
    return tuple(table.mean(axis=0).tolist())


class Path(NamedTuple):
    """A round step by step, as compiled rules play it."""

    legal: Numbers  # before each step: the legal actions, as a set
    positions: Numbers  # before each step and at the end: the numbers of the position
    scores: tuple[int, ...]


def play_by(layout: Layout, position: Position, choices: Numbers) -> Path:
    """The round in which step n takes the legal action of rank `choices[n]`, modulo their number.

    The choices are at least 0 and at least as many as there are steps to the end of the round.
    For comparing the compiled rules with the plain ones.
    """
    width = len(numbers_of(position))
    legal = np.empty(len(choices), np.int64)
    positions = np.empty((len(choices) + 1, width), np.int64)
    steps, result = fill_path(frozen(layout), position, choices, legal, positions)
    return Path(legal[:steps], positions[: steps + 1], result)
