"""Which tables and guests there are: counts and lists for limits and for the host."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import BindParameter, Connection, bindparam, func, select

from bottleimp.server.state.storage_interface import UNFINISHED
from bottleimp.server.storage.database import Database
from bottleimp.server.storage.erasure import DAMAGE, ERASED_PREFIX
from bottleimp.server.storage.queries import last_positions_in
from bottleimp.server.storage.schema import event, game, guest, seat

MESSAGE_KIND, REPORT_KIND = "say", "report"  # kinds of events


@dataclass(frozen=True)
class TableStatistics:
    """A table, who holds places there (player and guest), and when it changed last.

    Times are in ms since 1970.
    """

    id: str
    edition: str
    status: str
    round: int
    created_at: int
    changed_at: int
    events: int
    holders: tuple[tuple[int, str], ...]


@dataclass(frozen=True)
class GuestStatistics:
    """A guest: the name given last, and at how many tables the guest holds a place."""

    id: str
    name: str
    created_at: int
    tables: int


@dataclass(frozen=True)
class ReportedMessage:
    """What somebody said and somebody else reported: who, by guest; when, in ms since 1970.

    `text` is what was said in free words, or the id of a phrase; empty once it was erased, and
    None where the report or what was said cannot be read.
    """

    table: str
    reported_at: int
    reporter: str
    speaker: str
    text: str | None


def count_unfinished(database: Database, guest_id: str | None, since: int) -> int:
    """How many matches that changed since then are being played, of one guest or of all."""
    wanted = select(func.count()).select_from(game)
    wanted = wanted.where(game.c.status.in_(UNFINISHED), game.c.changed_at >= since)
    if guest_id is not None:
        wanted = wanted.join(seat, seat.c.game_id == game.c.id)
        wanted = wanted.where(seat.c.guest_id == guest_id)
    with database.read_engine.begin() as connection:
        return int(connection.execute(wanted).scalar_one())


def table_statistics(database: Database, status: str | None = None) -> Sequence[TableStatistics]:
    """All tables, or those of a status, the latest first."""
    wanted, held = select(game), select(seat).order_by(seat.c.game_id, seat.c.player)
    if status is not None:
        wanted = wanted.where(game.c.status == status)
        held = held.join(game, game.c.id == seat.c.game_id).where(game.c.status == status)
    with database.read_engine.begin() as connection:
        rows = connection.execute(wanted.order_by(game.c.changed_at.desc())).all()
        last = last_positions_in(connection, (row.id for row in rows))
        holders: dict[str, list[tuple[int, str]]] = {}
        for row in connection.execute(held):
            holders.setdefault(row.game_id, []).append((row.player, row.guest_id))
        return [
            TableStatistics(
                row.id, row.edition, row.status, row.round, row.created_at, row.changed_at,
                last.get(row.id, 0), tuple(holders.get(row.id, ())),
            )
            for row in rows
        ]  # fmt: skip


def guest_statistics(database: Database) -> Sequence[GuestStatistics]:
    """All guests but those who were erased, the latest first."""
    tables = select(func.count()).select_from(seat).where(seat.c.guest_id == guest.c.id)
    wanted = select(guest.c.id, guest.c.name, guest.c.created_at, tables.scalar_subquery())
    wanted = wanted.where(~guest.c.token_hash.startswith(ERASED_PREFIX))
    with database.read_engine.begin() as connection:
        rows = connection.execute(wanted.order_by(guest.c.created_at.desc()))
        return [GuestStatistics(*row) for row in rows]


def reported_messages(database: Database) -> Sequence[ReportedMessage]:
    """What was reported at all tables, the latest first."""
    # Written out, not sent as a value: else no database knows that its index is for this kind.
    kind: BindParameter[str] = bindparam("kind", REPORT_KIND, literal_execute=True)
    wanted = select(event).where(event.c.kind == kind).order_by(event.c.at.desc())
    with database.read_engine.begin() as connection:
        return [
            ReportedMessage(
                row.game_id, row.at, row.actor, *message_said(connection, row.game_id, row.body)
            )
            for row in connection.execute(wanted).all()
        ]


def message_said(connection: Connection, table: str, report: str) -> tuple[str, str | None]:
    """Who said the line that was reported at a table, as a guest, and what; None if unreadable."""
    try:
        number = int(json.loads(report)["message"])  # lines count from 1
    except DAMAGE:
        return "", None
    lines = select(event.c.actor, event.c.body).where(
        event.c.game_id == table, event.c.kind == MESSAGE_KIND
    )
    row = connection.execute(lines.order_by(event.c.seq).offset(number - 1).limit(1)).first()
    if row is None:
        return "", None
    try:
        said = json.loads(row.body)
        return row.actor, str(said.get("text") or said.get("phrase") or "")
    except DAMAGE:
        return row.actor, None
