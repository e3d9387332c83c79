"""Sends hostile frames to the whole application, in one process and without a network.

`python -m tests.soak.hostile_frames --frames 1000000` sends a million and says what it found.
At every table sit a host and a friend, who also play; somebody known and somebody unknown watch.
All of them send hostile frames.
"""

import argparse
import asyncio
import json
import logging
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from starlette.types import ASGIApp, Message

from bottleimp.client.errors import ProtocolError
from bottleimp.client.view_tracker import ViewTracker
from bottleimp.protocol.http_bodies import NewTableRequest, TableUrls
from bottleimp.protocol.messages import (
    PROTOCOL,
    AnyCommand,
    CommandAccepted,
    CommandRefused,
    CommitChoices,
    Event,
    PlayCard,
    Pong,
    RequestNextRound,
    ServerFrame,
    Welcome,
    encode,
)
from bottleimp.server.access import guests
from bottleimp.server.app import create_app
from bottleimp.server.settings.config import MAX_LIMIT, ServerSettings
from bottleimp.server.storage.event_store import EventStore
from bottleimp.server.storage.sqlite import open_database
from tests.support.event_rights import Rights
from tests.support.frames import first_choices, read_body, read_frame
from tests.support.mutated_frames import Frame, Hostile

EDITIONS = ("classic/3", "classic/4", "classic/bright-house", "classic/lopaka", "matagot/5-teams")
FRAMES_AT_A_TABLE = 4000
FRAMES_AT_ONCE = 40  # on each line, before the server is asked for a sign of life
PATIENCE = 30.0  # seconds


@dataclass
class Findings:
    """What came of it."""

    sent: int = 0
    tables: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    troubles: list[str] = field(default_factory=list)


class Complaints(logging.Handler):
    """Keeps what the server logs as an error."""

    def __init__(self, findings: Findings) -> None:
        super().__init__(logging.ERROR)
        self._findings = findings

    def emit(self, record: logging.LogRecord) -> None:
        """Counts as trouble."""
        self._findings.troubles.append(logging.Formatter().format(record))


