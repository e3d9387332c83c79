"""The whole application with a table of ours put before it, asked in process or over sockets.

What comes back for one viewer is kept to the byte: frames, pages, exports, refusals and log lines.
Only what tells the time of the answer itself is left out.
"""

import asyncio
import http.client
import json
import logging
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import uvicorn
from sqlalchemy import insert
from starlette.types import ASGIApp, Message

from bottleimp.protocol.messages import PROTOCOL, RequestRematch
from bottleimp.server import app as app_module
from bottleimp.server.access import guests
from bottleimp.server.app import create_app
from bottleimp.server.settings.config import LOOPBACK, MAX_LIMIT, ServerSettings
from bottleimp.server.settings.listening import bind_socket
from bottleimp.server.settings.log_output import JsonFormatter
from bottleimp.server.state.deals import Deals
from bottleimp.server.state.events import Fact, LogEvent
from bottleimp.server.state.storage_interface import AppendEvents
from bottleimp.server.state.table_state import TableState
from bottleimp.server.storage.event_store import EventStore
from bottleimp.server.storage.schema import seed_key
from bottleimp.server.storage.sqlite import open_database
from bottleimp.server.tables.registry import TableRegistry
from bottleimp.server.tables.replay import LogEntry, ReplayedLog
from bottleimp.server.tables.table import Table
from tests.support.live_server import Live
from tests.support.patience import PATIENCE

TABLE = "t"
KEY = bytes(32)  # of the storage, so that tokens are the same in every run
SEQ = 7  # of the event that is looked at
AT = 1_800_000_000_000  # ms since 1970, of every event
PATHS = (
    f"/api/tables/{TABLE}/events", f"/api/tables/{TABLE}/events?after={SEQ - 1}",
    f"/tables/{TABLE}", f"/tables/{TABLE}/record", f"/tables/{TABLE}/seat", f"/t/{TABLE}/verify",
    f"/t/{TABLE}/export.json",
)  # fmt: skip
LIMITS: dict[str, Any] = dict.fromkeys(  # Any: the types of several settings
    (
        "messages_per_second", "message_burst", "requests_per_second", "request_burst",
        "max_streams", "max_tables", "address_messages_per_second", "address_message_burst",
        "table_commands_per_second", "table_command_burst", "wrong_codes_per_hour",
    ),
    MAX_LIMIT,
)  # fmt: skip
HELLO, RESUME = (json.dumps({"t": "hello", "after": after}) for after in (None, SEQ - 1))
PING, PONG = '{"t":"ping","ts":1}', '{"t":"pong"'
PRESENT = '{"t":"present"'
OF_THE_TIME = ("at", "ms")  # facts in a line of the log
Kept = list[tuple[str, bytes]]


def token_of(player: int | None) -> str:
    """The token with which a player, or somebody who only watches, asks."""
    name = "w" if player is None else str(player)
    return guests.sign_token(name.rjust(guests.RANDOM_BYTES, "T").encode(), KEY)


def guest_of(player: int) -> str:
    """The guest who holds that place."""
    return guests.new_guest(token_of(player)).id


class ShownTables(TableRegistry):
    """Tables of which there is one: whatever was put there last."""

    shown: Table | None = None

    async def table(self, table_id: str, _visitor: str = "") -> Table | None:
        return self.shown if table_id == TABLE else None


class Logged(logging.Handler):
    """Keeps what the server logs as it would be written, but for the time."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.setFormatter(JsonFormatter())
        self.lines: list[bytes] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keeps a line."""
        line = json.loads(self.format(record))
        self.lines.append(
            json.dumps({k: v for k, v in line.items() if k not in OF_THE_TIME}).encode()
        )


class House:
    """The application, its one table, and what it logs."""

    def __init__(self, folder: Path) -> None:
        registries: list[ShownTables] = []

        def registry(*given: Any) -> ShownTables:  # Any: whatever the application gives it
            registries.append(ShownTables(*given))
            return registries[-1]

        with open_database(folder).write_engine.begin() as connection:
            connection.execute(insert(seed_key).values(id=1, value=KEY.hex()))
        settings = ServerSettings(data_folder=folder, workers=1, warmup=False, **LIMITS)
        with patch.object(app_module, "TableRegistry", registry):
            self.app: ASGIApp = create_app(settings, open_database(folder))
        self.registry = registries[0]
        self.store = EventStore(open_database(folder))
        self.logged = Logged()
        own = logging.getLogger("bottleimp")
        own.setLevel(logging.DEBUG)
        own.addHandler(self.logged)

    def close(self) -> None:
        """Gives the files back."""
        own = logging.getLogger("bottleimp")
        own.removeHandler(self.logged)
        own.setLevel(logging.NOTSET)
        self.store.close()

    def table(self, deals: Deals, *moments: LogEntry) -> Table:
        """A table in memory at which this happened."""

        async def rematch(_state: TableState, _asked: RequestRematch) -> AppendEvents:
            raise NotImplementedError

        return Table(self.store, ReplayedLog(deals, deque(moments), {}, AT, name="read"), rematch)


