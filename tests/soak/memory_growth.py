"""How a server's memory grows while people play, finish their matches, leave, and others come.

`python -m tests.soak.memory_growth --tables 60 --minutes 15` has so many tables at play at a
server of its own, at the pace that people have, and says every 30 seconds how much memory the
server's process takes and what for; `--pace 0` plays as fast as it goes.  Some guests leave in the
middle of their match, and somebody new makes another table in their place; some of those who have
played to the end play again.
"""

import argparse
import asyncio
import random
import re
import signal
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from benchmarks.processes import resident_megabytes
from bottleimp.protocol.messages import AnyCommand
from tests.support.crowd import EDITIONS, Player
from tests.support.live_server import Live, sample
from tests.support.server_process import PROGRAM, ServerProcess, server_process

MAX_TABLES, MOST_MINUTES, MOST_SECONDS_BETWEEN = 200, 120, 600
SHARE_THAT_LEAVES, SHARE_THAT_PLAYS_AGAIN = 0.3, 0.5
MOST_ROUNDS_BEFORE = 3  # before somebody leaves in the middle
LIMITS = (
    "--max-waiting-choices", "100000", "--max-streams", "100000", "--max-tables", "1000000",
    "--log-level", "error",
)  # fmt: skip
# Told by a signal, the server writes how its memory is used.
TELLING = """
import ctypes, gc, signal, sys
class Info(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in (
        "arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks",
        "fordblks", "keepcost")]
def tell(*_):
    sys._debugmallocstats()
    print("# objects since the last collection =", gc.get_count()[0], file=sys.stderr)
    try:
        info = ctypes.CDLL(None).mallinfo2
    except AttributeError:
        found = Info()
    else:
        info.restype = Info
        found = info()
    print("# bytes of the system's malloc in use =", found.uordblks + found.hblkhd, file=sys.stderr)
    print("# bytes of the system's malloc not in use =", found.fordblks, file=sys.stderr)
    try:
        import _sqlite3
        used = ctypes.CDLL(_sqlite3.__file__).sqlite3_memory_used
        used.restype = ctypes.c_int64
        print("# bytes of SQLite =", used(), file=sys.stderr)
    except (AttributeError, OSError):
        print("# bytes of SQLite = 0", file=sys.stderr)
    print("# told", file=sys.stderr, flush=True)
def tidy(*_):
    print("# found garbage =", gc.collect(), file=sys.stderr)
    tell()
signal.signal(signal.SIGUSR1, tell)
signal.signal(signal.SIGUSR2, tidy)
"""
NUMBER = re.compile(r"^# (.+?) *= +([\d,]+)$", re.MULTILINE)


@dataclass
class Visitor(Player):
    """A guest who leaves after so many rounds, or stays until the match is over."""

    rounds: int | None = None
    plays_again: bool = False
    has_left: bool = False

    def _wish(self) -> AnyCommand | None:
        view = self.view
        if view is not None and view.round is not None:
            is_last = view.round.result is not None and view.round.number == self.rounds
            if is_last or (view.match.over and not self.plays_again):
                self.has_left = True
        return None if self.has_left else super()._wish()


@dataclass(frozen=True)
class Sample:
    """What was seen at one moment; sizes are millions of bytes."""

    minutes: float
    resident: float
    python: float  # taken by objects of Python's own allocator
    python_held: float  # what that allocator has from the system
    system: float  # taken from the allocator of the C library
    sqlite: float  # of that, what SQLite has, most of it pages of the database
    system_held: float  # what that one keeps free
    objects: int  # since the last search for garbage
    tables: int  # in memory
    commands: int  # since the start

    def __str__(self) -> str:
        sizes = (
            self.resident, self.python, self.python_held, self.system, self.sqlite,
            self.system_held,
        )  # fmt: skip
        counts = (self.objects, self.tables, self.commands)
        cells = [f"{self.minutes:6.1f}", *(f"{size:8.1f}" for size in sizes)]
        return " ".join([*cells, *(f"{count:9}" for count in counts)])


SIZES = ("RSS, MB", "python", "arenas", "malloc", "SQLite", "its free")
COUNTS = ("objects", "tables", "commands")
HEAD = " ".join(
    [f"{'min':>6}", *(f"{each:>8}" for each in SIZES), *(f"{each:>9}" for each in COUNTS)]
)


