"""A fair queue for player processes and other workers: visitors take turns.

Whoever has many tables waits in one line of their own, so that the question of another visitor
never stands behind all of theirs.
"""

import asyncio
import contextlib
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Generic, ParamSpec, TypeVar

from bottleimp.protocol.refusals import StorageUnavailable
from bottleimp.server.settings.clock import SYSTEM_CLOCK, Clock

LONGEST_WAIT = 30.0  # seconds until a thread is free; only who asks for much at once waits long
Worker = TypeVar("Worker")  # a player process, or a thread
Result = TypeVar("Result")
Given = ParamSpec("Given")


class FairQueue(Generic[Worker]):
    """Who is served next: each visitor in turn, with the oldest question of that visitor."""

    def __init__(self) -> None:
        self._queues: OrderedDict[str, deque[asyncio.Future[Worker]]] = OrderedDict()

    def __len__(self) -> int:
        return sum(len(line) for line in self._queues.values())

    def count_before(self, visitor: str) -> int:
        """How many waiting questions would be served before a new one of this visitor."""
        own = len(self._queues.get(visitor, ()))
        others = (line for each, line in self._queues.items() if each != visitor)
        return own + sum(min(len(line), own + 1) for line in others)

    def enqueue(self, visitor: str, waiter: asyncio.Future[Worker]) -> None:
        """Puts a question at the end of its visitor's line."""
        self._queues.setdefault(visitor, deque()).append(waiter)

    def discard(self, visitor: str, waiter: asyncio.Future[Worker]) -> None:
        """Takes a question out of its line, if it still stands there."""
        line = self._queues.get(visitor)
        if line is not None and waiter in line:
            line.remove(waiter)
            if not line:
                del self._queues[visitor]

    def dequeue(self) -> asyncio.Future[Worker] | None:
        """The question that is served next, taken out; None if nobody waits."""
        if not self._queues:
            return None
        visitor, line = self._queues.popitem(last=False)
        place = line.popleft()
        if line:
            self._queues[visitor] = line  # behind all other visitors
        return place


class WorkerLane(Generic[Worker]):
    """Some workers and the questions that wait for them."""

    def __init__(self, workers: Sequence[Worker], clock: Clock = SYSTEM_CLOCK) -> None:
        self._clock = clock
        self.workers = tuple(workers)
        self._idle = deque(self.workers)
        self._queue = FairQueue[Worker]()

    @property
    def waiting_count(self) -> int:
        """How many questions wait for a worker."""
        return len(self._queue)

    def count_before(self, visitor: str) -> int:
        """How many of those would be served before a new one of this visitor."""
        return self._queue.count_before(visitor)

    async def acquire(self, visitor: str, until: float) -> Worker:
        """A worker for one question of the visitor; raises TimeoutError at that time.

        `until` is on the monotonic clock; a worker that is idle is given even then.
        """
        if self._idle:
            return self._idle.popleft()
        place: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self._queue.enqueue(visitor, place)
        try:
            async with asyncio.timeout(max(0.0, until - self._clock.monotonic())):
                return await place
        except (TimeoutError, asyncio.CancelledError):
            self._queue.discard(visitor, place)
            if place.done() and not place.cancelled():  # served in the same moment
                self.release(place.result())
            raise

    def release(self, worker: Worker) -> None:
        """Gives the worker to the next request."""
        place = self._queue.dequeue()
        while place is not None and place.done():  # its visitor has given up
            place = self._queue.dequeue()
        if place is None:
            self._idle.append(worker)
        else:
            place.set_result(worker)


class FairThreads:
    """Threads for what would hold up everybody else; visitors take turns."""

    def __init__(self, count: int, name: str, clock: Clock = SYSTEM_CLOCK) -> None:
        self._clock = clock
        threads = [ThreadPoolExecutor(1, thread_name_prefix=name) for _ in range(count)]
        self._lane = WorkerLane(threads, clock)

    @property
    def waiting_count(self) -> int:
        """How much waits for a thread."""
        return self._lane.waiting_count

    @contextlib.asynccontextmanager
    async def turn(self, visitor: str) -> AsyncIterator[ThreadPoolExecutor]:
        """A thread for the visitor; raises StorageUnavailable where others have it for too long."""
        try:
            thread = await self._lane.acquire(visitor, self._clock.monotonic() + LONGEST_WAIT)
        except TimeoutError as problem:
            raise StorageUnavailable("Too much is asked for at once.") from problem
        try:
            yield thread
        finally:
            self._lane.release(thread)

    async def run(
        self, visitor: str, work: Callable[Given, Result], *args: Given.args, **kwargs: Given.kwargs
    ) -> Result:
        """The outcome of the work, done in a thread when it is the visitor's turn."""
        async with self.turn(visitor) as thread:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(thread, partial(work, *args, **kwargs))