class Line:
    """A socket of the application, and the view of who is at its other end."""

    def __init__(self, app: ASGIApp, table: str, token: str | None, findings: Findings) -> None:
        self._app = app
        self._table = table
        self._token = token
        self._findings = findings
        self._incoming: asyncio.Queue[Message] = asyncio.Queue()
        self._outgoing: asyncio.Queue[Message] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self.guest = "" if token is None else guests.new_guest(token).id
        self.tracker = ViewTracker()
        self.oks: list[tuple[str, str, int]] = []  # guest, command, event
        self._pings = 0

    async def open(self) -> None:
        """Says hello, and waits for the view."""
        headers = [(b"host", b"testserver")]
        if self._token is not None:
            headers.append((b"authorization", f"Bearer {self._token}".encode()))
        scope = {
            "type": "websocket", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "ws",
            "path": f"/tables/{self._table}/socket", "query_string": b"", "root_path": "",
            "headers": headers, "client": ("127.0.0.1", 1), "server": ("testserver", 80),
            "subprotocols": [PROTOCOL], "extensions": {"websocket.http.response": {}},
        }  # fmt: skip
        self._incoming, self._outgoing = asyncio.Queue(), asyncio.Queue()
        self._incoming.put_nowait({"type": "websocket.connect"})

        async def send(message: Message) -> None:
            self._outgoing.put_nowait(message)

        self._task = asyncio.create_task(self._run(scope, self._incoming.get, send))
        self.send('{"t":"hello","after":null}')
        await self.catch_up()

    async def _run(self, scope: Any, receive: Any, send: Any) -> None:  # Any: types of ASGI
        try:
            await self._app(scope, receive, send)
        except Exception as problem:
            self._findings.troubles.append(f"the socket ended with {problem!r}")
        finally:
            self._outgoing.put_nowait({"type": "ended"})

    def send(self, frame: Frame) -> None:
        """Sends a frame, which the server takes in its time."""
        key = "text" if isinstance(frame, str) else "bytes"
        self._incoming.put_nowait({"type": "websocket.receive", key: frame})

    async def catch_up(self) -> None:
        """Takes frames until the server gives a sign of life; opens a line anew that ended."""
        self._pings += 1
        self.send(json.dumps({"t": "ping", "ts": self._pings + 0.25}))
        async with asyncio.timeout(PATIENCE):
            while True:
                message = await self._outgoing.get()
                if message["type"] in ("websocket.close", "ended"):
                    self._findings.answers[f"closed {message.get('code', '')}"] += 1
                    await self.close()
                    await self.open()
                    return
                if message["type"] == "websocket.send" and self._take(read_frame(message["text"])):
                    return

    def _take(self, frame: ServerFrame) -> bool:
        """Keeps the view; whether this is the awaited sign of life."""
        match frame:
            case Welcome() | Event():
                try:
                    self.tracker.apply(frame)
                except ProtocolError as problem:
                    self._findings.troubles.append(str(problem))
            case CommandAccepted():
                self._findings.answers["ok"] += 1
                self.oks.append((self.guest, frame.id, frame.seq))
            case CommandRefused():
                self._findings.answers[frame.code] += 1
            case Pong():
                return frame.ts == self._pings + 0.25
        return False

    async def close(self) -> None:
        """Hangs up."""
        if self._task is not None:
            self._incoming.put_nowait({"type": "websocket.disconnect", "code": 1000})
            with suppress(asyncio.CancelledError):
                await self._task
            self._task = None

    def wish(self) -> AnyCommand | None:
        """What an honest player would do now."""
        view = self.tracker.view
        if view is None or view.you is None or view.round is None:
            return None
        shown = view.round
        name = f"{self.guest}-{self.tracker.seq}"
        if shown.result is not None:
            return RequestNextRound("do", name, shown.number)
        if not shown.legal or shown.committed is not None:
            return None
        if shown.phase == "play":
            return PlayCard("do", name, shown.number, shown.step, shown.legal[-1])
        actions = first_choices(shown)
        return CommitChoices("do", name, shown.number, shown.stage, actions)

    @property
    def is_closed(self) -> bool:
        """Whether the table is closed."""
        return self.tracker.view is not None and self.tracker.view.table.status == "closed"


async def create_table(app: ASGIApp, wanted: NewTableRequest, token: str) -> str:
    """The id of a new table."""
    content = encode(wanted)
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "POST",
        "scheme": "http", "path": "/api/tables", "query_string": b"", "root_path": "",
        "headers": [
            (b"host", b"testserver"), (b"content-type", b"application/json"),
            (b"authorization", f"Bearer {token}".encode()),
        ],
        "client": ("127.0.0.1", 1), "server": ("testserver", 80),
    }  # fmt: skip
    parts: list[bytes] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": content, "more_body": False}

    async def send(message: Message) -> None:
        parts.append(message.get("body", b""))

    await app(scope, receive, send)
    return read_body(b"".join(parts), TableUrls).table


