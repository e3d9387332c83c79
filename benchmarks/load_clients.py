"""The cheapest clients that play: sockets without a library, which read no more than they need.

A line is one person's socket at one table; a table is four of them.  They know no rules: what may
be done next is what the view lists as legal.

They do not use `bottleimp.client`: it decodes whole views, and two thousand people on the same
machine would then take more processor time than the server that is measured.
"""

import asyncio
import base64
import os
import random
import struct
import time
from collections import Counter

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from bottleimp.protocol.messages import PROTOCOL

LOCALHOST = "127.0.0.1"
TEXT, PING, PONG = 1, 9, 10
FINAL, MASKED = 0x80, 0x80
SHORT_FRAME, MEDIUM_FRAME = 125, 126  # how a frame says its size
ZERO_MASK = bytes(4)  # a mask that changes nothing, so that masking takes no time
JSON_NULL = Raw(b"null")


class RoundPart(Struct):
    """What a client reads of a whole round."""

    number: int
    phase: str
    step: int
    stage: int
    legal: list[str]
    asks: list[Raw]
    committed: Raw
    result: Raw


class EventChanges(Struct):
    """What a client reads of an event's changes."""

    round: RoundPart | UnsetType | None = UNSET
    phase: str | UnsetType = msgspec.field(name="round.phase", default=UNSET)
    step: int | UnsetType = msgspec.field(name="round.step", default=UNSET)
    stage: int | UnsetType = msgspec.field(name="round.stage", default=UNSET)
    legal: list[str] | UnsetType = msgspec.field(name="round.legal", default=UNSET)
    asks: list[Raw] | UnsetType = msgspec.field(name="round.asks", default=UNSET)
    committed: Raw | UnsetType = msgspec.field(name="round.committed", default=UNSET)
    result: Raw | UnsetType = msgspec.field(name="round.result", default=UNSET)


class ViewPart(Struct):
    """What a client reads of a whole view."""

    you: int | None
    round: RoundPart | None


class ServerFrame(Struct):
    """Any frame of the server, as far as it matters here."""

    t: str
    seq: int = 0
    view: ViewPart | None = None
    set: EventChanges | None = None
    code: str = ""


decode_frame = msgspec.json.Decoder(ServerFrame).decode


class LoadConnection(asyncio.Protocol):
    """One person's socket."""

    def __init__(self, table: "LoadTable", token: str | None) -> None:
        self.table = table
        self.bytes = 0  # received
        self.seq = 0
        self.round: RoundPart | None = None
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.requested_after = 0  # the round after which the next one was asked for
        self._token = token
        self._rest = b""
        self._transport: asyncio.Transport | None = None
        self._is_closing = False

    async def open(self, port: int) -> None:
        """Connects, says hello, and waits for the view."""
        await asyncio.get_running_loop().create_connection(lambda: self, LOCALHOST, port)
        await self.ready

    def close(self) -> None:
        """Hangs up."""
        self._is_closing = True
        if self._transport is not None:
            self._transport.abort()

    def send(self, text: bytes) -> None:
        """Sends one frame of text."""
        size = len(text)
        head = (
            bytes((FINAL | TEXT, MASKED | size))
            if size <= SHORT_FRAME
            else struct.pack("!BBH", FINAL | TEXT, MASKED | MEDIUM_FRAME, size)
        )
        assert self._transport is not None
        self._transport.write(head + ZERO_MASK + text)

    # --- what asyncio calls -----------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        who = "" if self._token is None else f"Authorization: Bearer {self._token}\r\n"
        transport.write(
            f"GET /tables/{self.table.id}/socket HTTP/1.1\r\nHost: {LOCALHOST}\r\n"
            "Upgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Protocol: {PROTOCOL}\r\n{who}\r\n".encode()
        )

    def connection_lost(self, exc: Exception | None) -> None:
        if not self._is_closing:
            self.table.report_problem("a socket was closed")
        if not self.ready.done():
            self.ready.set_exception(exc or ConnectionError("closed before the view came"))

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        self.bytes += len(data)
        buffer = self._rest + data
        at = 0
        if buffer.startswith(b"HTTP"):
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                self._rest = buffer
                return
            at = end + 4
            if not buffer.startswith(b"HTTP/1.1 101"):
                self.table.report_problem(buffer[:end].partition(b"\r")[0].decode())
                return
            self.send(b'{"t":"hello","after":null}')
        at = self._read(buffer, at, now)
        self._rest = buffer[at:]

    def _read(self, buffer: bytes, at: int, now: float) -> int:
        """Reads all whole frames; where the rest begins."""
        end = len(buffer)
        while end - at >= 2:
            start, size = at + 2, buffer[at + 1]
            if size >= MEDIUM_FRAME:
                wide = 2 if size == MEDIUM_FRAME else 8
                start += wide
                if start > end:
                    break
                size = int.from_bytes(buffer[at + 2 : start], "big")
            if start + size > end:
                break
            kind = buffer[at] & 15
            at_next = start + size
            if kind == TEXT:
                self._handle_frame(buffer[start:at_next], now)
            elif kind == PING:
                assert self._transport is not None
                self._transport.write(
                    bytes((FINAL | PONG, MASKED | size)) + ZERO_MASK + buffer[start:at_next]
                )
            at = at_next
        return at

    # --- what the server says ---------------------------------------------------------------

    def _handle_frame(self, text: bytes, now: float) -> None:
        frame = decode_frame(text)
        if frame.t == "ev":
            if frame.seq != self.seq + 1:
                self.table.report_problem(f"{frame.seq} came after {self.seq}")
            self.seq = frame.seq
            if frame.set is not None:
                self._apply_changes(frame.set)
            self.table.on_event(frame.seq, now)
        elif frame.t == "welcome":
            assert frame.view is not None
            self.seq, self.round = frame.seq, frame.view.round
            if not self.ready.done():
                self.ready.set_result(None)
            self.table.on_event(frame.seq, now)
        elif frame.t == "ok":
            self.table.on_ok(now)
        elif frame.t == "no":
            self.table.on_refusal(frame.code)

    def _apply_changes(self, changes: EventChanges) -> None:
        if changes.round is not UNSET:
            self.round = changes.round
        shown = self.round
        if shown is None:
            return
        for name in ("phase", "step", "stage", "legal", "asks", "committed", "result"):
            value = getattr(changes, name)
            if value is not UNSET:
                setattr(shown, name, value)

    def next_command(self) -> dict[str, object] | None:
        """What this person can do now."""
        shown = self.round
        if shown is None:
            return None
        if shown.result != JSON_NULL:
            if self.requested_after == shown.number:
                return None
            self.requested_after = shown.number
            return {"k": "next", "round": shown.number}
        if not shown.legal or shown.committed != JSON_NULL:
            return None
        if shown.phase == "play":
            card = random.choice(shown.legal)
            return {"k": "play", "round": shown.number, "step": shown.step, "card": card}
        actions = random.sample(shown.legal, len(shown.asks))
        return {"k": "commit", "round": shown.number, "stage": shown.stage, "actions": actions}


