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
import os
import re
import statistics
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.load_clients import LOCALHOST, LoadConnection, LoadTable, SaturatingTable
from benchmarks.machine_baseline import (
    LatencyPercentiles,
    commit_latency,
    cpu_slowdown,
    echo_latency,
    latency_percentiles,
)
from benchmarks.processes import CpuUsage, resident_megabytes
from bottleimp.client.server_api import ServerApi
from bottleimp.protocol.http_bodies import NewTableRequest
from bottleimp.server.settings.config import MAX_LIMIT
from tests.support.server_process import ServerProcess

EDITION, PEOPLE = "classic/4", 4
LENGTH = "cycles=10"  # more rounds than are played here
SETUP_CONCURRENCY = 40  # tables that are being set
TIMEOUT = 60.0  # seconds
SETTLE_TIME = 2.0  # seconds after the tables are set, and after the last move
MOVES_PER_ROUND = 44  # moves in it: exchange, cards, and four people who ask for the next one
WAITING_PATTERN = r"^bottleimp_choices_waiting (\S+)$"
MAX_IDLE_SECONDS = 30.0  # seconds for which nothing is done at most
SATURATING_PLAYER = "imp"
RAISED_LIMITS = (
    "max_waiting_choices", "max_tables", "max_tables_per_guest", "tables_per_hour",
    "guests_per_hour",
    "messages_per_second", "message_burst", "requests_per_second", "request_burst",
    "max_streams", "address_messages_per_second", "address_message_burst",
    "table_commands_per_second", "table_command_burst", "wrong_codes_per_hour",
)  # fmt: skip


@dataclass(frozen=True)
class LoadVariant:
    """So many tables of four people and so many moves a second, and what else goes on."""

    name: str
    tables: int
    rate: float
    saturating_tables: int = (
        0  # tables that keep the computer players busy, for each process of theirs
    )
    limit: tuple[float, float] | None = None  # ms that one in 100, in 1,000 may exceed
    max_megabytes: float | None = None


VARIANTS = {
    each.name: each
    for each in (
        LoadVariant("usual", 500, 250, limit=(25, 100)),
        LoadVariant("saturated", 500, 250, saturating_tables=24, limit=(50, float("inf"))),
        LoadVariant("fast", 500, 1000, limit=(50, float("inf"))),
        LoadVariant("idle", 2000, 0, max_megabytes=400),
        LoadVariant("full", 2000, 1000, limit=(50, float("inf")), max_megabytes=400),
    )
}


@dataclass
class LoadResult:
    """What one run gave."""

    moves: int = 0
    heard: LatencyPercentiles | None = None
    acknowledged: LatencyPercentiles | None = None
    lag: LatencyPercentiles | None = None  # how late the generator itself was
    echo: LatencyPercentiles | None = None
    commit: LatencyPercentiles | None = None
    slowness: float = 0.0
    server: float = 0.0  # cores
    players: float = 0.0  # cores, processes of computer players
    generator: float = 0.0  # cores
    megabytes: float = 0.0  # resident, the server's process alone
    sockets: int = 0
    errors: Counter[str] = field(default_factory=Counter)


# --- tables ---------------------------------------------------------------------------------


def server_api(port: int) -> ServerApi:
    """The server, and a guest who has not sat down yet."""
    return ServerApi(f"http://{LOCALHOST}:{port}", timeout=TIMEOUT).as_new_guest()


def create_table(host: ServerApi, players: list[str]) -> str:
    """Makes a table; its id."""
    wanted = NewTableRequest(edition=EDITION, name="Ann", players=players, length=LENGTH, pace=0)
    return host.create_table(wanted).table


async def seat_full_table(port: int, taken: list[float], acks: list[float]) -> LoadTable:
    """A table at which four people have sat down and a round is dealt."""
    guests = [await asyncio.to_thread(server_api, port) for _ in range(PEOPLE)]
    name = await asyncio.to_thread(create_table, guests[0], ["open"] * (PEOPLE - 1))
    table = LoadTable(name, taken, acks)
    for number, guest in enumerate(guests):
        line = LoadConnection(table, guest.token)
        table.connections.append(line)
        await line.open(port)
        if number:
            table.send_command(line, {"k": "join", "name": f"P{number}"})
            await wait_until_idle(table)
    return table


