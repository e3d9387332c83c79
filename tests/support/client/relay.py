"""A line to a server that carries every question and, when it is told to, no answer."""

import asyncio
from contextlib import suppress

from bottleimp.server.settings.config import LOOPBACK

PIECE_BYTES = 4096


class Relay:
    """A port behind which the server is; in `async with` it listens."""

    def __init__(self, server_port: int) -> None:
        self.loses_answers = False
        self._server_port = server_port
        self._writers: list[asyncio.StreamWriter] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._listening: asyncio.Server | None = None

    @property
    def address(self) -> str:
        """As a client writes it."""
        assert self._listening is not None
        return f"http://{LOOPBACK}:{self._listening.sockets[0].getsockname()[1]}"

    async def __aenter__(self) -> "Relay":
        self._listening = await asyncio.start_server(self._serve, LOOPBACK, 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._listening is not None
        self._listening.close()
        self.cut()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def cut(self) -> None:
        """Ends all connections at once."""
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        answers, server = await asyncio.open_connection(LOOPBACK, self._server_port)
        self._writers += [writer, server]
        for source, target in ((reader, server), (answers, writer)):
            task = asyncio.create_task(self._carry(source, target, is_answer=target is writer))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _carry(
        self, source: asyncio.StreamReader, target: asyncio.StreamWriter, *, is_answer: bool
    ) -> None:
        with suppress(OSError):
            while piece := await source.read(PIECE_BYTES):
                if not (is_answer and self.loses_answers):
                    target.write(piece)
                    await target.drain()
        target.transport.abort()
