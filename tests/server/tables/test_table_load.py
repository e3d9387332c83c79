"""The load that is measured is a real one: everything is heard of, and nothing goes wrong."""

import asyncio
from pathlib import Path

import pytest

from benchmarks.machine_baseline import commit_latency, cpu_slowdown
from benchmarks.table_load import LoadGenerator, LoadResult, LoadVariant, find_failures
from tests.support.server_process import server_process

pytestmark = pytest.mark.slow


def loaded(folder: Path, variant: LoadVariant, seconds: float) -> LoadResult:
    """One short run."""
    limits = ("--max-waiting-choices", "1000", "--log-level", "error")
    with server_process(folder, *limits) as server:
        return asyncio.run(LoadGenerator(variant, server, 1).measure(seconds))


@pytest.mark.wide
def test_every_move_is_heard_of_by_all_four(tmp_path: Path) -> None:
    run = loaded(tmp_path, LoadVariant("short", tables=6, rate=6), 4)

    assert (run.moves, run.sockets) == (24, 24)
    assert run.heard is not None
    assert 0 < run.heard.p50 <= run.heard.p99 <= run.heard.p999


@pytest.mark.wide
def test_what_is_slower_or_larger_than_it_may_be_is_a_fault(tmp_path: Path) -> None:
    run = loaded(tmp_path, LoadVariant("short", tables=1, rate=2), 2)

    strict = LoadVariant("short", 1, 2, limit=(0, 0), max_megabytes=1)
    assert 2 + run.errors.total() == len(find_failures(strict, [run]))


def test_a_machine_can_be_measured(tmp_path: Path) -> None:
    assert commit_latency(tmp_path, 20).p50 > 0
    assert cpu_slowdown() > 0.9
