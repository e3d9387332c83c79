"""How long computer players think: single decisions, and the first one of a fresh process.

    python -m benchmarks.decision_time --decisions 500 --starts 5

prints two tables for `results-players.md`, by the clock and by processor time; let nothing else run
meanwhile.  With `--modes classic/4 --decisions 20 --starts 1` it only shows that it works.

Decisions are those of real play: rounds of `network` in every seat, on the arena's deals; choices
with one legal card are left out.  Each player answers the same ones through the code of the player
processes, `imp` with the budget that it has at a table and the longest deadline of a table.

A fresh process is that of a server, which has the compiled code on disk; the time is from the
order to start it to its answer, for decisions in the exchange and in play in turn.
Numerical libraries keep to one thread, as they do in player processes.
"""

import argparse
import asyncio
import os
import resource
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import mean, median
from time import perf_counter, process_time

from bottleimp.analysis.arena.contests import edition_of_each_mode
from bottleimp.analysis.arena.lineups import arena_deal
from bottleimp.game.round import Phase, Round
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.knowledge.warmup_observations import warmup_observations
from bottleimp.players.blas_threads import SINGLE_THREAD_VARIABLES
from bottleimp.players.catalogue import create_player
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text
from bottleimp.server.engines.ipc import SEARCH_SECONDS, ChoiceRequest
from bottleimp.server.engines.main import answer_request
from bottleimp.server.engines.pool import WorkerPool

PLAYERS = ("network", "imp")
SEED = 2029
MS = 1000
PREPARE_TIMEOUT = 600.0  # seconds that suffice for anything


@dataclass(frozen=True)
class DecisionTime:
    """Seconds by the clock and of the processor."""

    wall: float
    cpu: float


def decision_observations(playing: Edition, count: int) -> list[Observation]:
    """So many real choices, spread over rounds of which each gives every fourth or so."""
    found: list[Observation] = []
    player = create_player("network", 0)
    number = 0
    while len(found) < count:
        played = Round(arena_deal(playing, SEED, number))
        asked = 0
        while (seat := played.turn) is not None:
            if len(played.legal_actions) == 1 or seat in playing.driven:
                played = played.play(played.legal_actions[0])
                continue
            seen = observe(played, seat)
            if (asked + number) % 4 == 0:
                found.append(seen)
            asked += 1
            played = played.play(player.choose(seen))
        number += 1
    return found[:count]


def time_decision(name: str, seen: Observation) -> DecisionTime:
    """How long a decision took in this process."""
    wall, processor = perf_counter(), process_time()
    answer = answer_request(ChoiceRequest(name, SEED, seen))
    took = DecisionTime(perf_counter() - wall, process_time() - processor)
    if answer.action is None:
        raise RuntimeError(f"{name} gave no answer: {answer.problem}")
    return took


def child_cpu_seconds() -> float:
    """The processor time of processes that were started and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


async def time_first_decision(name: str, seen: Observation) -> DecisionTime:
    """The time from the start of a process to its first decision; its processor time to its end."""
    pool = WorkerPool(1, deadline=PREPARE_TIMEOUT)
    pool.warm_up((name,), seen.edition)
    await asyncio.wait_for(pool.wait_until_warm(), PREPARE_TIMEOUT)
    before, wall = child_cpu_seconds(), perf_counter()
    await pool.choose_without_fallback(name, SEED, seen, SEARCH_SECONDS)
    took = perf_counter() - wall
    await pool.close()
    return DecisionTime(took, child_cpu_seconds() - before)


def time_fresh_processes(name: str, playing: Edition, count: int) -> list[DecisionTime]:
    """The first decisions of so many fresh processes."""
    phases = (Phase.EXCHANGE, Phase.PLAY)
    some = decision_observations(playing, 40)
    asked = [next(seen for seen in some if seen.phase is phase) for phase in phases]
    return [asyncio.run(time_first_decision(name, asked[n % len(asked)])) for n in range(count)]


def percentile(times: Sequence[float], share: float) -> float:
    """The time that this share of the times does not exceed."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def latency_cells(times: Sequence[float]) -> Iterator[str]:
    """Median, 99th percentile, largest and mean, in milliseconds."""
    for found in (median(times), percentile(times, 0.99), max(times), mean(times)):
        yield f"{found * MS:.1f}"


def table_row(playing: Edition, name: str, took: Sequence[DecisionTime]) -> str:
    """A line of a table."""
    figures = [
        *latency_cells([one.wall for one in took]),
        *latency_cells([one.cpu for one in took]),
    ]
    return f"| `{playing.text}` | `{name}` | {len(took)} | {' | '.join(figures)} |"


def print_table(
    title: str, editions: Sequence[Edition], measured: Callable[[str, Edition], list[DecisionTime]]
) -> None:
    """Measure and print, player by player and mode by mode."""
    kinds = ("median", "99 %", "largest", "mean")
    heads = [f"{clock}, {kind}" for clock in ("ms", "processor ms") for kind in kinds]
    print(f"\n{title}\n")
    print(f"| edition | player | times | {' | '.join(heads)} |")
    print(f"|---|---|---{'|---:' * len(heads)}|")
    for name in PLAYERS:
        for playing in editions:
            print(table_row(playing, name, measured(name, playing)), flush=True)


def main() -> None:
    """Measure and print."""
    if not SINGLE_THREAD_VARIABLES.keys() <= os.environ.keys():
        # It is read when numpy is imported, which is long ago.
        os.execve(sys.executable, [sys.executable, *sys.argv], os.environ | SINGLE_THREAD_VARIABLES)
    about = (__doc__ or "").partition("\n")[0]
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--modes", nargs="+", default=list(edition_of_each_mode()), metavar="KEY")
    parser.add_argument("--decisions", type=int, default=500, help="of each player in each mode")
    parser.add_argument("--starts", type=int, default=5, help="fresh processes for each")
    options = parser.parse_args()
    editions = [edition_from_text(key) for key in options.modes]
    asked = {one.text: decision_observations(one, options.decisions) for one in editions}

    def many(name: str, playing: Edition) -> list[DecisionTime]:
        for seen in warmup_observations(playing):
            time_decision(name, seen)  # compiles
        time_decision(name, asked[playing.text][0])
        return [time_decision(name, seen) for seen in asked[playing.text]]

    print_table("A decision", editions, many)
    if options.starts:
        print_table(
            "The first decision of a fresh process",
            editions,
            lambda name, playing: time_fresh_processes(name, playing, options.starts),
        )


if __name__ == "__main__":
    main()
