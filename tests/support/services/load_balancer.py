"""A load balancer before several servers: each new connection goes to any that still answers."""

import asyncio
import random
from contextlib import suppress

from bottleimp.server.settings.config import LOOPBACK
from tests.support.services.relay import Relay

PIECE = 2**16  # bytes


class LoadBalancer(Relay):
    """A port of this machine behind which the servers are; it remembers nobody."""

    def __init__(self, ports: list[int]) -> None:
        super().__init__()
        self.ports = ports

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for port in random.sample(self.ports, len(self.ports)):
            try:
                behind = await asyncio.open_connection(LOOPBACK, port)
            except OSError:
                continue
            there, back = pump(reader, behind[1]), pump(behind[0], writer)
            await asyncio.gather(there, back)
            return


async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Carries bytes one way until that side ends."""
    with suppress(OSError):
        while piece := await reader.read(PIECE):
            writer.write(piece)
            await writer.drain()
    writer.close()
