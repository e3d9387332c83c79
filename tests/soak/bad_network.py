"""Plays whole matches through a bad line: all finish, and nobody ever has anything but the truth.

    python -m tests.soak.bad_network --rounds 1000

At every table two people play beside computer players.  Each comes back when a line breaks or falls
silent, says what was seen last, and sends again what was not answered.  In the end every log folds,
every acknowledged command is in it once, and every client has what the server has.
"""

import argparse
import asyncio
import json
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path

from websockets.asyncio.client import ClientConnection

from bottleimp.server.access import guests
from bottleimp.server.storage.database import FILE_NAME, open_database
from bottleimp.server.storage.event_store import EventStore
from bottleimp.server.tables.replay import replay_log
from tests.support.bad_connection import BadLine, Weather
from tests.support.crowd import Acknowledged, Player
from tests.support.live_server import Json, Live
from tests.support.server_process import ServerProcess, server_process

EDITIONS = {"classic/3": 3, "classic/4": 4, "matagot/5": 5, "classic/bright-house": 2}
TABLES_AT_ONCE = 25
SILENCE = 2.5  # seconds without a word after which a client gives a line up
ASKED_EVERY = 0.8  # seconds: a sign of life
PATIENCE = 900.0  # seconds for one match
EQUAL_WITHIN = 10.0  # seconds
SAID_EVERY = 20.0  # seconds
LIMITS = (
    "--max-waiting-choices", "100000", "--max-streams", "100000", "--max-tables", "100000",
    "--messages-per-second", "1000", "--requests-per-second", "100000", "--log-level", "error",
    "--table-commands-per-second", "1000",
)  # fmt: skip


@dataclass
class Report:
    """What was seen."""

    rounds: int = 0
    tables: int = 0
    finished: int = 0
    events: int = 0
    acknowledged: int = 0
    lines: int = 0  # that clients opened
    fates: Counter[str] = field(default_factory=Counter)
    troubles: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        fates = ", ".join(f"{count} {fate}" for fate, count in sorted(self.fates.items()))
        return (
            f"{self.rounds} rounds, {self.finished} of {self.tables} matches finished,"
            f" {self.events} events, {self.acknowledged} acknowledged commands over {self.lines}"
            f" lines ({fates}): {len(self.troubles)} faults"
        )


class Guest(Player):
    """A player who does not trust the line, sits down, and ends with the match."""

    lines = 0
    name = ""
    _heard = 0.0

    @property
    def is_done(self) -> bool:
        """Whether the match is over and everything was answered."""
        is_over = bool(self.view) and self.view["match"]["over"]
        return is_over and not self.unanswered and self.view["you"] is not None

    async def _play(self, socket: ClientConnection) -> None:
        self._heard = time.monotonic()
        self.lines += 1
        watching = asyncio.create_task(self._watch(socket))
        try:
            await super()._play(socket)
        finally:
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)

    async def _watch(self, socket: ClientConnection) -> None:
        """Gives the line up when it has been silent for too long."""
        while time.monotonic() < self._heard + SILENCE:
            await asyncio.sleep(ASKED_EVERY)
            with suppress(Exception):
                await asyncio.wait_for(self._say({"t": "ping", "ts": 1}), ASKED_EVERY)
        socket.transport.abort()

    def _hear(self, frame: Json) -> None:
        self._heard = time.monotonic()
        super()._hear(frame)

    def _wish(self) -> Json | None:
        if not self.view:
            return None
        you = self.view["you"]
        if you is None:
            return {"k": "join", "name": self.name}
        if self.view["match"]["over"]:
            return None
        if self.view["players"][you]["stand_in"] is not None:
            return {"k": "return"}
        if self.view["round"] is not None and you in self.view["match"]["ready"]:
            return None
        return super()._wish()


def seated(live: Live, port: int, number: int) -> list[Guest]:
    """Two people for a new table, who find it behind the port."""
    edition, players = list(EDITIONS.items())[number % len(EDITIONS)]
    others = {f"player_{seat}": "rules_of_thumb" for seat in range(2, players)}
    fields = {"friends": "yes", "length": "cycles=1", "name": "Ann", **others}
    table, cookie = live.new_table(edition, **fields)
    host, friend = (Guest(port, table, each) for each in (cookie, live.new_cookie()))
    host.name, friend.name = "Ann", "Bob"
    return [host, friend]


