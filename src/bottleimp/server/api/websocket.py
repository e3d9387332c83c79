"""The WebSocket of a table: frames in, frames out, and no client that can slow the others down."""

import asyncio
import contextlib
import logging

from prometheus_client import Counter
from starlette.responses import PlainTextResponse
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from bottleimp.async_tasks import cancel_all
from bottleimp.languages.language import Language
from bottleimp.protocol.messages import (
    PROTOCOL,
    CommandAccepted,
    CommandRefused,
    Hello,
    JoinTable,
    Ping,
    Pong,
    RequestHint,
    RequestRematch,
    decode_client_frame,
    decode_command_id,
    encode,
)
from bottleimp.protocol.refusals import DamagedLog, RefusalCode, Refused, StorageUnavailable
from bottleimp.server.access.guests import current_guest
from bottleimp.server.access.quotas import Quotas
from bottleimp.server.access.rate_limits import RateLimits, limited_network
from bottleimp.server.access.requested_table import find_requested_table
from bottleimp.server.access.security import is_cross_origin
from bottleimp.server.api.websocket_protocol import protocol_of
from bottleimp.server.settings.config import ServerSettings
from bottleimp.server.settings.metrics import make_counter
from bottleimp.server.state.storage_interface import Guest, Storage
from bottleimp.server.tables.hints import HintService
from bottleimp.server.tables.registry import TableRegistry
from bottleimp.server.tables.table import Table
from bottleimp.server.tables.token_bucket import TokenBucket
from bottleimp.server.text.words import explained_refusal, refusal_text

log = logging.getLogger(__name__)

CLOSE_TRY_AGAIN = 1013
# Codes of our own say what HTTP statuses say: browsers do not see how a handshake was refused.
PRIVATE_CLOSE_CODES = 4000
NOT_FOUND, NO_HELLO, TOO_FAST, UNAVAILABLE = 404, 408, 429, 503
HELLO_TIMEOUT = 10.0  # seconds for which a client may be silent; a table stays in memory longer
CLOSE_TIMEOUT = 10.0  # seconds until a client has read why, or is cut off
UNREAD_KIND = "unread"  # the kind of what was refused before it was read
MAX_WARNINGS = 50  # messages refused as too fast before the socket is closed
# Turns of the loop from an event to the `ok` of the command that caused it: they go out as one.
FLUSH_DELAY_TURNS = 2


class TableWebSocket:
    """Accepts sockets and speaks `bottle.v1` on them."""

    def __init__(
        self,
        registry: TableRegistry,
        store: Storage,
        settings: ServerSettings,
        limits: RateLimits,
        hints: HintService,
        quotas: Quotas,
    ) -> None:
        self._quotas = quotas
        self._hints = hints
        self._registry = registry
        self._store = store
        self._settings = settings
        self._limits = limits
        self.open_sockets = 0  # open now
        self.commands = make_counter(
            "bottleimp_commands_total", "Commands, by kind and answer.", "kind", "result"
        )

    async def serve(self, socket: WebSocket, language: Language) -> None:
        """One connection, from its handshake to its end."""
        address, is_from_elsewhere = limited_network(socket), is_cross_origin(socket)
        with contextlib.ExitStack() as line:
            try:
                self._limits.take_request(socket, is_foreign=is_from_elsewhere)
                if is_from_elsewhere:
                    await deny_handshake(socket, 403, "This page belongs to another site.")
                    return
                if PROTOCOL not in socket.scope.get("subprotocols", ()):
                    await deny_handshake(socket, 400, f"The sub-protocol {PROTOCOL} is needed.")
                    return
                line.enter_context(self._limits.streams.open_line(address))
            except Refused as refusal:
                turns_away = deny_handshake if is_from_elsewhere else close_with_status
                await turns_away(socket, TOO_FAST, refusal_text(refusal.code, language))
                return
            await self._serve_table(socket, language)

    async def _serve_table(self, socket: WebSocket, language: Language) -> None:
        """A connection that may be opened, if there is its table."""
        try:
            table = await find_requested_table(self._registry, socket)
            guest = await current_guest(socket, self._store)
        except DamagedLog:
            await close_with_status(socket, NOT_FOUND, "What was kept of this table is damaged.")
            return
        except StorageUnavailable:
            await close_with_status(socket, UNAVAILABLE, "The database cannot be reached.")
            return
        if table is None:
            await close_with_status(socket, NOT_FOUND, "There is no such table.")
            return
        await socket.accept(subprotocol=PROTOCOL)
        self.open_sockets += 1
        log.debug("a socket was opened", extra={"table": table.id, "count": self.open_sockets})
        try:
            connection = ViewerConnection(
                socket, table, guest, language, self.commands, self._limits, self._hints,
                self._quotas,
            )  # fmt: skip
            await connection.run(self._settings)
        finally:
            self.open_sockets -= 1
            log.debug("a socket was closed", extra={"table": table.id, "count": self.open_sockets})


