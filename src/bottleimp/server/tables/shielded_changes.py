"""Changes and readings that are finished even if who asked for them has gone."""

import asyncio
from collections.abc import Awaitable, Callable

from bottleimp.protocol.messages import CommandAccepted


class ShieldedChanges:
    """The changes that have begun; true while there are any."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[CommandAccepted]] = set()

    def __bool__(self) -> bool:
        return bool(self._running)

    async def run(self, change: Awaitable[CommandAccepted]) -> CommandAccepted:
        """The outcome of the change, which goes on whatever becomes of its caller."""
        task = asyncio.ensure_future(change)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await asyncio.shield(task)

    async def drain(self) -> None:
        """Waits until all of them are done or refused."""
        await asyncio.gather(*self._running, return_exceptions=True)


class SharedReading:
    """A reading that needs a lock: whoever asks before it begins shares it.

    So nobody waits for more than the one that is under way and the next, however many ask.
    """

    def __init__(self) -> None:
        self._next: asyncio.Task[bool] | None = None  # it waits for the lock

    async def run(self, lock: asyncio.Lock, read: Callable[[], Awaitable[bool]]) -> bool:
        """The outcome of a reading that begins after this call."""
        if self._next is None:
            self._next = asyncio.create_task(self._read_in_turn(lock, read))
        return await asyncio.shield(self._next)

    async def _read_in_turn(self, lock: asyncio.Lock, read: Callable[[], Awaitable[bool]]) -> bool:
        async with lock:
            self._next = None
            return await read()
