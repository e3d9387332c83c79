"""Servers with the same PostgreSQL database find each other by three small tables.

Times are those of the database, by which all servers go.
"""

from collections.abc import Sequence

from sqlalchemy import BigInteger, Connection, cast, delete, func, insert, or_, select
from sqlalchemy.dialects import postgresql

from bottleimp.server.state.server_directory import (
    Connections,
    Outage,
    ServerNews,
    ServerReport,
)
from bottleimp.server.storage.database import Database, failure_reason
from bottleimp.server.storage.queries import last_positions_in, names_in_parts
from bottleimp.server.storage.schema import outage, presence, server

ALIVE_MS = 6000  # after which a server that says nothing counts as dead
OUTAGE_MS = 10_000  # after which nobody was there to play with
FORGOTTEN_MS = 60_000  # after which what a dead server said is deleted
MAX_OUTAGES = 100
EARLIER_SERVER = "earlier"  # one that used another database


class PostgresqlDirectory:
    """The servers on one database."""

    def __init__(self, database: Database) -> None:
        self._database, self._engine = database, database.write_engine

    def exchange(self, report: ServerReport) -> ServerNews:
        """Says that the server is alive, and what is new; what is new of the others."""
        with self._engine.begin() as connection:
            now = database_time(connection)
            note_outage(connection, report, now)
            note_alive(connection, report.server, now)
            if report.is_complete:
                delete_presence(connection, report.server)
            for table, connections in report.presence.items():
                write_presence(connection, report.server, table, connections)
            forget_dead_servers(connection, now)
        with self._engine.begin() as connection:
            return ServerNews(
                alive_servers(connection, now),
                last_positions_in(connection, report.tables),
                presence_elsewhere(connection, report, now),
                recent_outages(connection),
                f"{self._database.identity(connection)} {service_start(connection)}",
                now,
            )

    def leave(self, server_id: str) -> None:
        """Says that the server ends: nobody waits for it."""
        with self._engine.begin() as connection:
            now = database_time(connection)
            delete_presence(connection, server_id)
            note_alive(connection, server_id, now, has_ended=True)

    def failure_reason(self, problem: Exception) -> str:
        """Why one of these failed, for the log."""
        return failure_reason(problem)


def database_time(connection: Connection) -> int:
    """The time by the database's clock, in ms since 1970."""
    seconds = func.extract("epoch", func.clock_timestamp())
    return int(connection.execute(select(cast(seconds * 1000, BigInteger))).scalar_one())


def service_start(connection: Connection) -> str:
    """When the service was started that answers: another one has taken over where that changes."""
    return str(connection.execute(select(func.pg_postmaster_start_time())).scalar_one())


def note_outage(connection: Connection, report: ServerReport, now: int) -> None:
    """Notes, once, that no server was alive, where that was so until now.

    A server that has just started while there is no other ends an outage, however short.
    """
    last = connection.execute(select(func.max(server.c.seen_at))).scalar()
    if last is None:
        return
    is_alone = report.is_first and not alive_servers(connection, now) - {report.server}
    if now - last <= OUTAGE_MS and not is_alone:
        return
    noted = postgresql.insert(outage).values(began_at=last, ended_at=now)
    connection.execute(noted.on_conflict_do_nothing())


def note_earlier_uptime(connection: Connection, alive: int, outages: Sequence[Outage]) -> None:
    """Notes when a server that used another database was last alive, and was not before."""
    for began, ended in outages:
        noted = postgresql.insert(outage).values(began_at=began, ended_at=ended)
        connection.execute(noted.on_conflict_do_nothing())
    note_alive(connection, EARLIER_SERVER, alive, has_ended=True)


def note_alive(
    connection: Connection, server_id: str, now: int, *, has_ended: bool = False
) -> None:
    """Notes that the server is alive, or was until now."""
    values = {"seen_at": now, "ended": int(has_ended)}
    noted = postgresql.insert(server).values(id=server_id, **values)
    connection.execute(noted.on_conflict_do_update(index_elements=[server.c.id], set_=values))


def delete_presence(connection: Connection, server_id: str) -> None:
    """Deletes who was connected to a server."""
    connection.execute(delete(presence).where(presence.c.server_id == server_id))


def write_presence(
    connection: Connection, server_id: str, table: str, connections: Connections
) -> None:
    """Puts who is connected to the server at a table in the place of what stood there."""
    connection.execute(
        delete(presence).where(presence.c.game_id == table, presence.c.server_id == server_id)
    )
    rows = [
        {"game_id": table, "server_id": server_id, "guest_id": guest, "connections": count}
        for guest, count in connections.items()
    ]
    if rows:
        connection.execute(insert(presence), rows)


def forget_dead_servers(connection: Connection, now: int) -> None:
    """Deletes what servers said that have ended, or that have said nothing for a while."""
    gone = select(server.c.id).where(
        or_(server.c.ended == 1, server.c.seen_at < now - FORGOTTEN_MS)
    )
    connection.execute(delete(presence).where(presence.c.server_id.in_(gone)))
    connection.execute(delete(server).where(server.c.seen_at < now - FORGOTTEN_MS))


def alive_servers(connection: Connection, now: int) -> frozenset[str]:
    """The servers that were heard of lately and have not ended."""
    wanted = select(server.c.id).where(server.c.seen_at >= now - ALIVE_MS, server.c.ended == 0)
    return frozenset(connection.execute(wanted).scalars())


def presence_elsewhere(
    connection: Connection, report: ServerReport, now: int
) -> dict[str, dict[str, dict[str, int]]]:
    """The connections to the other servers: how many, by table, server and guest."""
    found: dict[str, dict[str, dict[str, int]]] = {}
    for some in names_in_parts(report.tables):
        wanted = (
            select(presence)
            .join(server, server.c.id == presence.c.server_id)
            .where(
                server.c.id != report.server, server.c.ended == 0,
                server.c.seen_at >= now - ALIVE_MS,
                presence.c.game_id.in_(some),
            )
        )  # fmt: skip
        for row in connection.execute(wanted):
            connected = found.setdefault(row.game_id, {}).setdefault(row.server_id, {})
            connected[row.guest_id] = row.connections
    return found


def recent_outages(connection: Connection) -> tuple[Outage, ...]:
    """The last times in which no server was alive, in order."""
    latest = select(outage).order_by(outage.c.began_at.desc()).limit(MAX_OUTAGES)
    rows = connection.execute(latest).all()
    return tuple((row.began_at, row.ended_at) for row in reversed(rows))