async def start_saturating_table(port: int) -> SaturatingTable:
    """A table that keeps computer players thinking."""
    guest = await asyncio.to_thread(server_api, port)
    name = await asyncio.to_thread(create_table, guest, [SATURATING_PLAYER] * (PEOPLE - 1))
    table = SaturatingTable(name, [], [])
    table.connections.append(LoadConnection(table, guest.token))
    await table.connections[0].open(port)
    return table


def waiting_choices(port: int) -> float:
    """How many choices of computer players wait on the server."""
    connection = http.client.HTTPConnection(LOCALHOST, port, timeout=TIMEOUT)
    connection.request("GET", "/metrics")
    found = re.search(WAITING_PATTERN, connection.getresponse().read().decode(), re.MULTILINE)
    connection.close()
    assert found is not None
    return float(found[1])


async def wait_until_idle(table: LoadTable) -> None:
    """Waits until everything has been answered."""
    try:
        async with asyncio.timeout(TIMEOUT):
            while not table.is_idle:  # noqa: ASYNC110 (callbacks would slow the measuring)
                await asyncio.sleep(0.002)
    except TimeoutError:
        raise TimeoutError(f"A table was not set in time: {table}") from None
    if table.problems:
        raise ConnectionError(f"A table could not be set: {table}")


async def play_ahead(table: LoadTable, gate: asyncio.Semaphore, place: int) -> None:
    """Plays some moves that do not count, as many as belong to the table's place in the list."""
    async with gate:
        for _ in range(place * 17 % MOVES_PER_ROUND):  # neighbours in the list are far apart
            table.send_next()
            await wait_until_idle(table)


# --- the load -------------------------------------------------------------------------------


class LoadGenerator:
    """Tables on one server, moves by the clock, and what is noted."""

    def __init__(self, variant: LoadVariant, server: ServerProcess, workers: int) -> None:
        self._variant = variant
        self._server = server
        self._workers = workers
        self._taken: list[float] = []
        self._acks: list[float] = []
        self._lag: list[float] = []
        self._busy: list[SaturatingTable] = []
        self._waiting: list[float] = []  # choices of computer players, second by second
        self.run = LoadResult()

    async def measure(self, seconds: float) -> LoadResult:
        """Sets the tables and plays for so long."""
        variant, run, port = self._variant, self.run, self._server.live.port
        gate = asyncio.Semaphore(SETUP_CONCURRENCY)

        async def one_more() -> LoadTable:
            async with gate:
                return await seat_full_table(port, self._taken, self._acks)

        tables = await asyncio.gather(*(one_more() for _ in range(variant.tables)))
        self._busy = [
            await start_saturating_table(port)
            for _ in range(variant.saturating_tables * self._workers)
        ]
        watching = asyncio.create_task(self._keep_busy())
        await self._until_saturated()
        gc.collect()
        gc.freeze()
        await asyncio.sleep(SETTLE_TIME)
        if variant.rate:
            await asyncio.gather(
                *(play_ahead(table, gate, place) for place, table in enumerate(tables))
            )
        await asyncio.sleep(SETTLE_TIME)
        for noted in (self._taken, self._acks, self._lag, self._waiting):
            noted.clear()
        for table in tables:
            table.commands.clear()
        clocks = CpuUsage(self._server.process.pid)
        if variant.rate:
            await self._play(tables, seconds)
        else:
            await asyncio.sleep(min(seconds, MAX_IDLE_SECONDS))
        run.server, run.players, run.generator = clocks.cores_used()
        watching.cancel()
        await asyncio.sleep(SETTLE_TIME)
        self._finish(tables)
        for table in (*tables, *self._busy):
            for line in table.connections:
                line.close()
        return run

    async def _play(self, tables: list[LoadTable], seconds: float) -> None:
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
            if not table.is_idle:
                self.run.errors["a move was due before the one before was heard of"] += 1
            elif not table.send_next():
                self.run.errors["nobody could do anything"] += 1

    async def _keep_busy(self) -> None:
        """Looks every second how many choices wait, and begins anew where a match is over."""
        while self._busy:
            await asyncio.sleep(1)
            self._waiting.append(await asyncio.to_thread(waiting_choices, self._server.live.port))
            for number, table in enumerate(self._busy):
                if table.is_over:
                    self._busy[number] = await start_saturating_table(self._server.live.port)
                    table.connections[0].close()

    async def _until_saturated(self) -> None:
        """Waits until computer players are never idle: they compile before they think."""
        for _ in range(int(TIMEOUT)):
            if not self._busy or (len(self._waiting) > 3 and min(self._waiting[-3:]) > 0):
                return
            await asyncio.sleep(1)
        self.run.errors["computer players did not become busy"] += 1

    def _finish(self, tables: list[LoadTable]) -> None:
        run, busy = self.run, self._busy
        if self._waiting and statistics.median(self._waiting) < 1:
            run.errors["computer players were idle for half of the time"] += 1
        run.megabytes = resident_megabytes(self._server.process.pid)
        run.sockets = sum(len(table.connections) for table in (*tables, *busy))
        run.moves = sum(table.commands.total() for table in tables)
        for table in (*tables, *busy):
            run.errors += table.problems
        unheard = sum(not table.is_idle for table in tables)
        if unheard:
            run.errors["never heard of by all"] += unheard
        if self._taken:
            run.heard, run.acknowledged = (
                latency_percentiles(self._taken),
                latency_percentiles(self._acks),
            )
            run.lag = latency_percentiles(self._lag)


