"""Readings that many ask for at once, and that are done once for all who wait."""

import asyncio
from collections.abc import Awaitable, Callable


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
