"""Workers of a Ray cluster that do tasks; the only module that imports Ray.

Ray does a task again when its process or its machine is lost.  Every worker must run the same
program as this process, weights included, so that it gets the same results.
"""

import hashlib
import logging
import os
import platform
import socket
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, redirect_stdout
from functools import cache, partial
from pathlib import Path
from threading import current_thread
from typing import Any, TextIO, cast

from bottleimp.errors import BottleImpError, MissingLibrary
from bottleimp.execution.task_pool import TaskPool, settle
from bottleimp.players.blas_threads import SINGLE_THREAD_VARIABLES

try:
    import ray
    from ray.exceptions import RayError, RayTaskError
except ImportError:
    raise MissingLibrary("--ray", "Ray", "ray") from None

LOCAL = "local"  # a cluster of this machine alone, which ends with the command
MAX_RETRIES = 3  # of one task, whose process or machine was lost
SECONDS_TO_ANSWER = 5.0
RAY_THREADS = "ray_"  # how their names begin
NOT_IMPORTED = "The remote function failed to import"  # how Ray begins to say so
NO_REPORTS = {"RAY_USAGE_STATS_ENABLED": "0"}  # to the makers of Ray, by what is started here
PACKAGE = Path(__file__).resolve().parents[1]
PROGRAM_FILES = ("*.py", "*.npz")


class RayPool(TaskPool):
    """The workers of the cluster that this process is connected to."""

    def __init__(self) -> None:
        environment = {"env_vars": dict(SINGLE_THREAD_VARIABLES)}
        self._run = ray.remote(max_retries=MAX_RETRIES, runtime_env=environment)(run_call)
        self._pending: set[Future[Any]] = set()

    @property
    def workers(self) -> int:
        """How many cores the cluster has; it may gain and lose some."""
        return max(1, int(ray.cluster_resources().get("CPU", 0)))

    def start(self, call: Callable[[], Any], future: "Future[Any]") -> None:
        """Have the call done; the future gets its result."""
        reference = self._run.remote(program_checksum(), call)
        self._pending.add(future)
        future.add_done_callback(self._pending.discard)
        future.add_done_callback(lambda asked: ray.cancel(reference) if asked.cancelled() else None)
        reference.future().add_done_callback(partial(hand_on, future))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002, FBT001 - as Executor has it
        """Give up what is not done, if that is asked for."""
        for future in [*self._pending] if cancel_futures else []:
            future.cancel()


def hand_on(future: "Future[Any]", done: "Future[Any]") -> None:
    """Give what a worker has done to whoever waits for it."""
    problem = done.exception()
    if isinstance(problem, RayTaskError):
        problem = raised_by_task(problem)
    elif isinstance(problem, RayError):
        problem = BottleImpError(f"The Ray cluster lost some of the work: {first_line(problem)}")
    settle(future, None if problem else done.result(), problem)


def raised_by_task(problem: RayTaskError) -> BaseException:
    """What the task itself raised, from what Ray makes of it, which tells where."""
    raised: BaseException = problem.cause
    if isinstance(raised, RayError) or str(raised).startswith(NOT_IMPORTED):
        raised = BottleImpError(
            "A worker of the Ray cluster cannot import what it is to do; install the same on every"
            " machine, and start Ray where it is installed."
        )
    raised.__cause__ = problem
    return raised


def run_call(checksum: str, call: Callable[[], Any]) -> Any:
    """What the call returns; raises BottleImpError where this worker runs another program."""
    if program_checksum() != checksum:
        raise BottleImpError(
            f"{platform.node()} has another version of Bottle Imp than the machine that hands out"
            " the work; install the same everywhere."
        )
    return call()


@cache
def program_checksum() -> str:
    """What stands for the code and the weights of this program."""
    digest = hashlib.sha256()
    for file in sorted(found for pattern in PROGRAM_FILES for found in PACKAGE.rglob(pattern)):
        digest.update(file.relative_to(PACKAGE).as_posix().encode() + b"\0")
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


class ResultStream:
    """A standard output without what threads of Ray print there: that goes to standard error.

    Ray tells of lost workers on standard output, amid tables that programs read.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:  # Any: whatever a stream has
        is_ray = current_thread().name.startswith(RAY_THREADS)
        return getattr(sys.stderr if is_ray else self._stream, name)


@contextmanager
def ray_pool(address: str, workers: int) -> Iterator[RayPool]:
    """The workers of the cluster at this address; `local` starts one with so many here.

    A process that is connected to a cluster already uses that, and stays connected.  Raises
    BottleImpError where no cluster answers.
    """
    was_connected = ray.is_initialized()
    if not was_connected:
        connect(address, workers)
    pool = RayPool()
    try:
        with redirect_stdout(cast("TextIO", ResultStream(sys.stdout))):  # as far as it is used
            yield pool
    finally:
        pool.shutdown(cancel_futures=True)
        if not was_connected:
            ray.shutdown()


def connect(address: str, workers: int) -> None:
    """Connect this process to the cluster, which is started if it is `local`."""
    require_answer(address)
    started = {}
    if address == LOCAL:
        os.environ.update(NO_REPORTS)
        started = {"num_cpus": workers, "include_dashboard": False}
    try:
        ray.init(address, log_to_driver=False, logging_level=logging.ERROR, **started)
    except (OSError, RuntimeError, ValueError, ImportError, RayError) as problem:
        raise no_cluster(address, first_line(problem)) from problem


def require_answer(address: str) -> None:
    """Raises BottleImpError if nobody listens at a HOST:PORT; Ray itself would wait for long."""
    if address == LOCAL:
        return
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal():
        raise BottleImpError(f"A Ray cluster is named HOST:PORT or {LOCAL}, not {address}.")
    try:
        socket.create_connection((host, int(port)), SECONDS_TO_ANSWER).close()
    except (OSError, OverflowError) as problem:
        raise no_cluster(address, f"{problem}.") from problem


def no_cluster(address: str, reason: str) -> BottleImpError:
    """What is said when no cluster answers."""
    if address == LOCAL:
        return BottleImpError(f"Ray cannot start a cluster on this machine: {reason}")
    return BottleImpError(f"No Ray cluster can be used at {address}: {reason}")


def first_line(problem: BaseException) -> str:
    """The first line of what it says."""
    return str(problem).strip().partition("\n")[0]
