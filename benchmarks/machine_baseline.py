"""What the machine itself costs while something is measured: its turns, its sockets, its disk.

A latency on a busy machine says little alone.  Beside it stand what an echo by bare sockets takes
at the same rate, what the file system takes to make a page of a log durable, and how long the
processor is kept waiting.

    python -m benchmarks.machine_baseline --rate 250 --seconds 5
"""

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

LOCALHOST = "127.0.0.1"
ROOT = Path(__file__).parents[1]
ECHO_GROUPS, SOCKETS_PER_GROUP = 50, 4  # as tables and their sockets
ECHO_MESSAGE = b"m" * 299 + b"\n"  # as long as most events
PAGE_BYTES = 4096 + 24  # bytes of a page in a write-ahead log
COMMITS = 300
CPU_SECONDS = 0.5  # seconds of processor time
LOOP_TURNS = 1_000_000
MS = 1000


@dataclass(frozen=True)
class LatencyPercentiles:
    """Milliseconds: in the middle, and what one in a hundred and one in a thousand exceed."""

    p50: float
    p99: float
    p999: float

    def __str__(self) -> str:
        return f"{self.p50:.1f} / {self.p99:.1f} / {self.p999:.1f}"


def latency_percentiles(seconds: Sequence[float]) -> LatencyPercentiles:
    """The spread of at least one duration."""
    ordered = sorted(seconds)

    def at(share: float) -> float:
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] * MS

    return LatencyPercentiles(at(0.5), at(0.99), at(0.999))


def commit_latency(folder: Path, commits: int = COMMITS) -> LatencyPercentiles:
    """What it takes to append a page to a file and have it on the disk."""
    taken = []
    path = folder / "commits"
    with path.open("wb", buffering=0) as file:
        for _ in range(commits):
            began = time.perf_counter()
            file.write(bytes(PAGE_BYTES))
            os.fdatasync(file.fileno())
            taken.append(time.perf_counter() - began)
    path.unlink()
    return latency_percentiles(taken)


def cpu_slowdown() -> float:
    """How many seconds pass now while this process gets one second of processor time."""
    wall, began = time.perf_counter(), time.process_time()
    while time.process_time() < began + CPU_SECONDS:
        pass
    return (time.perf_counter() - wall) / CPU_SECONDS


def python_loop_ms() -> float:
    """The processor time of a million turns of a loop in Python; the best of five."""
    taken = []
    for _ in range(5):
        total, began = 0, time.process_time()
        for number in range(LOOP_TURNS):
            total += number & 7
        taken.append(time.process_time() - began)
    return min(taken) * MS


# --- an echo --------------------------------------------------------------------------------


class EchoServerProtocol(asyncio.Protocol):
    """The server's end: what one of four lines says, all four hear."""

    groups: dict[int, list[asyncio.Transport]] = {}  # noqa: RUF012 (one for the process)
    connection_count = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._group = EchoServerProtocol.groups.setdefault(
            EchoServerProtocol.connection_count // SOCKETS_PER_GROUP, []
        )
        self._group.append(transport)
        EchoServerProtocol.connection_count += 1

    def data_received(self, data: bytes) -> None:
        for transport in self._group:
            transport.write(data)


class EchoClientProtocol(asyncio.Protocol):
    """The measuring end: notes when a message has come."""

    def __init__(self, group: "EchoGroup") -> None:
        self._group = group
        self.transport: asyncio.Transport | None = None
        self._bytes = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self._bytes += len(data)
        while self._bytes >= len(ECHO_MESSAGE):
            self._bytes -= len(ECHO_MESSAGE)
            self._group.on_message()


class EchoGroup:
    """Four lines, of which one speaks at a time."""

    def __init__(self, taken: list[float]) -> None:
        self.clients = [EchoClientProtocol(self) for _ in range(SOCKETS_PER_GROUP)]
        self._taken = taken
        self._sent = 0.0
        self._missing = 0

    def send(self) -> None:
        """Says something, unless it has not been heard by all yet."""
        if self._missing:
            return
        self._missing, self._sent = SOCKETS_PER_GROUP, time.perf_counter()
        assert self.clients[0].transport is not None
        self.clients[0].transport.write(ECHO_MESSAGE)

    def on_message(self) -> None:
        """One of the four has heard it."""
        self._missing -= 1
        if not self._missing:
            self._taken.append(time.perf_counter() - self._sent)


async def serve_echo() -> None:
    """Serves until killed; says on which port."""
    server = await asyncio.get_running_loop().create_server(EchoServerProtocol, LOCALHOST, 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


async def measure_echo(port: int, rate: float, seconds: float) -> LatencyPercentiles:
    """From sending to the last of four lines, so many messages a second."""
    loop, taken = asyncio.get_running_loop(), list[float]()
    groups = [EchoGroup(taken) for _ in range(ECHO_GROUPS)]
    for group in groups:
        for line in group.clients:
            await loop.create_connection(lambda line=line: line, LOCALHOST, port)  # type: ignore[misc]
    began = time.perf_counter()
    for number in range(int(rate * seconds)):
        wait = began + number / rate - time.perf_counter()
        if wait > 0:
            await asyncio.sleep(wait)
        groups[number % ECHO_GROUPS].send()
    await asyncio.sleep(0.5)
    for group in groups:
        for line in group.clients:
            assert line.transport is not None
            line.transport.close()
    return latency_percentiles(taken)


def echo_latency(rate: float, seconds: float) -> LatencyPercentiles:
    """What the bare sockets of two processes take at this rate."""
    command = [sys.executable, "-m", "benchmarks.machine_baseline", "--serve"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            return asyncio.run(measure_echo(int(server.stdout.readline()), rate, seconds))
        finally:
            server.kill()


def main() -> None:
    """Prints one line for each."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rate", type=float, default=250)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--serve", action="store_true", help="be the server of the echo")
    arguments = parser.parse_args()
    if arguments.serve:
        with suppress(KeyboardInterrupt):
            asyncio.run(serve_echo())
        return
    with tempfile.TemporaryDirectory() as folder:
        print(f"commit of a page, ms: {commit_latency(Path(folder))}")
    print(f"echo to four sockets, ms: {echo_latency(arguments.rate, arguments.seconds)}")
    print(f"a second of processor time takes {cpu_slowdown():.2f} s")
    print(f"a million turns of a Python loop, processor ms: {python_loop_ms():.1f}")


if __name__ == "__main__":
    main()
