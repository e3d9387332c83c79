"""One way to hand out work, whoever does it: `map_tasks` over a pool, or here without one.

A task is a function of a module with arguments that can be pickled.  What it returns follows from
its arguments alone, and it writes nothing: whoever asked for it does that.  So a task whose
process was ended is simply done again, anywhere, and nothing is counted twice.

A pool is an `Executor` of the standard library, so those of other libraries will do as well.
"""

import os
from abc import abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from functools import partial
from typing import Any, ParamSpec, TypeVar

TASKS_AHEAD = 4  # for each worker: none waits for work, and few results wait to be asked for

Parameters = ParamSpec("Parameters")
Task = TypeVar("Task")
Result = TypeVar("Result")


class TaskPool(Executor):
    """A pool that knows how many tasks it does at a time.

    A task whose process is ended is done again.  If that does not help, its result is a
    BottleImpError.
    """

    @property
    @abstractmethod
    def workers(self) -> int:
        """How many tasks are done at a time."""

    @abstractmethod
    def start(self, call: Callable[[], Any], future: "Future[Any]") -> None:  # Any: what it returns
        """Have the call done; the future gets its result."""

    def submit(
        self,
        function: Callable[Parameters, Result],
        /,
        *args: Parameters.args,
        **kwargs: Parameters.kwargs,
    ) -> "Future[Result]":
        """The result to come of the call, which a worker does."""
        future: Future[Result] = Future()
        self.start(partial(function, *args, **kwargs), future)
        return future


def settle(future: "Future[Any]", result: object, problem: BaseException | None) -> None:
    """Give the result or the problem to whoever waits for it, unless nobody does any more."""
    if not future.set_running_or_notify_cancel():
        return
    if problem is None:
        future.set_result(result)
    else:
        future.set_exception(problem)


def worker_count(pool: Executor | None) -> int:
    """How many tasks the pool does at a time; as many as this machine has cores if it cannot tell.

    Without a pool it is one.
    """
    if pool is None:
        return 1
    return pool.workers if isinstance(pool, TaskPool) else os.cpu_count() or 1


def map_tasks(
    pool: Executor | None, function: Callable[[Task], Result], tasks: Iterable[Task]
) -> Iterator[Result]:
    """The result of each task, in the order of the tasks, as soon as it and those before are there.

    Without a pool each is done here when its result is asked for.  Raises what a task raises.
    """
    if pool is None:
        yield from map(function, tasks)
        return
    most = TASKS_AHEAD * worker_count(pool)
    pending: deque[Future[Result]] = deque()
    try:
        for task in tasks:
            pending.append(pool.submit(function, task))
            if len(pending) >= most:
                yield pending.popleft().result()
        while pending:
            yield pending.popleft().result()
    finally:
        for future in pending:
            future.cancel()
