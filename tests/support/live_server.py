"""A real server on a loopback port, and a client that plays what it is told is legal.

The client speaks frames as plain JSON and not through `bottleimp.client`: the tests that use it say
what stands on the wire, and a fault in the types of the protocol must not hide from them.
"""

import asyncio
import copy
import http.client
import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import uvicorn
from websockets import Subprotocol
from websockets.sync.client import ClientConnection, connect

from bottleimp.protocol.messages import MAX_FRAME_BYTES, PROTOCOL
from bottleimp.server.api.connection_limits import ConnectionLimits
from bottleimp.server.api.websocket_protocol import TableWebSocketProtocol, http_protocol_class
from bottleimp.server.app import create_app
from bottleimp.server.settings.config import LOOPBACK, ServerSettings
from bottleimp.server.settings.listening import bind_socket
from bottleimp.server.storage.database import open_database
from tests.support.patience import PATIENCE

# Frames and views are JSON, whose shape the tests look into.
Json = dict[str, Any]


class Live:
    """A running server."""

    def __init__(self, port: int) -> None:
        self.port = port

    @property
    def host(self) -> str:
        return f"{LOOPBACK}:{self.port}"

    def request(
        self,
        method: str,
        path: str,
        fields: dict[str, str] | None = None,
        headers: dict[str, str] | None = None,
    ) -> "Answer":
        """One HTTP request, as a browser without JavaScript sends it."""
        body = None if fields is None else urlencode(fields)
        sent = dict(headers or {})
        if body is not None:
            sent.setdefault("Content-Type", "application/x-www-form-urlencoded")
        connection = http.client.HTTPConnection(LOOPBACK, self.port, timeout=PATIENCE)
        try:
            connection.request(method, path, body, sent)
            response = connection.getresponse()
            return Answer(response.status, dict(response.getheaders()), response.read().decode())
        finally:
            connection.close()

    def new_table(self, edition: str, **fields: str) -> tuple[str, str]:
        """A new table and the cookie of the guest who made it."""
        asked = {"edition": edition, "pace": "0", "level": "rules_of_thumb", **fields}
        answer = self.request("POST", "/tables", asked)
        assert answer.status == 303, answer
        table = answer.headers["location"].removeprefix("/tables/")
        return table, answer.headers["set-cookie"].partition(";")[0]

    def new_token(self) -> str:
        """A token of a guest who has not sat down yet."""
        given = json.loads(self.request("POST", "/api/guests").text)
        return str(given["token"])

    def new_cookie(self) -> str:
        """The same as a browser keeps it."""
        return f"bottle_guest={self.new_token()}"

    @contextmanager
    def client(
        self, table: str, cookie: str | None = None, after: int | None = None
    ) -> Iterator["Client"]:
        """A client at the table that has said hello."""
        with self.socket(table, cookie) as socket:
            client = Client(socket)
            client.send({"t": "hello", "after": after})
            yield client

    @contextmanager
    def socket(
        self,
        table: str,
        cookie: str | None = None,
        protocols: Sequence[str] = (PROTOCOL,),
        **headers: str,
    ) -> Iterator[ClientConnection]:
        """A socket on which nothing has been said."""
        sent = dict(headers)
        if cookie is not None:
            sent["Cookie"] = cookie
        with connect(
            f"ws://{self.host}/tables/{table}/socket",
            subprotocols=[Subprotocol(name) for name in protocols] or None,
            additional_headers=sent,
            open_timeout=PATIENCE,
            close_timeout=1,
        ) as socket:
            yield socket


class Answer:
    """What came back over HTTP."""

    def __init__(self, status: int, headers: dict[str, str], text: str) -> None:
        self.status = status
        self.headers = {name.lower(): value for name, value in headers.items()}
        self.text = text

    def __repr__(self) -> str:
        return f"{self.status} {self.headers} {self.text[:500]}"


def sample(text: str, name: str) -> float:
    """The value of a metric, with its labels as they are written."""
    for line in text.splitlines():
        key, _, value = line.rpartition(" ")
        if key == name:
            return float(value)
    raise AssertionError((name, text))


def with_changes(view: Json, changes: Json) -> Json:
    """The view a client has after an event's `set`; knows no rules."""
    after = copy.deepcopy(view)
    for path, value in changes.items():
        part, _, name = path.partition(".")
        if name:
            after[part][name] = value
        else:
            after[part] = value
    return after


