"""What a server counts and times; `HealthEndpoints` shows it in the text format of Prometheus."""

from prometheus_client import Counter, Histogram

# Seconds: from less than a commit takes to more than anybody waits.
LATENCY_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class WriteHealth:
    """How writing to the database goes: failures, by the kind of error, and what came last."""

    def __init__(self) -> None:
        self.failures = make_counter(
            "bottleimp_appends_failed_total", "Groups of changes that could not be written.", "kind"
        )
        self.are_failing = False

    def record_failure(self, problem: Exception) -> None:
        """Notes that a group of changes could not be written."""
        self.are_failing = True
        self.failures.labels(type(problem).__name__).inc()


def make_counter(name: str, help_text: str, *labels: str) -> Counter:
    """A counter of what happened, by labels; it belongs to no server yet."""
    return Counter(name, help_text, labels, registry=None)


def make_histogram(name: str, help_text: str, *labels: str) -> Histogram:
    """How often something took how many seconds, by labels; it belongs to no server yet."""
    return Histogram(name, help_text, labels, registry=None, buckets=LATENCY_BUCKETS)


def counts_by_labels(counter: Counter) -> dict[tuple[str, ...], int]:
    """How often it happened, by the values of the labels."""
    return {
        tuple(sample.labels.values()): int(sample.value)
        for family in counter.collect()
        for sample in family.samples
        if sample.name.endswith("_total")
    }
