"""What `play` and `serve` do: choose a port, say where the table is, and serve until stopped.

Told to end (Ctrl+C, SIGTERM), the server writes what has begun, tells browsers to come back, and
ends with status 0; told so twice, it ends at once.  Told to restart (SIGHUP, where there is no
terminal), it has a new process check the settings first; then it does the same and begins anew as
the same process on the same socket, so that nobody is refused in between.
"""

import argparse
import asyncio
import contextlib
import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from dataclasses import replace

import segno
import uvicorn

from bottleimp.errors import BottleImpError
from bottleimp.exit_statuses import CANNOT_START
from bottleimp.languages.language import ENGLISH
from bottleimp.players.catalogue import offer_outside_players
from bottleimp.protocol.messages import MAX_FRAME_BYTES
from bottleimp.protocol.refusals import StorageError
from bottleimp.server.api.connection_limits import ConnectionLimits
from bottleimp.server.api.http import END_STREAMS
from bottleimp.server.api.websocket_protocol import TableWebSocketProtocol, http_protocol_class
from bottleimp.server.app import START_FAILURE, create_app
from bottleimp.server.pages.assets import manifest
from bottleimp.server.settings import log_output, sources
from bottleimp.server.settings.config import ServerSettings, SettingInfo
from bottleimp.server.settings.listening import (
    ListenError,
    ListeningAddress,
    has_inherited_socket,
    make_inheritable,
    open_listening_socket,
)
from bottleimp.server.shutdown import shutdown_signals
from bottleimp.server.storage import acknowledgements
from bottleimp.server.storage.database import Database, explaining_errors
from bottleimp.server.storage.folder_lock import FolderLock, lock_folder
from bottleimp.server.storage.opening import (
    open_server_database,
    require_same_place,
    require_usable_storage,
    storage_place,
)
from bottleimp.server.storage.queries import last_positions, unfinished_games
from bottleimp.server.tables.table_lists import title_in_list

if sys.platform != "win32":
    import resource

log = logging.getLogger(__name__)

CHECK_OPTION = "--check"
RUNNING_OPTION = "--running-in"  # for servers that check before they restart
CHECK_TIMEOUT = 60  # seconds
MAX_OPEN_FILES = 2**20
MAX_LISTED = 5
SHUTDOWN_GRACE = 3  # seconds for sockets to close
STOP_SECONDS = 15.0  # from the signal to the end where the database might hold it
# Accepted in one go: few, so that connections are counted before there are too many.
ACCEPT_BATCH = 16
LISTEN_BACKLOG = 2048  # connections that wait in the system until they are accepted
Printer = Callable[[str], object]


def add_arguments(parser: argparse.ArgumentParser, *, opens_browser: bool) -> None:
    """Adds the options of `play` (which opens the browser) or `serve`."""

    def wanted(meaning: SettingInfo) -> bool:
        return meaning.is_for_play or not opens_browser

    sources.add_arguments(parser, wanted)
    parser.add_argument(
        "--browser",
        action=argparse.BooleanOptionalAction,
        default=opens_browser,
        help="open the table in the browser, or do not;"
        f" default {'--browser' if opens_browser else '--no-browser'}",
    )
    parser.add_argument(
        CHECK_OPTION,
        dest="only_checks",
        action="store_true",
        help="say whether the settings are right, and end",
    )
    parser.add_argument(RUNNING_OPTION, dest="running_in", help=argparse.SUPPRESS)


def run(args: argparse.Namespace, say: Printer = print) -> int:
    """Serves until interrupted; the exit status, 2 if it cannot start."""
    shutdown_signals().install()
    hanging_up = RestartSignal()
    with contextlib.ExitStack() as opened:
        try:
            settings = sources.settings_from_arguments(args)
            if settings.outside_players:
                with shutdown_signals().ending_at_once():
                    offer_outside_players(settings.outside_players)
            if args.only_checks:
                require_startable(settings, args.running_in)
                say_unknown_variables(say)
                say("The settings are right.")
                return 0
            lock = lock_folder(settings.data_folder)
            opened.callback(lock.release)
            hanging_up.place = storage_place(settings)
            database = open_server_database(settings)
            opened.callback(database.close)
            if database.answer_timeout is not None:
                shutdown_signals().time_limit = STOP_SECONDS
            address = open_listening_socket(settings.port, settings.host, lan=settings.lan)
            opened.enter_context(address.sock)
        except (BottleImpError, ListenError) as problem:
            return report_start_failure(problem)
        if has_inherited_socket():  # whoever opened it has decided who reaches it
            settings = replace(settings, lan=address.lan_url is not None)
        log_output.configure_logging(settings.log_level, settings.log_format)
        raise_file_limit()
        say_unknown_variables(say)
        if not manifest():
            say("The browser table was not built; install the program again to see it.")
        try:
            with explaining_errors(database):
                announce(address, settings, database, say)
                if serve_until_stopped(
                    settings, database, address, hanging_up, opens_browser=args.browser
                ):
                    say("Restarting.")
                    restart_in_place(address, lock)
        except StorageError as problem:
            return report_start_failure(problem)
    say("Stopped. Your matches are kept.")
    return 0