class Growth:
    """A server, and tables at which people come and go."""

    def __init__(self, server: ServerProcess, errors: Path, tables: int, pace: int) -> None:
        self._server = server
        self._errors = errors
        self._tables = tables
        self._pace = pace
        self._read = 0  # of the errors
        self.made = 0

    def _visitor(self, live: Live) -> Visitor:
        """Somebody new at a new table."""
        levels = {f"player_{seat}": "rules_of_thumb" for seat in range(1, 8)}
        edition = EDITIONS[self.made % len(EDITIONS)]
        table, cookie = live.new_table(edition, **levels, pace=str(self._pace))
        self.made += 1
        leaves = random.random() < SHARE_THAT_LEAVES
        return Visitor(
            live.port,
            table,
            cookie,
            longest_thought=4.0 * self._pace / 1000 if self._pace else 0.05,
            rounds=random.randint(1, MOST_ROUNDS_BEFORE) if leaves else None,
            plays_again=random.random() < SHARE_THAT_PLAYS_AGAIN,
        )

    async def _place(self) -> None:
        """One table after another, for ever."""
        while True:
            visitor = await asyncio.to_thread(self._visitor, self._server.live)
            playing = asyncio.create_task(visitor.run())
            try:
                while not visitor.has_left:  # noqa: ASYNC110 (nobody tells)
                    await asyncio.sleep(0.2)
            finally:
                playing.cancel()
                await asyncio.gather(playing, return_exceptions=True)

    async def samples(self, minutes: float, between: float) -> list[Sample]:
        """Plays for so long; what was seen, printed as it comes."""
        places = [asyncio.create_task(self._place()) for _ in range(self._tables)]
        began, found = time.monotonic(), list[Sample]()
        try:
            while time.monotonic() < began + minutes * 60:
                await asyncio.sleep(between)
                found.append(await asyncio.to_thread(self._sample, began))
                print(found[-1], flush=True)  # noqa: T201
            after = await asyncio.to_thread(self._told, signal.SIGUSR2)
            print(f"garbage: {after['found garbage']} objects")  # noqa: T201
            print(await asyncio.to_thread(self._sample, began))  # noqa: T201
        finally:
            for place in places:
                place.cancel()
            await asyncio.gather(*places, return_exceptions=True)
        return found

    def _sample(self, began: float) -> Sample:
        told = self._told()
        text = self._server.live.request("GET", "/metrics").text
        done = re.findall(r"^bottleimp_commands_total\{.*\} (\S+)", text, re.MULTILINE)
        in_millions = {name: number / 1e6 for name, number in told.items()}
        return Sample(
            minutes=(time.monotonic() - began) / 60,
            resident=resident_megabytes(self._server.process.pid),
            python=in_millions["bytes in allocated blocks"],
            python_held=told["arenas allocated current"] * 2**20 / 1e6,
            system=in_millions["bytes of the system's malloc in use"],
            sqlite=in_millions["bytes of SQLite"],
            system_held=in_millions["bytes of the system's malloc not in use"],
            objects=told["objects since the last collection"],
            tables=int(sample(text, "bottleimp_tables_open")),
            commands=int(sum(map(float, done))),
        )

    def _told(self, question: signal.Signals = signal.SIGUSR1) -> dict[str, int]:
        """What the server says of its memory when it is asked."""
        self._server.process.send_signal(question)
        while "# told" not in (text := self._errors.read_text()[self._read :]):
            time.sleep(0.05)
        self._read += len(text)
        return {name: int(number.replace(",", "")) for name, number in NUMBER.findall(text)}


def main() -> None:
    """Plays at a server of its own and prints what was seen."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--minutes", type=float, default=15.0)
    parser.add_argument("--every", type=float, default=30.0, help="seconds between two samples")
    parser.add_argument("--pace", type=int, default=800)
    args = parser.parse_args()
    random.seed(28)
    print(HEAD, flush=True)  # noqa: T201
    with tempfile.TemporaryDirectory() as name:
        errors = Path(name) / "errors"
        with server_process(
            Path(name) / "data", *LIMITS, errors=errors, program=TELLING + PROGRAM
        ) as server:
            growth = Growth(server, errors, min(args.tables, MAX_TABLES), args.pace)
            minutes = min(args.minutes, MOST_MINUTES)
            asyncio.run(growth.samples(minutes, min(args.every, MOST_SECONDS_BETWEEN)))
            print(f"{growth.made} tables were made by people who came")  # noqa: T201


if __name__ == "__main__":
    main()
