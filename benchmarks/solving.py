"""Time to solve the last tricks with open hands, beside brute force on the same positions.

`python -m benchmarks.solving` prints a table as `results.md` shows it.
Positions are of two kinds: *late*, cards shuffled, passed and played at random until so many tricks
are left; and *short*, the first lead after a random exchange with so many random cards kept in each
hand.  In the second kind the bottle still stands at its start price, so much more can happen.
Brute force runs on the same compiled rules: it tries every play to the end (max^n), or stops
where a bound is passed (alpha-beta), and does nothing else.  Both must agree on every position.
Each question starts with nothing remembered.  Processor time is measured, question by question.
"""

import argparse
from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time

import numpy as np
import numpy.typing as npt

from bottleimp.game.deal import Deal
from bottleimp.kernel.compile.frozen_layout import freeze_layout
from bottleimp.kernel.compile.jit import jit
from bottleimp.rules.cardsets import lowest, members, set_of, size, without_lowest
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition
from bottleimp.rules.position import Layout, Position, is_choosing, is_passing
from bottleimp.rules.scoring import scores, seat_score
from bottleimp.rules.turns import advance, after_play, legal_actions
from bottleimp.solving.alpha_beta import EncodedObjective, alpha_beta, terminal_value
from bottleimp.solving.max_n import MaxNOutcome, max_n, terminal_position
from bottleimp.solving.objectives import UtilityMeasure, encode_objective, maximin_objective
from bottleimp.solving.solver import scoring_loss_groups
from bottleimp.solving.transposition_table import INFINITY, NODES, TranspositionTable

IntArray = npt.NDArray[np.int64]
PositionSolver = Callable[[Position], object]

NO_LIMIT = 1 << 60
CASES = (
    ("classic/3", 4),
    ("classic/3", 5),
    ("classic/3", 6),
    ("classic/4", 3),
    ("classic/4", 4),
    ("classic/4", 5),
)
UTILITY_MEASURES = {
    "against the rest, points": UtilityMeasure.POINTS,
    "against the rest, gain": UtilityMeasure.GAIN,
}
MAX_N = "each for itself"
MILLISECONDS = 1000


@jit
def brute_force_max_n(layout: Layout, position: Position, nodes: IntArray) -> MaxNOutcome:
    """The ending if every seat plays for its own side, found by trying every play."""
    nodes[0] += 1
    cards = legal_actions(layout, position)
    won, owners, best = position.won, position.owners, -(1 << 40)
    while cards:
        after = after_play(layout, position, lowest(cards))
        cards = without_lowest(cards)
        its_won, its_owners = brute_force_max_n(layout, after, nodes)
        score = seat_score(layout, terminal_position(position, its_won, its_owners), position.turn)
        if score > best:
            best, won, owners = score, its_won, its_owners
    return won, owners


@jit
def brute_force_alpha_beta(
    layout: Layout,
    position: Position,
    low: int,
    high: int,
    objective: EncodedObjective,
    nodes: IntArray,
) -> int:
    """The result of two camps by plain alpha-beta, cards tried upwards."""
    nodes[0] += 1
    cards = legal_actions(layout, position)
    if cards == 0:
        return terminal_value(layout, position, objective)
    is_raising = objective.maximizers >> position.turn & 1
    best = low if is_raising else high
    while cards and low < high:
        after = after_play(layout, position, lowest(cards))
        cards = without_lowest(cards)
        result = brute_force_alpha_beta(layout, after, low, high, objective, nodes)
        if is_raising:
            best = max(best, result)
            low = max(low, result)
        else:
            best = min(best, result)
            high = min(high, result)
    return best


def late_position(playing: Edition, tricks: int, seed: int) -> Position:
    """A position on lead with so many tricks to come, after random passes and plays."""
    layout, random = playing.layout, Random(seed)
    position = Deal.from_seed(playing, seed).initial_position
    cards_left = tricks * len(playing.plays)
    while (
        is_passing(layout, position)
        or is_choosing(layout, position)
        or sum(size(hand) for hand in position.hands) > cards_left
    ):
        action = random.choice(list(members(legal_actions(layout, position))))
        position = advance(layout, position, action)
    return position


def short_position(playing: Edition, tricks: int, seed: int) -> Position:
    """A first lead in hands cut down to so many tricks."""
    position = late_position(playing, playing.tricks, seed)
    random, card_count = Random(seed), tricks * len(playing.plays) // len(playing.hands)
    hands = tuple(set_of(random.sample(list(members(hand)), card_count)) for hand in position.hands)
    return position._replace(hands=hands)


POSITION_KINDS = {"late": late_position, "short": short_position}