def require_startable(settings: ServerSettings, running_in: str | None) -> None:
    """Raises StorageError where a server with these settings cannot keep anything.

    `running_in` is where a server that asks before it restarts keeps its matches: there they stay,
    and another place may be in use or damaged.
    """
    if running_in is not None:
        require_same_place(settings, running_in)
    require_usable_storage(settings, is_restart=running_in is not None)


def say_unknown_variables(say: Printer) -> None:
    """Names variables that look like settings of this program but are none."""
    for name in sources.unknown_variables(os.environ):
        say(f"The variable {name} is no setting of this program and is passed over.")


def report_start_failure(problem: Exception) -> int:
    """Says why not; the exit status."""
    print(problem, file=sys.stderr)  # noqa: T201
    return CANNOT_START


def raise_file_limit() -> None:
    """Lets this process open as many files and sockets as the system lets it choose."""
    if sys.platform == "win32":
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MAX_OPEN_FILES if hard == resource.RLIM_INFINITY else hard
    if soft != resource.RLIM_INFINITY and soft < most:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        except (OSError, ValueError):  # some systems allow less than they say
            log.info("the limit of open files stays as it is", extra={"count": soft})


class GracefulServer(uvicorn.Server):
    """A server that ends streams and waiting requests when it stops, instead of cutting them."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leaves signals to `shutdown`, which hears them before and after the serving too."""
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """As uvicorn's own; more connections may wait than are accepted in one go."""
        await super().startup(sockets)
        if START_FAILURE in self.lifespan.state:
            self.should_exit = True
        for each in sockets or ():
            each.listen(LISTEN_BACKLOG)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """As uvicorn's own, after that."""
        end_streams = self.lifespan.state.get(END_STREAMS)
        if end_streams is not None:
            end_streams()
        await super().shutdown(sockets)


class RestartSignal:
    """Takes note of SIGHUP, which then ends the serving; not for settings that are wrong."""

    def __init__(self) -> None:
        self.is_requested = False
        self.place: str | None = None  # where matches are kept, once it is in use
        self._checking: threading.Thread | None = None
        self._server: uvicorn.Server | None = None
        # Who ignores it (nohup) wants to go on; but it is ignored too while a restart is under way.
        if hasattr(signal, "SIGHUP") and (
            has_inherited_socket() or signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN
        ):
            signal.signal(signal.SIGHUP, self._on_signal)
        if sys.platform != "win32":
            signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGHUP])

    def attach(self, server: uvicorn.Server) -> None:
        """Lets it end this server."""
        self._server = server
        server.should_exit = self.is_requested

    def _on_signal(self, _number: int, _frame: object) -> None:
        if has_terminal():
            self._end()
        elif self._checking is None or not self._checking.is_alive():
            self._checking = threading.Thread(target=self._check, daemon=True)
            self._checking.start()

    def _check(self) -> None:
        wrong = failed_start_check(self.place)
        if wrong is None:
            self._end()
        else:
            log.error("the server does not restart and goes on", extra={"reason": wrong})

    def _end(self) -> None:
        self.is_requested = True
        if self._server is not None:
            self._server.should_exit = True


