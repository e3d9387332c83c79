"""Finding tables: by code, on the open list, those of a guest or of a rewritten log; and keys."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from sqlalchemy import Connection, func, select

from bottleimp.server.state.events import NO_CLOCK, LogEvent, read_fact
from bottleimp.server.state.storage_interface import PLAYING, UNFINISHED, GameSummary, ListedTable
from bottleimp.server.storage.database import Database
from bottleimp.server.storage.schema import event, game, place_key, presence, rewritten_log, seat

MAX_NAMES_ASKED = 500  # in one statement
CLOCK_JSON_PREFIX = (
    '"clock":{"kind":"'  # as it stands in the log; in a name it would have backslashes
)


def find_game_by_code(database: Database, code: str) -> str | None:
    """The unfinished game with the code."""
    with database.read_engine.begin() as connection:
        found = connection.execute(select(game.c.id).where(game.c.code == code)).scalar()
        return None if found is None else str(found)


def listed_tables(
    database: Database, since: int, limit: int, edition: str | None = None
) -> Sequence[ListedTable]:
    """Listed tables that changed since then: gathering ones first, then those with free places.

    Of one edition (as `Edition.text`), or of all.
    """
    wanted = select(game).where(
        game.c.listed == 1, game.c.changed_at >= since, game.c.status.in_(UNFINISHED)
    )
    if edition is not None:
        wanted = wanted.where(game.c.edition == edition)
    is_full = game.c.free == 0
    wanted = wanted.order_by(game.c.status, is_full, game.c.changed_at.desc()).limit(limit)
    with database.read_engine.begin() as connection:
        return [
            ListedTable(
                row.id, row.code or "", row.edition, row.status, row.round, row.people, row.free,
                row.changed_at,
            )
            for row in connection.execute(wanted)
        ]  # fmt: skip


def attended_games(database: Database, games: Collection[str]) -> frozenset[str]:
    """Those of the games at which somebody is connected to a server that shares the database.

    What a server said that has died counts for up to a minute.
    """
    wanted = select(presence.c.game_id).where(presence.c.game_id.in_(games))
    with database.read_engine.begin() as connection:
        return frozenset(connection.execute(wanted).scalars())


def games_by_status(
    database: Database, statuses: Sequence[str], guest_id: str | None, limit: int
) -> Sequence[GameSummary]:
    """The games in one of these states, of one guest or of all, the latest first."""
    wanted = select(game).where(game.c.status.in_(statuses))
    if guest_id is not None:
        wanted = wanted.join(seat, seat.c.game_id == game.c.id)
        wanted = wanted.where(seat.c.guest_id == guest_id)
    with database.read_engine.begin() as connection:
        rows = connection.execute(wanted.order_by(game.c.changed_at.desc()).limit(limit))
        return [GameSummary(row.id, row.edition, row.round, row.changed_at) for row in rows]


def unfinished_games(database: Database, guest_id: str | None, limit: int) -> Sequence[GameSummary]:
    """The games still being played, of one guest or of all, the latest first."""
    return games_by_status(database, UNFINISHED, guest_id, limit)


def games_with_clock(database: Database, limit: int) -> Sequence[str]:
    """The games being played with a clock, the latest first."""
    wanted = (
        select(game.c.id)
        .join(event, event.c.game_id == game.c.id)
        .where(game.c.status == PLAYING, event.c.seq == 1)  # the first event tells the clock
        .where(
            event.c.body.contains(CLOCK_JSON_PREFIX),
            ~event.c.body.contains(CLOCK_JSON_PREFIX + NO_CLOCK),
        )
        .order_by(game.c.changed_at.desc())
        .limit(limit)
    )
    with database.read_engine.begin() as connection:
        return list(connection.execute(wanted).scalars())


def place_keys(database: Database, game_id: str) -> dict[int, str]:
    """The hashes of the keys to a table's places."""
    wanted = select(place_key.c.player, place_key.c.key_hash).where(place_key.c.game_id == game_id)
    with database.read_engine.begin() as connection:
        return {row.player: row.key_hash for row in connection.execute(wanted)}


def games_rewritten_after(database: Database, after: int) -> dict[int, str]:
    """The games whose log was rewritten, by the number of each rewriting after that one."""
    wanted = select(rewritten_log.c.number, rewritten_log.c.game_id).where(
        rewritten_log.c.number > after
    )
    with database.read_engine.begin() as connection:
        return {row.number: row.game_id for row in connection.execute(wanted)}


def last_positions(database: Database, games: Iterable[str]) -> dict[str, int]:
    """The number of the last event of each of these games that has any."""
    with database.read_engine.begin() as connection:
        return last_positions_in(connection, games)


def last_positions_in(connection: Connection, games: Iterable[str]) -> dict[str, int]:
    """The same in a transaction that has begun."""
    found: dict[str, int] = {}
    # For each game by the index, not by looking at all of their events.
    last = select(func.max(event.c.seq)).where(event.c.game_id == game.c.id).scalar_subquery()
    for some in names_in_parts(games):
        for row in connection.execute(select(game.c.id, last).where(game.c.id.in_(some))):
            if row[1] is not None:
                found[row[0]] = int(row[1])
    return found


def names_in_parts(names: Iterable[str], size: int = MAX_NAMES_ASKED) -> Iterator[list[str]]:
    """The names in order, so many at a time; by default as many as one statement may ask for."""
    in_order = sorted(names)
    for first in range(0, len(in_order), size):
        yield in_order[first : first + size]


def events_after(connection: Connection, game_id: str, after: int) -> tuple[LogEvent, ...]:
    """The events that follow one of a game, in order."""
    rows = connection.execute(
        select(event).where(event.c.game_id == game_id, event.c.seq > after).order_by(event.c.seq)
    )
    return tuple(
        LogEvent(row.seq, row.at, row.actor, row.cmd_id, read_fact(row.v, row.body)) for row in rows
    )


def last_rewriting(connection: Connection, game_id: str) -> int:
    """The number of the last rewriting of a log; 0 where there was none."""
    wanted = select(func.max(rewritten_log.c.number)).where(rewritten_log.c.game_id == game_id)
    return int(connection.execute(wanted).scalar() or 0)