class Client:
    """Keeps a view from the frames, as the browser does."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.view: Json = {}
        self.seq = 0
        self.present: Json = {}
        self.frames: list[Json] = []
        self.times: list[float] = []  # when each frame came
        self.commands = 0

    def send(self, frame: Json | str | bytes) -> None:
        self.socket.send(json.dumps(frame) if isinstance(frame, dict) else frame)

    def receive(self, patience: float = PATIENCE) -> Json:
        """The next frame, applied to the view; who is present is only noted."""
        frame: Json = json.loads(self.socket.recv(patience))
        while frame["t"] == "present":
            self.present = frame
            frame = json.loads(self.socket.recv(patience))
        self.frames.append(frame)
        self.times.append(time.monotonic())
        if frame["t"] == "welcome":
            self.view, self.seq = frame["view"], frame["seq"]
        elif frame["t"] == "ev":
            assert frame["seq"] == self.seq + 1, (frame, self.seq)
            self.view, self.seq = with_changes(self.view, frame["set"]), frame["seq"]
        return frame

    def until(self, wanted: Callable[[Json], bool]) -> Json:
        """Receives until a frame is wanted, and returns it."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            frame = self.receive()
            if wanted(frame):
                return frame
        raise AssertionError("no such frame came")

    def until_view(self, wanted: Callable[[Json], bool]) -> None:
        """Receives until the view is wanted."""
        end = time.monotonic() + PATIENCE
        while not self.view or not wanted(self.view):
            assert time.monotonic() < end, self.view.get("round")
            self.receive()

    def do(self, kind: str, identity: str | None = None, **fields: object) -> Json:
        """Sends a command and returns its `ok` or `no`."""
        self.commands += 1
        name = identity or f"{kind}-{self.seq}-{self.commands}"
        self.send({"t": "do", "id": name, "k": kind, **fields})
        return self.until(lambda frame: frame["t"] in ("ok", "no") and frame["id"] == name)

    def catch_up(self) -> None:
        """Receives until the server has nothing more to say for now."""
        self.send({"t": "ping", "ts": self.seq})
        self.until(lambda frame: frame["t"] == "pong")

    @property
    def is_asked(self) -> bool:
        """Whether this client is to act."""
        return bool(self.view and self.view["round"]["legal"])

    def act(self) -> Json:
        """Does the first thing that is legal."""
        shown = self.view["round"]
        if shown["phase"] == "play":
            answer = self.do(
                "play", round=shown["number"], step=shown["step"], card=shown["legal"][0]
            )
        else:
            actions = shown["legal"][: len(shown["asks"])]
            answer = self.do("commit", round=shown["number"], stage=shown["stage"], actions=actions)
        assert answer["t"] == "ok", answer
        return answer

    def play_until(self, wanted: Callable[[Json], bool]) -> None:
        """Plays whatever is legal until the view is wanted."""
        self.until_view(lambda view: wanted(view) or self.is_asked)
        while not wanted(self.view):
            self.act()
            self.until_view(lambda view: wanted(view) or self.is_asked)

    def play_round(self) -> None:
        """Plays until the round is scored."""
        self.play_until(lambda view: view["round"]["result"] is not None)


class ServerThread(threading.Thread):
    """Uvicorn in a thread of this process."""

    def __init__(self, settings: ServerSettings) -> None:
        super().__init__(daemon=True)
        self.address = bind_socket(0, LOOPBACK)
        self.connections = ConnectionLimits(settings)
        app = create_app(settings, open_database(settings.data_folder))
        self.server = uvicorn.Server(
            uvicorn.Config(
                app,
                http=http_protocol_class(self.connections),
                ws=TableWebSocketProtocol,
                ws_max_size=MAX_FRAME_BYTES,
                ws_per_message_deflate=False,
                log_level="warning",
                access_log=False,
                proxy_headers=False,
                timeout_graceful_shutdown=1,
            )
        )

    def run(self) -> None:
        # Without uvicorn's signal handlers, which only a main thread may have.
        asyncio.run(self.server.serve([self.address.sock]))


@contextmanager
def running(folder: Path, **options: Any) -> Iterator[Live]:  # Any: any of the settings
    """A server on the folder, stopped at the end."""
    plenty = dict.fromkeys(
        (
            "messages_per_second", "message_burst",
            "table_commands_per_second", "table_command_burst",
        ),
        10_000,
    )  # fmt: skip
    thread = ServerThread(
        ServerSettings(data_folder=folder, **{"workers": 1, "warmup": False} | plenty | options)
    )
    thread.start()
    while not thread.server.started:
        time.sleep(0.01)
    try:
        yield Live(thread.address.sock.getsockname()[1])
    finally:
        thread.server.should_exit = True
        thread.join(PATIENCE)
        thread.address.sock.close()
