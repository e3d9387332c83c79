"""Keeping the database: copied while a server runs, and checked through and through."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from sqlalchemy import func, select

from bottleimp.protocol.refusals import StorageError
from bottleimp.server.state.table_state import table_status
from bottleimp.server.storage.data_folder import FILE_MODE, os_error_text
from bottleimp.server.storage.database import Database
from bottleimp.server.storage.event_store import EventStore
from bottleimp.server.storage.schema import event, game
from bottleimp.server.storage.sqlite import SqliteDatabase
from bottleimp.server.tables.replay import replay_log


def back_up_database(database: Database, target: Path) -> int:
    """Copies the database, while it is in use or not, and checks the copy; its size in bytes.

    The copy stands there complete or not at all.  Raises StorageError.
    """
    if not isinstance(database, SqliteDatabase):
        raise StorageError(
            f"This copies the file of a data folder; copy {database.place} with pg_dump."
        )
    if target.exists():
        raise StorageError(f"There is something at {target} already; name a new file.")
    unfinished = target.with_name(target.name + ".unfinished")
    try:
        unfinished.unlink(missing_ok=True)
        os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE_MODE))
        with (
            closing(sqlite3.connect(database.path)) as source,
            closing(sqlite3.connect(unfinished)) as copy,
        ):
            # In one go: that keeps nobody from writing, and no writer makes it begin again.
            source.backup(copy)
            # One file, without a log beside it, that can be carried away.
            copy.execute("PRAGMA journal_mode = DELETE")
            verdict = str(copy.execute("PRAGMA integrity_check(1)").fetchone()[0])
        if verdict != "ok":
            raise StorageError(f"The copy is damaged ({verdict}); check the database itself.")
        with unfinished.open("rb+") as file:
            os.fsync(file.fileno())
        unfinished.rename(target)
    except OSError as problem:
        raise StorageError(
            f"The copy {target} cannot be written: {os_error_text(problem)}."
        ) from None
    except sqlite3.Error as problem:
        raise StorageError(f"The copy {target} cannot be made: {problem}.") from None
    finally:
        unfinished.unlink(missing_ok=True)
    return target.stat().st_size


def find_faults(store: EventStore) -> Iterator[str]:
    """What is wrong with the database, one sentence each: its pages, references and every log."""
    with store.database.read_engine.begin() as connection:
        yield from store.database.integrity_faults(connection)
        games = connection.execute(select(game.c.id, game.c.status, game.c.round)).all()
    for known in games:
        yield from find_table_faults(store, known.id, known.status, known.round)


def find_table_faults(store: EventStore, table: str, status: str, number: int) -> Iterator[str]:
    """What is wrong with the log of one table, and with what lists say of it."""
    with store.database.read_engine.begin() as connection:
        counted = select(func.count(), func.min(event.c.seq), func.max(event.c.seq))
        count, first, last = connection.execute(counted.where(event.c.game_id == table)).one()
    if not count:
        yield f"The table {table} has no events."
        return
    if (first, last) != (1, count):
        yield f"The log of table {table} has {count} events, numbered {first} to {last}."
        return
    try:
        stored = store.game(table)
        state = None if stored is None else replay_log(stored).entries[-1].state
    except StorageError as problem:
        yield f"{str(problem).rstrip('.')}."
        return
    if state is not None and (status, number) != (table_status(state), state.round_number):
        if has_changed_since(store, table, status, number, last):
            return  # while this was read: with a server that runs it goes on
        yield f"The list says of table {table} {status}, round {number}; its log says otherwise."


def has_changed_since(store: EventStore, table: str, status: str, number: int, last: int) -> bool:
    """Whether the list says something else of the table by now, or its log has gone on."""
    with store.database.read_engine.begin() as connection:
        listed = select(game.c.status, game.c.round).where(game.c.id == table)
        row = connection.execute(listed).one()
        latest = select(func.max(event.c.seq)).where(event.c.game_id == table)
        return (row.status, row.round) != (status, number) or (
            connection.execute(latest).scalar() != last
        )
