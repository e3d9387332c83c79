"""A load balancer before several servers: each new connection goes to any that still answers."""

import asyncio
import random
from contextlib import suppress

from bottleimp.server.settings.config import LOOPBACK

PIECE = 2**16  # bytes


class LoadBalancer:
    """A port of this machine behind which the servers are; it remembers nobody."""

    def __init__(self, ports: list[int]) -> None:
        self.ports = ports
        self.port = 0
        self._listening: asyncio.Server | None = None
        self._lines: set[asyncio.Task[None]] = set()

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
        line = asyncio.create_task(self._carry(reader, writer))
        self._lines.add(line)
        line.add_done_callback(self._lines.discard)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            for port in random.sample(self.ports, len(self.ports)):
                try:
                    behind = await asyncio.open_connection(LOOPBACK, port)
                except OSError:
                    continue
                there, back = pump(reader, behind[1]), pump(behind[0], writer)
                await asyncio.gather(there, back)
                return
        finally:
            writer.close()


async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Carries bytes one way until that side ends."""
    with suppress(OSError):
        while piece := await reader.read(PIECE):
            writer.write(piece)
            await writer.drain()
    writer.close()
