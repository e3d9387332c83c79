"""The server's end of a connection: requests that must come in time, and small WebSockets.

Uvicorn takes classes like these, but says little of what they may rely on.  What is private to it
is used in this module alone, because it has no setting for how long a header, a body or an unread
answer may take, and keeps much for each socket.  Tests over real connections hold all of it.

Beside what ASGI has, a socket offers the application to write several frames at once.
"""

import asyncio
import struct
from collections.abc import Callable, Sequence
from enum import Enum
from typing import cast

import h11
from starlette.websockets import WebSocket
from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame
from websockets.http11 import Request
from websockets.protocol import State

from bottleimp.server.api.connection_limits import ConnectionLimits

EXTENSION = "bottleimp.socket"  # in the scope, where the server has it
MAX_UNREAD_MESSAGES = 8  # messages that wait for the application before the client has to
MAX_FRAGMENTS = 64  # frames of one message
MAX_PINGS, PING_WINDOW = 100, 10.0  # so many within so many seconds; libraries send one in 20
FINAL_TEXT_FRAME = 0x81  # a frame that is all of a text
LENGTH_7_BIT, LENGTH_16_BIT, LENGTH_64_BIT = 125, 126, 127  # a size, or how long the size is
MAX_16_BIT = 0xFFFF


class RequestPart(Enum):
    """What a client still has to send."""

    HEADER = "header"
    BODY = "body"


