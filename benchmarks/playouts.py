"""Decisions per second on one core: random rounds of every edition beside OpenSpiel's trick games.

`python -m benchmarks.playouts` prints a table; `--markdown` prints it as `results.md` shows it.
OpenSpiel plays with uniform random bots written in C++, here each legal action is as likely as any
other.  Both are measured twice: whole rounds, each with a new deal, and from cards already dealt.
A decision is an action that a player chooses: a pass, a choice of the open hand, a bid, a play.
Moves of chance are not counted, nor are Lopaka's cards, which a rule decides; a card is counted
also when it is the only legal one, on both sides.
All runs are interleaved, and processor time is measured, so other work disturbs little.
"""

import argparse
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from random import Random
from statistics import median
from time import perf_counter, process_time

import pyspiel

from benchmarks.measuring import MILLION, describe_machine, median_and_spread
from bottleimp.game.deal import Deal
from bottleimp.kernel.playouts import playout_scores, round_scores
from bottleimp.rules.cardsets import holds, lowest
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition, edition_keys
from bottleimp.rules.position import is_choosing, is_over, is_passing
from bottleimp.rules.turns import advance, legal_actions

SPIEL_GAMES = ("hearts", "spades", "euchre", "skat", "oh_hell")
SPIEL_SAMPLE = 400  # games in which decisions are counted
DEALT_STATES = 100


@dataclass
class BenchmarkedGame:
    """One game of either engine and what it reached."""

    name: str
    decisions: float  # in a round
    play_rounds: Callable[[int], None]  # so many rounds, each with a new deal
    play_dealt: Callable[[int], None]  # so many rounds from cards already dealt
    rounds: list[float] = field(default_factory=list)  # decisions per second, one for each run
    dealt: list[float] = field(default_factory=list)


def decisions_per_round(edition: Edition) -> int:
    """How many decisions a round has; the same in every round of an edition."""
    layout, position = edition.layout, Deal.in_order(edition).initial_position
    made = 0
    while not is_over(position):
        is_play = not is_passing(layout, position) and not is_choosing(layout, position)
        if not (is_play and holds(layout.driven, position.turn)):
            made += 1
        position = advance(layout, position, lowest(legal_actions(layout, position)))
    return made


def own_game(key: str) -> BenchmarkedGame:
    """An edition of the Bottle Imp."""
    one = edition(key)
    layout, opening = one.layout, Deal.from_seed(one, 7).initial_position

    def play_rounds(rounds: int) -> None:
        round_scores(layout, opening, seed=1, rounds=rounds)

    def play_dealt(rounds: int) -> None:
        playout_scores(layout, opening, seed=1, playouts=rounds)

    return BenchmarkedGame(key, decisions_per_round(one), play_rounds, play_dealt)


def dealt_state(game: pyspiel.Game, random: Random) -> tuple[pyspiel.State, int]:
    """A state of an OpenSpiel game after its first moves of chance, and how many those were."""
    state, moves = game.new_initial_state(), 0
    while state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(random.choices(outcomes, weights)[0])
        moves += 1
    return state, moves


def spiel_decisions_per_round(game: pyspiel.Game, random: Random) -> float:
    """How many decisions a random round of an OpenSpiel game has on average."""
    made = 0
    for _ in range(SPIEL_SAMPLE):
        state, _ = dealt_state(game, random)
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, weights)[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))
                made += 1
    return made / SPIEL_SAMPLE


def spiel_game(name: str) -> BenchmarkedGame:
    """A game of OpenSpiel with a C++ uniform random bot in each seat."""
    game, random = pyspiel.load_game(name), Random(7)
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(game.num_players())]
    states = [dealt_state(game, random)[0] for _ in range(DEALT_STATES)]

    def play_rounds(rounds: int) -> None:
        for seed in range(rounds):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)

    def play_dealt(rounds: int) -> None:
        for seed in range(rounds):
            pyspiel.evaluate_bots(states[seed % DEALT_STATES].clone(), bots, seed)

    return BenchmarkedGame(name, spiel_decisions_per_round(game, random), play_rounds, play_dealt)


