"""The line to a table at a server: keeps the view, and sends commands until they are answered.

After a break it connects again, says which event it has seen last, and sends again what was not
answered, under the same name, so that nothing is done twice.
"""

import asyncio
import contextlib
import itertools
import json
import secrets
import time
from collections.abc import Callable
from typing import Any

from websockets import Subprotocol
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from bottleimp.parsing import parse_json
from bottleimp.terminal.session.session import RequestRefused

PROTOCOL = "bottle.v1"
INITIAL_BACKOFF, MAX_BACKOFF = 0.5, 8.0  # seconds before trying again
ANSWER_TIMEOUT = 20.0  # seconds for an answer
FIRST_CLIENT_ERROR = (
    400  # a handshake refused with this status or a higher one below 500 stays refused
)
FIRST_SERVER_ERROR = 500

# Frames and views are JSON; the protocol says what they hold.
Json = dict[str, Any]


class SequenceGapError(Exception):
    """An event came whose forerunner did not; a new line brings both."""


class TableConnection:
    """One table at a server, as one guest sees it."""

    def __init__(self, address: str, token: str, on_news: Callable[[], None]) -> None:
        """`on_news` is called whenever the view or the line has changed."""
        self.view: Json = {}
        self.present_players: list[int] = []
        self.is_connected = False
        self.clock_offset_ms = 0  # ms by which the server's time is ahead of ours
        self.refusal: str | None = None  # why the server does not let us in, for good
        self._address = address
        self._token = token
        self._on_news = on_news
        self._seq: int | None = None
        self._socket: ClientConnection | None = None
        self._unanswered: dict[str, tuple[Json, asyncio.Future[Json]]] = {}
        self._names = (f"{secrets.token_hex(4)}-{n}" for n in itertools.count(1))

    async def run(self) -> None:
        """Keeps the line open until it is cancelled or refused for good."""
        wait = INITIAL_BACKOFF
        while self.refusal is None:
            try:
                await self._talk()
                wait = INITIAL_BACKOFF
            except InvalidHandshake as problem:
                status = getattr(
                    getattr(problem, "response", None), "status_code", FIRST_SERVER_ERROR
                )
                if FIRST_CLIENT_ERROR <= status < FIRST_SERVER_ERROR:
                    self.refusal = f"The server does not let us in ({status})."
            except (
                OSError,
                ConnectionClosed,
                TimeoutError,
                SequenceGapError,
                json.JSONDecodeError,
            ):
                pass
            if self.is_connected:
                wait = INITIAL_BACKOFF
            self.is_connected, self._socket = False, None
            self._on_news()
            if self.refusal is None:
                await asyncio.sleep(wait)
                wait = min(2 * wait, MAX_BACKOFF)

    async def _talk(self) -> None:
        async with connect(
            self._address,
            subprotocols=[Subprotocol(PROTOCOL)],
            additional_headers={"Authorization": f"Bearer {self._token}"},
        ) as socket:
            await socket.send(json.dumps({"t": "hello", "after": self._seq}))
            await socket.send(json.dumps({"t": "ping", "ts": 0}))  # its answer says: up to date
            self._socket = socket
            for frame, _ in self._unanswered.values():
                await socket.send(json.dumps(frame))
            async for text in socket:
                self._take(parse_json(text))

    async def send_command(self, kind: str, **fields: object) -> Json:
        """The answer to a command; raises NotDone when it is refused or there is none in time."""
        name = next(self._names)
        frame = {"t": "do", "id": name, "k": kind, **fields}
        answer: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self._unanswered[name] = frame, answer
        try:
            if self._socket is not None:
                with contextlib.suppress(ConnectionClosed):
                    await self._socket.send(json.dumps(frame))
            async with asyncio.timeout(ANSWER_TIMEOUT):
                said = await answer
        except TimeoutError:
            raise RequestRefused("no-answer", "The server does not answer.") from None
        finally:
            del self._unanswered[name]
        if said["t"] == "no":
            raise RequestRefused(said["code"], said["text"])
        return said

    def _take(self, frame: Json) -> None:
        match frame["t"]:
            case "welcome":
                self._seq, self.view = frame["seq"], frame["view"]
            case "ev" if self._seq is not None and frame["seq"] > self._seq:
                if frame["seq"] > self._seq + 1:
                    raise SequenceGapError
                self._seq, self.view = frame["seq"], apply_changes(self.view, frame["set"])
            case "ok" | "no" | "hint" if frame["id"] in self._unanswered:
                _, answer = self._unanswered[frame["id"]]
                if not answer.done():
                    answer.set_result(frame)
            case "present":
                self.present_players = frame["players"]
            case "pong":
                self.is_connected = True
                self.clock_offset_ms = frame["now"] - time.time_ns() // 1_000_000
        self._on_news()


def apply_changes(view: Json, changes: Json) -> Json:
    """The view after an event; what did not change is shared with the one before."""
    after = dict(view)
    for path, value in changes.items():
        part, _, name = path.partition(".")
        after[part] = {**after[part], name: value} if name else value
    return after
