"""The server's end of a WebSocket, made for many that are mostly idle and frames that are small.

Beside what ASGI has, a socket offers the application to write several frames at once.
"""

import struct
from collections.abc import Sequence

from starlette.websockets import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

EXTENSION = "bottleimp.socket"  # in the scope, where the server has it
MOST_UNREAD = 8  # messages that wait for the application before the client has to
WHOLE_TEXT = 0x81  # a frame that is all of a text
SHORT, MEDIUM, LONG = 125, 126, 127  # a size, or how long the size is
MOST_IN_MEDIUM = 0xFFFF


class OpenSocket(WebSocketsSansIOProtocol):
    """As uvicorn's own, with less work for each frame and less memory for each socket."""

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
        if not was_paused and self.queue.qsize() > MOST_UNREAD:
            self.read_paused = True
            self.transport.pause_reading()

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
    found = socket.scope.get("extensions", {}).get(EXTENSION, {}).get(EXTENSION)
    return found if isinstance(found, OpenSocket) else None
