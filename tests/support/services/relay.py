"""A port of this machine behind which something else is, and the lines that go through it."""

import asyncio
from abc import ABC, abstractmethod

from bottleimp.server.settings.config import LOOPBACK


class Relay(ABC):
    """Listens, and keeps a task for each line."""

    def __init__(self) -> None:
        self.port = 0
        self._lines: set[asyncio.Task[None]] = set()
        self._listening: asyncio.Server | None = None

    async def open(self) -> None:
        """Listens."""
        self._listening = await asyncio.start_server(self._begin, LOOPBACK, 0)
        self.port = self._listening.sockets[0].getsockname()[1]

    async def close(self) -> None:
        """Cuts everything."""
        if self._listening is not None:
            self._listening.close()
        for line in self._lines:
            line.cancel()
        await asyncio.gather(*self._lines, return_exceptions=True)

    def _begin(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = asyncio.create_task(self._serve(reader, writer))
        self._lines.add(line)

        def end(_line: asyncio.Task[None]) -> None:
            self._lines.discard(line)
            writer.transport.abort()

        line.add_done_callback(end)

    @abstractmethod
    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carries what is said on a line until it ends."""
