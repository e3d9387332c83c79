"""Copies all that the file of a data folder holds into a PostgreSQL database."""

from contextlib import closing
from pathlib import Path

from sqlalchemy import Connection, Table, func, insert, select
from sqlalchemy.exc import DatabaseError

from bottleimp.protocol.refusals import StorageError
from bottleimp.server.storage.database import Database, first_line
from bottleimp.server.storage.folder_lock import lock_folder
from bottleimp.server.storage.postgresql import (
    lock_for_changes,
    open_postgresql,
    restart_numbering,
)
from bottleimp.server.storage.postgresql_directory import (
    alive_servers,
    database_time,
    note_earlier_uptime,
)
from bottleimp.server.storage.schema import (
    event,
    game,
    guest,
    place_key,
    push_subscription,
    rewritten_log,
    seat,
    secret,
    seed_key,
    turn_notice,
)
from bottleimp.server.storage.sqlite import open_existing
from bottleimp.server.tables.uptime import read_uptime

# What refers to something comes after it.  Who is connected, and where, concerns no other database.
COPIED_TABLES = (
    game, event, guest, seat, place_key, seed_key, secret, rewritten_log, push_subscription,
    turn_notice,
)  # fmt: skip
ROWS_AT_ONCE = 1000
NUL, REPLACEMENT = "\0", "\N{REPLACEMENT CHARACTER}"
Row = dict[str, object]


def transfer_to_postgresql(folder: Path, address: str) -> int:
    """Copies the database of a data folder, which no server may use; how many matches it holds.

    All of it is copied or nothing, and the folder stays as it is.  Raises StorageError where one of
    the two cannot be used, or PostgreSQL is in use or holds matches already.
    """
    with closing(open_existing(folder)) as source:
        lock = lock_folder(folder)
        try:
            with closing(open_postgresql(address)) as target:
                return copy_all(source, target, folder)
        finally:
            lock.release()


def copy_all(source: Database, target: Database, folder: Path) -> int:
    """Copies all rows of an open database, and when its server was away; how many matches."""
    try:
        with source.read_engine.begin() as reading, target.write_engine.begin() as writing:
            lock_for_changes(writing)
            require_unused(writing, target)
            writing.execute(seed_key.delete())  # of a server that made no table
            for table in COPIED_TABLES:
                copy_table(reading, writing, table)
            restart_numbering(writing, rewritten_log.name, rewritten_log.c.number.name)
            noted = read_uptime(folder)
            if noted is not None:
                note_earlier_uptime(writing, noted.alive, noted.gaps)
            return count_rows(writing, game)
    except DatabaseError as problem:
        raise StorageError(f"Nothing was copied: {first_line(problem)}.") from None


def require_unused(writing: Connection, target: Database) -> None:
    """Raises StorageError where the database holds matches, or a server uses it."""
    if writing.execute(select(game.c.id).limit(1)).first() is not None:
        raise StorageError(f"{target.name} holds matches already; name one that holds none.")
    if alive_servers(writing, database_time(writing)):
        raise StorageError(
            f"{target.name} is used by a server; stop it, and try again after some seconds."
        )


def copy_table(reading: Connection, writing: Connection, table: Table) -> None:
    """Copies the rows of a table, some at a time; StorageError if they are not as many there."""
    rows = reading.execution_options(yield_per=ROWS_AT_ONCE).execute(select(table))
    for some in rows.mappings().partitions(ROWS_AT_ONCE):
        writing.execute(insert(table), [without_nul(dict(row)) for row in some])
    if count_rows(reading, table) != count_rows(writing, table):
        raise StorageError(f"Not every row of {table.name} was copied; nothing is kept.")


def without_nul(row: Row) -> Row:
    """The row with another sign for NUL, which was allowed in ids of commands."""
    for column, value in row.items():
        if isinstance(value, str) and NUL in value:
            row[column] = value.replace(NUL, REPLACEMENT)
    return row


def count_rows(connection: Connection, table: Table) -> int:
    """How many rows the table has."""
    return int(connection.execute(select(func.count()).select_from(table)).scalar_one())
