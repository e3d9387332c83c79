"""A server under load: how long from a move until everybody at the table has it.

    python -m benchmarks.table_load --variant usual --runs 3 --seconds 600
    python -m benchmarks.table_load --variant saturated --variant fast --variant idle

Server and generator run on the same machine; every move is on the disk before anybody hears of it.
Before that every table plays up to a round, so that tables stand at different places, as they do
where people play.  Then moves are sent by the clock, whether earlier ones have been answered or
not.  A table without an answer when its next move is due is an error.  Durations are what half,
one in a hundred and one in a thousand exceed.  The output is Markdown for `results.md`.
"""

import argparse
import asyncio
import gc
import http.client
import json
import os
import re
import statistics
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.load_clients import HERE, BusyTable, Line, PlayedTable
from benchmarks.machine_baseline import Spread, commit_spread, echo_spread, slowness, spread
from benchmarks.processes import Clocks, megabytes
from bottleimp.server.settings.config import MANY
from tests.support.server_process import ServerProcess

EDITION, PEOPLE = "classic/4", 4
LENGTH = "cycles=10"  # more rounds than are played here
AT_ONCE = 40  # tables that are being set
PATIENCE = 60.0  # seconds
SETTLING = 2.0  # seconds after the tables are set, and after the last move
A_ROUND = 44  # moves in it: exchange, cards, and four people who ask for the next one
WAITING = r"^bottleimp_choices_waiting (\S+)$"
IDLE = 30.0  # seconds for which nothing is done at most
SATURATING = "imp"
LIMITED = (
    "longest_queue", "most_tables", "most_tables_of_a_guest", "tables_an_hour", "guests_an_hour",
    "messages_a_second", "most_messages_at_once", "requests_a_second", "most_requests_at_once",
    "most_lines", "address_messages_a_second", "most_address_messages_at_once",
    "table_commands_a_second", "most_table_commands_at_once", "wrong_codes_an_hour",
)  # fmt: skip


@dataclass(frozen=True)
class Variant:
    """So many tables of four people and so many moves a second, and what else goes on."""

    name: str
    tables: int
    rate: float
    thinking: int = 0  # tables that keep the computer players busy, for each process of theirs
    limit: tuple[float, float] | None = None  # ms that one in 100, in 1,000 may exceed
    most_megabytes: float | None = None


VARIANTS = {
    each.name: each
    for each in (
        Variant("usual", 500, 250, limit=(25, 100)),
        Variant("saturated", 500, 250, thinking=24, limit=(50, float("inf"))),
        Variant("fast", 500, 1000, limit=(50, float("inf"))),
        Variant("idle", 2000, 0, most_megabytes=400),
        Variant("full", 2000, 1000, limit=(50, float("inf")), most_megabytes=400),
    )
}


@dataclass
class Run:
    """What one run gave."""

    moves: int = 0
    heard: Spread | None = None
    acknowledged: Spread | None = None
    lag: Spread | None = None  # how late the generator itself was
    echo: Spread | None = None
    commit: Spread | None = None
    slowness: float = 0.0
    server: float = 0.0  # cores
    players: float = 0.0  # cores, processes of computer players
    generator: float = 0.0  # cores
    megabytes: float = 0.0  # resident, the server's process alone
    sockets: int = 0
    errors: Counter[str] = field(default_factory=Counter)


# --- tables ---------------------------------------------------------------------------------


def made(port: int, token: str, players: list[str]) -> str:
    """Makes a table over HTTP; its id."""
    order = {
        "edition": EDITION, "name": "Ann", "players": players, "length": LENGTH, "pace": 0,
        "begins_when_full": True,
    }  # fmt: skip
    connection = http.client.HTTPConnection(HERE, port, timeout=PATIENCE)
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    connection.request("POST", "/api/tables", json.dumps(order), headers)
    response = connection.getresponse()
    answer = json.loads(response.read())
    connection.close()
    assert response.status == 201, answer
    return str(answer["table"])


def new_token(port: int) -> str:
    """A token of a guest who has not sat down yet."""
    connection = http.client.HTTPConnection(HERE, port, timeout=PATIENCE)
    connection.request("POST", "/api/guests")
    answer = json.loads(connection.getresponse().read())
    connection.close()
    return str(answer["token"])


async def full_table(port: int, taken: list[float], acks: list[float]) -> PlayedTable:
    """A table at which four people have sat down and a round is dealt."""
    tokens = [await asyncio.to_thread(new_token, port) for _ in range(PEOPLE)]
    name = await asyncio.to_thread(made, port, tokens[0], ["open"] * (PEOPLE - 1))
    table = PlayedTable(name, taken, acks)
    for number, token in enumerate(tokens):
        line = Line(table, token)
        table.lines.append(line)
        await line.open(port)
        if number:
            table.do(line, {"k": "join", "name": f"P{number}"})
            await until_free(table)
    return table