def run_once(variant: LoadVariant, seconds: float, workers: int) -> LoadResult:
    """One server from its start to its end, and the machine before it."""
    limits = [
        each for name in RAISED_LIMITS for each in (f"--{name.replace('_', '-')}", str(MAX_LIMIT))
    ]
    options = [*limits, "--workers", str(workers), "--log-level", "error"]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        calibrated = commit_latency(folder), cpu_slowdown()
        echo = echo_latency(variant.rate, min(seconds, 20)) if variant.rate else None
        errors = folder / "errors"
        server = ServerProcess(folder / "data", *options, errors=errors)
        try:
            run = asyncio.run(LoadGenerator(variant, server, workers).measure(seconds))
        finally:
            server.kill()
            assert server.process.stdout is not None
            server.process.stdout.close()
        logged = [line for line in errors.read_text("utf-8").splitlines() if line[:1].isdigit()]
        run.errors += Counter(line.partition(" error ")[2] for line in logged)
    (run.commit, run.slowness), run.echo = calibrated, echo
    return run


# --- the report -----------------------------------------------------------------------------


def median_percentiles(spreads: list[LatencyPercentiles | None]) -> str:
    """The medians of several runs, or a dash."""
    known = [each for each in spreads if each is not None]
    if not known:
        return "–"
    parts = zip(*((each.p50, each.p99, each.p999) for each in known), strict=True)
    return str(LatencyPercentiles(*(statistics.median(part) for part in parts)))


COLUMNS = (
    "load", "runs", "moves", "heard by all four, ms", "`ok`, ms", "late sending, ms", "echo, ms",
    "commit, ms", "slowness", "server, cores", "players, cores", "generator, cores", "MB", "errors",
)  # fmt: skip
HEAD = (f"| {' | '.join(COLUMNS)} |", f"| --- |{' ---: |' * (len(COLUMNS) - 1)}")


def table_row(variant: LoadVariant, runs: list[LoadResult]) -> str:
    """A row of the table: medians over the runs, but all errors."""

    def median(name: str) -> str:
        return f"{statistics.median(getattr(run, name) for run in runs):.2f}"

    tables = f"{variant.tables} tables, {runs[0].sockets} sockets, {variant.rate:g} a second"
    cells = [
        f"{variant.name}: {tables}",
        str(len(runs)),
        str(sum(run.moves for run in runs)),
        *(
            median_percentiles([getattr(run, name) for run in runs])
            for name in ("heard", "acknowledged", "lag", "echo", "commit")
        ),
        *(median(name) for name in ("slowness", "server", "players", "generator")),
        f"{statistics.median(run.megabytes for run in runs):.0f}",
        str(sum(run.errors.total() for run in runs)),
    ]
    return "| " + " | ".join(cells) + " |"


def find_failures(variant: LoadVariant, runs: list[LoadResult]) -> list[str]:
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
    if variant.max_megabytes is not None and used > variant.max_megabytes:
        found.append(f"{used:.0f} MB are more than {variant.max_megabytes:g}")
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
        variant = LoadVariant(
            name,
            asked.tables or usual.tables,
            usual.rate if asked.rate is None else asked.rate,
            usual.saturating_tables,
            usual.limit,
            usual.max_megabytes,
        )
        runs = []
        for number in range(1, asked.runs + 1):
            runs.append(run_once(variant, asked.seconds, asked.workers))
            print(f"{name}, run {number}: {runs[-1]}", file=sys.stderr, flush=True)
        lines.append(table_row(variant, runs))
        found += find_failures(variant, runs)
    print("\n".join([*lines, "", *found]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
