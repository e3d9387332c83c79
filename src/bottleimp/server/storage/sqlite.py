"""SQLite as storage: the file of a data folder, made, brought up to date, or refused."""

import contextlib
import os
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DatabaseError, OperationalError

from bottleimp.protocol.refusals import StorageError
from bottleimp.server.storage.data_folder import FILE_MODE, make_folder
from bottleimp.server.storage.database import (
    Database,
    closing_on_error,
    driver_message,
    migrate,
    require_current_version,
)
from bottleimp.server.storage.schema import MIGRATIONS, Migration

FILE_NAME = "bottleimp.sqlite3"
# A larger file is not read through at the start; damage then shows where it is read.
MAX_BYTES_CHECKED = 64 * 2**20

PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    # A commit has reached the disk before anyone is told of it, power failure included.
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA busy_timeout = 5000",
)
# KiB of pages kept in memory by each connection.  The writer comes back to the last page of each of
# some thousand logs; readers read a log once, when its table is opened.
WRITER_CACHE_KIB, READER_CACHE_KIB = 16384, 2048


@dataclass(frozen=True)
class SqliteDatabase(Database):
    """An open file; transactions of `write_engine` hold the write lock."""

    path: Path

    @property
    def name(self) -> str:
        """What messages call it."""
        return f"The database {self.path}"

    @property
    def place(self) -> str:
        """Where matches are kept, for people."""
        return str(self.path.parent.absolute())

    @property
    def advice(self) -> str:
        """What to do where something else is in its place."""
        return "move it away, or name another folder with --data"

    @property
    def folder(self) -> Path:
        """The data folder."""
        return self.path.parent

    def require_writable(self, connection: Connection) -> None:
        """Writes a page of the database as it is; fails where nothing could be appended."""
        connection.exec_driver_sql("SELECT seq FROM event LIMIT 1")
        version = connection.exec_driver_sql("PRAGMA user_version").scalar()
        connection.exec_driver_sql(f"PRAGMA user_version = {version}")

    def prepare_erasure(self, connection: Connection) -> None:
        """Has what is deleted overwritten; whoever writes keeps others from writing anyway."""
        connection.exec_driver_sql("PRAGMA secure_delete = ON")

    def drop_overwritten(self) -> None:
        """Takes what was overwritten out of the log beside the file too."""
        with closing(self.write_engine.raw_connection()) as raw:
            raw.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def integrity_faults(self, connection: Connection) -> Iterator[str]:
        """What is wrong with its pages and references."""
        for row in connection.exec_driver_sql("PRAGMA integrity_check(20)"):
            if row[0] != "ok":
                yield f"The file is damaged: {row[0]}."
        for row in connection.exec_driver_sql("PRAGMA foreign_key_check"):
            yield f"A row of {row[0]} belongs to nothing in {row[2]}."

    def is_collision(self, problem: DatabaseError) -> bool:  # noqa: ARG002
        """Whoever holds the write lock collides with nobody."""
        return False


def open_database(folder: Path, migrations: Sequence[Migration] = MIGRATIONS) -> SqliteDatabase:
    """The database of the folder, both made if need be, brought up to date by `migrations`.

    Raises StorageError, in one sentence, when the folder cannot be written, or the database is
    damaged or was made by a newer version.
    """
    path = folder / FILE_NAME
    make_folder(folder)
    with contextlib.suppress(OSError):  # what cannot be made is refused below
        # The files beside it get the same mode.
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, FILE_MODE))
    database = database_at(path)
    with closing_in_one_sentence(database):
        with database.read_engine.begin() as connection:  # which nobody who writes has to wait for
            check_pages(connection, path)
        with database.write_engine.begin() as connection:
            migrate(connection, database, migrations)
    return database


def open_existing(folder: Path, migrations: Sequence[Migration] = MIGRATIONS) -> SqliteDatabase:
    """The database that is in the folder; nobody who writes there has to wait.

    Raises StorageError, in one sentence, where there is none, or it is damaged or of another
    version's format.
    """
    path = folder / FILE_NAME
    if not path.is_file():
        raise StorageError(f"There is no database in {folder}; name the data folder with --data.")
    database = database_at(path)
    with closing_in_one_sentence(database), database.read_engine.begin() as connection:
        check_pages(connection, path)
        require_current_version(connection, database, migrations)
    return database


def database_at(path: Path) -> SqliteDatabase:
    """The database in this file, of which nothing was read yet."""
    writing = sqlite_engine(path, "BEGIN IMMEDIATE", WRITER_CACHE_KIB)
    # Transactions of the other read what was there when they began.
    return SqliteDatabase(writing, sqlite_engine(path, "BEGIN", READER_CACHE_KIB), path)


def closing_in_one_sentence(database: SqliteDatabase) -> contextlib.AbstractContextManager[None]:
    """Closes the database where something is wrong with it, and says what to do."""

    def explained(problem: DatabaseError) -> StorageError:
        if isinstance(problem, OperationalError):
            return StorageError(
                f"The data folder {database.folder} cannot be used: {driver_message(problem)}."
            )
        return damage_error(database.path, driver_message(problem))

    return closing_on_error(database, explained)


def sqlite_engine(path: Path, begin: str, cache: int) -> Engine:
    """Connections to the file whose transactions begin with this statement."""
    # Parameters hold cards that nobody may see, so errors must not quote them.
    made = create_engine(URL.create("sqlite", database=str(path)), hide_parameters=True)

    @event.listens_for(made, "connect")
    def prepare(connection: Any, _record: object) -> None:  # Any: the driver's own connection
        connection.isolation_level = None  # transactions are begun below, not by the driver
        for pragma in PRAGMAS:
            connection.execute(pragma)
        connection.execute(f"PRAGMA cache_size = -{cache}")

    @event.listens_for(made, "begin")
    def begin_transaction(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return made


def check_pages(connection: Connection, path: Path) -> None:
    """Raises StorageError when a file of moderate size has a damaged page."""
    if path.stat().st_size > MAX_BYTES_CHECKED:
        return
    verdict = str(connection.exec_driver_sql("PRAGMA quick_check(1)").scalar())
    if verdict != "ok":
        raise damage_error(path, verdict.splitlines()[-1])


def damage_error(path: Path, how: str) -> StorageError:
    """Says that the file is damaged, how, and what to do."""
    return StorageError(
        f"The database {path} is damaged ({how}); move it away to start afresh, or put back a copy."
    )
