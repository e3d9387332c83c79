"""A real server on a loopback port, and a client that plays what it is told is legal.

The client is no `bottleimp.client.TableClient`: its tests decide when each frame is sent and read.
Every frame must hold exactly the fields of its type, so no type hides what is on the wire.
"""

import asyncio
import http.client
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

from bottleimp.protocol.hint_messages import HintReply
from bottleimp.protocol.http_bodies import GuestToken
from bottleimp.protocol.messages import (
    MAX_FRAME_BYTES,
    PROTOCOL,
    AnyCommand,
    CommandAccepted,
    CommandRefused,
    CommitChoices,
    Hello,
    Ping,
    PlayCard,
    Pong,
    PresenceUpdate,
    ServerFrame,
    encode,
)
from bottleimp.protocol.views import View
from bottleimp.server.api.connection_limits import ConnectionLimits
from bottleimp.server.api.websocket_protocol import TableWebSocketProtocol, http_protocol_class
from bottleimp.server.app import create_app
from bottleimp.server.settings.config import LOOPBACK, ServerSettings
from bottleimp.server.settings.listening import bind_socket
from bottleimp.server.storage.opening import open_server_database
from tests.support.frames import (
    Body,
    Frame,
    TrackedView,
    build_command,
    first_choices,
    is_scored,
    read_body,
    read_frame,
)
from tests.support.patience import PATIENCE

Reply = CommandAccepted | HintReply | CommandRefused


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
        *,
        body: str | None = None,
    ) -> "Answer":
        """One HTTP request, as a browser without JavaScript sends it, or with another body."""
        body = body if fields is None else urlencode(fields)
        sent = dict(headers or {})
        if fields is not None:
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
        return self.request("POST", "/api/guests").read(GuestToken).token

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
            client.send(Hello(after))
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
            ping_timeout=PATIENCE,
            close_timeout=1,
        ) as socket:
            yield socket


class Answer:
    """What came back over HTTP."""

    def __init__(self, status: int, headers: dict[str, str], text: str) -> None:
        self.status = status
        self.headers = {name.lower(): value for name, value in headers.items()}
        self.text = text

    def read(self, kind: type[Body]) -> Body:
        """The body as this type, of which it must hold exactly the fields."""
        return read_body(self.text, kind)

    @property
    def code(self) -> str:
        """The code with which the server refused."""
        return self.read(CommandRefused).code

    def __repr__(self) -> str:
        return f"{self.status} {self.headers} {self.text[:500]}"


def sample(text: str, name: str) -> float:
    """The value of a metric, with its labels as they are written."""
    for line in text.splitlines():
        key, _, value = line.rpartition(" ")
        if key == name:
            return float(value)
    raise AssertionError((name, text))


class Client(TrackedView):
    """Keeps a view from the frames, as the browser does."""

    def __init__(self, socket: ClientConnection) -> None:
        super().__init__()
        self.socket = socket
        self.presence: PresenceUpdate | None = None
        self.texts: list[str | bytes] = []  # the frames as they came
        self.times: list[float] = []  # when each frame came
        self.commands = 0

    def send(self, frame: Hello | Ping | AnyCommand) -> None:
        self.socket.send(encode(frame), text=True)

    def send_raw(self, text: str | bytes) -> None:
        """Sends what the types of the protocol cannot hold."""
        self.socket.send(text)

    def receive(self, patience: float = PATIENCE) -> ServerFrame:
        """The next frame, applied to the view; who is present is only noted."""
        frame = read_frame(text := self.socket.recv(patience))
        while isinstance(frame, PresenceUpdate):
            self.presence = frame
            frame = read_frame(text := self.socket.recv(patience))
        self.texts.append(text)
        self.times.append(time.monotonic())
        self.apply(frame)
        return frame

    def until(
        self, kind: type[Frame], wanted: Callable[[Frame], bool] = lambda _frame: True
    ) -> Frame:
        """Receives until a frame of this type is wanted, and returns it."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            frame = self.receive()
            if isinstance(frame, kind) and wanted(frame):
                return frame
        raise AssertionError("no such frame came")

    def until_view(self, wanted: Callable[[View], bool]) -> None:
        """Receives until the view is wanted."""
        end = time.monotonic() + PATIENCE
        while not self.has_view or not wanted(self.view):
            assert time.monotonic() < end, self.tracker.view
            self.receive()

    def exchange(self, kind: type[AnyCommand], **fields: object) -> Reply:
        """Sends a command and returns the answer; `id` is made up unless it is given."""
        self.commands += 1
        command = build_command(
            kind, **{"id": f"{kind.__name__}-{self.seq}-{self.commands}", **fields}
        )
        self.send(command)
        return self.answer_to(command.id)

    def answer_to(self, identity: str) -> Reply:
        """Receives until the answer to the command with this id."""
        while (reply := self.next_reply()).id != identity:
            pass
        return reply

    def next_reply(self) -> Reply:
        """Receives until the next answer to a command."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            frame = self.receive()
            if isinstance(frame, CommandAccepted | HintReply | CommandRefused):
                return frame
        raise AssertionError("no answer came")

    def do(self, kind: type[AnyCommand], **fields: object) -> CommandAccepted:
        """Sends a command, which must be accepted, and returns the answer."""
        answer = self.exchange(kind, **fields)
        assert isinstance(answer, CommandAccepted), answer
        return answer

    def refused(self, kind: type[AnyCommand], **fields: object) -> CommandRefused:
        """Sends a command, which must be refused, and returns the answer."""
        answer = self.exchange(kind, **fields)
        assert isinstance(answer, CommandRefused), answer
        return answer

    def catch_up(self) -> None:
        """Receives until the server has nothing more to say for now."""
        self.send(Ping(self.seq))
        self.until(Pong)

    @property
    def is_asked(self) -> bool:
        """Whether this client is to act."""
        return self.has_view and bool(self.current_round.legal)

    def act(self) -> CommandAccepted:
        """Does the first thing that is legal."""
        shown = self.current_round
        if shown.phase == "play":
            return self.do(PlayCard, round=shown.number, step=shown.step, card=shown.legal[0])
        actions = first_choices(shown)
        return self.do(CommitChoices, round=shown.number, stage=shown.stage, actions=actions)

    def play_until(self, wanted: Callable[[View], bool]) -> None:
        """Plays whatever is legal until the view is wanted."""
        self.until_view(lambda view: wanted(view) or self.is_asked)
        while not wanted(self.view):
            self.act()
            self.until_view(lambda view: wanted(view) or self.is_asked)

    def play_round(self) -> None:
        """Plays until the round is scored."""
        self.play_until(is_scored)


class ServerThread(threading.Thread):
    """Uvicorn in a thread of this process."""

    def __init__(self, settings: ServerSettings) -> None:
        super().__init__(daemon=True)
        self.address = bind_socket(0, LOOPBACK)
        self.connections = ConnectionLimits(settings)
        app = create_app(settings, open_server_database(settings))
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
            # While the processes of computer players start on a busy machine, all tables wait.
            "max_waiting_choices",
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
