"""A faulty network between clients and a server: slow, cut, silent, and late.

What happens to each connection is drawn from a seed.  Bytes are delayed, differently each way
and in pieces of any size.  TCP keeps the order within a connection, so what is out of order is
whole connections: one begins later than the next, and what was on the way in one that was cut still
arrives, after its successor has spoken.
"""

import asyncio
import random
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass

from bottleimp.server.settings.config import LOOPBACK
from tests.support.services.relay import Relay

# What becomes of a connection, and how often.
OUTCOMES = {"good": 4, "cut": 4, "silent": 2, "stalled": 2, "refused": 1}


@dataclass(frozen=True)
class NetworkFaults:
    """The longest delays, and the lives of connections; in seconds."""

    delay: float = 0.1  # of a piece, each way
    opening: float = 0.3  # until a connection reaches the server
    late: float = 1.5  # what was on the way in a connection that was cut
    lives: tuple[float, float] = (0.3, 8.0)  # until the fault of a connection happens
    stall: float = 2.0
    silence: float = 20.0  # until a silent connection is given up
    piece: int = 2000  # bytes


class BadLine(Relay):
    """A port of this machine behind which the server is, most of the time."""

    def __init__(self, server_port: int, seed: int, faults: NetworkFaults | None = None) -> None:
        super().__init__()
        self.outcomes: Counter[str] = Counter()
        self._server_port = server_port
        self._random = random.Random(seed)
        self._faults = faults or NetworkFaults()

    async def close(self) -> None:
        """Cuts everything."""
        await super().close()
        await asyncio.sleep(0.05)  # until the sockets themselves are closed

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        outcome = self._random.choices(list(OUTCOMES), list(OUTCOMES.values()))[0]
        self.outcomes[outcome] += 1
        if outcome != "refused":
            await asyncio.sleep(self._random.uniform(0, self._faults.opening))
            with suppress(OSError):
                await self._carry(reader, writer, outcome)

    async def _carry(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, outcome: str
    ) -> None:
        answers, server = await asyncio.open_connection(LOOPBACK, self._server_port)
        is_open = asyncio.Event()  # cleared while nothing gets through
        is_open.set()
        pumps = [
            asyncio.create_task(self._pump(reader, server, is_open)),
            asyncio.create_task(self._pump(answers, writer, is_open)),
        ]
        meeting = asyncio.create_task(self._meet(outcome, writer, is_open))
        try:
            await asyncio.wait((*pumps, meeting), return_when=asyncio.FIRST_COMPLETED)
            if not pumps[0].done():  # what is on the way may still arrive
                await asyncio.wait(pumps[:1], timeout=self._random.uniform(0, self._faults.late))
        finally:
            server.transport.abort()
            for task in (*pumps, meeting):
                task.cancel()
            await asyncio.gather(*pumps, meeting, return_exceptions=True)

    async def _meet(
        self, outcome: str, writer: asyncio.StreamWriter, is_open: asyncio.Event
    ) -> None:
        """Waits for the connection's outcome, and returns when it has ended."""
        faults = self._faults
        if outcome == "good":
            await asyncio.Event().wait()
        await asyncio.sleep(self._random.uniform(*faults.lives))
        if outcome == "cut":
            writer.transport.abort()
            return
        is_open.clear()
        await asyncio.sleep(faults.silence if outcome == "silent" else faults.stall)
        if outcome == "stalled":
            is_open.set()
            await asyncio.Event().wait()

    async def _pump(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, is_open: asyncio.Event
    ) -> None:
        """Carries pieces one way until that end."""
        with suppress(OSError):
            while piece := await reader.read(self._random.randint(1, self._faults.piece)):
                await asyncio.sleep(self._random.uniform(0, self._faults.delay))
                await is_open.wait()
                writer.write(piece)
                await writer.drain()
