"""What benchmarks of speed have in common: contenders that take turns, and the words of a table."""

import platform
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from time import process_time

MILLION, THOUSAND = 1_000_000, 1000


@dataclass
class Contender:
    """Something that makes decisions, and how many a second it made, one entry for each run."""

    group: str
    name: str
    play: Callable[[int], int]  # makes at least so many decisions; how many it made
    shows: str = ""  # what each decision shows to whoever decides
    results: list[float] = field(default_factory=list)
    length: int = 1  # decisions of a run

    def time_run(self, decisions: int) -> tuple[int, float]:
        """How many decisions a run made, and its seconds of processor time."""
        before = process_time()
        made = self.play(decisions)
        return made, max(process_time() - before, 1e-9)

    def calibrate(self, seconds: float) -> None:
        """Let a run take about so long; the first one compiles and does not count."""
        self.play(1)
        made, took = self.time_run(1)
        while took < seconds / 4:
            made, took = self.time_run(4 * made)
        self.length = max(1, int(made * seconds / took))

    def measure(self) -> None:
        """One run that counts."""
        made, took = self.time_run(self.length)
        self.results.append(made / took)


def take_turns(contenders: Sequence[Contender], repeats: int, seconds: float) -> None:
    """Measure all of them, run after run in turn, so that a busy moment disturbs all alike."""
    for one in contenders:
        one.calibrate(seconds)
    for _ in range(repeats):
        for one in contenders:
            one.measure()


def median_and_spread(results: list[float]) -> tuple[float, float]:
    """The median of the runs, and half the distance between the quartiles as a share of it."""
    low, middle, high = quantiles(results, n=4) if len(results) > 1 else results * 3
    return median(results), (high - low) / 2 / middle


def median_ratio(results: Sequence[float], others: Sequence[float]) -> float:
    """The median of the ratios of runs that followed each other."""
    return median(one / other for one, other in zip(results, others, strict=True))


def speed_text(results: list[float]) -> str:
    """A speed with its spread, in millions or thousands."""
    middle, spread = median_and_spread(results)
    unit, name = (MILLION, "M") if middle >= MILLION else (THOUSAND, "k")
    return f"{middle / unit:.2f} {name} ± {spread:.0%}"


def ratio_text(ratio: float) -> str:
    """A ratio with three digits that count."""
    return f"{ratio:.0f}" if ratio >= 100 else f"{ratio:.3g}"


def markdown_table(head: Sequence[str], rows: Sequence[Sequence[str]], words: int) -> str:
    """A table in Markdown; the first columns are words, the others numbers."""
    rule = [*["---"] * words, *["---:"] * (len(head) - words)]
    return "\n".join("| " + " | ".join(row) + " |" for row in [head, rule, *rows])


def describe_machine() -> str:
    """The processor and the versions, in one line."""
    model = platform.processor() or platform.machine()
    information = Path("/proc/cpuinfo")
    if information.exists():
        names = [line for line in information.read_text().splitlines() if "model name" in line]
        model = names[0].partition(":")[2].strip() if names else model
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False
    ).stdout.strip()
    return f"{model}, Python {platform.python_version()}, commit {commit}"