def serve_until_stopped(
    settings: ServerSettings,
    database: Database,
    address: ListeningAddress,
    restart_signal: RestartSignal,
    *,
    opens_browser: bool,
) -> bool:
    """Serves until told to end or to restart; whether it was to restart.

    Raises StorageError where it could not begin.
    """
    server = GracefulServer(
        uvicorn.Config(
            create_app(settings, database),
            http=http_protocol_class(ConnectionLimits(settings)),
            ws=TableWebSocketProtocol,
            backlog=ACCEPT_BATCH,
            ws_max_size=MAX_FRAME_BYTES,
            ws_per_message_deflate=False,  # frames are small
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,  # the application believes the proxies that the host trusts
            timeout_graceful_shutdown=SHUTDOWN_GRACE,
        )
    )
    restart_signal.attach(server)
    shutdown_signals().attach(server)
    log.info("the server starts")
    opens_browser = opens_browser and not address.is_inherited
    asyncio.run(serve(server, address, opens_browser=opens_browser))
    log.info("the server has stopped")
    failure = server.lifespan.state.get(START_FAILURE)
    if failure is not None:
        raise failure
    return (
        restart_signal.is_requested and not has_terminal() and not shutdown_signals().is_requested
    )


def has_terminal() -> bool:
    """Whether somebody sits before this process; a terminal that closes must end it."""
    return any(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr) if stream)


def failed_start_check(place: str | None) -> str | None:
    """What this program would say against its settings if it were started now; None if nothing.

    `place` is where matches are kept now, if anywhere.
    Asked of a new process: the program on disk may be a newer one, with settings of its own.
    """
    running = [] if place is None else [RUNNING_OPTION, place]
    try:
        checked = subprocess.run(
            [*command_line(), CHECK_OPTION, *running],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=CHECK_TIMEOUT,
            check=False,
        )
    except (OSError, subprocess.SubprocessError) as problem:
        return f"the program cannot be started: {type(problem).__name__}"
    if checked.returncode == 0:
        return None
    return (checked.stderr.strip() or "the settings are refused").splitlines()[-1]


def command_line() -> list[str]:
    """How this process was started."""
    return [sys.executable, *sys.orig_argv[1:]]


def restart_in_place(address: ListeningAddress, lock: FolderLock) -> None:
    """Becomes this program once more, with the socket still open; returns if it is to end."""
    sys.stdout.flush()
    sys.stderr.flush()
    signal.signal(signal.SIGHUP, signal.SIG_IGN)  # until the new one listens to it
    if not shutdown_signals().block():
        return
    logging.shutdown()  # says what was left out so far
    make_inheritable(address.sock)
    lock.make_inheritable()
    os.execv(sys.executable, command_line())


async def serve(server: uvicorn.Server, address: ListeningAddress, *, opens_browser: bool) -> None:
    """Serves on the socket until interrupted; the socket itself stays open."""
    opening: asyncio.Task[bool] | None = None
    if opens_browser:
        # The socket listens already: what the browser asks before the start is over just waits.
        opening = asyncio.create_task(asyncio.to_thread(webbrowser.open, address.local_url))
    await server.serve([address.sock.dup()])
    if opening is not None:
        opening.cancel()


def announce(
    address: ListeningAddress, settings: ServerSettings, database: Database, say: Printer
) -> None:
    """Says where the table is, where matches are kept, and which are unfinished."""
    say(f"Bottle Imp is at {address.local_url}")
    if address.lan_url is not None:
        say(f"Others in your network: {address.lan_url}")
    if settings.url:
        say(f"Others: {settings.url}")
    shared = settings.url or address.lan_url
    if shared is not None:
        say(terminal_qr_code(shared))
        if not shared.startswith("https:"):
            say("Nothing is encrypted on the way: play with people and networks you trust.")
    say(f"Matches are kept in {database.place}")
    for line in unfinished_lines(address.local_url, database):
        say(line)
    for line in lost_lines(database):
        say(line)
    say("Stop with Ctrl+C.")


def terminal_qr_code(text: str) -> str:
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


def lost_lines(database: Database) -> list[str]:
    """What is lost of what people were told is kept; the log has it too."""
    folder = database.folder
    if folder is None:
        return []
    noted = acknowledgements.read_positions(folder)
    missing = acknowledgements.missing_events(noted, last_positions(database, noted))
    acknowledgements.delete_file(folder)
    if not missing:
        return []
    log.error("acknowledged events are lost", extra={"count": sum(missing.values())})
    return [acknowledgements.loss_message(missing)]


def unfinished_lines(here: str, database: Database) -> list[str]:
    """The latest unfinished matches, with their addresses."""
    listed = unfinished_games(database, None, MAX_LISTED)
    lines = ["Unfinished matches:"] if listed else []
    for each in listed:
        title = title_in_list(each.edition, ENGLISH)
        lines.append(f"  {title}, round {each.round}: {here}tables/{each.id}")
    return lines
