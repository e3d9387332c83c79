"""A connection to a table over a WebSocket that keeps the view and survives a lost line.

After a break it connects again, says which event it saw last, and sends again what was not
answered, under the same ids, so that nothing is done twice.
"""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any

import msgspec
from websockets import Subprotocol
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from bottleimp.client.commands import CommandIds, TableCommands
from bottleimp.client.errors import (
    ClientError,
    ConnectionRejected,
    ProtocolError,
    RequestFailed,
    refusal_error,
)
from bottleimp.client.server_api import ServerApi
from bottleimp.client.view_tracker import ViewTracker
from bottleimp.messages import N_
from bottleimp.protocol.hint_messages import HintReply
from bottleimp.protocol.messages import (
    PROTOCOL,
    AnyCommand,
    CommandAccepted,
    CommandRefused,
    Event,
    Hello,
    Ping,
    Pong,
    PresenceUpdate,
    RequestHint,
    ServerFrame,
    Welcome,
    decode_server_frame,
    encode,
)
from bottleimp.protocol.refusals import RefusalCode
from bottleimp.protocol.views import View

INITIAL_BACKOFF, MAX_BACKOFF = 0.5, 8.0  # seconds before the next attempt to connect
ANSWER_TIMEOUT = 20.0  # seconds for the answer to a command, breaks included
MAX_FAILURES_IN_A_ROW = 3  # connections whose frames cannot be read, until whoever waits is told
CLOSE_TIMEOUT = 1.0  # seconds for the other side's goodbye
KEEPALIVE = 20.0  # seconds between pings, and for the answer to one
CLIENT_ERRORS = range(400, 500)  # statuses of HTTP that stay when the same is asked again,
PASSING_ERRORS = (408, 425, 429)  # but for these: too late, too early, too often
NO_ANSWER = N_("The server does not answer.")

Reply = CommandAccepted | HintReply | CommandRefused


class ListenerFailed(Exception):
    """What a listener raised, so that it is not taken for a fault of the connection."""

    def __init__(self, problem: Exception) -> None:
        super().__init__(str(problem))
        self.problem = problem


@contextlib.contextmanager
def telling_listener() -> Iterator[None]:
    """Raises ListenerFailed for whatever a listener raises."""
    try:
        yield
    except Exception as problem:
        raise ListenerFailed(problem) from problem


