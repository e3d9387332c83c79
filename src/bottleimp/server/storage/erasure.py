"""Forgetting a guest: name and token go, and the games stay without them.

Names stand in logs, so those are rewritten; what was played stays as it was.  A person who went on
at another device is another guest there, and so is a friend who was sent that link: they are told
of, and forgotten together only if that is asked for.
"""

import json
import secrets
import time
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from bottleimp.protocol.refusals import StorageError
from bottleimp.server.state.items_by_player import swap_number
from bottleimp.server.state.storage_interface import GUEST_ID_BYTES
from bottleimp.server.storage.database import Database
from bottleimp.server.storage.queries import last_positions_in, names_in_parts
from bottleimp.server.storage.schema import event, game, guest, place_key, rewritten_log, seat
from bottleimp.server.storage.subscriptions import forget_subscriptions

NAME_KINDS = ("create", "join")  # the kinds of events that hold names of people
TEXT_FIELD = "text"  # where an event holds what a person wrote
HUMAN = "human"
SEATING_KINDS, TAKE_OVER_KIND, VACATING_KINDS = ("create", "join"), "move", ("leave", "remove")
SWAP_KIND = "swap"

# Servers that wait for the database give up after a few seconds, so it is theirs now and then.
TABLES_AT_A_TIME = 50  # rewritten in one transaction
PAUSE = 0.2  # seconds between two of them

ERASED_PREFIX = "erased:"  # in place of the hash of a token

# What reading an event raises that is no JSON, or not of the shape of its kind.
DAMAGE = (ValueError, KeyError, TypeError, AttributeError, IndexError)

# The JSON of an event, whose shape differs by kind and version.
EventBody = dict[str, Any]


@dataclass(frozen=True)
class ErasureReport:
    """How many guests were forgotten, and how many tables and events were rewritten.

    `linked` are guests who had a place of one of them before, or have it now, and stay: id and
    name of each.  What cannot be read, at `unreadable_tables`, stays as it is.
    """

    guests: int
    tables: int
    events: int
    linked: tuple[tuple[str, str], ...] = ()
    unreadable_tables: tuple[str, ...] = ()


def erase_person(database: Database, guest_id: str, *, with_linked: bool = False) -> ErasureReport:
    """Takes name, token, keys and words of a guest out of the database; raises StorageError.

    `with_linked` does so too with the guests who had a place of that one before, or have it now,
    and with theirs: where the guest took a place over, the name there is that of the one before.
    What was deleted is overwritten in the file of SQLite; PostgreSQL does so in its own time.
    """
    with database.read_engine.begin() as connection:
        require_known(connection, guest_id)
        found = guests_of_person(connection, guest_id)
        guests = found if with_linked else {guest_id: found[guest_id]}
        others = select(guest.c.id, guest.c.name).where(guest.c.id.in_(set(found) - set(guests)))
        linked = [(row.id, row.name) for row in connection.execute(others.order_by(guest.c.id))]
        before = positions_of_all(connection)
    damaged, changed = set[str](), 0
    tables = {table for theirs in guests.values() for table in theirs}
    for some in names_in_parts(tables, TABLES_AT_A_TIME):
        with database.write_engine.begin() as connection:
            database.prepare_erasure(connection)
            changed += redact_logs(connection, some, guests, damaged)
            note_rewriting(connection, some)
        give_way()
    # The guests go last: until then, an erasure that is interrupted can be begun anew.
    with database.write_engine.begin() as connection:
        database.prepare_erasure(connection)
        require_known(connection, guest_id)
        after = positions_of_all(connection)
        since = [table for table, last in after.items() if last != before.get(table)]
        new = {each: tables_of(connection, each, since) for each in guests}
        guests = {each: theirs | new[each] for each, theirs in guests.items()}
        tables = {table for theirs in guests.values() for table in theirs}
        changed += redact_logs(connection, since, guests, damaged)
        for each, theirs in guests.items():
            forget_guest(connection, each, theirs)
        note_rewriting(connection, tables)
    database.drop_overwritten()
    return ErasureReport(len(guests), len(tables), changed, tuple(linked), tuple(sorted(damaged)))


def give_way() -> None:
    """Leaves the database to a server that waits for it."""
    time.sleep(PAUSE)


def require_known(connection: Connection, guest_id: str) -> None:
    """Raises StorageError where there is no such guest, or no longer."""
    wanted = select(guest.c.token_hash).where(guest.c.id == guest_id)
    known = connection.execute(wanted).scalar()
    if known is None or known.startswith(ERASED_PREFIX):
        raise StorageError(f"There is no guest {guest_id}; `admin guests` lists them.")