async def busy_table(port: int) -> BusyTable:
    """A table that keeps computer players thinking."""
    token = await asyncio.to_thread(new_token, port)
    name = await asyncio.to_thread(made, port, token, [SATURATING] * (PEOPLE - 1))
    table = BusyTable(name, [], [])
    table.lines.append(Line(table, token))
    await table.lines[0].open(port)
    return table


def waiting(port: int) -> float:
    """How many choices of computer players wait on the server."""
    connection = http.client.HTTPConnection(HERE, port, timeout=PATIENCE)
    connection.request("GET", "/metrics")
    found = re.search(WAITING, connection.getresponse().read().decode(), re.MULTILINE)
    connection.close()
    assert found is not None
    return float(found[1])


async def until_free(table: PlayedTable) -> None:
    """Waits until everything has been answered."""
    try:
        async with asyncio.timeout(PATIENCE):
            while not table.is_free:  # noqa: ASYNC110 (callbacks would slow the measuring)
                await asyncio.sleep(0.002)
    except TimeoutError:
        raise TimeoutError(f"A table was not set in time: {table}") from None
    if table.troubles:
        raise ConnectionError(f"A table could not be set: {table}")


async def ahead(table: PlayedTable, gate: asyncio.Semaphore, place: int) -> None:
    """Plays some moves that do not count, as many as belong to the table's place in the list."""
    async with gate:
        for _ in range(place * 17 % A_ROUND):  # neighbours in the list are far apart
            table.move()
            await until_free(table)


# --- the load -------------------------------------------------------------------------------


class Load:
    """Tables on one server, moves by the clock, and what is noted."""

    def __init__(self, variant: Variant, server: ServerProcess, workers: int) -> None:
        self._variant = variant
        self._server = server
        self._workers = workers
        self._taken: list[float] = []
        self._acks: list[float] = []
        self._lag: list[float] = []
        self._busy: list[BusyTable] = []
        self._waiting: list[float] = []  # choices of computer players, second by second
        self.run = Run()

    async def measured(self, seconds: float) -> Run:
        """Sets the tables and plays for so long."""
        variant, run, port = self._variant, self.run, self._server.live.port
        gate = asyncio.Semaphore(AT_ONCE)

        async def one_more() -> PlayedTable:
            async with gate:
                return await full_table(port, self._taken, self._acks)

        tables = await asyncio.gather(*(one_more() for _ in range(variant.tables)))
        self._busy = [await busy_table(port) for _ in range(variant.thinking * self._workers)]
        watching = asyncio.create_task(self._keep_busy())
        await self._until_saturated()
        gc.collect()
        gc.freeze()
        await asyncio.sleep(SETTLING)
        if variant.rate:
            await asyncio.gather(*(ahead(table, gate, place) for place, table in enumerate(tables)))
        await asyncio.sleep(SETTLING)
        for noted in (self._taken, self._acks, self._lag, self._waiting):
            noted.clear()
        for table in tables:
            table.commands.clear()
        clocks = Clocks(self._server.process.pid)
        if variant.rate:
            await self._play(tables, seconds)
        else:
            await asyncio.sleep(min(seconds, IDLE))
        run.server, run.players, run.generator = clocks.taken()
        watching.cancel()
        await asyncio.sleep(SETTLING)
        self._finish(tables)
        for table in (*tables, *self._busy):
            for line in table.lines:
                line.close()
        return run

    async def _play(self, tables: list[PlayedTable], seconds: float) -> None:
        rate, began = self._variant.rate, time.perf_counter()
        for number in range(int(rate * seconds)):
            due = began + number / rate
            wait = due - time.perf_counter()
            if wait > 0:
                await asyncio.sleep(wait)
            elif number % 50 == 0:
                await asyncio.sleep(0)
            self._lag.append(max(0.0, time.perf_counter() - due))
            table = tables[number % len(tables)]
            if not table.is_free:
                self.run.errors["a move was due before the one before was heard of"] += 1
            elif not table.move():
                self.run.errors["nobody could do anything"] += 1

    async def _keep_busy(self) -> None:
        """Looks every second how many choices wait, and begins anew where a match is over."""
        while self._busy:
            await asyncio.sleep(1)
            self._waiting.append(await asyncio.to_thread(waiting, self._server.live.port))
            for number, table in enumerate(self._busy):
                if table.is_over:
                    self._busy[number] = await busy_table(self._server.live.port)
                    table.lines[0].close()

    async def _until_saturated(self) -> None:
        """Waits until computer players are never idle: they compile before they think."""
        for _ in range(int(PATIENCE)):
            if not self._busy or (len(self._waiting) > 3 and min(self._waiting[-3:]) > 0):
                return
            await asyncio.sleep(1)
        self.run.errors["computer players did not become busy"] += 1

    def _finish(self, tables: list[PlayedTable]) -> None:
        run, busy = self.run, self._busy
        if self._waiting and statistics.median(self._waiting) < 1:
            run.errors["computer players were idle for half of the time"] += 1
        run.megabytes = megabytes(self._server.process.pid)
        run.sockets = sum(len(table.lines) for table in (*tables, *busy))
        run.moves = sum(table.commands.total() for table in tables)
        for table in (*tables, *busy):
            run.errors += table.troubles
        unheard = sum(not table.is_free for table in tables)
        if unheard:
            run.errors["never heard of by all"] += unheard
        if self._taken:
            run.heard, run.acknowledged = spread(self._taken), spread(self._acks)
            run.lag = spread(self._lag)


