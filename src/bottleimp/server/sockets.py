"""The server's end of a WebSocket, made for many that are mostly idle and frames that are small.

Beside what ASGI has, a socket offers the application to write several frames at once.
"""

import asyncio
import struct
from collections.abc import Sequence
from typing import cast

from starlette.websockets import WebSocket
from uvicorn._types import ASGIReceiveEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

EXTENSION = "bottleimp.socket"  # in the scope, where the server has it
MOST_UNREAD = 8  # messages that wait for the application before the client has to
WHOLE_TEXT = 0x81  # a frame that is all of a text
SHORT, MEDIUM, LONG = 125, 126, 127  # a size, or how long the size is
MOST_IN_MEDIUM = 0xFFFF


class Inbox:
    """Messages that the application has not taken yet; one task at a time takes them.

    As `asyncio.Queue`, which has two kilobytes more for each socket.
    """

    __slots__ = ("_messages", "_taker")

    def __init__(self) -> None:
        self._messages: list[ASGIReceiveEvent] = []
        self._taker: asyncio.Future[None] | None = None

    def put_nowait(self, message: ASGIReceiveEvent) -> None:
        """Adds a message."""
        self._messages.append(message)
        if self._taker is not None and not self._taker.done():
            self._taker.set_result(None)

    async def get(self) -> ASGIReceiveEvent:
        """The oldest message, once there is one."""
        while not self._messages:
            self._taker = asyncio.get_running_loop().create_future()
            try:
                await self._taker
            finally:
                self._taker = None
        return self._messages.pop(0)

    def qsize(self) -> int:
        """How many there are."""
        return len(self._messages)

    def empty(self) -> bool:
        """Whether there is none."""
        return not self._messages


class OpenSocket(WebSocketsSansIOProtocol):
    """As uvicorn's own, with less work for each frame and less memory for each socket."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """As uvicorn's own; nothing was received before."""
        # Uvicorn asks no more of its queue than this one can do.
        self.queue = cast("asyncio.Queue[ASGIReceiveEvent]", Inbox())
        super().connection_made(transport)

    def handle_connect(self, event: Request) -> None:
        """As uvicorn's own; the application is offered this socket."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][EXTENSION] = {EXTENSION: self}

    def start_keepalive(self) -> None:
        """As uvicorn's own, which calls it when the handshake has been answered."""
        # Thousands of sockets would keep the headers of handshakes long past.
        self.request.headers.clear()
        self.response.headers.clear()
        super().start_keepalive()

    def send_receive_event_to_app(self) -> None:
        """As uvicorn's own, which stops and resumes reading for every single message."""
        was_paused, self.read_paused = self.read_paused, True
        super().send_receive_event_to_app()
        self.read_paused = was_paused
        # Once it was closed nobody takes messages, yet it is read until the client knows: what
        # lies unread when the line is cut makes the client lose the reason as well.
        if not (was_paused or self.close_sent) and self.queue.qsize() > MOST_UNREAD:
            self.read_paused = True
            self.transport.pause_reading()

    def keepalive_timeout(self) -> None:
        """As uvicorn's own, which would wait until a client that is deaf has read everything."""
        is_closing = self.close_sent
        super().keepalive_timeout()
        if not is_closing:
            self.transport.abort()

    def cut_off_after(self, seconds: float) -> None:
        """Ends the connection by then in any case, whatever the client has not read."""
        if not self.disconnected:
            self.loop.call_later(seconds, self.transport.abort)

    def takes_frames(self) -> bool:
        """Whether frames can be written now: the client reads, and nobody is hanging up."""
        return (
            self.writable.is_set()
            and not self.disconnected
            and not self.close_sent
            and self.conn.state is State.OPEN
        )

    def write(self, texts: Sequence[bytes]) -> None:
        """Writes texts as frames, all at once; only while `takes_frames`."""
        parts = [part for text in texts for part in (head(len(text)), text)]
        self.transport.write(b"".join(parts))


def head(size: int) -> bytes:
    """What stands before a text of so many bytes, as RFC 6455 has it for servers."""
    if size <= SHORT:
        return bytes((WHOLE_TEXT, size))
    if size <= MOST_IN_MEDIUM:
        return struct.pack("!BBH", WHOLE_TEXT, MEDIUM, size)
    return struct.pack("!BBQ", WHOLE_TEXT, LONG, size)


def beneath(socket: WebSocket) -> OpenSocket | None:
    """What lies beneath the application's socket; None where another server runs it."""
    # Taken away: nobody else needs it, and there are thousands of scopes.
    found = socket.scope.get("extensions", {}).pop(EXTENSION, {}).get(EXTENSION)
    return found if isinstance(found, OpenSocket) else None
