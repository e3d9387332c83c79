"""Opening the database of a data folder: made, brought up to date, or refused in one sentence."""

import contextlib
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, insert, select, update
from sqlalchemy.exc import DatabaseError, OperationalError

from bottleimp.protocol.refusals import StorageError
from bottleimp.server.storage.data_folder import FILE_MODE, make_folder
from bottleimp.server.storage.schema import MIGRATIONS, VERSION_TABLE, Migration, schema_version

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
class Database:
    """An open database: `writing` begins transactions that hold the write lock."""

    path: Path
    write_engine: Engine
    read_engine: Engine

    def close(self) -> None:
        """Gives the files back."""
        self.write_engine.dispose()
        self.read_engine.dispose()


def open_database(folder: Path, migrations: Sequence[Migration] = MIGRATIONS) -> Database:
    """The database of the folder, both made if need be, brought up to date by `steps`.

    Raises StorageError, in one sentence, when the folder cannot be written, or the database is
    damaged or was made by a newer version.
    """
    path = folder / FILE_NAME
    make_folder(folder)
    with contextlib.suppress(OSError):  # what cannot be made is refused below
        # The files beside it get the same mode.
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, FILE_MODE))
    database = Database(path, writer_engine(path), reader_engine(path))
    with closing_on_error(database):
        with database.read_engine.begin() as connection:  # which nobody who writes has to wait for
            check_pages(connection, path)
        with database.write_engine.begin() as connection:
            migrate(connection, path, migrations)
    return database


def open_existing(folder: Path, migrations: Sequence[Migration] = MIGRATIONS) -> Database:
    """The database that is in the folder; nobody who writes there has to wait.

    Raises StorageError, in one sentence, where it is damaged or of another version's format.
    """
    path = folder / FILE_NAME
    database = Database(path, writer_engine(path), reader_engine(path))
    with closing_on_error(database), database.read_engine.begin() as connection:
        check_pages(connection, path)
        require_current_version(connection, path, migrations)
    return database


@contextlib.contextmanager
def closing_on_error(database: Database) -> Iterator[None]:
    """Closes the database where something is wrong with it, and says so in one sentence."""
    try:
        yield
    except StorageError:
        database.close()
        raise
    except OperationalError as problem:
        database.close()
        folder = database.path.parent
        raise StorageError(
            f"The data folder {folder} cannot be used: {driver_message(problem)}."
        ) from None
    except DatabaseError as problem:
        database.close()
        raise damage_error(database.path, driver_message(problem)) from None


def writer_engine(path: Path) -> Engine:
    """Connections whose transactions hold the write lock."""
    return sqlite_engine(path, "BEGIN IMMEDIATE", WRITER_CACHE_KIB)


def reader_engine(path: Path) -> Engine:
    """Connections whose transactions read what was there when they began."""
    return sqlite_engine(path, "BEGIN", READER_CACHE_KIB)


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


def rewrite_page(connection: Connection) -> None:
    """Writes a page of the database as it is; fails where nothing could be appended."""
    connection.exec_driver_sql("SELECT seq FROM event LIMIT 1")
    version = connection.exec_driver_sql("PRAGMA user_version").scalar()
    connection.exec_driver_sql(f"PRAGMA user_version = {version}")


def check_pages(connection: Connection, path: Path) -> None:
    """Raises StorageError when a file of moderate size has a damaged page."""
    if path.stat().st_size > MAX_BYTES_CHECKED:
        return
    verdict = str(connection.exec_driver_sql("PRAGMA quick_check(1)").scalar())
    if verdict != "ok":
        raise damage_error(path, verdict.splitlines()[-1])


def migrate(connection: Connection, path: Path, migrations: Sequence[Migration]) -> None:
    """Takes the steps that the database has not taken yet; raises StorageError if it took more."""
    tables = connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'table'")
    names = set(tables.scalars())
    if names and schema_version.name not in names:
        raise StorageError(f"{path} is a database of another program; move it away.")
    connection.exec_driver_sql(VERSION_TABLE)
    found = connection.execute(select(schema_version.c.version)).scalar()
    version = 0 if found is None else int(found)
    if version > len(migrations):
        raise newer_version_error(path, version, len(migrations))
    for step in migrations[version:]:
        for statement in step:
            connection.exec_driver_sql(statement)
    if found is None:
        connection.execute(insert(schema_version).values(version=len(migrations)))
    elif version < len(migrations):
        connection.execute(update(schema_version).values(version=len(migrations)))


def require_current_version(
    connection: Connection, path: Path, migrations: Sequence[Migration]
) -> None:
    """Raises StorageError where the database has not taken all of the steps, or more."""
    tables = connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE name = 'storage'")
    found = (
        connection.execute(select(schema_version.c.version)).scalar() if tables.first() else None
    )
    if found is None:
        raise StorageError(f"The file {path} is no database of this program.")
    version = int(found)
    if version > len(migrations):
        raise newer_version_error(path, version, len(migrations))
    if version < len(migrations):
        raise StorageError(
            f"The database {path} was made by an older version of this program (format {version};"
            f" this one has {len(migrations)}); start a server of this version on it once, or use"
            " that version."
        )


def newer_version_error(path: Path, version: int, known: int) -> StorageError:
    """Says that the database has a format that is not known here."""
    return StorageError(
        f"The database {path} was made by a newer version of this program"
        f" (format {version}; this one knows {known}); install that version again."
    )


def damage_error(path: Path, how: str) -> StorageError:
    """Says that the file is damaged, how, and what to do."""
    return StorageError(
        f"The database {path} is damaged ({how}); move it away to start afresh, or put back a copy."
    )


def driver_message(problem: DatabaseError) -> str:
    """What the database itself said."""
    return str(problem.orig)
