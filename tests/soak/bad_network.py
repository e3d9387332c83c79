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

from bottleimp.protocol.messages import AnyCommand, JoinTable, ReturnToPlace
from bottleimp.server.access import guests
from bottleimp.server.storage.event_store import EventStore
from bottleimp.server.storage.sqlite import FILE_NAME, open_database
from bottleimp.server.tables.replay import replay_log
from tests.support.bad_connection import BadLine, NetworkFaults
from tests.support.crowd import Acknowledged, Player
from tests.support.live_server import Live
from tests.support.server_process import ServerProcess, server_process

EDITIONS = {"classic/3": 3, "classic/4": 4, "matagot/5": 5, "classic/bright-house": 2}
TABLES_AT_ONCE = 25
KEEPALIVE = 1.25  # seconds: a client gives a line up after twice as long without a word
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
    outcomes: Counter[str] = field(default_factory=Counter)
    troubles: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        counts = sorted(self.outcomes.items())
        outcomes = ", ".join(f"{count} {outcome}" for outcome, count in counts)
        return (
            f"{self.rounds} rounds, {self.finished} of {self.tables} matches finished,"
            f" {self.events} events, {self.acknowledged} acknowledged commands over {self.lines}"
            f" lines ({outcomes}): {len(self.troubles)} faults"
        )


class Guest(Player):
    """A player who does not trust the line, sits down, and ends with the match."""

    name = ""

    @property
    def is_done(self) -> bool:
        """Whether the match is over and everything was answered."""
        view = self.view
        return view is not None and view.match.over and not self.unanswered and view.you is not None

    def _wish(self) -> AnyCommand | None:
        view = self.view
        if view is None:
            return None
        if view.you is None:
            return self.build(JoinTable, name=self.name)
        if view.match.over:
            return None
        if view.players[view.you].stand_in is not None:
            return self.build(ReturnToPlace)
        if view.round is not None and view.you in view.match.ready:
            return None
        return super()._wish()


def seated(live: Live, port: int, number: int) -> list[Guest]:
    """Two people for a new table, who find it behind the port."""
    edition, players = list(EDITIONS.items())[number % len(EDITIONS)]
    others = {f"player_{seat}": "rules_of_thumb" for seat in range(2, players)}
    fields = {"friends": "yes", "length": "cycles=1", "name": "Ann", **others}
    table, cookie = live.new_table(edition, **fields)
    cookies = (cookie, live.new_cookie())
    host, friend = (Guest(port, table, each, keepalive=KEEPALIVE) for each in cookies)
    host.name, friend.name = "Ann", "Bob"
    return [host, friend]


class BadNetwork:
    """A server, a bad line to it, and matches."""

    def __init__(
        self, server: ServerProcess, folder: Path, seed: int, faults: NetworkFaults
    ) -> None:
        self._server = server
        self._folder = folder
        self._line = BadLine(server.live.port, seed, faults)
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
        self.report.outcomes = self._line.outcomes
        return self.report

    async def _say_now_and_then(self, say: Callable[[str], object]) -> None:
        while True:
            await asyncio.sleep(SAID_EVERY)
            say(f"{self.report.finished} matches finished, {self._line.outcomes.total()} lines")

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
        report.lines += sum(person.connection_count for person in people)
        report.troubles += [trouble for person in people for trouble in person.troubles]
        with closing(sqlite3.connect(self._folder / FILE_NAME)) as connection:
            for person in people:
                for told in person.acknowledged:
                    self._look_up(connection, told, guests.new_guest(person.token).id)

    async def _is_equal(self, person: Guest) -> bool:
        """Whether the person soon has what a newcomer is told who asks the server itself."""
        end = time.monotonic() + EQUAL_WITHIN
        while time.monotonic() < end:
            if await person.is_equal(self._server.live.port):
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
    faults: NetworkFaults | None = None,
    say: Callable[[str], object] = lambda _: None,
) -> Report:
    """Plays so many rounds through a bad line."""
    with server_process(folder, *LIMITS) as server:
        network = BadNetwork(server, folder, seed, faults or NetworkFaults())
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