class BadNetwork:
    """A server, a bad line to it, and matches."""

    def __init__(self, server: ServerProcess, folder: Path, seed: int, weather: Weather) -> None:
        self._server = server
        self._folder = folder
        self._line = BadLine(server.live.port, seed, weather)
        self._gate = asyncio.Semaphore(TABLES_AT_ONCE)
        self.report = Report()

    async def play(self, rounds: int, say: Callable[[str], object]) -> Report:
        """Plays matches with so many rounds or a few more."""
        await self._line.open()
        saying = asyncio.create_task(self._say_now_and_then(say))
        matches, planned = list[asyncio.Task[None]](), 0
        while planned < rounds:
            planned += list(EDITIONS.values())[len(matches) % len(EDITIONS)]
            matches.append(asyncio.create_task(self._match(len(matches))))
        await asyncio.gather(*matches)
        saying.cancel()
        await self._line.close()
        self.report.fates = self._line.fates
        return self.report

    async def _say_now_and_then(self, say: Callable[[str], object]) -> None:
        while True:
            await asyncio.sleep(SAID_EVERY)
            say(f"{self.report.finished} matches finished, {self._line.fates.total()} lines")

    async def _match(self, number: int) -> None:
        report = self.report
        async with self._gate:
            people = await asyncio.to_thread(seated, self._server.live, self._line.port, number)
            report.tables += 1
            tasks = [asyncio.create_task(person.run()) for person in people]
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    while not all(person.is_done for person in people):  # noqa: ASYNC110
                        await asyncio.sleep(0.05)
                    report.finished += 1
            if not all(person.is_done for person in people):
                where = [(person.seq, person.unanswered) for person in people]
                report.troubles.append(f"{people[0].table} was not finished: {where}")
            for person in people:
                if not await self._is_equal(person):
                    report.troubles.append(f"{person.table}: {person.name} has something else")
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        report.acknowledged += sum(len(person.acknowledged) for person in people)
        report.lines += sum(person.lines for person in people)
        report.troubles += [trouble for person in people for trouble in person.troubles]
        with closing(sqlite3.connect(self._folder / FILE_NAME)) as connection:
            for person in people:
                for told in person.acknowledged:
                    self._look_up(connection, told, guests.new_guest(token_of(person)).id)

    async def _is_equal(self, person: Guest) -> bool:
        """Whether the person soon has what a newcomer is told who asks the server itself."""
        asking = Guest(self._server.live.port, person.table, person.cookie)
        end = time.monotonic() + EQUAL_WITHIN
        while time.monotonic() < end:
            asking.seq, asking.view = person.seq, person.view
            if await asking.is_equal():
                return True
            await asyncio.sleep(0.1)
        return False

    def _look_up(self, connection: sqlite3.Connection, told: Acknowledged, guest: str) -> None:
        rows = connection.execute(
            "SELECT seq FROM event WHERE game_id = ? AND actor = ? AND cmd_id = ?",
            (told.table, guest, told.id),
        ).fetchall()
        if rows != [(told.seq,)]:
            self.report.troubles.append(f"{told} stands in the log at {rows}")


def token_of(person: Player) -> str:
    """The token in the person's cookie."""
    return person.cookie.partition("=")[2]


def fold_all(folder: Path, report: Report) -> None:
    """Folds every log from its first event to its last."""
    store = EventStore(open_database(folder))
    with closing(sqlite3.connect(folder / FILE_NAME)) as connection:
        tables = [row[0] for row in connection.execute("SELECT id FROM game")]
    for table in tables:
        game = store.game(table)
        assert game is not None
        if [event.seq for event in game.events] != [*range(1, len(game.events) + 1)]:
            report.troubles.append(f"{table}: the log has gaps")
        state = replay_log(game).entries[-1].state
        report.rounds += len(state.match.results)
        report.events += len(game.events)
    store.close()


def played(
    folder: Path,
    rounds: int,
    seed: int = 1,
    weather: Weather | None = None,
    say: Callable[[str], object] = lambda _: None,
) -> Report:
    """Plays so many rounds through a bad line."""
    with server_process(folder, *LIMITS) as server:
        network = BadNetwork(server, folder, seed, weather or Weather())
        report = asyncio.run(network.play(rounds, say))
    fold_all(folder, report)
    return report


def main() -> int:
    """Reports in one line, and every fault in another; 1 if there is any."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        report = played(
            Path(folder),
            arguments.rounds,
            arguments.seed,
            say=lambda text: print(text, flush=True),  # noqa: T201
        )
    for trouble in report.troubles[:20]:
        print(trouble)  # noqa: T201
    print(json.dumps({"seed": arguments.seed}), report)  # noqa: T201
    return 1 if report.troubles else 0


if __name__ == "__main__":
    sys.exit(main())