async def close_with_status(socket: WebSocket, status: int, text: str) -> None:
    """Refuses a handshake with an HTTP status, or a browser's with a close code that it sees."""
    if "origin" not in socket.headers:
        await deny_handshake(socket, status, text)
        return
    await socket.accept(subprotocol=PROTOCOL)
    with contextlib.suppress(RuntimeError, WebSocketDisconnect, OSError):
        await socket.close(PRIVATE_CLOSE_CODES + status)


async def deny_handshake(socket: WebSocket, status: int, text: str) -> None:
    """Refuses the handshake with an HTTP status."""
    await socket.send_denial_response(PlainTextResponse(text, status))


class ViewerConnection:
    """One viewer's socket at one table."""

    def __init__(
        self,
        socket: WebSocket,
        table: Table,
        guest: Guest,
        language: Language,
        commands: Counter,
        limits: RateLimits,
        hints: HintService,
        quotas: Quotas,
    ) -> None:
        self._quotas = quotas
        self._hints = hints
        self._hint_tasks: set[asyncio.Task[None]] = set()
        self._commands = commands
        self._limits = limits
        self._socket = socket
        self._table = table
        self._guest = guest
        self.guest = guest.id
        self.language = language
        self._address = limited_network(socket)
        self._protocol = protocol_of(socket)
        # What waits is written in one of the next turns of the loop; where the client does not
        # read, or the server is another, by a task that lives until all is written.
        self._outgoing: list[bytes] = []
        self._is_writing = False
        self._is_executing = False  # a command is being done
        self._writer: asyncio.Task[None] | None = None
        self._reader: asyncio.Task[None] | None = None
        self._max_queued_messages = 0
        self._closing: tuple[int, str] | None = None
        self._warnings = 0
        self._is_greeted = False  # the client has said hello

    async def run(self, settings: ServerSettings) -> None:
        """Reads and writes until either side has enough."""
        self._max_queued_messages = settings.max_queued_messages
        bucket = TokenBucket(
            settings.message_burst, settings.messages_per_second, self._table.clock
        )
        self._reader = asyncio.create_task(self._read(bucket))
        patience = asyncio.get_running_loop().call_later(HELLO_TIMEOUT, self._expect_hello)
        try:
            await asyncio.wait((self._reader,))
        finally:
            patience.cancel()
            self._table.unsubscribe(self)
            await cancel_all(*(task for task in (self._reader, self._writer) if task is not None))
            await self._close()

    def _expect_hello(self) -> None:
        if not self._is_greeted:
            self._close_soon(PRIVATE_CLOSE_CODES + NO_HELLO, "no hello")

    async def _close(self) -> None:
        if self._socket.application_state is WebSocketState.CONNECTED:
            code, reason = self._closing or (1000, "")
            if self._protocol is not None:
                self._protocol.abort_after(CLOSE_TIMEOUT)
            with contextlib.suppress(RuntimeError, WebSocketDisconnect, OSError):
                await self._socket.close(code, reason)

    # --- out ----------------------------------------------------------------------------

    def send(self, frame: bytes) -> None:
        """Queues a frame; a client that does not read is dropped and may come back."""
        if self._closing is not None:
            return
        if len(self._outgoing) >= self._max_queued_messages:
            self._close_soon(CLOSE_TRY_AGAIN, "too slow")
            return
        self._outgoing.append(frame)
        if not self._is_writing:
            self._is_writing = True
            asyncio.get_running_loop().call_soon(self._flush, FLUSH_DELAY_TURNS)

    def _flush(self, turns: int) -> None:
        if self._closing is not None:
            return
        if self._is_executing and turns:
            asyncio.get_running_loop().call_soon(self._flush, turns - 1)
        elif self._protocol is not None and self._protocol.can_write():
            waiting, self._outgoing, self._is_writing = self._outgoing, [], False
            self._protocol.write_frames(waiting)
        else:
            self._writer = asyncio.create_task(self._write())

    def _close_soon(self, code: int, reason: str) -> None:
        self._closing = (code, reason)
        self._stop_reading()

    def _stop_reading(self) -> None:
        if self._reader is not None:
            self._reader.cancel()

    async def _write(self) -> None:
        try:
            while self._outgoing and self._closing is None:
                await self._socket.send_text(self._outgoing.pop(0).decode())
            self._writer, self._is_writing = None, False
        except Exception:
            log.debug("a socket cannot be written", extra={"table": self._table.id})
            self._stop_reading()

    # --- in -----------------------------------------------------------------------------

    async def _read(self, bucket: TokenBucket) -> None:
        addresses = self._limits.addresses
        while self._closing is None:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text: str | bytes = message.get("text") or message.get("bytes") or ""
            if not (bucket.try_take() and addresses.try_take(self._address)):
                self._warn(text)
                continue
            await self._answer(text)

    def _warn(self, text: str | bytes) -> None:
        self._warnings += 1
        if self._warnings > MAX_WARNINGS:
            self._close_soon(PRIVATE_CLOSE_CODES + TOO_FAST, "too fast")
        else:
            self._refuse(decode_command_id(text), Refused(RefusalCode.TOO_FAST), UNREAD_KIND)

    async def _answer(self, text: str | bytes) -> None:
        """Does what a frame asks."""
        kind = UNREAD_KIND
        try:
            frame = decode_client_frame(text)
            if isinstance(frame, Ping):
                self.send(encode(Pong(frame.ts, self._table.clock.time_ms())))
                return
            if isinstance(frame, Hello):
                if self._is_greeted:
                    raise Refused(RefusalCode.BAD_MESSAGE)
                self._is_greeted = True
                self._table.subscribe(self, frame.after, frame.log)
                return
            kind = str(frame.__struct_config__.tag)
            if not self._is_greeted:
                raise Refused(RefusalCode.BAD_MESSAGE)
            self._limits.take_command(self._table, self.guest, frame)
            if isinstance(frame, RequestHint):
                self._start_hint(frame)
                return
            if isinstance(frame, JoinTable | RequestRematch):
                await self._quotas.require_for_command(self._socket, self._table, self.guest, frame)
            self._is_executing = True
            answer: CommandAccepted = await self._table.execute(self._guest, frame)
            self.send(encode(answer))
            self._count_command(kind, "ok")
        except Refused as refusal:
            self._refuse(decode_command_id(text), refusal, kind)
        except StorageUnavailable:  # which is in the log already
            self._refuse(decode_command_id(text), Refused(RefusalCode.UNAVAILABLE), kind)
        except Exception:
            log.exception("a command failed", extra={"table": self._table.id, "kind": kind})
            self._refuse(decode_command_id(text), Refused(RefusalCode.SERVER_ERROR), kind)
        finally:
            self._is_executing = False

    def _start_hint(self, command: RequestHint) -> None:
        """Answers later; until then other commands are done."""
        # Not ended with the connection: the process that thinks would have to be started anew.
        task = asyncio.create_task(self._answer_hint(command))
        self._hint_tasks.add(task)
        task.add_done_callback(self._hint_tasks.discard)

    async def _answer_hint(self, command: RequestHint) -> None:
        try:
            visitor = self._address or self.guest
            hint = await self._hints.give_hint(
                self._table, self.guest, visitor, command, self.language
            )
            self.send(encode(hint))
            self._count_command("hint", "ok")
        except Refused as refusal:
            self._refuse(command.id, refusal, "hint")
        except Exception:
            log.exception("a hint failed", extra={"table": self._table.id})
            self._refuse(command.id, Refused(RefusalCode.SERVER_ERROR), "hint")

    def _refuse(self, command: str | None, refusal: Refused, kind: str) -> None:
        self._count_command(kind, refusal.code.value)
        text = explained_refusal(refusal, self.language)
        self.send(encode(CommandRefused(command, refusal.code.value, text)))

    def _count_command(self, kind: str, result: str) -> None:
        self._commands.labels(kind, result).inc()
        facts = {"table": self._table.id, "kind": kind, "result": result}
        log.debug("a command was answered", extra=facts)
