"""Moving house: all that the file of a data folder holds is copied into a PostgreSQL database."""

from collections.abc import Sequence
from pathlib import Path

from sqlalchemy import Connection, Table, func, insert, select

from bottleimp.protocol.refusals import StorageError
from bottleimp.server.storage.database import Database
from bottleimp.server.storage.folder_lock import lock_folder
from bottleimp.server.storage.postgresql import open_postgresql, restart_numbering
from bottleimp.server.storage.schema import (
    event,
    game,
    guest,
    place_key,
    rewritten_log,
    seat,
    secret,
    seed_key,
)
from bottleimp.server.storage.sqlite import open_existing

# What refers to something comes after it.  Who is connected, and where, concerns no other database.
COPIED_TABLES = (game, event, guest, seat, place_key, seed_key, secret, rewritten_log)
ROWS_AT_ONCE = 1000


def transfer_to_postgresql(folder: Path, address: str) -> int:
    """Copies the database of a data folder, which no server may use; how many matches it holds.

    All of it is copied or nothing, and the folder stays as it is.  Raises StorageError where one of
    the two cannot be used, or there are matches in PostgreSQL already.
    """
    source = open_existing(folder)
    try:
        lock = lock_folder(folder)
        try:
            target = open_postgresql(address)
            try:
                return copy_tables(source, target)
            finally:
                target.close()
        finally:
            lock.release()
    finally:
        source.close()


def copy_tables(source: Database, target: Database) -> int:
    """Copies all rows of an open database into another that has none; how many matches."""
    with source.read_engine.begin() as reading, target.write_engine.begin() as writing:
        if writing.execute(select(game.c.id).limit(1)).first() is not None:
            raise StorageError(f"{target.name} holds matches already; name one that holds none.")
        writing.execute(seed_key.delete())  # of a server that was started on it and made no table
        for table in COPIED_TABLES:
            copy_table(reading, writing, table)
        restart_numbering(writing, rewritten_log.name, rewritten_log.c.number.name)
        return count_rows(writing, game)


def copy_table(reading: Connection, writing: Connection, table: Table) -> None:
    """Copies the rows of a table, some at a time; StorageError if they are not as many there."""
    rows = reading.execution_options(yield_per=ROWS_AT_ONCE).execute(select(table))
    for some in rows.mappings().partitions(ROWS_AT_ONCE):
        found: Sequence[dict[str, object]] = [dict(row) for row in some]
        writing.execute(insert(table), found)
    if count_rows(reading, table) != count_rows(writing, table):
        raise StorageError(f"Not every row of {table.name} was copied; nothing is kept.")


def count_rows(connection: Connection, table: Table) -> int:
    """How many rows the table has."""
    return int(connection.execute(select(func.count()).select_from(table)).scalar_one())