def positions_of_all(connection: Connection) -> dict[str, int]:
    """The number of the last event of every table."""
    return last_positions_in(connection, connection.execute(select(game.c.id)).scalars())


def redact_logs(
    connection: Connection,
    tables: Collection[str],
    guests: dict[str, set[str]],
    damaged: set[str],
) -> int:
    """Takes names and words of the guests out of the logs of these tables.

    `guests` says which tables are whose.  Returns how many events have changed; tables with events
    that cannot be read are added to `damaged`.
    """
    changed = 0
    for guest_id, theirs in guests.items():
        name = connection.execute(select(guest.c.name).where(guest.c.id == guest_id)).scalar() or ""
        for table in sorted(theirs.intersection(tables)):
            changed += redact_log(connection, table, guest_id, name, damaged)
    return changed


def note_rewriting(connection: Connection, tables: Collection[str]) -> None:
    """Has a server that runs read these logs anew."""
    if tables:
        rows = [{"game_id": table} for table in sorted(tables)]
        connection.execute(insert(rewritten_log), rows)


def forget_guest(connection: Connection, guest_id: str, tables: Collection[str]) -> None:
    """Takes a guest out of the database, whose tables these are and whose words are gone."""
    # Nothing more is written for the guest meanwhile: see `subscriptions.require_guest`.
    held = select(guest).where(guest.c.id == guest_id).with_for_update()
    known = connection.execute(held).first()
    if known is None:  # somebody else was faster
        return
    for player, table in places_held_by(connection, guest_id):
        place = place_key.c.game_id == table, place_key.c.player == player
        connection.execute(delete(place_key).where(*place))
    forget_subscriptions(connection, guest_id)
    replace_guest_id(connection, guest_id, known.created_at, tables)


def guests_of_person(connection: Connection, guest_id: str) -> dict[str, set[str]]:
    """The guest, and all others from whom or to whom a place was moved, with the tables of each."""
    found, new = {guest_id}, [guest_id]
    tables: dict[str, set[str]] = {}
    while new:
        each = new.pop()
        tables[each] = tables_of(connection, each)
        for table in tables[each]:
            for pair in take_overs(connection, table):
                others = pair - found
                if len(others) == 1:
                    found |= others
                    new += others
    known = connection.execute(
        select(guest.c.id).where(
            guest.c.id.in_(found), ~guest.c.token_hash.startswith(ERASED_PREFIX)
        )
    ).scalars()
    return {each: tables[each] for each in sorted(known)}


def take_overs(connection: Connection, table: str) -> list[frozenset[str]]:
    """Who had a place of the table and who took it over, for each time this happened."""
    rows = connection.execute(
        select(event.c.actor, event.c.kind, event.c.body)
        .where(
            event.c.game_id == table,
            event.c.kind.in_((*SEATING_KINDS, TAKE_OVER_KIND, *VACATING_KINDS, SWAP_KIND)),
        )
        .order_by(event.c.seq)
    )
    holders: dict[int, str] = {}
    found = []
    for row in rows:
        try:
            body = json.loads(row.body)
            player = place_of_event(body)
            if row.kind == SWAP_KIND:
                holders = {
                    swap_number(place, player, int(body["other"])): guest
                    for place, guest in holders.items()
                }
                continue
        except DAMAGE:
            continue
        if row.kind in VACATING_KINDS:
            holders.pop(player, None)
            continue
        if row.kind == TAKE_OVER_KIND and player in holders:
            found.append(frozenset((holders[player], row.actor)))
        holders[player] = row.actor
    return found


def place_of_event(body: EventBody) -> int:
    """The place that an event is about; of a creation, that of the guest who made the table."""
    if "participants" not in body:
        return int(body["player"])
    host = body.get("host")
    people = (n for n, who in enumerate(body["participants"]) if who["kind"] == HUMAN)
    return next(people, 0) if host is None else int(host)


def replace_guest_id(
    connection: Connection, guest_id: str, created_at: int, tables: Collection[str]
) -> None:
    """Gives all that the guest did and holds to somebody of whom nothing else is known.

    The id of a guest follows from the token, so it goes with it.
    """
    stranger = secrets.token_hex(GUEST_ID_BYTES)
    connection.execute(
        insert(guest).values(
            id=stranger, token_hash=f"{ERASED_PREFIX}{stranger}", name="", created_at=created_at
        )
    )
    connection.execute(update(seat).where(seat.c.guest_id == guest_id).values(guest_id=stranger))
    for some in names_in_parts(tables):  # an index finds the events of a guest at a table
        own = event.c.game_id.in_(some), event.c.actor == guest_id
        connection.execute(update(event).where(*own).values(actor=stranger))
    connection.execute(delete(guest).where(guest.c.id == guest_id))


