"""Storage in a database: appends to logs durably, in groups, and reads them back.

One thread writes.  It takes all that waits, commits it at once, and only then tells who asked.
`storage` is the interface that the rest of the server knows.
"""

import asyncio
import contextlib
import hashlib
import logging
import queue
import threading
import time
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

from sqlalchemy import select
from sqlalchemy.exc import (
    DatabaseError,
    DataError,
    IntegrityError,
    InterfaceError,
    InternalError,
    OperationalError,
)
from sqlalchemy.exc import TimeoutError as NoConnectionLeft

from bottleimp.protocol.refusals import DamagedLog, StorageError, StorageUnavailable, WriteConflict
from bottleimp.server.settings.metrics import WriteHealth
from bottleimp.server.state.events import LogEvent
from bottleimp.server.state.storage_interface import (
    OVER,
    GameSummary,
    Guest,
    ListedTable,
    QueryResult,
    StorageReader,
    StorageWrite,
    StoredGame,
    StoredSubscription,
)
from bottleimp.server.storage import queries, statistics, subscriptions
from bottleimp.server.storage.acknowledgements import AcknowledgementFile, LastPositions
from bottleimp.server.storage.database import MAX_HOLDS, Database, failure_reason
from bottleimp.server.storage.pending_writes import (
    PendingWrite,
    pass_over_outcome,
    resolve_group,
    written_positions,
)
from bottleimp.server.storage.schema import (
    game,
    guest,
    seat,
    secret,
)
from bottleimp.server.storage.seed_key import load_key, load_or_create_key
from bottleimp.server.storage.writes import apply_writes

log = logging.getLogger(__name__)

MAX_GROUP_EVENTS = 500  # events in one commit
# Where commits follow each other within so many seconds, each waits a little for more to come:
# at a thousand moves a second that halves what writing takes from everybody.
BUSY_INTERVAL, GROUP_DELAY = 0.003, 0.002
READER_THREADS = 2
LOG_NAME_LENGTH = 8
AWAY_TIMEOUT = 2.0  # seconds
CLOSED = "The database is closed."


