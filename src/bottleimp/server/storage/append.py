"""The two statements that every change of a table needs, compiled once and run without ceremony.

They are most of what a writer does, and a writer takes its time from everybody at all tables.
"""

import sqlite3
from functools import cache

from sqlalchemy import (
    Connection,
    Dialect,
    UpdateBase,
    bindparam,
    func,
    insert,
    literal_column,
    select,
    update,
)
from sqlalchemy.exc import DatabaseError, IntegrityError, InternalError, OperationalError

from bottleimp.protocol.refusals import WriteConflict
from bottleimp.server.state.events import LOG_VERSION, LogEvent, fact_kind, write_fact
from bottleimp.server.state.storage_interface import AppendEvents
from bottleimp.server.storage.schema import event, game, rewritten_log

SQLITE = "sqlite"  # as SQLAlchemy names it

RowValues = dict[str, object]

# What SQLAlchemy calls what the driver raises.
KINDS: dict[type[sqlite3.DatabaseError], type[DatabaseError]] = {
    sqlite3.IntegrityError: IntegrityError,
    sqlite3.InternalError: InternalError,
    sqlite3.OperationalError: OperationalError,
}

LAST_EVENT = (
    select(func.coalesce(func.max(event.c.seq), literal_column("0")))
    .where(event.c.game_id == bindparam("of_game"))
    .scalar_subquery()
)
LAST_REWRITING = (
    select(func.coalesce(func.max(rewritten_log.c.number), literal_column("0")))
    .where(rewritten_log.c.game_id == bindparam("of_game"))
    .scalar_subquery()
)
UPDATE_LISTING = (
    update(game)
    .where(
        game.c.id == bindparam("of_game"),
        bindparam("after") == LAST_EVENT,
        bindparam("rewriting") == LAST_REWRITING,
    )
    .values(
        {
            column: bindparam(f"new_{column}")
            for column in ("status", "round", "changed_at", "code", "listed", "free", "people")
        }
    )
)
INSERT_EVENT = insert(event)


@cache
def compile_statement(statement: UpdateBase, dialect: Dialect) -> tuple[str, tuple[str, ...]]:
    """The statement as the driver takes it, and its parameters in their order."""
    made = statement.compile(dialect=dialect)
    return str(made), tuple(made.positiontup or ())


def execute_many(connection: Connection, statement: UpdateBase, rows: list[RowValues]) -> int:
    """Runs the statement for each row; how many rows of the database it concerned."""
    if connection.dialect.name != SQLITE:
        return connection.execute(statement, rows).rowcount
    text, order = compile_statement(statement, connection.dialect)
    cursor = connection.connection.cursor()
    try:
        cursor.executemany(text, [[row[name] for name in order] for row in rows])
        return int(cursor.rowcount)
    except sqlite3.DatabaseError as problem:
        # Without the parameters: they hold cards that nobody may see.
        kind = KINDS.get(type(problem), DatabaseError)
        raise kind(text, None, problem) from None
    finally:
        cursor.close()


def append_events(connection: Connection, append: AppendEvents) -> None:
    """Puts the events behind those of the game, and says in lists what follows from them.

    Raises WriteConflict when the game is not where the append says, or its log was rewritten since
    the writer read it; IntegrityError when a part of it is there already.
    """
    listing = append.listing
    changed = execute_many(
        connection,
        UPDATE_LISTING,
        [
            {
                "of_game": append.game, "after": append.after, "rewriting": append.rewriting,
                "new_status": append.status, "new_round": append.round,
                "new_changed_at": append.events[-1].at, "new_code": listing.code,
                "new_listed": int(listing.is_listed),
                "new_free": listing.open_places, "new_people": listing.seated_people,
            }
        ],
    )  # fmt: skip
    if changed != 1:
        raise WriteConflict(f"{append.game} is not at {append.after}")
    execute_many(connection, INSERT_EVENT, [event_row(append.game, each) for each in append.events])


def event_row(game_id: str, each: LogEvent) -> RowValues:
    """The event as a row of its table."""
    return {
        "game_id": game_id,
        "seq": each.seq,
        "at": each.at,
        "actor": each.actor,
        "cmd_id": each.command,
        "v": LOG_VERSION,
        "kind": fact_kind(each.fact),
        "body": write_fact(each.fact),
    }
