"""Processes on this machine that do tasks; where one is ended, its task is done again.

The pool of the standard library is broken for good when one of its processes ends, and does not
say which task was to blame.  So all tasks that were not finished are handed to a new one.
"""

import logging
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from multiprocessing.connection import Connection, wait
from threading import RLock, Thread
from typing import Any

from bottleimp.errors import BottleImpError
from bottleimp.execution.task_pool import TaskPool, settle
from bottleimp.players.blas_threads import SINGLE_THREAD_VARIABLES

MAX_LOSSES = 3  # of processes, one after the other, with no task finished in between

log = logging.getLogger(__name__)


class ProcessPool(TaskPool):
    """So many processes, which begin anew; lost ones are replaced."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._lock = RLock()
        self._executor, self._lifeline = start_processes(workers)
        self._losses = 0
        self._is_open = True

    @property
    def workers(self) -> int:
        """How many processes there are."""
        return self._workers

    def start(self, call: Callable[[], Any], future: "Future[Any]") -> None:
        """Have the call done; the future gets its result."""
        with self._lock:
            executor = self._executor
            try:
                begun = executor.submit(call)
            except BrokenProcessPool:  # the tasks before this one will be told so in a moment
                if not self._renew(executor):
                    settle(future, None, lost_processes())
                    return
                executor = self._executor
                begun = executor.submit(call)
        future.add_done_callback(lambda asked: begun.cancel() if asked.cancelled() else None)
        begun.add_done_callback(partial(self._finish, call, future, executor))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001 - as Executor has it
        """End the processes once they have done their tasks."""
        with self._lock:
            self._is_open = False
        self._executor.shutdown(wait, cancel_futures=cancel_futures)

    def kill(self) -> None:
        """End the processes at once, whatever they are doing."""
        with self._lock:
            self._is_open = False  # and none takes their place
            self._lifeline.close()
        self._executor.shutdown(wait=True, cancel_futures=True)

    def _finish(
        self,
        call: Callable[[], Any],
        future: "Future[Any]",
        executor: ProcessPoolExecutor,
        done: "Future[Any]",
    ) -> None:
        """Hand on what a process has done; do again what one has not."""
        if done.cancelled():
            future.cancel()
            return
        problem = done.exception()
        if isinstance(problem, BrokenProcessPool):
            if not future.cancelled() and self._renew(executor):
                self.start(call, future)
                return
            problem = lost_processes()
        else:
            self._losses = 0
        settle(future, None if problem else done.result(), problem)

    def _renew(self, lost: ProcessPoolExecutor) -> bool:
        """Whether there are processes that can take the tasks of the lost ones."""
        with self._lock:
            if self._executor is not lost:
                return True  # another task of the lost ones came first
            if not self._is_open or self._losses >= MAX_LOSSES:
                return False
            self._losses += 1
            self._lifeline.close()
            self._executor, self._lifeline = start_processes(self._workers)
        log.warning("A process was ended from outside; what it had not finished is done again.")
        return True


def lost_processes() -> BottleImpError:
    """What is said when new processes are of no use."""
    return BottleImpError(
        f"Processes were ended from outside {MAX_LOSSES + 1} times before any finished a task;"
        " perhaps there is too little memory for so many, or a player ends its own process."
    )


def start_processes(count: int) -> tuple[ProcessPoolExecutor, Connection]:
    """So many processes that begin anew, and what ends them all when it is closed."""
    context = multiprocessing.get_context("spawn")
    held, lifeline = context.Pipe(duplex=False)
    executor = ProcessPoolExecutor(
        count, mp_context=context, initializer=exit_with_parent, initargs=(held,)
    )
    return executor, lifeline


@contextmanager
def process_pool(count: int) -> Iterator[ProcessPool]:
    """A pool of so many processes, one included, each of which computes on one core.

    Matrix products of networks could differ in the last bit with the number of threads.
    """
    before = {name: os.environ.get(name) for name in SINGLE_THREAD_VARIABLES}
    os.environ.update(SINGLE_THREAD_VARIABLES)  # for the processes, which begin anew
    pool = ProcessPool(count)
    try:
        yield pool
    except BaseException:  # nobody waits for what is being done, which may take for ever
        pool.kill()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def exit_with_parent(held: Connection) -> None:
    """Let this process leave interrupts to its parent, and end when the parent is gone or says so.

    Nothing is ever sent: the other end of `held` is closed, by the parent or with it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=wait_for_parent, args=(held,), daemon=True).start()


def wait_for_parent(held: Connection) -> None:
    """End this process, in whatever it is doing, as soon as its parent has ended or says so."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait((parent.sentinel, held))
        os._exit(1)