class EventStore:
    """Logs of all tables in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        with database.read_engine.begin() as connection:
            known = load_key(connection)
        self.secret_key = known or load_or_create_key(database)
        self.writes = WriteHealth()
        # A service does not lose commits unnoticed when its files are damaged.
        folder = database.folder
        self._acknowledged = None if folder is None else AcknowledgementFile(folder)
        self.on_append: Callable[[float], None] = lambda _seconds: None
        # Called in the writer's thread with the tables that were written, after a commit.
        self.on_commit: Callable[[LastPositions], None] = lambda _positions: None
        self._is_closed = False
        self._queue: queue.SimpleQueue[PendingWrite | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(READER_THREADS, thread_name_prefix="reader")
        self._may_hold = asyncio.Semaphore(MAX_HOLDS)
        self._holders = ThreadPoolExecutor(MAX_HOLDS, thread_name_prefix="holder")
        # What ends a hold never waits behind those who wait for their turn to hold the same.
        self._releaser = ThreadPoolExecutor(1, thread_name_prefix="releaser")
        self._writer = threading.Thread(target=self._run_writer, name="writer", daemon=True)
        self._writer.start()

    @property
    def database(self) -> Database:
        """Where everything is kept."""
        return self._database

    @property
    def _answer_timeout(self) -> float | None:
        """Seconds to wait for the database; fewer where it is known to be away."""
        usual = self._database.answer_timeout
        return usual if usual is None or not self.writes.are_failing else min(usual, AWAY_TIMEOUT)

    def close(self) -> None:
        """Writes what waits and gives the files back; later writes fail with StorageUnavailable."""
        self._is_closed = True
        self._queue.put(None)
        self._writer.join()
        for threads in (self._readers, self._holders, self._releaser):
            threads.shutdown()
        if self._acknowledged is not None:
            self._acknowledged.close()
        self._database.close()

    # --- writing ------------------------------------------------------------------------

    def submit(self, *writes: StorageWrite) -> "Future[None]":
        """Done when all of the changes are on disk; WriteConflict when another writer was first.

        Changes of one call are written together or not at all.
        """
        done: Future[None] = Future()
        if self._is_closed:
            done.set_exception(StorageUnavailable(CLOSED))
        else:
            self._queue.put(PendingWrite(writes, done, time.monotonic()))
        return done

    async def try_writing(self) -> None:
        """Writes nothing new, so that `writes` says whether that is possible."""
        with contextlib.suppress(StorageError):
            await self.append()

    async def append(self, *writes: StorageWrite) -> None:
        """As `submit`, awaited.

        StorageUnavailable where the database does not answer in time: whether the changes were
        written, or will be, is not known then.
        """
        if self._is_closed:
            raise StorageUnavailable(CLOSED)
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        done.add_done_callback(pass_over_outcome)  # where nobody waits any more
        self._queue.put(PendingWrite(writes, done, time.monotonic()))
        await asyncio.wait((done,), timeout=self._answer_timeout)
        if not done.done():
            problem = StorageUnavailable("The database does not answer.")
            self.writes.record_failure(problem)
            raise problem
        done.result()

    def _run_writer(self) -> None:
        ended = 0.0
        while True:
            first = self._queue.get()
            if first is None:
                return
            if time.monotonic() - ended < BUSY_INTERVAL:
                time.sleep(GROUP_DELAY)
            group, is_last = self._collect_group(first)
            self._write(group)
            ended = time.monotonic()
            if is_last:
                return

    def _collect_group(self, first: PendingWrite) -> tuple[list[PendingWrite], bool]:
        group, size = [first], first.size
        while size < MAX_GROUP_EVENTS:
            try:
                waiting = self._queue.get_nowait()
            except queue.Empty:
                break
            if waiting is None:
                return group, True
            group.append(waiting)
            size += waiting.size
        return group, False

    def _write(self, group: list[PendingWrite]) -> None:
        try:
            with self._database.write_engine.begin() as connection:
                for waiting in group:
                    apply_writes(connection, waiting.writes)
                if not any(waiting.writes for waiting in group):
                    self._database.require_writable(connection)
        except (IntegrityError, WriteConflict) as problem:
            self._retry_singly(group, problem)
        except DatabaseError as problem:
            if self._database.is_collision(problem) or (
                isinstance(problem, DataError) and len(group) > 1
            ):
                self._retry_singly(group, problem)
                return
            reason = failure_reason(problem)
            text = f"The database cannot be written: {problem.orig}."
            if isinstance(problem, DataError):  # others can be written
                log.exception("writing failed", extra={"reason": reason})
                self._settle(group, StorageError(text))
                return
            # Those who wait try again, perhaps for hours: only the first time tells where it was.
            is_outage = isinstance(problem, OperationalError | InternalError)
            is_new = not (self.writes.are_failing and is_outage)
            log.error("writing failed", extra={"reason": reason}, exc_info=is_new)
            self.writes.record_failure(problem)
            self._settle(group, StorageUnavailable(text) if is_outage else StorageError(text))
        except Exception as problem:
            log.exception("writing failed")
            self.writes.record_failure(problem)
            self._settle(group, problem)
        else:
            self.writes.are_failing = False
            try:
                self._note_commit(group)
            except Exception:  # what is written is written, and others want to write
                log.exception("a commit could not be passed on")
            self._settle(group, None)

    def _retry_singly(self, group: list[PendingWrite], problem: Exception) -> None:
        """One of the group collided with another writer: each by itself, so that only it fails."""
        if len(group) > 1:
            for waiting in group:
                self._write([waiting])
            return
        self._settle(group, WriteConflict(f"Another writer was first: {problem}"))

    def _note_commit(self, group: list[PendingWrite]) -> None:
        written = written_positions(group)
        if self._acknowledged is not None:
            self._acknowledged.record(written)
        self.on_commit(dict(written))

    def _settle(self, group: list[PendingWrite], problem: Exception | None) -> None:
        now = time.monotonic()
        for waiting in group:
            self.on_append(now - waiting.queued_at)
        resolve_group(group, problem)

    # --- reading ------------------------------------------------------------------------

    @contextlib.asynccontextmanager
    async def exclusive(self, purpose: str) -> AsyncIterator[None]:
        """Waits until no other server with the same database does this, and keeps it so."""
        loop = asyncio.get_running_loop()
        async with self._may_hold:
            held = loop.run_in_executor(self._holders, self._database.hold, purpose)
            try:
                release = await asyncio.shield(held)
            except asyncio.CancelledError:
                held.add_done_callback(release_unwanted)
                raise
            except (OperationalError, InterfaceError, NoConnectionLeft) as problem:
                raise StorageUnavailable("The database cannot be reached.") from problem
            try:
                yield
            finally:
                await loop.run_in_executor(self._releaser, release)

    async def read(self, question: Callable[[StorageReader], QueryResult]) -> QueryResult:
        """The answer to a question that blocks, found in a reader's thread."""
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(self._answer_timeout):
                return await loop.run_in_executor(self._readers, question, self)
        except TimeoutError as problem:
            raise StorageUnavailable("The database does not answer.") from problem
        except (OperationalError, InterfaceError) as problem:
            raise StorageUnavailable("The database cannot be read.") from problem

    def game(self, game_id: str) -> StoredGame | None:
        """All that is stored of a game, or None; raises DamagedLog where that cannot be read."""
        try:
            return self._game(game_id)
        except StorageError as problem:
            raise DamagedLog(game_id, str(problem)) from problem
        except DatabaseError as problem:
            if type(problem) is not DatabaseError:  # the others are no damage
                raise
            raise DamagedLog(game_id, str(problem.orig)) from problem

    def _game(self, game_id: str) -> StoredGame | None:
        with self._database.read_engine.begin() as connection:
            found = connection.execute(select(game.c.edition).where(game.c.id == game_id)).first()
            if found is None:
                return None
            seeds = connection.execute(
                select(secret.c.seed).where(secret.c.game_id == game_id).order_by(secret.c.round)
            ).scalars()
            holders = connection.execute(
                select(seat.c.player, seat.c.guest_id).where(seat.c.game_id == game_id)
            )
            rewriting = queries.last_rewriting(connection, game_id)
            return StoredGame(
                game_id,
                found.edition,
                queries.events_after(connection, game_id, 0),
                tuple(bytes.fromhex(seed) for seed in seeds),
                {row.player: row.guest_id for row in holders},
                self.secret_key,
                log_name(self._database.identity(connection), game_id, rewriting),
                rewriting,
            )

    def events(self, game_id: str, after: int) -> tuple[LogEvent, ...]:
        """The events of a game that follow the event `after`."""
        with self._database.read_engine.begin() as connection:
            return queries.events_after(connection, game_id, after)

    def guest(self, token_hash: str) -> Guest | None:
        """The guest with this token, or None."""
        with self._database.read_engine.begin() as connection:
            row = connection.execute(select(guest).where(guest.c.token_hash == token_hash)).first()
            return None if row is None else Guest(row.id, row.token_hash, row.name)

    def guest_by_id(self, guest_id: str) -> Guest:
        """The guest with this id, who must exist."""
        with self._database.read_engine.begin() as connection:
            row = connection.execute(select(guest).where(guest.c.id == guest_id)).one()
            return Guest(row.id, row.token_hash, row.name)

    def place_keys(self, game_id: str) -> dict[int, str]:
        """The hashes of the keys to a table's places, by player."""
        return queries.place_keys(self._database, game_id)

    def subscriptions(self, guest_id: str) -> Sequence[StoredSubscription]:
        """Where messages to a guest go while no page is open, the latest first."""
        return subscriptions.subscriptions(self._database, guest_id)

    def rewritten_after(self, after: int) -> dict[int, str]:
        """The games whose log was rewritten, by the number of each rewriting after that one."""
        return queries.games_rewritten_after(self._database, after)

    def game_with_code(self, code: str) -> str | None:
        """The unfinished game with the code."""
        return queries.find_game_by_code(self._database, code)

    def unfinished_games(self, guest_id: str | None, limit: int) -> Sequence[GameSummary]:
        """The games still being played, of one guest or of all, the latest first."""
        return queries.unfinished_games(self._database, guest_id, limit)

    def finished_games(self, guest_id: str, limit: int) -> Sequence[GameSummary]:
        """The matches of a guest that were played to their end, the latest first."""
        return queries.games_by_status(self._database, (OVER,), guest_id, limit)

    def games_with_clock(self, limit: int) -> Sequence[str]:
        """The games being played with a clock, the latest first."""
        return queries.games_with_clock(self._database, limit)

    def count_unfinished(self, guest_id: str | None, since: int) -> int:
        """How many games that changed since then are being played, of one guest or of all."""
        return statistics.count_unfinished(self._database, guest_id, since)

    def attended_games(self, games: Collection[str]) -> frozenset[str]:
        """Those of the games at which somebody is connected, as servers say that share them."""
        return queries.attended_games(self._database, games)

    def listed_tables(self, since: int, limit: int, edition: str | None) -> Sequence[ListedTable]:
        """Listed tables that changed since then: gathering ones first, then with free places."""
        return queries.listed_tables(self._database, since, limit, edition)


def release_unwanted(held: asyncio.Future[Callable[[], None]]) -> None:
    """Ends the hold that a thread has got for somebody who no longer waits."""
    if not held.cancelled() and held.exception() is None:
        asyncio.get_running_loop().run_in_executor(None, held.result())


def log_name(identity: str | None, game_id: str, rewriting: int) -> str | None:
    """What a log is called by all servers until it is rewritten, or the database is another one."""
    if identity is None:
        return None
    return hashlib.sha256(f"{identity} {game_id} {rewriting}".encode()).hexdigest()[
        :LOG_NAME_LENGTH
    ]
