"""Kills a server under load again and again: nothing that it acknowledged is lost or done twice.

`python -m tests.soak.killed_server --times 200` drives a hundred tables over sockets, kills the
server with SIGKILL at random moments, starts it again, and asks after every start: does every
client have what the server has, within five seconds?  Is every acknowledged command in the log,
once, where it was said to be, and answered alike when it is sent again?
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import Connection, select

from bottleimp.server.storage.database import Database
from bottleimp.server.storage.event_store import EventStore
from bottleimp.server.storage.schema import event, game
from bottleimp.server.storage.sqlite import open_database
from bottleimp.server.tables.replay import replay_log
from tests.support.crowd import Acknowledged, Player, seated, settled
from tests.support.live_server import Live
from tests.support.server_process import ServerProcess

TABLES = 100
SHORTEST_LIFE, LONGEST_LIFE = 0.3, 2.0  # seconds of load before a server is killed
MOST_SECONDS = 5.0  # from the start of a server until all clients have what it has
PATIENCE = 60.0
LOOKS = 200  # at what was acknowledged, while a server lives
SAID_EVERY = 10  # kills
CALIBRATION = 0.05  # seconds of processor time
LIMITS = ("--max-waiting-choices", "100000", "--max-streams", "100000", "--log-level", "error")


@dataclass
class Report:
    """What was seen over all kills."""

    kills: int = 0
    acknowledged: int = 0
    open_when_killed: int = 0  # commands that were sent and not answered when the server died
    events: int = 0
    tables: int = 0
    seconds: list[float] = field(default_factory=list)  # until all clients were equal
    late: int = 0  # times it took longer than it may
    slowness: list[float] = field(default_factory=list)  # seconds in which one is computed
    troubles: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        slowest, slowness = sorted(self.seconds), sorted(self.slowness)
        return (
            f"{self.kills} kills, {self.tables} tables, {self.events} events,"
            f" {self.acknowledged} acknowledged commands, {self.open_when_killed} open when the"
            f" server died; all clients equal to the server after a median of"
            f" {slowest[len(slowest) // 2]:.2f} s, at most {slowest[-1]:.2f} s, {self.late} times"
            f" too late; what takes a second of processor time took"
            f" {slowness[len(slowness) // 2]:.1f} s, at most {slowness[-1]:.1f} s;"
            f" {len(self.troubles)} faults"
        )


class Killing:
    """A data folder, the crowd at its tables, and one server after another."""

    def __init__(
        self, folder: Path, opened: Callable[[], Database], tables: int, most_seconds: float
    ) -> None:
        """`opened` opens the database of the servers."""
        self._folder = folder
        self._opened = opened
        self._tables = tables
        self._most_seconds = most_seconds
        self._checked: dict[int, int] = {}  # how many acknowledged commands were looked up
        self.report = Report()

    async def run(self, times: int) -> Report:
        """Kills so many servers."""
        live = await self._start()
        try:
            players = await asyncio.to_thread(seated, live, self._tables)
            tasks = [asyncio.create_task(player.run()) for player in players]
            for kill_number in range(1, times + 1):
                await self._loaded(players)
                await self._kill_one(players)
                if kill_number % SAID_EVERY == 0:
                    self.report.acknowledged = acknowledged(players)
                    print(self.report, file=sys.stderr, flush=True)  # noqa: T201
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        finally:
            await self._end()
        self.report.acknowledged = acknowledged(players)
        self.report.troubles += [trouble for player in players for trouble in player.troubles]
        self._fold_all()
        return self.report

    async def _start(self) -> Live:
        """Starts what players connect to."""
        self._server = await asyncio.to_thread(ServerProcess, self._folder, *LIMITS)
        return self._server.live

    async def _end(self) -> None:
        """Ends it."""
        await asyncio.to_thread(kill, self._server)

    async def _loaded(self, players: list[Player]) -> None:
        """Lets the server live for a random time, and until it has acknowledged something more.

        More than that everybody has sat down, too.
        """
        before = max(acknowledged(players), len(players))
        await asyncio.sleep(random.uniform(SHORTEST_LIFE, LONGEST_LIFE))
        for _ in range(LOOKS):
            if acknowledged(players) > before:
                return
            await asyncio.sleep(SHORTEST_LIFE)
        self.report.troubles.append("nothing was acknowledged for long")

    async def _kill_one(self, players: list[Player]) -> None:
        """Kills a server, starts another in its place, and compares."""
        await asyncio.to_thread(kill, self._server)
        for player in players:
            player.note_cut()
        self._note_kill(players)
        port = ("--port", str(self._server.live.port))
        self._server = await asyncio.to_thread(ServerProcess, self._folder, *LIMITS, *port)
        await self._compare_all(players)

    def _note_kill(self, players: list[Player]) -> None:
        """Has the players wait until all is compared."""
        for player in players:
            player.acts = False
        self.report.kills += 1
        self.report.open_when_killed += sum(len(player.unanswered) for player in players)

    async def _compare_all(self, players: list[Player]) -> None:
        """Compares what clients, server and log have; then the players go on."""
        started = time.monotonic()
        try:
            async with asyncio.timeout(PATIENCE):
                await settled(players)
                await asyncio.gather(*(until_equal(player) for player in players))
        except TimeoutError:
            late = [player.table for player in players if not player.is_greeted]
            self.report.troubles.append(f"clients never became equal: {late}")
        seconds = time.monotonic() - started
        self.report.seconds.append(seconds)
        self.report.late += seconds > self._most_seconds
        self.report.slowness.append(await asyncio.to_thread(slowness))
        await asyncio.to_thread(self._look_up, players)
        for player in players:
            player.acts = True
            await player.repeat()

    def _look_up(self, players: list[Player]) -> None:
        """Compares the log with what was acknowledged since the last time."""
        database = self._opened()
        with closing(database), database.read_engine.connect() as connection:
            for number, player in enumerate(players):
                known = self._checked.get(number, 0)
                for each in player.acknowledged[known:]:
                    self._compare(connection, each)
                self._checked[number] = len(player.acknowledged)

    def _compare(self, connection: Connection, told: Acknowledged) -> None:
        place = event.c.game_id == told.table, event.c.cmd_id == told.id
        rows = connection.execute(select(event.c.seq).where(*place)).scalars().all()
        if rows != [told.seq]:
            self.report.troubles.append(f"{told} stands in the log at {rows}")

    def _fold_all(self) -> None:
        """Folds every log from its first event to its last."""
        store = EventStore(self._opened())
        with store.database.read_engine.connect() as connection:
            tables = connection.execute(select(game.c.id)).scalars().all()
        for table in tables:
            stored = store.game(table)
            assert stored is not None
            if [each.seq for each in stored.events] != [*range(1, len(stored.events) + 1)]:
                self.report.troubles.append(f"{table}: the log has gaps")
            replay_log(stored)
            self.report.events += len(stored.events)
        self.report.tables = len(tables)
        store.close()


def acknowledged(players: list[Player]) -> int:
    """How many commands of all players were acknowledged so far."""
    return sum(len(player.acknowledged) for player in players)


def slowness() -> float:
    """How many seconds the machine takes now for one of processor time."""
    wall, began = time.monotonic(), time.thread_time()
    while time.thread_time() < began + CALIBRATION:
        pass
    return (time.monotonic() - wall) / CALIBRATION


def kill(server: ServerProcess) -> None:
    """Kills the server and closes what it wrote to."""
    server.kill()
    assert server.process.stdout is not None
    server.process.stdout.close()


async def until_equal(player: Player) -> None:
    """Waits until the player's view is the server's."""
    while not await player.is_equal():  # noqa: ASYNC110
        await asyncio.sleep(0.05)


def killed(
    folder: Path, times: int, tables: int = TABLES, most_seconds: float = MOST_SECONDS
) -> Report:
    """Kills so many servers on the folder, with so many tables at play."""
    killing = Killing(folder, lambda: open_database(folder), tables, most_seconds)
    return asyncio.run(killing.run(times))


def run_from_command_line(
    description: str, times: int, tables: int, killing: Callable[[Path, int, int], Report]
) -> int:
    """Reports in one line, and every fault in another; 1 if there is any.

    `times` and `tables` are what is done where nothing is said.
    """
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--times", type=int, default=times)
    parser.add_argument("--tables", type=int, default=tables)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        report = killing(Path(folder), arguments.times, arguments.tables)
    print(report)  # noqa: T201
    for trouble in report.troubles:
        print(trouble)  # noqa: T201
    return 1 if report.troubles or report.late else 0


if __name__ == "__main__":
    sys.exit(
        run_from_command_line("Kill a server under load, again and again.", 200, TABLES, killed)
    )
