"""Tables that anybody may find: by their code, on the open list, or for a quick match."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select

from bottleimp.server.database import Database
from bottleimp.server.schema import game, guest, seat
from bottleimp.server.store import UNFINISHED


@dataclass(frozen=True)
class OpenTable:
    """A table on the list: who sits there, and how many places are free.

    `status` is `gathering` or `playing`, where places may be taken between rounds.
    """

    id: str
    code: str
    edition: str
    status: str
    round: int
    names: tuple[str, ...]
    people: int
    free: int
    changed_at: int  # ms since 1970


def game_with_code(database: Database, code: str) -> str | None:
    """The unfinished game with the code."""
    with database.reading.begin() as connection:
        found = connection.execute(select(game.c.id).where(game.c.code == code)).scalar()
        return None if found is None else str(found)


def open_tables(
    database: Database, since: int, most: int, edition: str | None = None
) -> Sequence[OpenTable]:
    """Listed tables with free places that changed since then, gathering ones first.

    Of one edition (as `Edition.text`), or of all.
    """
    wanted = select(game).where(
        game.c.listed == 1, game.c.free > 0, game.c.changed_at >= since,
        game.c.status.in_(UNFINISHED),
    )  # fmt: skip
    if edition is not None:
        wanted = wanted.where(game.c.edition == edition)
    wanted = wanted.order_by(game.c.status, game.c.changed_at.desc()).limit(most)
    with database.reading.begin() as connection:
        rows = connection.execute(wanted).all()
        names: dict[str, list[str]] = {row.id: [] for row in rows}
        seated = (
            select(seat.c.game_id, guest.c.name)
            .join(guest, guest.c.id == seat.c.guest_id)
            .where(seat.c.game_id.in_(list(names)))
            .order_by(seat.c.player)
        )
        for row in connection.execute(seated):
            names[row.game_id].append(row.name)
        return [
            OpenTable(
                row.id, row.code or "", row.edition, row.status, row.round,
                tuple(names[row.id]), row.people, row.free, row.changed_at,
            )
            for row in rows
        ]  # fmt: skip