def tables_of(
    connection: Connection, guest_id: str, among: Collection[str] | None = None
) -> set[str]:
    """The tables at which the guest sits, has sat, or did anything; of some tables or of all.

    Of all, it looks at every event.
    """
    acted = select(event.c.game_id).where(event.c.actor == guest_id)
    asked = (
        [acted]
        if among is None
        else [acted.where(event.c.game_id.in_(some)) for some in names_in_parts(among)]
    )
    held = select(seat.c.game_id).where(seat.c.guest_id == guest_id)
    return {table for each in (held, *asked) for table in connection.execute(each).scalars()}


def places_held_by(connection: Connection, guest_id: str) -> list[tuple[int, str]]:
    """The places that the guest holds, each with its table."""
    rows = connection.execute(
        select(seat.c.player, seat.c.game_id).where(seat.c.guest_id == guest_id)
    )
    return [(row.player, row.game_id) for row in rows]


def redact_log(
    connection: Connection, table: str, guest_id: str, name: str, damaged: set[str]
) -> int:
    """Takes the guest's name and words out of a log; how many events have changed.

    The table is added to `damaged` if one cannot be read.
    """
    held = connection.execute(
        select(seat.c.player).where(seat.c.game_id == table, seat.c.guest_id == guest_id)
    ).scalars()
    rows = connection.execute(
        select(event.c.seq, event.c.actor, event.c.kind, event.c.body)
        .where(event.c.game_id == table)
        .order_by(event.c.seq)
    ).all()
    # Names at a table differ, so a name that the guest bore there is nobody else's.  The latest one
    # may be somebody else's there, but logs of the first version hold no other.
    own_names = joined_names([row for row in rows if row.actor == guest_id]) - {""}
    own_places, taken = set[int](), set[str]()
    if begins_without_host(rows):  # nothing there says who sat down where, but who sits there now
        own_names |= {name} - {""}
        own_places |= set(held)
    else:
        taken = joined_names([row for row in rows if row.actor != guest_id])
    changed = 0
    for row in rows:
        is_own = row.actor == guest_id
        try:
            body: EventBody = {**json.loads(row.body)}
            after = redact_event(body, row.kind, own_names, own_places, taken, is_own=is_own)
        except DAMAGE:
            damaged.add(table)
            continue
        if after != body:
            changed += 1
            text = json.dumps(after, ensure_ascii=False, separators=(",", ":"))
            connection.execute(
                update(event)
                .where(event.c.game_id == table, event.c.seq == row.seq)
                .values(body=text)
            )
    return changed


def begins_without_host(rows: Sequence[Any]) -> bool:
    """Whether a log is of the first version, which did not say who made the table."""
    with suppress(*DAMAGE):
        return bool(rows) and json.loads(rows[0].body).get("host") is None
    return False


def joined_names(rows: list[Any]) -> set[str]:
    """The names under which the guests of these events joined or made the table."""
    found = set()
    for row in rows:
        if row.kind in NAME_KINDS:
            with suppress(*DAMAGE):
                body = json.loads(row.body)
                who = body if body.get("host") is None else body["participants"][body["host"]]
                found.add(str(who.get("name", "")))
    return found


def redact_event(
    body: EventBody,
    kind: str,
    own_names: set[str],
    own_places: set[int],
    taken: set[str],
    *,
    is_own: bool,
) -> EventBody:
    """The event without the guest's name and words."""
    after = dict(body)
    if "participants" in after:
        host = after.get("host")
        people = [n for n, who in enumerate(after["participants"]) if who["kind"] == HUMAN]
        made = {host if host is not None else people[0]} if is_own and people else set()
        after["participants"] = [
            who | {"name": erased_name(number, taken)}
            if who["kind"] == HUMAN and (number in own_places | made or who["name"] in own_names)
            else who
            for number, who in enumerate(after["participants"])
        ]
    elif is_own and kind in NAME_KINDS and "name" in after:
        after["name"] = erased_name(after.get("player", 0), taken)
    if is_own and TEXT_FIELD in after:
        after[TEXT_FIELD] = ""
    return after


def erased_name(player: int, taken: Collection[str]) -> str:
    """What a player is called whose name was erased: like nobody else at the table."""
    return next(name for n in count(player + 1) if (name := f"Someone {n}") not in taken)
