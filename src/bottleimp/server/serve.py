"""What `play` and `serve` do: choose a port, say where the table is, and serve until stopped."""

import argparse
import asyncio
import contextlib
import logging
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import segno
import uvicorn

from bottleimp.rules.editions import edition_from_text
from bottleimp.server.app import application
from bottleimp.server.assets import manifest
from bottleimp.server.config import (
    DEFAULT_PACE,
    EVERYWHERE,
    LOOPBACK,
    ServerSettings,
    data_folder,
)
from bottleimp.server.database import Database, open_database
from bottleimp.server.i18n import ENGLISH
from bottleimp.server.messages import MOST_BYTES, SLOWEST_PACE
from bottleimp.server.refusals import StorageError
from bottleimp.server.store import unfinished_games
from bottleimp.server.words import edition_title

log = logging.getLogger(__name__)

FIRST_PORT, PORTS_TRIED = 8019, 20  # the bottle's first price, for luck
HIGHEST_PORT = 65535
CANNOT_START = 2
MOST_LISTED = 5
GRACE = 3  # seconds for sockets to close
Say = Callable[[str], object]


class CannotServe(Exception):
    """The address cannot be used; the message is one plain sentence."""


@dataclass(frozen=True)
class Address:
    """A listening socket and the addresses under which people reach it."""

    listening: socket.socket
    here: str
    nearby: str | None  # for other devices in the local network


def add_arguments(parser: argparse.ArgumentParser, *, opens_browser: bool) -> None:
    """Adds the options of `play` (which opens the browser) or `serve`."""
    parser.add_argument(
        "--port",
        type=port_number,
        help=f"port to listen on, 0 for any that is free; default the first free from {FIRST_PORT}",
    )
    parser.add_argument(
        "--lan",
        action="store_true",
        help="let other devices in the local network open tables; shows their address as a QR code",
    )
    parser.add_argument(
        "--data",
        type=Path,
        metavar="FOLDER",
        help="where matches are kept, instead of the usual data folder",
    )
    parser.add_argument(
        "--pace",
        type=pace,
        default=DEFAULT_PACE,
        metavar="MS",
        help="milliseconds between the plays of computer players at new tables;"
        f" 0 to {SLOWEST_PACE}, default {DEFAULT_PACE}",
    )
    parser.add_argument(
        "--workers",
        type=processes,
        metavar="N",
        help="processes in which computer players think; default one for each core but one",
    )
    parser.add_argument(
        "--browser",
        action=argparse.BooleanOptionalAction,
        default=opens_browser,
        help="open the table in the browser, or do not;"
        f" default {'--browser' if opens_browser else '--no-browser'}",
    )


def port_number(text: str) -> int:
    """A port, or 0 for any that is free."""
    if not text.isdecimal() or int(text) > HIGHEST_PORT:
        raise argparse.ArgumentTypeError(f"a port is a number from 0 to {HIGHEST_PORT}")
    return int(text)


def processes(text: str) -> int:
    """A number of processes."""
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError("the number of processes is a whole number from 1")
    return int(text)


def pace(text: str) -> int:
    """Milliseconds within bounds."""
    if not text.isdecimal() or int(text) > SLOWEST_PACE:
        raise argparse.ArgumentTypeError(f"the pace is 0 to {SLOWEST_PACE} milliseconds")
    return int(text)


def run(args: argparse.Namespace, say: Say = print) -> int:
    """Serves until interrupted; the exit status, 2 if it cannot start."""
    folder = args.data or data_folder()
    try:
        database = open_database(folder)
    except StorageError as problem:
        print(problem, file=sys.stderr)  # noqa: T201
        return CANNOT_START
    try:
        address = listen(args.port, EVERYWHERE if args.lan else LOOPBACK)
    except CannotServe as problem:
        database.close()
        print(problem, file=sys.stderr)  # noqa: T201
        return CANNOT_START
    if not manifest():
        say("The browser table was not built; install the program again to see it.")
    settings = ServerSettings(folder=folder, pace=args.pace, workers=args.workers)
    announce(address, database, say)
    # Being told to end is the same as Ctrl+C; both let games and sockets come to rest.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with address.listening, contextlib.suppress(KeyboardInterrupt):
        asyncio.run(serve(settings, database, address, args.browser))
    say("Stopped. Your matches are kept.")
    return 0


def listen(port: int | None, host: str) -> Address:
    """A listening socket on the port, or on the first free one; raises CannotServe."""
    wanted = [port] if port is not None else [*range(FIRST_PORT, FIRST_PORT + PORTS_TRIED), 0]
    problem: OSError | None = None
    for candidate in wanted:
        # Named as TCP, or asyncio leaves Nagle's delay on: 40 ms between two small frames.
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if sys.platform != "win32":  # there it would let two servers share a port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, candidate))
            listening.listen()
        except OSError as found:
            listening.close()
            problem = found
            continue
        number = listening.getsockname()[1]
        nearby = f"http://{own_address()}:{number}/" if host == EVERYWHERE else None
        return Address(listening, f"http://{LOOPBACK}:{number}/", nearby)
    said = (problem.strerror or str(problem)).lower() if problem else ""
    raise CannotServe(f"Port {port} cannot be used ({said}); choose another with --port.")


def own_address() -> str:
    """This machine's address in the local network, as far as can be told; sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address kept for documentation
        except OSError:
            return LOOPBACK
        return str(probe.getsockname()[0])


def announce(address: Address, database: Database, say: Say) -> None:
    """Says where the table is, where matches are kept, and which are unfinished."""
    say(f"Bottle Imp is at {address.here}")
    if address.nearby is not None:
        say(f"Others in your network: {address.nearby}")
        say(qr_code(address.nearby))
    say(f"Matches are kept in {database.path.parent.absolute()}")
    for line in unfinished_lines(address.here, database):
        say(line)
    say("Stop with Ctrl+C.")


def qr_code(text: str) -> str:
    """The text as a QR code for terminals, dark on light."""
    code = segno.make(text, error="l")
    rows = [[bool(cell) for cell in row] for row in code.matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    blocks = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}
    return "\n".join(
        "".join(blocks[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    )


def unfinished_lines(here: str, database: Database) -> list[str]:
    """The latest unfinished matches, with their addresses."""
    listed = unfinished_games(database, None, MOST_LISTED)
    lines = ["Unfinished matches:"] if listed else []
    for each in listed:
        title = edition_title(edition_from_text(each.edition), ENGLISH)
        lines.append(f"  {title}, round {each.round}: {here}tables/{each.id}")
    return lines


async def serve(
    settings: ServerSettings, database: Database, address: Address, opens_browser: bool
) -> None:
    """Serves on the socket until interrupted."""
    config = uvicorn.Config(
        application(settings, database),
        ws="websockets-sansio",
        ws_max_size=MOST_BYTES,
        ws_per_message_deflate=False,  # frames are small
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE,
    )
    server = uvicorn.Server(config)
    if not opens_browser:
        await server.serve([address.listening])
        return
    # The socket listens already: what the browser asks before the start is over just waits.
    opening = asyncio.create_task(asyncio.to_thread(webbrowser.open, address.here))
    await server.serve([address.listening])
    opening.cancel()