class TableClient(TableCommands[Awaitable[CommandAccepted], Awaitable[HintReply]]):
    """One table as one guest sees it; connected between `async with` and its end.

    Commands raise Refused, RequestFailed when there is no answer in time, ConnectionRejected
    once the server has refused the connection itself, and ClientError once the client is closed.
    """

    def __init__(
        self,
        server: str,
        table: str,
        token: str | None = None,
        *,
        on_change: Callable[[], None] | None = None,
        on_frame: Callable[[ServerFrame], None] | None = None,
        initial_backoff: float = INITIAL_BACKOFF,
        max_backoff: float = MAX_BACKOFF,
        answer_timeout: float | None = ANSWER_TIMEOUT,
        keepalive: float | None = KEEPALIVE,
        language: str | None = None,
    ) -> None:
        """`server` is its address; without a token one only watches.  Times are in seconds.

        `language` is a code such as `de`: in that language the server says why it refuses
        something; in English without it.

        `on_change` is called in the event loop after each frame, and when the connection is lost;
        `on_frame` gets each frame after it was applied.  What they raise ends the connection, and
        `wait_for`, `views` and commands raise it.  A connection on which nothing comes for twice
        the time `keepalive`, not even the answer to a ping, is given up.

        Raises ClientError for what is no address of a server.
        """
        self.present_players: list[int] = []
        self.is_connected = False  # and up to date
        self.outage = ""  # why the server can save nothing now, in its words; else empty
        self.clock_offset_ms = 0  # by which the server's time is ahead of ours
        self.connection_count = 0  # how often a connection was opened
        self.problems: list[ProtocolError] = []  # for which a connection was given up
        self.rejection: ConnectionRejected | ProtocolError | None = None
        self._failures_in_a_row = 0  # of reading what the server sent, with nothing read between
        self._address = ServerApi(server).socket_address(table)
        self._token = token
        self._on_change = on_change
        self._on_frame = on_frame
        self._initial_backoff = initial_backoff
        self._max_backoff = max_backoff
        self._answer_timeout = answer_timeout
        self._keepalive = keepalive
        self._language = language
        self._tracker = ViewTracker()
        self._ids = CommandIds()
        self._unanswered: dict[str, tuple[AnyCommand, asyncio.Future[Reply]]] = {}
        self._socket: ClientConnection | None = None
        self._changed = asyncio.Event()
        self._running: asyncio.Task[None] | None = None
        self._end: Exception | None = None  # why nothing more comes, beside a rejection

    # --- what is known ------------------------------------------------------------------

    @property
    def view(self) -> View | None:
        """The table as this guest may see it; None before the server's first word."""
        return self._tracker.view

    @property
    def seq(self) -> int | None:
        """The number of the last event in the view."""
        return self._tracker.seq

    @property
    def server_time_ms(self) -> int:
        """The time of the server, in ms since 1970."""
        return time.time_ns() // 1_000_000 + self.clock_offset_ms

    async def wait_for(self, condition: Callable[[View], bool]) -> View:
        """The first view seen for which the condition holds; views in between may be missed.

        Waits for ever unless it stands in `asyncio.timeout`.  Raises ConnectionRejected,
        ProtocolError where connection after connection brings nothing that can be read,
        ClientError once the client is closed, and what `on_change` and `on_frame` have raised.
        """
        while True:
            if self.rejection is not None:
                raise self.rejection
            if self.view is not None and condition(self.view):
                return self.view
            await self._next_change()

    async def views(self) -> AsyncIterator[View]:
        """The view of now and every later one that differs; raises as `wait_for` does."""
        shown: View | None = None
        while True:
            if self.rejection is not None:
                raise self.rejection
            if self.view is not None and self.view is not shown:
                shown = self.view
                yield shown
            else:
                await self._next_change()

    async def _next_change(self) -> None:
        """Waits for a frame or a lost connection; raises why none will come."""
        if self._end is not None:
            raise self._end
        await self._changed.wait()

    # --- the connection -----------------------------------------------------------------

    async def __aenter__(self) -> "TableClient":
        self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def start(self) -> None:
        """Begins to connect, in the running event loop; `async with` does the same."""
        self._end = None  # also after it was closed
        self._running = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Closes the connection; the seat is kept."""
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)
        self._stop(ClientError("The client is closed."))

    def drop_connection(self) -> None:
        """Cuts the line as a bad network would; the client connects again by itself."""
        if self._socket is not None:
            self._socket.transport.abort()

    async def _run(self) -> None:
        try:
            await self._keep_connected()
        except ListenerFailed as failure:
            self.is_connected, self._socket = False, None
            self._stop(failure.problem)

    async def _keep_connected(self) -> None:
        backoff = self._initial_backoff
        while self.rejection is None:
            try:
                await self._converse()
            except InvalidStatus as problem:
                status = problem.response.status_code
                if status in CLIENT_ERRORS and status not in PASSING_ERRORS:
                    self._reject(ConnectionRejected(status))
            except (ProtocolError, msgspec.MsgspecError) as problem:
                self._note_problem(problem)
            except (OSError, WebSocketException):
                pass
            if self.is_connected:
                backoff = self._initial_backoff
            self.is_connected, self._socket = False, None
            self._notify()
            if self.rejection is None:
                await asyncio.sleep(backoff)
                backoff = min(2 * backoff, self._max_backoff)

    async def _converse(self) -> None:
        headers = {} if self._token is None else {"Authorization": f"Bearer {self._token}"}
        if self._language is not None:
            headers["Accept-Language"] = self._language
        async with connect(
            self._address,
            subprotocols=[Subprotocol(PROTOCOL)],
            additional_headers=headers,
            ping_interval=self._keepalive,
            ping_timeout=self._keepalive,
            close_timeout=CLOSE_TIMEOUT,
        ) as socket:
            self.connection_count += 1
            await socket.send(encode(Hello(self.seq, self._tracker.log)), text=True)
            await socket.send(encode(Ping()), text=True)  # its answer says: up to date
            self._socket = socket
            for command, _ in list(self._unanswered.values()):
                await socket.send(encode(command), text=True)
            async for text in socket:
                self._receive(decode_server_frame(text))

    def _receive(self, frame: ServerFrame) -> None:
        match frame:
            case Welcome() | Event():
                self._tracker.apply(frame)
                self._failures_in_a_row = 0
                self.outage = ""
                if isinstance(frame, Welcome):
                    self.is_connected = True  # a whole view lacks nothing
            case CommandRefused(id=None):
                if frame.code == RefusalCode.UNAVAILABLE.value:
                    self.outage = frame.text
            case CommandAccepted() | HintReply() | CommandRefused():
                self._answer(frame)
            case PresenceUpdate():
                self.present_players = frame.players
            case Pong():
                self.is_connected = True
                self.clock_offset_ms = frame.now - time.time_ns() // 1_000_000
        if self._on_frame is not None:
            with telling_listener():
                self._on_frame(frame)
        self._notify()

    def _answer(self, reply: Reply) -> None:
        if reply.id in self._unanswered:
            _, answer = self._unanswered[reply.id]
            if not answer.done():
                answer.set_result(reply)

    def _note_problem(self, problem: Exception) -> None:
        """Keeps what went wrong; after too many in a row, whoever waits is told the last one."""
        if not isinstance(problem, ProtocolError):
            problem = ProtocolError(str(problem))
        self.problems.append(problem)
        self._failures_in_a_row += 1
        if self._failures_in_a_row >= MAX_FAILURES_IN_A_ROW:
            self._reject(problem)

    def _reject(self, rejection: ConnectionRejected | ProtocolError) -> None:
        self.rejection = rejection
        self._fail_unanswered(rejection)

    def _stop(self, reason: Exception) -> None:
        """Tells whoever waits that nothing more will come; the first reason counts."""
        self._end = self._end or reason
        self._fail_unanswered(self._end)
        self._wake()

    def _fail_unanswered(self, problem: Exception) -> None:
        for _, answer in self._unanswered.values():
            if not answer.done():
                answer.set_exception(problem)

    def _wake(self) -> None:
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    def _notify(self) -> None:
        self._wake()
        if self._on_change is not None:
            with telling_listener():
                self._on_change()

    # --- commands -----------------------------------------------------------------------

    async def send(
        self,
        kind: type[AnyCommand],
        **fields: Any,  # Any: the fields of the kind
    ) -> CommandAccepted:
        """Sends a command with these fields and returns what the table answered."""
        reply = await self.exchange(self._ids.build(kind, **fields))
        if not isinstance(reply, CommandAccepted):
            raise ProtocolError("A hint came as the answer to another command.")
        return reply

    async def _send_hint_request(self, **fields: int) -> HintReply:
        reply = await self.exchange(self._ids.build(RequestHint, **fields))
        if not isinstance(reply, HintReply):
            raise ProtocolError("The answer to a question for a hint is no hint.")
        return reply

    @property
    def unanswered(self) -> list[AnyCommand]:
        """The commands that were not answered yet."""
        return [command for command, _ in self._unanswered.values()]

    async def exchange(self, command: AnyCommand) -> CommandAccepted | HintReply:
        """Sends a command under the id that it has; one that was done before is not done again."""
        if self.rejection is not None:
            raise self.rejection
        if self._end is not None:
            raise self._end
        answer: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._unanswered[command.id] = command, answer
        try:
            if self._socket is not None:
                with contextlib.suppress(ConnectionClosed):
                    await self._socket.send(encode(command), text=True)
            async with asyncio.timeout(self._answer_timeout):
                reply = await answer
        except TimeoutError:
            raise RequestFailed(NO_ANSWER) from None
        finally:
            del self._unanswered[command.id]
        if isinstance(reply, CommandRefused):
            raise refusal_error(reply)
        return reply
