"""Changes that are finished even if who asked for them has gone."""

import asyncio
from collections.abc import Awaitable

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