def rounds_for(play: Callable[[int], None], seconds: float) -> int:
    """How many rounds take about so long."""
    play(1)  # compiles, if need be
    rounds = 1
    while True:
        before = process_time()
        play(rounds)
        taken = process_time() - before
        if taken > seconds / 4:
            return max(1, round(rounds * seconds / taken))
        rounds *= 4


def measure_all(contenders: Iterable[BenchmarkedGame], repeats: int, seconds: float) -> None:
    """Run all contenders in turn, again and again."""
    plans = [
        (contender, play, results, rounds_for(play, seconds))
        for contender in contenders
        for play, results in (
            (contender.play_rounds, contender.rounds),
            (contender.play_dealt, contender.dealt),
        )
    ]
    for _ in range(repeats):
        for contender, play, results, rounds in plans:
            before = process_time()
            play(rounds)
            results.append(rounds * contender.decisions / (process_time() - before))


def table_rows(ours: list[BenchmarkedGame], theirs: list[BenchmarkedGame]) -> list[list[str]]:
    """The table: name, decisions in a round, then speed and ratio for rounds and from the deal."""
    fastest_rounds = max(median_and_spread(one.rounds)[0] for one in theirs)
    fastest_dealt = max(median_and_spread(one.dealt)[0] for one in theirs)
    rows = []
    for one in [*theirs, *ours]:
        row = [one.name, f"{one.decisions:.1f}"]
        for results, fastest in ((one.rounds, fastest_rounds), (one.dealt, fastest_dealt)):
            middle, spread = median_and_spread(results)
            row += [
                f"{middle / MILLION:.2f} ± {spread:.0%}",
                f"{max(results) / MILLION:.2f}",
                f"{middle / fastest:.1f}",
            ]
        rows.append(row)
    return rows


def two_thread_speedup(seconds: float) -> str:
    """What two threads gain over one, and what they cost."""
    one = edition("classic/4")
    layout, opening = one.layout, Deal.from_seed(one, 7).initial_position
    taken: dict[int, list[float]] = {1: [], 2: []}
    worked: dict[int, list[float]] = {1: [], 2: []}
    rounds = rounds_for(own_game("classic/4").play_dealt, seconds)
    for _ in range(9):
        for threads in (1, 2):
            clock, work = perf_counter(), process_time()
            playout_scores(layout, opening, seed=1, playouts=rounds, threads=threads)
            taken[threads].append(perf_counter() - clock)
            worked[threads].append(process_time() - work)
    faster = min(taken[1]) / min(taken[2])
    work_ratio = median(worked[2]) / median(worked[1])
    return (
        f"two threads on classic/4: {faster:.2f} times as fast by the clock"
        f" for {work_ratio:.2f} times the processor time"
    )


def print_table(rows: list[list[str]], *, markdown: bool) -> None:
    """Print the table."""
    head = [
        "game", "decisions", "with deals", "best", "ratio", "from a deal", "best", "ratio",
    ]  # fmt: skip
    if markdown:
        for row in [head, ["---", *["---:"] * (len(head) - 1)], *rows]:
            print("|", " | ".join(row), "|")
        return
    for row in [head, *rows]:
        print(f"{row[0]:<22}" + "".join(f"{cell:>14}" for cell in row[1:]))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("editions", nargs="*", help="keys of editions; all if none is named")
    parser.add_argument("--repeats", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.15, help="length of one run")
    parser.add_argument("--markdown", action="store_true")
    options = parser.parse_args()
    theirs = [spiel_game(name) for name in SPIEL_GAMES]
    ours = [own_game(key) for key in options.editions or edition_keys()]
    measure_all([*theirs, *ours], options.repeats, options.seconds)
    print(f"{describe_machine()}; millions of decisions a second on one core, median of runs")
    print_table(table_rows(ours, theirs), markdown=options.markdown)
    print(two_thread_speedup(options.seconds))


if __name__ == "__main__":
    main()