def moment(number: int, fact: Fact, state: TableState) -> LogEntry:
    """Something that happened at the table, and the state after it."""
    return LogEntry(LogEvent(SEQ - 1 + number, AT, "table", None, fact), state)


def refused_command(state: TableState, viewer: int | None) -> str:
    """A play that is refused: out of turn, or of a card that may not be played."""
    playing = state.current_round
    seat = None if viewer is None else state.round_start_match.seat_of(viewer)
    legal = [] if seat is None else [action.label for action in playing.legal_actions_for(seat)]
    card = next(c.label for c in state.edition.deck.cards if c.label not in legal)
    wish = {"k": "play", "round": state.round_number, "step": playing.play_count, "card": card}
    return json.dumps({"t": "do", "id": "refused", **wish})


# --- in process -----------------------------------------------------------------------------


async def everything(house: House, table: Table, viewer: int | None, command: str) -> Kept:
    """All that the application gives a viewer of the table."""
    house.registry.shown, house.logged.lines = table, []
    token = token_of(viewer)
    kept = [(path, await page(house.app, path, token)) for path in PATHS]
    for hello in (HELLO, RESUME):
        frames = await socket(house.app, token, [hello, command, PING])
        kept += [(f"socket after {hello}", frame) for frame in frames]
    kept += [("log", line) for line in house.logged.lines]
    return kept


def scope(kind: str, path: str, token: str) -> dict[str, Any]:  # Any: as ASGI has it
    """What an ASGI application is told of a connection."""
    path, _, query = path.partition("?")
    return {
        "type": kind, "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET",
        "scheme": "ws" if kind == "websocket" else "http", "path": path, "root_path": "",
        "query_string": query.encode(), "client": ("127.0.0.1", 1), "server": ("testserver", 80),
        "headers": [(b"host", b"testserver"), (b"authorization", f"Bearer {token}".encode())],
        "subprotocols": [PROTOCOL], "extensions": {"websocket.http.response": {}}, "state": {},
    }  # fmt: skip


async def page(app: ASGIApp, path: str, token: str) -> bytes:
    """The answer to a GET: status, headers and body."""
    parts: list[bytes] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            parts.append(repr((message["status"], message["headers"])).encode())
        parts.append(message.get("body", b""))

    await app(scope("http", path, token), receive, send)
    return b"".join(parts)


async def socket(app: ASGIApp, token: str, said: list[str]) -> list[bytes]:
    """What comes on a socket on which all this is said, up to the answer to a ping."""
    incoming: asyncio.Queue[Message] = asyncio.Queue()
    incoming.put_nowait({"type": "websocket.connect"})
    for text in said:
        incoming.put_nowait({"type": "websocket.receive", "text": text})
    heard: list[bytes] = []

    async def send(message: Message) -> None:
        if message["type"] == "websocket.send":
            if message["text"].startswith(PONG):  # which tells the time
                incoming.put_nowait({"type": "websocket.disconnect", "code": 1000})
            else:
                heard.append(message["text"].encode())

    await app(scope("websocket", f"/tables/{TABLE}/socket", token), incoming.get, send)
    return heard


# --- over sockets ---------------------------------------------------------------------------


@contextmanager
def listening(house: House) -> Iterator[Live]:
    """The same application behind a real port."""
    address = bind_socket(0, LOOPBACK)
    config = uvicorn.Config(
        house.app, ws="websockets-sansio", log_level="critical", access_log=False, lifespan="off",
        timeout_graceful_shutdown=1,
    )  # fmt: skip
    server = uvicorn.Server(config)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve([address.sock])))
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield Live(address.sock.getsockname()[1])
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        address.sock.close()


def everything_over(
    live: Live, house: House, table: Table, viewer: int | None, command: str
) -> Kept:
    """The same over real sockets.

    It lacks the log, which other connections write too, and who is present: that the connection
    before is closed, the server tells whenever it has noticed.
    """
    house.registry.shown = table
    who = {"Authorization": f"Bearer {token_of(viewer)}"}
    connection = http.client.HTTPConnection(LOOPBACK, live.port, timeout=PATIENCE)
    kept: Kept = []
    for path in PATHS:
        connection.request("GET", path, headers=who)
        response = connection.getresponse()
        headers = [(k, v) for k, v in response.getheaders() if k != "date"]
        kept.append((path, repr((response.status, headers)).encode() + response.read()))
    connection.close()
    for hello in (HELLO, RESUME):
        with live.socket(TABLE, **who) as line:
            for text in (hello, command, PING):
                line.send(text)
            while not (frame := str(line.recv(PATIENCE))).startswith(PONG):
                if not frame.startswith(PRESENT):
                    kept.append((f"socket after {hello}", frame.encode()))
    return kept