def max_n_solvers(playing: Edition) -> tuple[PositionSolver, PositionSolver, IntArray, IntArray]:
    """Both ways to play each for itself, and where they count the positions they look at."""
    layout, table = playing.layout, TranspositionTable()
    constant, nodes = freeze_layout(layout), np.zeros(1, np.int64)

    def by_force(position: Position) -> tuple[int, ...]:
        won, owners = brute_force_max_n(constant, position, nodes)
        return scores(layout, terminal_position(position, won, owners))

    def solved(position: Position) -> tuple[int, ...]:
        counted = scoring_loss_groups(layout, position)
        table.scope = ()
        rows = table.prepare((), layout, position.hands, NO_LIMIT)
        won, owners = max_n(constant, position, counted, rows)
        return scores(layout, terminal_position(position, won, owners))

    return by_force, solved, nodes, table.array[NODES : NODES + 1]


def alpha_beta_solvers(
    playing: Edition, measure: UtilityMeasure
) -> tuple[PositionSolver, PositionSolver, IntArray, IntArray]:
    """Both ways to pit the side to act against the rest, and where they count positions."""
    layout, table = playing.layout, TranspositionTable()
    constant, nodes = freeze_layout(layout), np.zeros(1, np.int64)

    def by_force(position: Position) -> int:
        camps = encode_objective(layout, maximin_objective(layout, position.turn, measure))
        return brute_force_alpha_beta(constant, position, -INFINITY, INFINITY, camps, nodes)

    def solved(position: Position) -> int:
        camps = encode_objective(layout, maximin_objective(layout, position.turn, measure))
        table.scope = ()
        rows = table.prepare((), layout, position.hands, NO_LIMIT)
        return alpha_beta(constant, position, -INFINITY, INFINITY, camps, rows)

    return by_force, solved, nodes, table.array[NODES : NODES + 1]


def time_answer(
    answer: PositionSolver, position: Position, nodes: IntArray
) -> tuple[object, float, int]:
    """The answer, how long it took in milliseconds, and how many positions it looked at."""
    nodes[0] = 0
    before = process_time()
    found = answer(position)
    return found, (process_time() - before) * MILLISECONDS, int(nodes[0])


def compare(key: str, tricks: int, sort: str, kind: str, positions: int) -> list[str]:
    """A line of the table: medians and worst cases of both, and the ratio of the medians."""
    playing = edition(key)
    by_force, solved, force_nodes, nodes = (
        max_n_solvers(playing)
        if kind == MAX_N
        else alpha_beta_solvers(playing, UTILITY_MEASURES[kind])
    )
    warm_up = late_position(playing, 2, 0)
    assert by_force(warm_up) == solved(warm_up)  # compiles
    force_times, times, force_counts, counts = [], [], [], []
    for seed in range(positions):
        position = POSITION_KINDS[sort](playing, tricks, seed)
        expected, force_time, force_count = time_answer(by_force, position, force_nodes)
        found, time, count = time_answer(solved, position, nodes)
        if found != expected:
            raise AssertionError(f"{key}, {kind}, position {seed}: {found}, not {expected}")
        force_times.append(force_time)
        times.append(time)
        force_counts.append(force_count)
        counts.append(count)
    return [
        key, str(tricks), sort, kind, str(positions),
        f"{median(force_times):.2f}", f"{max(force_times):.0f}", f"{median(force_counts):.0f}",
        f"{median(times):.2f}", f"{max(times):.1f}", f"{median(counts):.0f}",
        f"{median(force_times) / median(times):.0f}", f"{sum(force_times) / sum(times):.0f}",
    ]  # fmt: skip


def parse_case(text: str) -> tuple[str, int]:
    """An edition and a number of tricks, written with a colon between them."""
    key, _, tricks = text.partition(":")
    return key, int(tricks)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--positions", type=int, default=100, help="positions of each kind")
    parser.add_argument("--sorts", nargs="*", choices=POSITION_KINDS, default=list(POSITION_KINDS))
    parser.add_argument("--cases", nargs="*", type=parse_case, help="such as classic/4:5")
    options = parser.parse_args()
    head = [
        "edition", "tricks", "sort", "question", "positions",
        "brute force, median ms", "worst", "nodes",
        "solved, median ms", "worst", "nodes", "ratio of medians", "of sums",
    ]  # fmt: skip
    for row in (head, ["---", "---:", "---", "---", *["---:"] * (len(head) - 4)]):
        print("|", " | ".join(row), "|")
    for kind in (*UTILITY_MEASURES, MAX_N):
        for key, tricks in options.cases or CASES:
            for sort in options.sorts:
                row = compare(key, tricks, sort, kind, options.positions)
                print("|", " | ".join(row), "|", flush=True)


if __name__ == "__main__":
    main()
