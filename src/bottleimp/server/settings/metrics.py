"""Counters and histograms, and their page in the text format that Prometheus reads."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

Labels = tuple[tuple[str, str], ...]
# Seconds: from less than a commit takes to more than anybody waits.
LATENCY_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class WriteHealth:
    """How writing to the database goes: failures, by the kind of error, and what came last."""

    def __init__(self) -> None:
        self.failures = LabelledCounter(("kind",))
        self.are_failing = False

    def record_failure(self, problem: Exception) -> None:
        """Notes that a group of changes could not be written."""
        self.are_failing = True
        self.failures.increment(type(problem).__name__)


@dataclass
class Histogram:
    """How often something took how long, in seconds; one thread at a time writes."""

    bounds: tuple[float, ...] = LATENCY_BUCKETS
    counts: list[int] = field(default_factory=list)
    total: float = 0.0

    def __post_init__(self) -> None:
        self.counts = [0] * (len(self.bounds) + 1)

    def observe(self, seconds: float) -> None:
        """Something took so long."""
        self.counts[bisect_left(self.bounds, seconds)] += 1
        self.total += seconds


@dataclass
class LabelledCounter:
    """How often what happened, by labels."""

    label_names: tuple[str, ...]
    counts: dict[tuple[str, ...], int] = field(default_factory=dict)

    def increment(self, *values: str) -> None:
        """It happened once more."""
        self.counts[values] = self.counts.get(values, 0) + 1

    def total(self) -> int:
        """How often anything happened."""
        return sum(self.counts.values())


def format_gauge(name: str, help_text: str, value: float) -> Iterator[str]:
    """A number that goes up and down."""
    yield from format_header(name, help_text, "gauge")
    yield f"{name} {format_number(value)}"


def format_counter(name: str, help_text: str, counts: LabelledCounter) -> Iterator[str]:
    """Numbers that only go up."""
    yield from format_header(name, help_text, "counter")
    for values, count in sorted(counts.counts.items()):
        yield f"{name}{format_labels(tuple(zip(counts.label_names, values, strict=True)))} {count}"


def format_histogram(
    name: str, help_text: str, series: Iterable[tuple[Labels, Histogram]]
) -> Iterator[str]:
    """How often something took at most so long, by labels."""
    yield from format_header(name, help_text, "histogram")
    for labels, each in series:
        so_far = 0
        for bound, count in zip((*each.bounds, float("inf")), each.counts, strict=True):
            so_far += count
            yield f"{name}_bucket{format_labels((*labels, ('le', format_number(bound))))} {so_far}"
        yield f"{name}_sum{format_labels(labels)} {each.total:.6f}"
        yield f"{name}_count{format_labels(labels)} {so_far}"


def format_header(name: str, help_text: str, kind: str) -> Iterator[str]:
    """What stands above a metric."""
    yield f"# HELP {name} {help_text}"
    yield f"# TYPE {name} {kind}"


def format_number(value: float) -> str:
    """The number as the format wants it."""
    return "+Inf" if value == float("inf") else f"{value:.15g}"


def format_labels(labels: Labels) -> str:
    """Labels in braces, or nothing."""
    inside = ",".join(f'{name}="{escape_label_value(value)}"' for name, value in labels)
    return f"{{{inside}}}" if inside else ""


def escape_label_value(text: str) -> str:
    """A label's value between quotes."""
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
