"""Playouts: rounds played to their end by a cheap rule, the policy.

Playout number n of a seed uses stream number n of that seed, so results do not depend on the
number of threads.  Compiled search takes `play_out` into its own body.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from bottleimp.kernel.arrays import IntArray
from bottleimp.kernel.compile.frozen_layout import freeze_layout
from bottleimp.kernel.compile.jit import inline_jit, jit
from bottleimp.kernel.policies import UNIFORM_POLICY, Policy, choose_action
from bottleimp.kernel.rng import RngState, advance_state, draw_card, seed_word, stream_state
from bottleimp.rules.cardsets import singleton, size, with_entry
from bottleimp.rules.position import Layout, Position, is_choosing, is_over, is_passing
from bottleimp.rules.scoring import scores
from bottleimp.rules.turns import after_choice, after_pass, after_play


@inline_jit
def play_out(policy: Policy, layout: Layout, position: Position, stream: RngState) -> Position:
    """The end of the round.

    Each phase has a loop of its own, so that its values stay in registers.
    """
    while is_passing(layout, position):
        card = choose_action(policy, layout, position, stream)
        position, stream = after_pass(layout, position, card), advance_state(stream)
    while is_choosing(layout, position):
        action = choose_action(policy, layout, position, stream)
        position, stream = after_choice(layout, position, action), advance_state(stream)
    while not is_over(position):
        card = choose_action(policy, layout, position, stream)
        position, stream = after_play(layout, position, card), advance_state(stream)
    return position


@inline_jit
def redeal_cards(position: Position, stream: RngState) -> Position:
    """The initial position with its cards dealt anew; each deal is as likely as any other.

    Meant for the position right after a deal.
    """
    rest = position.passed[len(position.hands)]
    for hand in position.hands:
        rest |= hand
    hands, passed = position.hands, position.passed
    for number in range(len(hands)):
        held = 0
        for _ in range(size(hands[number])):
            stream = advance_state(stream)
            card = singleton(draw_card(rest, stream))
            held, rest = held | card, rest & ~card
        hands = with_entry(hands, number, held)
    passed = with_entry(passed, len(hands), rest)
    return position._replace(hands=hands, passed=passed)


@jit
def compiled_play_out(
    policy: Policy, layout: Layout, position: Position, stream: RngState
) -> Position:
    return play_out(policy, layout, position, stream)


@jit
def fill_scores(
    policy: Policy, layout: Layout, position: Position, seed: RngState, first: int, table: IntArray
) -> None:
    """Write the scores of playouts into the rows of the table; the first row is playout `first`."""
    for row in range(len(table)):
        stream = stream_state(seed, first + row)
        result = scores(layout, play_out(policy, layout, position, stream))
        for seat in range(len(result)):
            table[row, seat] = result[seat]


@jit
def fill_round_scores(
    policy: Policy,
    layout: Layout,
    initial_position: Position,
    seed: RngState,
    first: int,
    table: IntArray,
) -> None:
    """Write the scores of whole rounds into the rows, the cards dealt anew for each."""
    for row in range(len(table)):
        deal, play = (
            stream_state(seed, 2 * (first + row)),
            stream_state(seed, 2 * (first + row) + 1),
        )
        end = play_out(policy, layout, redeal_cards(initial_position, deal), play)
        result = scores(layout, end)
        for seat in range(len(result)):
            table[row, seat] = result[seat]


def playout(
    layout: Layout, position: Position, stream: RngState, policy: Policy = UNIFORM_POLICY
) -> Position:
    """The end of a round played out from here, as a seed or a numbered stream directs."""
    end = compiled_play_out(policy, freeze_layout(layout), position, seed_word(stream))
    return Position(*end)


def playout_scores(
    layout: Layout,
    position: Position,
    *,
    seed: int,
    playouts: int,
    threads: int = 1,
    policy: Policy = UNIFORM_POLICY,
) -> IntArray:
    """The scores of playouts from here: a row for each playout, a column for each seat."""
    table = np.empty((playouts, len(layout.side)), np.int64)
    fill_in_parallel(
        fill_scores, (policy, freeze_layout(layout), position, seed_word(seed)), table, threads
    )
    return table


def round_scores(
    layout: Layout,
    initial_position: Position,
    *,
    seed: int,
    rounds: int,
    threads: int = 1,
    policy: Policy = UNIFORM_POLICY,
) -> IntArray:
    """The scores of whole rounds, the cards dealt anew for each: a row a round, a column a seat.

    Any initial position of the edition will do.
    """
    table = np.empty((rounds, len(layout.side)), np.int64)
    start = (policy, freeze_layout(layout), initial_position, seed_word(seed))
    fill_in_parallel(fill_round_scores, start, table, threads)
    return table


def fill_in_parallel(
    fill: Callable[[Policy, Layout, Position, RngState, int, IntArray], None],
    start: tuple[Policy, Layout, Position, RngState],
    table: IntArray,
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
    policy: Policy = UNIFORM_POLICY,
) -> tuple[float, ...]:
    """The mean score of each seat over playouts from here."""
    table = playout_scores(
        layout, position, seed=seed, playouts=playouts, threads=threads, policy=policy
    )
    return tuple(table.mean(axis=0).tolist())
