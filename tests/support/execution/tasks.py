"""Tasks for pools: some end the process that does them, the way a crash or a lack of memory does.

They stand here, and not beside the tests, because workers import them.
"""

import os
import signal
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from bottleimp.errors import IllegalAction, RefusalReason

Task = TypeVar("Task")
Result = TypeVar("Result")


def square(number: int) -> int:
    """The square."""
    return number * number


def die_once(folder: Path, function: Callable[[Task], Result], task: Task) -> Result:
    """What the function makes of the task; the first process that is asked is killed instead."""
    if is_first(folder / "killed"):
        kill(os.getpid())
    return function(task)


def lose_machine_once(folder: Path, function: Callable[[Task], Result], task: Task) -> Result:
    """What the function makes of the task; the node that is asked first is killed instead."""
    if is_first(folder / "lost"):
        os.kill(os.getppid(), signal.SIGKILL)  # what runs the node
        kill(os.getpid())
    return function(task)


class KillingPool(Executor):
    """The pool, the first of whose tasks costs the life of the worker that does it."""

    def __init__(self, pool: Executor, folder: Path) -> None:
        self.pool, self.folder = pool, folder

    def submit(
        self, function: Callable[..., Result], /, *args: Any, **kwargs: Any
    ) -> Future[Result]:
        """The result to come."""
        call = partial(function, *args, **kwargs)
        return self.pool.submit(die_once, self.folder, done_by, call)


def done_by(call: Callable[[], Result]) -> Result:
    """What the call comes to."""
    return call()


def die(_number: int) -> None:
    """Nothing: whoever does this is killed."""
    kill(os.getpid())


def refuse(_number: int) -> None:
    """Nothing but an error of ours."""
    raise IllegalAction("That card may not be played.", RefusalReason.MUST_FOLLOW)


def blas_threads(_number: int) -> str | None:
    """How many threads the libraries below NumPy may have in this process."""
    return os.environ.get("OPENBLAS_NUM_THREADS")


def is_first(file: Path) -> bool:
    """Whether nobody has asked before; the file tells."""
    try:
        file.touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


def kill(process: int) -> None:
    """End the process, which cannot prevent it."""
    os.kill(process, signal.SIGKILL)
    time.sleep(600)  # until it has happened