@asynccontextmanager
async def started(app: ASGIApp) -> AsyncIterator[None]:
    """The application between its start and its end."""
    incoming: asyncio.Queue[Message] = asyncio.Queue()
    outgoing: asyncio.Queue[Message] = asyncio.Queue()
    incoming.put_nowait({"type": "lifespan.startup"})
    scope = {"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}}
    running = asyncio.ensure_future(app(scope, incoming.get, outgoing.put))
    await outgoing.get()
    try:
        yield
    finally:
        incoming.put_nowait({"type": "lifespan.shutdown"})
        await running


async def at_a_table(
    app: ASGIApp, key: bytes, edition: str, frames: int, hostile: Hostile, findings: Findings
) -> tuple[str, list[Line]]:
    """Sends so many frames at a new table, or fewer where the table is closed before."""
    tokens = [guests.generate_token(key) for _ in range(3)]
    wanted = NewTableRequest(edition, "Ann", length="cycles=1", players=["open"], pace=0)
    table = await create_table(app, wanted, tokens[0])
    lines = [Line(app, table, token, findings) for token in (*tokens, None)]
    for line in lines:
        await line.open()
    host, friend, *_ = lines
    friend.send('{"t":"do","id":"sit","k":"join","name":"Bo","player":1}')
    await friend.catch_up()
    host.send('{"t":"do","id":"go","k":"begin"}')
    await host.catch_up()
    findings.tables += 1
    sent = 0
    while sent < frames and not host.is_closed:
        for line in lines:
            wish = line.wish()
            if wish is not None:
                text = encode(wish).decode()
                hostile.seen.append(json.loads(text))
                line.send(text)
            for _ in range(FRAMES_AT_ONCE):
                line.send(hostile.frame())
            sent += FRAMES_AT_ONCE
        for line in lines:
            await line.catch_up()
    findings.sent += sent
    for line in lines:
        await line.close()
    return table, lines


def judge(store: EventStore, table: str, lines: list[Line], findings: Findings) -> None:
    """Holds the log of a table to who may do what, and answers to the log."""
    events = store.events(table, 0)
    findings.troubles += [f"{table} {wrong}" for wrong in Rights().read(events)]
    known = {line.guest for line in lines if line.guest}
    caused = {(event.actor, event.command): event.seq for event in events if event.command}
    for actor, command in caused:
        if actor not in known:
            findings.troubles.append(f"{table}: {actor} did {command} and is nobody")
    for guest, command, seq in (ok for line in lines for ok in line.oks):
        # Who asks for a rematch a second time is told where it is, and nothing happens.
        if caused.get((guest, command), seq) != seq:
            findings.troubles.append(f"{table}: {command} of {guest} is not event {seq}")


async def bombarded(folder: Path, frames: int, seed: int, say: Callable[[str], None]) -> Findings:
    """Sends the frames, table by table, and judges what came of it."""
    findings = Findings()
    complaints = Complaints(findings)
    logging.getLogger().addHandler(complaints)
    asyncio.get_running_loop().set_exception_handler(
        lambda _, context: findings.troubles.append(str(context))
    )
    settings = ServerSettings(
        data_folder=folder, pace=0, workers=1, warmup=False, messages_per_second=MAX_LIMIT,
        message_burst=MAX_LIMIT, max_queued_messages=MAX_LIMIT, max_tables=MAX_LIMIT,
        max_tables_per_guest=MAX_LIMIT, tables_per_hour=MAX_LIMIT, guests_per_hour=MAX_LIMIT,
        requests_per_second=MAX_LIMIT, request_burst=MAX_LIMIT, max_streams=MAX_LIMIT,
        max_waiting_choices=MAX_LIMIT, table_commands_per_second=MAX_LIMIT,
        table_command_burst=MAX_LIMIT, address_messages_per_second=MAX_LIMIT,
        address_message_burst=MAX_LIMIT,
    )  # fmt: skip
    hostile = Hostile(random.Random(seed))
    app = create_app(settings, open_database(folder))
    judged = EventStore(open_database(folder))
    start = time.monotonic()
    try:
        async with started(app):
            while findings.sent < frames:
                edition = EDITIONS[findings.tables % len(EDITIONS)]
                most = min(FRAMES_AT_A_TABLE, frames - findings.sent)
                table, lines = await at_a_table(
                    app, judged.secret_key, edition, most, hostile, findings
                )
                judge(judged, table, lines, findings)
                pace = findings.sent / (time.monotonic() - start)
                say(f"{findings.sent} frames, {findings.tables} tables, {pace:.0f} a second")
    finally:
        judged.close()
        logging.getLogger().removeHandler(complaints)
    return findings


def said(text: str) -> None:
    """Says how far it is."""
    sys.stdout.write(f"{text}\n")


def main() -> int:
    """Sends as many as the command line says; the exit status is 1 after any trouble."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        findings = asyncio.run(bombarded(Path(folder), args.frames, args.seed, said))
    lines = [f"{count:9} {answer}" for answer, count in findings.answers.most_common()]
    total = f"{findings.sent} frames at {findings.tables} tables"
    lines += [*findings.troubles[:20], f"{total}: {len(findings.troubles)} troubles"]
    sys.stdout.write("\n".join(lines) + "\n")
    return 1 if findings.troubles else 0


if __name__ == "__main__":
    sys.exit(main())
