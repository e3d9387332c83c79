"""Connections that never finish what they began; how long does a newcomer wait meanwhile?

`python -m tests.soak.connection_hoarding --lines 1500 --seconds 40` opens so many of each kind on
loopback to a server of its own, and says how many were closed, how long a newcomer waited, and
how much was logged.  `--files 256` has the server do with so many open files.
"""

import argparse
import contextlib
import http.client
import socket
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.support.live_server import Live
from tests.support.server_process import ServerProcess, server_process

MAX_STREAMS, MOST_UNREAD, MOST_SECONDS = 20_000, 30, 600
PATIENCE = 30.0  # seconds for which a newcomer waits
HEADER = b"GET / HTTP/1.1\r\nHost: %b\r\n"
BODY = (
    b"POST /tables HTTP/1.1\r\nHost: %b\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    b"Content-Length: 100\r\n\r\nedition="
)
LARGE = b"GET /api/schema.json HTTP/1.1\r\nHost: %b\r\n\r\n"
MANY_ANSWERS = 150  # asked for and never read: more than the system itself keeps
FOREIGN = (
    b"GET /tables/none/socket HTTP/1.1\r\nHost: %b\r\nOrigin: https://evil.example\r\n"
    b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: bottle.v1\r\n\r\n"
)
# What each kind of line sends, and then nothing more.
KINDS: dict[str, Callable[[bytes], bytes]] = {
    "header": lambda host: HEADER % host,
    "body": lambda host: BODY % host,
    "reading": lambda host: LARGE % host * MANY_ANSWERS,
}


def open_connection(live: Live, sent: bytes) -> socket.socket | None:
    """A connection on which so much was sent and nothing is read; None if it is refused."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.settimeout(1.0)
    try:
        line.connect(("127.0.0.1", live.port))
        with contextlib.suppress(TimeoutError):
            line.sendall(sent)
    except OSError:
        line.close()
        return None
    line.setblocking(False)
    return line


@contextmanager
def hoarded(live: Live, kind: str, lines: int) -> Iterator[list[socket.socket]]:
    """So many lines of the kind, closed at the end."""
    sent = KINDS[kind](live.host.encode())
    made = [open_connection(live, sent) for _ in range(lines)]
    opened = [line for line in made if line is not None]
    try:
        yield opened
    finally:
        for line in opened:
            line.close()


def held(server: ServerProcess) -> int:
    """How many connections the server has open."""
    count = 0
    for each in Path(f"/proc/{server.process.pid}/fd").iterdir():
        with contextlib.suppress(OSError):
            count += each.readlink().name.startswith("socket:")
    return count


def newcomer_waits(live: Live) -> float:
    """Seconds until somebody new has a page; infinite if it does not come."""
    began = time.monotonic()
    try:
        status = live.request("GET", "/").status
    except (OSError, http.client.HTTPException):
        return float("inf")
    return time.monotonic() - began if status == http.HTTPStatus.OK else float("inf")


def foreign_statuses(live: Live, handshakes: int) -> dict[int, int]:
    """How so many handshakes of a page of another site are answered."""
    found: dict[int, int] = {}
    for _ in range(handshakes):
        with socket.create_connection(("127.0.0.1", live.port), PATIENCE) as line:
            line.sendall(FOREIGN % live.host.encode())
            status = int(line.recv(64).split()[1])
        found[status] = found.get(status, 0) + 1
    return found


@dataclass(frozen=True)
class Outcome:
    """What became of the lines of one kind, and of a newcomer among them."""

    kind: str
    opened: int
    closed: int
    waited: float

    def __str__(self) -> str:
        return (
            f"{self.kind}: {self.closed} of {self.opened} closed,"
            f" a newcomer waited {self.waited:.2f} s"
        )


def attacked(server: ServerProcess, kind: str, lines: int, seconds: float) -> Outcome:
    """Opens the lines, asks as a newcomer, and waits until they are closed."""
    newcomer_waits(server.live)
    before = held(server)
    with hoarded(server.live, kind, lines) as opened:
        waited = newcomer_waits(server.live)
        ends = time.monotonic() + seconds
        while (left := held(server) - before) > 0 and time.monotonic() < ends:
            time.sleep(0.1)
        return Outcome(kind, len(opened), len(opened) - max(0, left), waited)


def main() -> None:
    """Attacks a server of its own and prints what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=1500)
    parser.add_argument("--seconds", type=float, default=45.0)
    parser.add_argument("--files", type=int, help="how many files the server may open")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        errors = Path(folder) / "errors"
        with server_process(Path(folder) / "data", errors=errors, files=args.files) as server:
            for kind in KINDS:
                # What is not read takes megabytes of the system's memory for each line.
                most = MOST_UNREAD if kind == "reading" else MAX_STREAMS
                lines, seconds = min(args.lines, most), min(args.seconds, MOST_SECONDS)
                print(attacked(server, kind, lines, seconds), flush=True)  # noqa: T201
            print("foreign handshakes:", foreign_statuses(server.live, 600))  # noqa: T201
            server.stop()
        print(len(errors.read_text().splitlines()), "lines were logged")  # noqa: T201


if __name__ == "__main__":
    main()
