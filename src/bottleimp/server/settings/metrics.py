"""Counters and histograms, and their page in the text format that Prometheus reads."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

Labels = tuple[tuple[str, str], ...]
# Seconds: from less than a commit takes to more than anybody waits.
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Writes:
    """How writing to the database goes: failures, by the kind of error, and what came last."""

    def __init__(self) -> None:
        self.failures = Counts(("kind",))
        self.are_failing = False

    def note_failure(self, problem: Exception) -> None:
        """Notes that a group of changes could not be written."""
        self.are_failing = True
        self.failures.note(type(problem).__name__)


@dataclass
class Histogram:
    """How often something took how long, in seconds; one thread at a time writes."""

    bounds: tuple[float, ...] = BUCKETS
    counts: list[int] = field(default_factory=list)
    total: float = 0.0

    def __post_init__(self) -> None:
        self.counts = [0] * (len(self.bounds) + 1)

    def note(self, seconds: float) -> None:
        """Something took so long."""
        self.counts[bisect_left(self.bounds, seconds)] += 1
        self.total += seconds


@dataclass
class Counts:
    """How often what happened, by labels."""

    names: tuple[str, ...]
    found: dict[tuple[str, ...], int] = field(default_factory=dict)

    def note(self, *values: str) -> None:
        """It happened once more."""
        self.found[values] = self.found.get(values, 0) + 1

    def total(self) -> int:
        """How often anything happened."""
        return sum(self.found.values())


def gauge(name: str, about: str, value: float) -> Iterator[str]:
    """A number that goes up and down."""
    yield from head(name, about, "gauge")
    yield f"{name} {number(value)}"


def counter(name: str, about: str, counts: Counts) -> Iterator[str]:
    """Numbers that only go up."""
    yield from head(name, about, "counter")
    for values, count in sorted(counts.found.items()):
        yield f"{name}{labelled(tuple(zip(counts.names, values, strict=True)))} {count}"


def histogram(name: str, about: str, found: Iterable[tuple[Labels, Histogram]]) -> Iterator[str]:
    """How often something took at most so long, by labels."""
    yield from head(name, about, "histogram")
    for labels, each in found:
        so_far = 0
        for bound, count in zip((*each.bounds, float("inf")), each.counts, strict=True):
            so_far += count
            yield f"{name}_bucket{labelled((*labels, ('le', number(bound))))} {so_far}"
        yield f"{name}_sum{labelled(labels)} {each.total:.6f}"
        yield f"{name}_count{labelled(labels)} {so_far}"


def head(name: str, about: str, kind: str) -> Iterator[str]:
    """What stands above a metric."""
    yield f"# HELP {name} {about}"
    yield f"# TYPE {name} {kind}"


def number(value: float) -> str:
    """The number as the format wants it."""
    return "+Inf" if value == float("inf") else f"{value:.15g}"


def labelled(labels: Labels) -> str:
    """Labels in braces, or nothing."""
    inside = ",".join(f'{name}="{escaped(value)}"' for name, value in labels)
    return f"{{{inside}}}" if inside else ""


def escaped(text: str) -> str:
    """A label's value between quotes."""
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