def one_run(variant: Variant, seconds: float, workers: int) -> Run:
    """One server from its start to its end, and the machine before it."""
    limits = [each for name in LIMITED for each in (f"--{name.replace('_', '-')}", str(MANY))]
    options = [*limits, "--workers", str(workers), "--log-level", "error"]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        calibrated = commit_spread(folder), slowness()
        echo = echo_spread(variant.rate, min(seconds, 20)) if variant.rate else None
        errors = folder / "errors"
        server = ServerProcess(folder / "data", *options, errors=errors)
        try:
            run = asyncio.run(Load(variant, server, workers).measured(seconds))
        finally:
            server.kill()
            assert server.process.stdout is not None
            server.process.stdout.close()
        logged = [line for line in errors.read_text("utf-8").splitlines() if line[:1].isdigit()]
        run.errors += Counter(line.partition(" error ")[2] for line in logged)
    (run.commit, run.slowness), run.echo = calibrated, echo
    return run


# --- the report -----------------------------------------------------------------------------


def middle(spreads: list[Spread | None]) -> str:
    """The medians of several runs, or a dash."""
    known = [each for each in spreads if each is not None]
    if not known:
        return "–"
    parts = zip(*((each.p50, each.p99, each.p999) for each in known), strict=True)
    return str(Spread(*(statistics.median(part) for part in parts)))


COLUMNS = (
    "load", "runs", "moves", "heard by all four, ms", "`ok`, ms", "late sending, ms", "echo, ms",
    "commit, ms", "slowness", "server, cores", "players, cores", "generator, cores", "MB", "errors",
)  # fmt: skip
HEAD = (f"| {' | '.join(COLUMNS)} |", f"| --- |{' ---: |' * (len(COLUMNS) - 1)}")


def line_of(variant: Variant, runs: list[Run]) -> str:
    """A row of the table: medians over the runs, but all errors."""

    def median(name: str) -> str:
        return f"{statistics.median(getattr(run, name) for run in runs):.2f}"

    tables = f"{variant.tables} tables, {runs[0].sockets} sockets, {variant.rate:g} a second"
    cells = [
        f"{variant.name}: {tables}",
        str(len(runs)),
        str(sum(run.moves for run in runs)),
        *(
            middle([getattr(run, name) for run in runs])
            for name in ("heard", "acknowledged", "lag", "echo", "commit")
        ),
        *(median(name) for name in ("slowness", "server", "players", "generator")),
        f"{statistics.median(run.megabytes for run in runs):.0f}",
        str(sum(run.errors.total() for run in runs)),
    ]
    return "| " + " | ".join(cells) + " |"


def faults(variant: Variant, runs: list[Run]) -> list[str]:
    """What is not as it should be, in the medians of the runs."""
    found = [f"{count} times: {what}" for run in runs for what, count in run.errors.most_common(9)]
    heard = [run.heard for run in runs if run.heard is not None]
    if heard and variant.limit is not None:
        p99, p999 = (
            statistics.median(getattr(each, name) for each in heard) for name in ("p99", "p999")
        )
        if p99 > variant.limit[0] or p999 > variant.limit[1]:
            wanted = " and ".join(f"{limit:g}" for limit in variant.limit)
            found.append(f"{p99:.1f} and {p999:.1f} ms are more than {wanted}")
    used = statistics.median(run.megabytes for run in runs)
    if variant.most_megabytes is not None and used > variant.most_megabytes:
        found.append(f"{used:.0f} MB are more than {variant.most_megabytes:g}")
    return [f"{variant.name}: {each}" for each in found]


def main() -> int:
    """Prints a table, and what is not as it should be; 1 if there is any of that."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--variant", choices=VARIANTS, action="append")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--tables", type=int, help="another number of tables")
    parser.add_argument("--rate", type=float, help="another number of moves a second")
    parser.add_argument("--workers", type=int, default=max(1, (os.cpu_count() or 1) - 1))
    asked = parser.parse_args()
    lines, found = list(HEAD), list[str]()
    for name in asked.variant or ["usual", "saturated", "fast", "idle"]:
        usual = VARIANTS[name]
        variant = Variant(
            name,
            asked.tables or usual.tables,
            usual.rate if asked.rate is None else asked.rate,
            usual.thinking,
            usual.limit,
            usual.most_megabytes,
        )
        runs = []
        for number in range(1, asked.runs + 1):
            runs.append(one_run(variant, asked.seconds, asked.workers))
            print(f"{name}, run {number}: {runs[-1]}", file=sys.stderr, flush=True)
        lines.append(line_of(variant, runs))
        found += faults(variant, runs)
    print("\n".join([*lines, "", *found]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
