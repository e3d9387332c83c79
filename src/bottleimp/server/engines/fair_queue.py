"""Player processes that are lent to one question at a time: visitors take turns.

Whoever has many tables waits in one line of their own, so that the question of another visitor
never stands behind all of theirs.
"""

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Sequence

from bottleimp.server.engines.process import Worker


class Turns:
    """Who is served next: each visitor in turn, with the oldest question of that visitor."""

    def __init__(self) -> None:
        self._lines: OrderedDict[str, deque[asyncio.Future[Worker]]] = OrderedDict()

    def __len__(self) -> int:
        return sum(len(line) for line in self._lines.values())

    def join(self, visitor: str, place: asyncio.Future[Worker]) -> None:
        """Puts a question at the end of its visitor's line."""
        self._lines.setdefault(visitor, deque()).append(place)

    def leave(self, visitor: str, place: asyncio.Future[Worker]) -> None:
        """Takes a question out of its line, if it still stands there."""
        line = self._lines.get(visitor)
        if line is not None and place in line:
            line.remove(place)
            if not line:
                del self._lines[visitor]

    def next(self) -> asyncio.Future[Worker] | None:
        """The question that is served next, taken out; None if nobody waits."""
        if not self._lines:
            return None
        visitor, line = self._lines.popitem(last=False)
        place = line.popleft()
        if line:
            self._lines[visitor] = line  # behind all other visitors
        return place


class Lane:
    """Some player processes and the questions that wait for them."""

    def __init__(self, workers: Sequence[Worker]) -> None:
        self.workers = tuple(workers)
        self._idle = deque(self.workers)
        self._turns = Turns()

    @property
    def waiting(self) -> int:
        """How many questions wait for a process."""
        return len(self._turns)

    async def take(self, visitor: str, until: float) -> Worker:
        """A process for one question of the visitor; raises TimeoutError at that time.

        `until` is on the clock of `time.monotonic`; a process that is idle is given even then.
        """
        if self._idle:
            return self._idle.popleft()
        place: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self._turns.join(visitor, place)
        try:
            async with asyncio.timeout(max(0.0, until - time.monotonic())):
                return await place
        except (TimeoutError, asyncio.CancelledError):
            self._turns.leave(visitor, place)
            if place.done() and not place.cancelled():  # served in the same moment
                self.give_back(place.result())
            raise

    def give_back(self, worker: Worker) -> None:
        """Lends the process to whoever is next."""
        place = self._turns.next()
        while place is not None and place.done():  # its visitor has given up
            place = self._turns.next()
        if place is None:
            self._idle.append(worker)
        else:
            place.set_result(worker)