class TimeoutHttpProtocol(H11Protocol):
    """As uvicorn's own, for clients that send a request, and read its answer, within set times.

    Whoever takes longer is cut off: an answer would be waited for in the same way.
    """

    connection_limits: ConnectionLimits

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """As uvicorn's own, if there is room; the first header is due."""
        self._expected_part: RequestPart | None = None
        self._expiry: asyncio.TimerHandle | None = None
        self._write_expiry: asyncio.TimerHandle | None = None
        super().connection_made(transport)
        if self.connection_limits.add(transport):
            self._expect(RequestPart.HEADER)
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """As uvicorn's own; nothing is due any more."""
        self._expect(None)
        self._stop_write_timeout()
        self.connection_limits.remove(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """As uvicorn's own; then what is due may have changed."""
        super().data_received(data)
        self._update_expected()

    def on_response_complete(self) -> None:
        """As uvicorn's own; the next header is due where some of it has come."""
        self.connection_limits.mark_idle(self.transport)
        super().on_response_complete()
        self._update_expected()
        self._limit_closing()

    def timeout_keep_alive_handler(self) -> None:
        """As uvicorn's own, which waits for ever until the last answer has been read."""
        super().timeout_keep_alive_handler()
        self._limit_closing()

    def send_400_response(self, msg: str) -> None:
        """As uvicorn's own, which waits for ever until it has been read."""
        super().send_400_response(msg)
        self._limit_closing()

    def pause_writing(self) -> None:
        """As uvicorn's own; the client has to read on within a set time."""
        super().pause_writing()
        self._start_write_timeout()

    def resume_writing(self) -> None:
        """As uvicorn's own; the client has read."""
        super().resume_writing()
        if not self.transport.is_closing():
            self._stop_write_timeout()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """As uvicorn's own; the socket keeps its own times and is counted until it is lost."""
        self._expect(None)
        self._stop_write_timeout()
        transport = self.transport
        self.connection_limits.mark_active(transport)
        super().handle_websocket_upgrade(event)
        protocol = transport.get_protocol()
        if isinstance(protocol, TableWebSocketProtocol):
            protocol.on_lost = lambda: self.connection_limits.remove(transport)

    def _update_expected(self) -> None:
        """Sees what is due now, and by when if that was not due before."""
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            self._expect(None)
            return
        state = self.conn.their_state
        if state is h11.SEND_BODY:
            self._expect(RequestPart.BODY)
        elif state is h11.IDLE and (self.conn.trailing_data[0] or self.cycle is None):
            self._expect(RequestPart.HEADER)
        else:
            self._expect(None)
            if state is not h11.IDLE:
                self.connection_limits.mark_active(self.transport)

    def _expect(self, due: RequestPart | None) -> None:
        if due is self._expected_part:
            return
        if self._expiry is not None:
            self._expiry.cancel()
        self._expected_part, self._expiry = due, None
        if due is not None:
            patience = self.connection_limits.timeouts
            seconds = patience.header if due is RequestPart.HEADER else patience.body
            self._expiry = self.loop.call_later(seconds, self.transport.abort)

    def _limit_closing(self) -> None:
        if self.transport.is_closing():
            self._start_write_timeout()

    def _start_write_timeout(self) -> None:
        if self._write_expiry is None:
            seconds = self.connection_limits.timeouts.write
            self._write_expiry = self.loop.call_later(seconds, self.transport.abort)

    def _stop_write_timeout(self) -> None:
        if self._write_expiry is not None:
            self._write_expiry.cancel()
            self._write_expiry = None


def http_protocol_class(connections: ConnectionLimits) -> type[TimeoutHttpProtocol]:
    """The protocol whose connections are counted there, as uvicorn takes it."""

    class LimitedHttpProtocol(TimeoutHttpProtocol):
        connection_limits = connections

    return LimitedHttpProtocol


class MessageQueue:
    """Messages that the application has not taken yet; one task at a time takes them.

    As `asyncio.Queue`, which has two kilobytes more for each socket.
    """

    __slots__ = ("_getter", "_messages")

    def __init__(self) -> None:
        self._messages: list[ASGIReceiveEvent] = []
        self._getter: asyncio.Future[None] | None = None

    def put_nowait(self, message: ASGIReceiveEvent) -> None:
        """Adds a message."""
        self._messages.append(message)
        if self._getter is not None and not self._getter.done():
            self._getter.set_result(None)

    async def get(self) -> ASGIReceiveEvent:
        """The oldest message, once there is one."""
        while not self._messages:
            self._getter = asyncio.get_running_loop().create_future()
            try:
                await self._getter
            finally:
                self._getter = None
        return self._messages.pop(0)

    def qsize(self) -> int:
        """How many there are."""
        return len(self._messages)

    def empty(self) -> bool:
        """Whether there is none."""
        return not self._messages


class TableWebSocketProtocol(WebSocketsSansIOProtocol):
    """As uvicorn's own, with less work for each frame and less memory for each socket."""

    on_lost: Callable[[], None] | None = None
    pings_since = 0.0  # when, by the loop's clock, the pings were counted anew
    ping_count = 0

    def connection_lost(self, exc: Exception | None) -> None:
        """As uvicorn's own; who counts connections is told."""
        if self.on_lost is not None:
            self.on_lost()
            self.on_lost = None
        super().connection_lost(exc)

    async def send(self, message: ASGISendEvent) -> None:
        """As uvicorn's own, which takes a handshake that was refused for one without an answer."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and self.close_sent:
            self.handshake_complete = True  # else it logs an error for each
            self.abort_after(self.close_timeout)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """As uvicorn's own; nothing was received before."""
        # Uvicorn asks no more of its queue than this one can do.
        self.queue = cast("asyncio.Queue[ASGIReceiveEvent]", MessageQueue())
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
        if not (was_paused or self.close_sent) and self.queue.qsize() > MAX_UNREAD_MESSAGES:
            self.read_paused = True
            self.transport.pause_reading()

    def handle_ping(self) -> None:
        """As uvicorn's own; answers do not pile up for a client that reads none."""
        if self._is_flooded():
            return
        if self.writable.is_set():
            super().handle_ping()
        elif self.conn.close_rcvd is None:
            self.conn.data_to_send()  # taken away unsent: RFC 6455 lets later answers do for all

    def handle_cont(self, event: Frame) -> None:
        """As uvicorn's own, for a message in a sensible number of parts."""
        if self.close_sent:
            return
        if len(self.frames) >= MAX_FRAGMENTS:
            self._fail(CloseCode.MESSAGE_TOO_BIG)
            return
        super().handle_cont(event)

    def _is_flooded(self) -> bool:
        """Counts a ping; too many within some seconds end the connection."""
        now = self.loop.time()
        if now - self.pings_since > PING_WINDOW:
            self.pings_since, self.ping_count = now, 0
        self.ping_count += 1
        if self.ping_count > MAX_PINGS and not self.close_sent:
            self._fail(CloseCode.POLICY_VIOLATION)
        return self.close_sent

    def _fail(self, code: CloseCode) -> None:
        """Ends the connection as uvicorn does after frames that cannot be read."""
        self.frames = []
        self.conn.send_close(code)
        self.handle_parser_exception()
        self.abort_after(self.close_timeout)

    def keepalive_timeout(self) -> None:
        """As uvicorn's own, which would wait until a client that is deaf has read everything."""
        is_closing = self.close_sent
        super().keepalive_timeout()
        if not is_closing:
            self.transport.abort()

    def abort_after(self, seconds: float) -> None:
        """Ends the connection by then in any case, whatever the client has not read."""
        if not self.disconnected:
            self.loop.call_later(seconds, self.transport.abort)

    def can_write(self) -> bool:
        """Whether frames can be written now: the client reads, and nobody is hanging up."""
        return (
            self.writable.is_set()
            and not self.disconnected
            and not self.close_sent
            and self.conn.state is State.OPEN
        )

    def write_frames(self, texts: Sequence[bytes]) -> None:
        """Writes texts as frames, all at once; only while `can_write`."""
        parts = [part for text in texts for part in (frame_header(len(text)), text)]
        self.transport.write(b"".join(parts))


def frame_header(size: int) -> bytes:
    """What stands before a text of so many bytes, as RFC 6455 has it for servers."""
    if size <= LENGTH_7_BIT:
        return bytes((FINAL_TEXT_FRAME, size))
    if size <= MAX_16_BIT:
        return struct.pack("!BBH", FINAL_TEXT_FRAME, LENGTH_16_BIT, size)
    return struct.pack("!BBQ", FINAL_TEXT_FRAME, LENGTH_64_BIT, size)


def protocol_of(socket: WebSocket) -> TableWebSocketProtocol | None:
    """What lies beneath the application's socket; None where another server runs it."""
    # Taken away: nobody else needs it, and there are thousands of scopes.
    found = socket.scope.get("extensions", {}).pop(EXTENSION, {}).get(EXTENSION)
    return found if isinstance(found, TableWebSocketProtocol) else None
