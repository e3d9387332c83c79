"""A million random rounds through oracle, plain and compiled rules, on all cores.

    python -m tests.soak.million_rounds --rounds 1000000

Rounds come in chunks; half of the chunks go through the editions, the others through all sets of
table options.  Every chunk is fixed by its number, so a run that was broken off goes on with
`--first-chunk`, and any chunk can be run again by itself.
"""

import argparse
import os
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from functools import cache
from itertools import islice
from multiprocessing import get_context
from typing import NamedTuple

from tests.oracle import cards, trick
from tests.oracle import round as oracle_round
from tests.support.differential.comparison import Disagreement, Referees
from tests.support.differential.variants import OPTIONS, PRESETS, Variant

CHUNK = 250
SECONDS_BETWEEN_REPORTS = 30.0


class Outcome(NamedTuple):
    """What came of a chunk."""

    chunk: int
    rounds: int
    steps: int
    problem: str = ""


def variant_of(chunk: int) -> tuple[Variant, int]:
    """The variant that a chunk plays, and the number of its first round there."""
    turn, is_option = divmod(chunk, 2)
    variants = OPTIONS if is_option else PRESETS
    lap, place = divmod(turn, len(variants))
    return variants[place], lap * CHUNK


@cache
def referees(variant: Variant) -> Referees:
    """The referees of a variant; a process makes them once."""
    return Referees(variant, with_kernel=True)


def remember_numbers() -> None:
    """Lets the oracle read each printed number once only: half of its time goes into that."""
    remembered = cache(cards.number_of)
    for module in (cards, oracle_round, trick):
        vars(module)["number_of"] = remembered


def played_chunk(chunk: int, rounds: int) -> Outcome:
    """Compares so many rounds of the chunk; stops at the first disagreement."""
    variant, first = variant_of(chunk)
    steps = 0
    for number in range(first, first + rounds):
        try:
            steps += referees(variant).compare(number)
        except Disagreement as problem:
            return Outcome(chunk, number - first, steps, str(problem))
    return Outcome(chunk, rounds, steps)


def chunks_of(rounds: int, first_chunk: int) -> Iterator[tuple[int, int]]:
    """The chunks that hold so many rounds, and how many rounds of each."""
    chunk = first_chunk
    while rounds > 0:
        yield chunk, min(CHUNK, rounds)
        rounds -= CHUNK
        chunk += 1


class Progress:
    """Counts what is done and says so from time to time."""

    def __init__(self, rounds: int, first_chunk: int) -> None:
        self.wanted = rounds
        self.rounds = self.steps = 0
        self.next_chunk = first_chunk
        self.ahead: set[int] = set()
        self.start = self.reported = time.monotonic()

    def add(self, outcome: Outcome) -> None:
        """Count a chunk; all chunks below `next_chunk` are done."""
        self.rounds += outcome.rounds
        self.steps += outcome.steps
        self.ahead.add(outcome.chunk)
        while self.next_chunk in self.ahead:
            self.ahead.remove(self.next_chunk)
            self.next_chunk += 1
        if time.monotonic() - self.reported >= SECONDS_BETWEEN_REPORTS:
            self.report()

    def report(self) -> None:
        """Print how far it is and how long it will take."""
        self.reported = time.monotonic()
        seconds = self.reported - self.start
        left = seconds * (self.wanted - self.rounds) / max(self.rounds, 1)
        sys.stdout.write(
            f"{self.rounds} of {self.wanted} rounds, {self.steps} steps, {seconds:.0f} s,"
            f" about {left:.0f} s to go; go on with --first-chunk {self.next_chunk}\n"
        )
        sys.stdout.flush()


def compared(rounds: int, *, first_chunk: int = 0, processes: int | None = None) -> list[str]:
    """Compares the rounds on all cores; the disagreements, at most one for each chunk."""
    progress = Progress(rounds, first_chunk)
    chunks = chunks_of(rounds, first_chunk)
    workers = processes or os.cpu_count() or 1
    problems: list[str] = []
    with ProcessPoolExecutor(workers, get_context("spawn"), remember_numbers) as pool:
        running: set[Future[Outcome]] = {
            pool.submit(played_chunk, *chunk) for chunk in islice(chunks, 2 * workers)
        }
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                outcome = future.result()
                progress.add(outcome)
                if outcome.problem:
                    problems.append(outcome.problem)
                running.update(pool.submit(played_chunk, *chunk) for chunk in islice(chunks, 1))
    progress.report()
    return problems


def main(arguments: Sequence[str]) -> int:
    """Compares as many rounds as the arguments ask for; 0 when all three agree."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.million_rounds")
    parser.add_argument("--rounds", type=int, default=1_000_000)
    parser.add_argument("--first-chunk", type=int, default=0, help="go on where a run broke off")
    parser.add_argument("--processes", type=int, help="as many as there are cores by default")
    options = parser.parse_args(arguments)
    problems = compared(
        options.rounds, first_chunk=options.first_chunk, processes=options.processes
    )
    for problem in problems:
        sys.stdout.write(f"{problem}\n")
    sys.stdout.write(f"{len(problems)} disagreements\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
