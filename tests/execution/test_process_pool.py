"""Processes of this machine that do tasks: where one is killed, its task is done again."""

import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from bottleimp.errors import BottleImpError, IllegalAction, RefusalReason
from bottleimp.execution.pools import open_pool
from bottleimp.execution.process_pool import MAX_LOSSES, process_pool
from bottleimp.execution.task_pool import TASKS_AHEAD, map_tasks, worker_count
from tests.support.execution.tasks import blas_threads, die, die_once, refuse, square
from tests.support.patience import PATIENCE

SQUARES = [number * number for number in range(200)]
posix = pytest.mark.skipif(os.name != "posix", reason="kills processes as POSIX does")


def test_without_a_pool_a_task_is_done_when_its_result_is_asked_for() -> None:
    done: list[int] = []
    found = map_tasks(None, done.append, range(3))
    next(found)

    assert done == [0]


def test_results_come_in_the_order_of_the_tasks_from_any_executor() -> None:
    with ThreadPoolExecutor(2) as pool:
        assert list(map_tasks(pool, square, range(200))) == SQUARES


def test_no_more_tasks_are_handed_out_than_keep_the_workers_busy() -> None:
    tasks = iter(range(10_000))
    with ThreadPoolExecutor(1) as pool:
        next(map_tasks(pool, square, tasks))

    assert next(tasks) == TASKS_AHEAD * worker_count(pool)


def test_one_process_needs_no_pool() -> None:
    with open_pool(1) as pool:
        assert (pool, worker_count(pool)) == (None, 1)


@pytest.mark.slow
def test_processes_compute_on_one_core_each() -> None:
    before = os.environ.get("OPENBLAS_NUM_THREADS")
    with open_pool(2) as pool:
        assert worker_count(pool) == 2
        assert set(map_tasks(pool, blas_threads, range(4))) == {"1"}

    assert os.environ.get("OPENBLAS_NUM_THREADS") == before


@posix
@pytest.mark.slow
def test_what_a_killed_process_had_not_finished_is_done_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with process_pool(2) as pool:
        found = list(map_tasks(pool, partial(die_once, tmp_path, square), range(200)))

    assert found == SQUARES
    assert [record.getMessage() for record in caplog.records] == [
        "A process was ended from outside; what it had not finished is done again."
    ]


@posix
@pytest.mark.slow
def test_a_process_that_is_killed_between_tasks_costs_nothing() -> None:
    with process_pool(2) as pool:
        found = map_tasks(pool, square, range(200))
        first = [next(found) for _ in range(5)]
        os.kill(pool.submit(os.getpid).result(), signal.SIGKILL)

        assert [*first, *found] == SQUARES


@posix
@pytest.mark.slow
def test_a_task_that_ends_every_process_is_given_up_in_one_sentence() -> None:
    with process_pool(2) as pool:
        found = pool.submit(die, 0)
        with pytest.raises(BottleImpError, match=f"ended from outside {MAX_LOSSES + 1} times"):
            found.result()


@pytest.mark.slow
def test_what_a_task_raises_comes_as_it_was_raised() -> None:
    with process_pool(1) as pool, pytest.raises(IllegalAction, match="may not be played") as no:
        list(map_tasks(pool, refuse, [0]))

    assert no.value.reason is RefusalReason.MUST_FOLLOW


@pytest.mark.slow
def test_an_interrupt_ends_what_processes_are_doing_at_once() -> None:
    def interrupted() -> None:
        with process_pool(2) as pool:
            pool.submit(square, 2).result()  # the processes are there
            for _ in range(4):
                pool.submit(time.sleep, 10 * PATIENCE)
            raise KeyboardInterrupt

    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        interrupted()

    assert time.monotonic() - began < PATIENCE
