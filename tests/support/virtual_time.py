"""Time that passes only while nothing else can happen: an hour of waiting takes no time at all.

Where every task of a `VirtualTimeLoop` waits for a timer, its clock is put forward to the next one;
while a thread still works for a task, it stands still.  So a test can let ten minutes pass, and
"nothing happens in ten minutes" is shown and not hoped for, on however busy a machine.
"""

import asyncio
import selectors
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any, NoReturn, TypeVar

from bottleimp.server.settings.clock import SYSTEM_CLOCK, Clock

START_MS = 1_800_000_000_000  # ms since 1970, when the loop's own clock says 0
SECOND = 1000  # ms
DAY = 24 * 60 * 60 * SECOND

Result = TypeVar("Result")


class VirtualClock:
    """A clock that is put forward; as `bottleimp.server.settings.clock.Clock`."""

    def __init__(self) -> None:
        self.now = 0.0
        self._ahead_ms = 0

    def monotonic(self) -> float:
        """Seconds since it began."""
        return self.now

    def time_ms(self) -> int:
        """Milliseconds since 1970, as if it had begun at a set time."""
        return START_MS + round(self.now * SECOND) + self._ahead_ms

    def advance_to(self, time_ms: int) -> None:
        """Runs on from this time if it is later."""
        self._ahead_ms += max(0, time_ms - self.time_ms())


class VirtualTimeLoop(asyncio.SelectorEventLoop):
    """An event loop on a clock of its own."""

    def __init__(self, clock: VirtualClock | None = None) -> None:
        self.clock = clock or VirtualClock()
        self._working_elsewhere = 0
        super().__init__(ForwardingSelector(self))

    def time(self) -> float:
        """Seconds by the virtual clock."""
        return self.clock.now

    @property
    def is_idle(self) -> bool:
        """Whether nothing but time can make something happen here."""
        return self._working_elsewhere == 0

    @contextmanager
    def working_elsewhere(self) -> Iterator[None]:
        """Lets time stand still: a thread works for a task, and wakes the loop when it is done."""
        self._working_elsewhere += 1
        try:
            yield
        finally:
            self._working_elsewhere -= 1

    def run_in_executor(  # type: ignore[override]
        self, executor: Executor | None, func: Callable[..., Result], *args: Any
    ) -> asyncio.Future[Result]:
        """As that of every loop; meanwhile time stands still."""
        future = super().run_in_executor(executor, func, *args)
        self._working_elsewhere += 1
        future.add_done_callback(self._end_work)
        return future

    async def subprocess_exec(self, *_args: Any, **_options: Any) -> NoReturn:
        """Raises RuntimeError: a process works in real time, and would always be too late."""
        raise RuntimeError("No process is started in virtual time.")

    def _end_work(self, _future: asyncio.Future[Any]) -> None:
        self._working_elsewhere -= 1


class ForwardingSelector(selectors.DefaultSelector):
    """Waits for sockets and pipes, but puts the clock forward instead of waiting for time."""

    def __init__(self, loop: VirtualTimeLoop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """What is ready; nothing after the timeout, which takes no time."""
        if timeout is None or timeout <= 0:
            return super().select(timeout)
        if not self._loop.is_idle:
            return super().select(None)
        ready = super().select(0)
        if not ready:
            self._loop.clock.now += timeout
        return ready


def loop_clock() -> Clock:
    """The clock of the loop in which this runs."""
    loop = asyncio.get_running_loop()
    return loop.clock if isinstance(loop, VirtualTimeLoop) else SYSTEM_CLOCK


async def pass_time(seconds: float) -> None:
    """Lets so much virtual time pass, with all that happens meanwhile; it takes none."""
    assert isinstance(asyncio.get_running_loop(), VirtualTimeLoop)
    await asyncio.sleep(seconds)


def run(main: Coroutine[Any, Any, Result], clock: VirtualClock | None = None) -> Result:
    """The result of a coroutine, run as by `asyncio.run` in virtual time.

    A clock that is given goes on from where it stands.
    """
    with asyncio.Runner(loop_factory=lambda: VirtualTimeLoop(clock)) as runner:
        return runner.run(main)
