"""A crowd of clients over sockets that play what is legal, and keep score of what they were told.

Each plays with the client of the package: it comes back after a break, says what it has seen last,
and sends again under the same id what was not answered.
"""

import asyncio
import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from bottleimp.client.commands import CommandIds
from bottleimp.client.errors import ClientError
from bottleimp.client.table_client import TableClient
from bottleimp.protocol.messages import (
    AnyCommand,
    CommandAccepted,
    CommitChoices,
    ContributeEntropy,
    PlayCard,
    RequestNextRound,
    RequestRematch,
    ServerFrame,
)
from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.protocol.views import View
from bottleimp.server.settings.config import LOOPBACK
from tests.support.live_server import Live

EDITIONS = ("classic/3", "classic/4", "matagot/5", "classic/bright-house", "matagot/3")
WAIT = 0.2  # seconds until a client that lost its line comes back
LONGEST_THOUGHT = 0.4  # seconds until a client does something
OPEN_TIMEOUT = 3.0
EXPECTED_REFUSALS = (RefusalCode.STALE, RefusalCode.TOO_FAST, RefusalCode.SERVER_ERROR)


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
    keepalive: float | None = None  # seconds after which a silent line is given up
    acknowledged: list[Acknowledged] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)  # that should not have been
    last: AnyCommand | None = None  # the last command that was acknowledged
    lines: int = 0  # at tables before this one
    _ids: CommandIds = field(default_factory=CommandIds)
    _client: TableClient | None = None
    _lines_cut: int = 0  # of the connection to this table

    @property
    def token(self) -> str:
        """What is in the guest's cookie."""
        return self.cookie.partition("=")[2]

    @property
    def view(self) -> View | None:
        """What the guest sees; None before the first view of a table."""
        return None if self._client is None else self._client.view

    @property
    def seq(self) -> int | None:
        """The last event in the view."""
        return None if self._client is None else self._client.seq

    @property
    def is_greeted(self) -> bool:
        """Whether the guest has a line that was not cut, and all that happened."""
        client = self._client
        is_new = client is not None and client.connection_count > self._lines_cut
        return client is not None and client.is_connected and is_new

    @property
    def unanswered(self) -> list[AnyCommand]:
        """What the guest has sent and does not know to be done."""
        return [] if self._client is None else self._client.unanswered

    @property
    def connection_count(self) -> int:
        """How many lines the guest has had."""
        return self.lines + (0 if self._client is None else self._client.connection_count)

    @property
    def troubles(self) -> list[str]:
        """Everything that should not have happened."""
        problems = [] if self._client is None else self._client.problems
        return [*self.refusals, *(f"{self.table}: {problem}" for problem in problems)]

    def note_cut(self) -> None:
        """Remembers that the line of now is dead, whether it is known already or not."""
        if self._client is not None:
            self._lines_cut = self._client.connection_count

    async def run(self) -> None:
        """Plays until it is cancelled."""
        while True:
            async with self._connect(self.port, self._hear) as client:
                self._client, self._lines_cut = client, 0
                table = self.table
                while self.table == table:
                    await asyncio.sleep(random.uniform(0, self.longest_thought))
                    wish = self._wish() if self.acts and self.is_greeted else None
                    if wish is not None:
                        await self._send(wish)
            self.lines += client.connection_count
            self.refusals += [f"{table}: {problem}" for problem in client.problems]
            self._client, self.last = None, None

    def _connect(
        self, port: int, on_frame: Callable[[ServerFrame], None] | None = None
    ) -> TableClient:
        return TableClient(
            f"http://{LOOPBACK}:{port}",
            self.table,
            self.token,
            on_frame=on_frame,
            initial_backoff=WAIT * random.uniform(0.5, 1),
            max_backoff=WAIT,
            answer_timeout=None,
            keepalive=self.keepalive,
        )

    def _hear(self, frame: ServerFrame) -> None:
        """Takes note of a frame."""

    async def _send(self, command: AnyCommand) -> None:
        client = self._client
        if client is None:
            return
        try:
            reply = await client.exchange(command)
        except Refused as refusal:
            if refusal.code not in EXPECTED_REFUSALS:
                self.refusals.append(f"{self.table}: {command}: {refusal.code.value}")
            return
        except ClientError as problem:
            self.refusals.append(f"{self.table}: {command}: {problem}")
            return
        assert isinstance(reply, CommandAccepted)
        self._acknowledge(command, reply)

    def _acknowledge(self, command: AnyCommand, reply: CommandAccepted) -> None:
        known = [each.seq for each in self.acknowledged if each.id == reply.id]
        if known and known != [reply.seq]:
            self.refusals.append(f"{self.table}: {reply.id} was done at {known}, now {reply}")
        if known:
            return
        self.acknowledged.append(Acknowledged(self.table, reply.id, reply.seq))
        self.last = command
        if reply.table is not None:
            self.table = reply.table

    def build(self, kind: type[AnyCommand], **fields: object) -> AnyCommand:
        """A command with an id of its own."""
        return self._ids.build(kind, **fields)

    def _wish(self) -> AnyCommand | None:
        """What the guest wants to do now, if there is anything."""
        view = self.view
        if view is None or view.round is None:
            return None
        shown, coming = view.round, view.fair.next
        if coming is not None and view.you not in coming.given:
            value = f"{random.getrandbits(64):x}"
            return self.build(ContributeEntropy, round=coming.round, value=value)
        if view.match.over:
            return self.build(RequestRematch) if coming is not None else None
        if shown.result is not None:
            return self.build(RequestNextRound, round=shown.number)
        if not shown.legal:
            return None
        if shown.phase == "play":
            card = random.choice(shown.legal)
            return self.build(PlayCard, round=shown.number, step=shown.step, card=card)
        if shown.committed is not None:
            return None
        actions = random.sample(shown.legal, len(shown.asks))
        return self.build(CommitChoices, round=shown.number, stage=shown.stage, actions=actions)

    async def repeat(self) -> None:
        """Sends the last command that was acknowledged once more: it must be answered alike."""
        if self.last is not None:
            await self._send(self.last)

    async def is_equal(self, port: int | None = None) -> bool:
        """Whether the guest's view is that of a newcomer with the same token, right now."""
        newcomer = self._connect(self.port if port is None else port)
        with suppress(TimeoutError, ClientError):
            async with newcomer, asyncio.timeout(OPEN_TIMEOUT):
                await newcomer.wait_for(lambda _: True)
                return (self.seq, self.view) == (newcomer.seq, newcomer.view)
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
