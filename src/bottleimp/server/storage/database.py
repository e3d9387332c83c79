"""An open database, of whichever kind, and how its tables are brought up to date."""

import contextlib
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, Engine, insert, inspect, select, update
from sqlalchemy.exc import DatabaseError, DBAPIError

from bottleimp.protocol.refusals import StorageError
from bottleimp.server.storage.schema import MIGRATIONS, VERSION_TABLE, Migration, schema_version

MAX_HOLDS = 3  # what a server keeps others from doing at once
# The driver quotes whom and what it names, in the words and signs of the service's language.
QUOTED_NAME = re.compile(r"""\s*("[^"]*"|'[^']*'|„[^“]*“|»[^«]*«|«[^»]*»)""")


@dataclass(frozen=True)
class Database(ABC):
    """An open database; only transactions of `write_engine` change it."""

    write_engine: Engine
    read_engine: Engine

    @property
    @abstractmethod
    def name(self) -> str:
        """What messages call it."""

    @property
    @abstractmethod
    def place(self) -> str:
        """Where matches are kept, for people."""

    @property
    @abstractmethod
    def advice(self) -> str:
        """What to do where something else is in its place, as the end of a sentence."""

    @property
    def folder(self) -> Path | None:
        """The folder whose file it is; None where it is a service."""
        return None

    @property
    def answer_timeout(self) -> float | None:
        """Seconds until it counts as away where it does not answer; None where it is waited for."""
        return None

    def translate(self, statement: str) -> str:
        """A statement of the migrations as this kind of database understands it."""
        return statement

    @abstractmethod
    def require_writable(self, connection: Connection) -> None:
        """Writes nothing new; fails where nothing could be appended."""

    @abstractmethod
    def prepare_erasure(self, connection: Connection) -> None:
        """Keeps others from writing to logs until the transaction ends."""

    @abstractmethod
    def drop_overwritten(self) -> None:
        """Takes what was overwritten out of its files, as far as that can be done."""

    @abstractmethod
    def integrity_faults(self, connection: Connection) -> Iterator[str]:
        """What is wrong with the database itself, one sentence each."""

    def identity(self, connection: Connection) -> str | None:  # noqa: ARG002
        """What tells this database from a copy that was put back, alike for all who use it.

        None where only one server uses it, to which each reading of a log is another one.
        """
        return None

    def hold(self, purpose: str) -> Callable[[], None]:  # noqa: ARG002
        """Keeps other servers from doing something, and waits for them; what ends that.

        Nothing where only one server uses it.
        """
        return lambda: None

    @abstractmethod
    def is_collision(self, problem: DatabaseError) -> bool:
        """Whether the writing failed only because others wrote at the same moment."""

    def close(self) -> None:
        """Gives its files or connections back."""
        self.write_engine.dispose()
        self.read_engine.dispose()


@contextlib.contextmanager
def closing_on_error(
    database: Database, explained: Callable[[DatabaseError], StorageError]
) -> Iterator[None]:
    """Closes the database where something is wrong with it, and says so in one sentence."""
    try:
        yield
    except StorageError:
        database.close()
        raise
    except DatabaseError as problem:
        database.close()
        raise explained(problem) from None


def migrate(
    connection: Connection, database: Database, migrations: Sequence[Migration] = MIGRATIONS
) -> None:
    """Takes the steps that the database has not taken yet; raises StorageError if it took more."""
    names = set(inspect(connection).get_table_names())
    if names and schema_version.name not in names:
        raise StorageError(f"{database.name} belongs to another program; {database.advice}.")
    connection.exec_driver_sql(VERSION_TABLE)
    found = connection.execute(select(schema_version.c.version)).scalar()
    version = 0 if found is None else int(found)
    if version > len(migrations):
        raise newer_version_error(database, version, len(migrations))
    for step in migrations[version:]:
        for statement in step:
            connection.exec_driver_sql(database.translate(statement))
    if found is None:
        connection.execute(insert(schema_version).values(version=len(migrations)))
    elif version < len(migrations):
        connection.execute(update(schema_version).values(version=len(migrations)))


def require_current_version(
    connection: Connection, database: Database, migrations: Sequence[Migration] = MIGRATIONS
) -> None:
    """Raises StorageError where the database has not taken all of the steps, or more."""
    found = None
    if schema_version.name in inspect(connection).get_table_names():
        found = connection.execute(select(schema_version.c.version)).scalar()
    if found is None:
        raise StorageError(f"{database.name} was not made by this program.")
    version = int(found)
    if version > len(migrations):
        raise newer_version_error(database, version, len(migrations))
    if version < len(migrations):
        raise StorageError(
            f"{database.name} was made by an older version of this program (format {version};"
            f" this one has {len(migrations)}); start a server of this version on it once, or use"
            " that version."
        )


def newer_version_error(database: Database, version: int, known: int) -> StorageError:
    """Says that the database has a format that is not known here."""
    return StorageError(
        f"{database.name} was made by a newer version of this program"
        f" (format {version}; this one knows {known}); install that version again."
    )


@contextlib.contextmanager
def explaining_errors(database: Database) -> Iterator[None]:
    """Says in one sentence what the database itself says against what is being done."""
    try:
        yield
    except DatabaseError as problem:
        raise unusable_error(database, problem) from None


def unusable_error(database: Database, problem: DatabaseError) -> StorageError:
    """Says that the database cannot be used, and why."""
    return StorageError(f"{database.name} cannot be used: {first_line(problem)}.")


def first_line(problem: DatabaseError) -> str:
    """The beginning of what the database itself said, without its end mark."""
    return driver_message(problem).strip().partition("\n")[0].rstrip(" .?!")


def driver_message(problem: DatabaseError) -> str:
    """What the database itself said."""
    return str(problem.orig)


def failure_reason(problem: Exception) -> str:
    """Why the database did not do something, for the log: it names no value, person or address."""
    original = problem.orig if isinstance(problem, DBAPIError) else problem
    # Its name tells a full disk from a lock.
    if name := getattr(original, "sqlite_errorname", None):
        return str(name)
    kind = type(original).__name__
    if state := getattr(original, "sqlstate", None):
        return f"{kind} {state}"
    if isinstance(problem, DBAPIError) and problem.statement is None:
        return connection_failure(str(original))
    return kind  # the message might quote what was written


def connection_failure(message: str) -> str:
    """What the driver says last about why it cannot connect, without the names in it."""
    lines = [line for line in message.splitlines() if line and not line[0].isspace()]  # no advice
    said = lines[-1].rpartition(" failed: ")[2] if lines else ""
    return " ".join(QUOTED_NAME.sub("", said).split())
