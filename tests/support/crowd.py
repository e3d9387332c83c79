"""A crowd of clients over sockets that play what is legal, and keep score of what they were told.

Each client is as careful as the browser: it comes back after a break, says what it has seen last,
and sends again under the same name what was not answered.
"""

import asyncio
import json
import random
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from websockets import Subprotocol
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from bottleimp.protocol.messages import PROTOCOL
from bottleimp.server.settings.config import LOOPBACK
from tests.support.live_server import Json, Live, with_changes

EDITIONS = ("classic/3", "classic/4", "matagot/5", "classic/bright-house", "matagot/3")
WAIT = 0.2  # seconds until a client that lost its line comes back
LONGEST_THOUGHT = 0.4  # seconds until a client does something
OPEN_TIMEOUT = 3.0


@dataclass(frozen=True)
class Acknowledged:
    """A command that the server said it has done, and where."""

    table: str
    id: str
    seq: int


@dataclass
class Player:
    """One guest at one table, and all that the guest knows."""

    port: int
    table: str
    cookie: str
    acts: bool = True
    longest_thought: float = LONGEST_THOUGHT
    is_greeted: bool = False
    view: Json = field(default_factory=dict)
    seq: int = 0
    unanswered: dict[str, Json] = field(default_factory=dict)
    acknowledged: list[Acknowledged] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)
    last: Json | None = None  # the last command that was acknowledged
    _commands: int = 0
    _socket: ClientConnection | None = None

    async def run(self) -> None:
        """Plays until it is cancelled."""
        while True:
            with suppress(OSError, WebSocketException, TimeoutError):
                async with self.line() as socket:
                    await self._play(socket)
            self._socket, self.is_greeted = None, False
            await asyncio.sleep(WAIT * random.uniform(0.5, 1))

    def line(self) -> connect:
        """A socket to the guest's table."""
        return connect(
            f"ws://{LOOPBACK}:{self.port}/tables/{self.table}/socket",
            subprotocols=[Subprotocol(PROTOCOL)],
            additional_headers={"Cookie": self.cookie},
            open_timeout=OPEN_TIMEOUT,
            close_timeout=0.1,
            ping_interval=None,
            compression=None,
        )

    async def _play(self, socket: ClientConnection) -> None:
        self._socket = socket
        await self._say({"t": "hello", "after": self.seq or None})
        await self._say({"t": "ping", "ts": 0})
        for command in self.unanswered.values():
            await self._say(command)
        acting = asyncio.create_task(self._act_for_ever())
        try:
            table = self.table
            async for text in socket:
                self._hear(json.loads(text))
                if self.table != table:
                    return
        finally:
            acting.cancel()
            await asyncio.gather(acting, return_exceptions=True)

    async def _say(self, frame: Json) -> None:
        if self._socket is not None:
            await self._socket.send(json.dumps(frame))

    def _hear(self, frame: Json) -> None:
        match frame["t"]:
            case "welcome":
                self.view, self.seq = frame["view"], frame["seq"]
            case "ev":
                if frame["seq"] != self.seq + 1:
                    self.troubles.append(f"{self.table}: {frame['seq']} came after {self.seq}")
                self.view, self.seq = with_changes(self.view, frame["set"]), frame["seq"]
            case "pong":
                self.is_greeted = True
            case "ok":
                self._acknowledge(frame)
            case "no":
                self._refused(frame)

    def _acknowledge(self, frame: Json) -> None:
        command = self.unanswered.pop(frame["id"], None)
        known = [each.seq for each in self.acknowledged if each.id == frame["id"]]
        if known and known != [frame["seq"]]:
            self.troubles.append(f"{self.table}: {frame['id']} was done at {known}, now {frame}")
        if command is None:
            return
        self.acknowledged.append(Acknowledged(self.table, frame["id"], frame["seq"]))
        self.last = command
        if "table" in frame:
            self.table, self.view, self.seq, self.last = frame["table"], {}, 0, None
            self.unanswered.clear()

    def _refused(self, frame: Json) -> None:
        self.unanswered.pop(frame["id"], None)
        if frame["code"] not in ("stale", "too-fast", "server-error"):
            self.troubles.append(f"{self.table}: {frame}")

    async def _act_for_ever(self) -> None:
        while True:
            await asyncio.sleep(random.uniform(0, self.longest_thought))
            wish = self._wish() if self.acts and self.is_greeted and not self.unanswered else None
            if wish is not None:
                self._commands += 1
                name = f"{wish['k']}-{self._commands}"
                command = {"t": "do", "id": name, **wish}
                self.unanswered[name] = command
                await self._say(command)

    def _wish(self) -> Json | None:
        """What the guest wants to do now, if there is anything."""
        shown = self.view.get("round")
        if shown is None:
            return None
        coming = self.view["fair"]["next"]
        if coming is not None and self.view["you"] not in coming["given"]:
            return {"k": "seed", "round": coming["round"], "value": f"{random.getrandbits(64):x}"}
        if self.view["match"]["over"]:
            return {"k": "rematch"} if coming is not None else None
        if shown["result"] is not None:
            return {"k": "next", "round": shown["number"]}
        if not shown["legal"]:
            return None
        if shown["phase"] == "play":
            card = random.choice(shown["legal"])
            return {"k": "play", "round": shown["number"], "step": shown["step"], "card": card}
        if shown["committed"] is not None:
            return None
        actions = random.sample(shown["legal"], len(shown["asks"]))
        return {
            "k": "commit", "round": shown["number"], "stage": shown["stage"], "actions": actions,
        }  # fmt: skip

    async def repeat(self) -> None:
        """Sends the last command that was acknowledged once more: it must be answered alike."""
        if self.last is not None:
            await self._say(self.last)

    async def is_equal(self) -> bool:
        """Whether the guest's view is that of a newcomer with the same cookie, right now."""
        with suppress(OSError, WebSocketException, TimeoutError):
            async with self.line() as socket:
                await socket.send('{"t":"hello"}')
                async with asyncio.timeout(OPEN_TIMEOUT):
                    async for text in socket:
                        frame = json.loads(text)
                        if frame["t"] == "welcome":
                            return (self.seq, self.view) == (frame["seq"], frame["view"])
        return False


def seated(live: Live, tables: int) -> list[Player]:
    """So many players, each at a table of their own with computer players."""
    players = []
    for number in range(tables):
        levels = {f"player_{seat}": "rules_of_thumb" for seat in range(1, 8)}
        table, cookie = live.new_table(EDITIONS[number % len(EDITIONS)], **levels)
        players.append(Player(live.port, table, cookie))
    return players


async def settled(players: Sequence[Player]) -> None:
    """Waits until everyone has a line and no question is open."""
    while not all(p.is_greeted and not p.unanswered for p in players):  # noqa: ASYNC110
        await asyncio.sleep(0.02)
