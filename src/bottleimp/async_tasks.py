"""Tasks of asyncio that are ended together, or that go on whatever becomes of their callers."""

import asyncio
from collections.abc import Awaitable
from typing import Any, Generic, TypeVar

Result = TypeVar("Result")


async def cancel_all(*tasks: asyncio.Task[Any]) -> None:  # Any: whatever they would have given
    """Cancels the tasks and waits until they have ended."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


class ShieldedTasks(Generic[Result]):
    """What has begun, and is finished whoever stops waiting for it; true while there is any."""

    def __init__(self) -> None:
        self._running: set[asyncio.Future[Result]] = set()

    def __bool__(self) -> bool:
        return bool(self._running)

    async def run(self, change: Awaitable[Result]) -> Result:
        """The outcome, which comes about even if its caller is cancelled."""
        task = asyncio.ensure_future(change)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await asyncio.shield(task)

    async def drain(self) -> None:
        """Waits until all of them are done, however they end."""
        await asyncio.gather(*self._running, return_exceptions=True)