class LoadTable:
    """A table and its lines; one command is open at a time, and how long it took is noted.

    `taken` gets the seconds until the last line had the event, `acks` those until its `ok` came.
    """

    def __init__(self, table: str, taken: list[float], acks: list[float]) -> None:
        self.id = table
        self.connections: list[LoadConnection] = []
        self.problems: Counter[str] = Counter()
        self.commands: Counter[str] = Counter()
        self._taken = taken
        self._acks = acks
        self._sent = 0.0
        self._awaited = 0  # the event that the open command causes
        self._missing = 0  # lines that have not heard of it
        self._is_open = False
        self._sendings = 0  # an id is never used twice

    def __str__(self) -> str:
        seqs = [line.seq for line in self.connections]
        return f"{self.id} at {seqs}, {dict(self.commands)}, {dict(self.problems)}"

    @property
    def is_idle(self) -> bool:
        """Whether everything that was sent was answered, and all lines have all that followed."""
        is_answered = not self._is_open and not self._missing
        return is_answered and len({line.seq for line in self.connections}) == 1

    def report_problem(self, what: str) -> None:
        """Notes what went wrong."""
        self.problems[what] += 1

    def send_command(self, connection: LoadConnection, command: dict[str, object]) -> None:
        """Sends a command from one of the lines."""
        kind = str(command["k"])
        self.commands[kind] += 1
        self._sendings += 1
        text = msgspec.json.encode({"t": "do", "id": f"c{self._sendings}", **command})
        self._awaited, self._missing, self._is_open = (
            connection.seq + 1,
            len(self.connections),
            True,
        )
        self._sent = time.perf_counter()
        connection.send(text)

    def send_next(self) -> bool:
        """Does the next thing that somebody can do; whether there was anything."""
        for line in self.connections:
            wish = line.next_command()
            if wish is not None:
                self.send_command(line, wish)
                return True
        return False

    def on_event(self, seq: int, now: float) -> None:
        """One of the lines has this event."""
        if seq == self._awaited and self._missing:
            self._missing -= 1
            if not self._missing:
                self._taken.append(now - self._sent)

    def on_ok(self, now: float) -> None:
        """The open command was answered."""
        if self._is_open:
            self._is_open = False
            self._acks.append(now - self._sent)

    def on_refusal(self, code: str) -> None:
        """The open command has come to nothing."""
        self.report_problem(f"no: {code}")
        self._is_open, self._missing = False, 0


class SaturatingTable(LoadTable):
    """One person among computer players, who acts at once whenever asked."""

    is_over = False

    def on_event(self, seq: int, now: float) -> None:
        super().on_event(seq, now)
        asyncio.get_running_loop().call_soon(self._send_next)

    def on_ok(self, now: float) -> None:
        super().on_ok(now)
        asyncio.get_running_loop().call_soon(self._send_next)

    def _send_next(self) -> None:
        if self.is_idle:
            self.send_next()

    def on_refusal(self, code: str) -> None:
        super().on_refusal(code)
        if code == "match-over":
            del self.problems[f"no: {code}"]
            self.is_over = True
        else:
            asyncio.get_running_loop().call_later(0.5, self._send_next)
