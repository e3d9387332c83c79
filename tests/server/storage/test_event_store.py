"""Logs of tables: appended together or not at all, in SQLite and in PostgreSQL."""

import asyncio
import logging
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy.exc import TimeoutError as NoConnectionLeft

from bottleimp.protocol.refusals import StorageUnavailable, WriteConflict
from bottleimp.server.state.events import (
    TABLE_ACTOR,
    LogEvent,
    Participant,
    TableClosed,
    TableCreated,
)
from bottleimp.server.state.storage_interface import AppendEvents, Guest, NewGame
from bottleimp.server.storage.database import MAX_HOLDS
from bottleimp.server.storage.event_store import EventStore
from bottleimp.server.storage.sqlite import SqliteDatabase, open_database
from tests.server.storage.conftest import Opening
from tests.support.patience import PATIENCE

CREATED = TableCreated("classic/3", (Participant("Ada", "human"),), 0, 800)
GUEST = Guest("g1", "h" * 64, "Ada")


def creation(game: str = "t1") -> AppendEvents:
    return AppendEvents(
        game=game,
        after=0,
        events=(LogEvent(1, 5, "g1", None, CREATED),),
        status="playing",
        round=0,
        new_game=NewGame(game, "classic/3", (b"s" * 32,), {0: GUEST}),
    )


def closing(after: int, command: str | None = None, game: str = "t1") -> AppendEvents:
    actor = TABLE_ACTOR if command is None else "g1"
    return AppendEvents(
        game, after, (LogEvent(after + 1, 6, actor, command, TableClosed()),), "closed", 0
    )


def test_what_was_written_is_read_back(storage: Opening) -> None:
    store = storage()
    store.submit(creation()).result()
    store.submit(closing(1, "bye")).result()
    store.close()
    store = storage()
    game = store.game("t1")
    store.close()

    assert game is not None
    assert [CREATED, TableClosed()] == [each.fact for each in game.events]
    assert game.holders == {0: "g1"}
    assert game.seeds == (b"s" * 32,)


def test_nothing_is_written_once_the_database_is_closed(storage: Opening) -> None:
    store = storage()
    store.close()

    with pytest.raises(StorageUnavailable):
        store.submit(creation()).result(PATIENCE)
    with pytest.raises(StorageUnavailable):
        asyncio.run(store.append(creation()))


def test_whoever_is_told_of_a_commit_and_fails_holds_up_no_other_write(storage: Opening) -> None:
    store = storage()

    def fail(_positions: object) -> None:
        raise ValueError("told in vain")

    store.on_commit = fail
    store.submit(creation()).result(PATIENCE)
    store.submit(closing(1)).result(PATIENCE)
    game = store.game("t1")
    store.close()

    assert game is not None
    assert len(game.events) == 2


def test_of_two_writers_the_first_wins(storage: Opening) -> None:
    store = storage()
    store.submit(creation()).result()
    first, second = store.submit(closing(1)), store.submit(closing(1))
    first.result()

    with pytest.raises(WriteConflict):
        second.result()
    store.close()


def test_who_is_late_spoils_nothing_for_others_in_the_same_group(storage: Opening) -> None:
    store = storage()
    done = [store.submit(creation(f"t{n}")) for n in range(20)]
    late = store.submit(closing(7, game="t3"))
    done += [store.submit(closing(1, game=f"t{n}")) for n in range(20)]
    for each in done:
        each.result()

    with pytest.raises(WriteConflict):
        late.result()
    store.close()


def test_a_command_of_one_actor_is_stored_once(storage: Opening) -> None:
    store = storage()
    store.submit(creation()).result()
    store.submit(closing(1, "bye")).result()

    with pytest.raises(WriteConflict):
        store.submit(closing(2, "bye")).result()
    store.close()


def test_what_belongs_together_is_written_together_or_not_at_all(storage: Opening) -> None:
    store = storage()
    store.submit(creation()).result()
    with pytest.raises(WriteConflict):
        store.submit(creation("t2"), closing(9)).result()

    assert store.game("t2") is None
    store.close()


def test_a_full_disk_is_told_and_traced_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = EventStore(open_database(tmp_path))
    with store.database.write_engine.begin() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count = 1")  # it grows no more
    told: list[str] = []
    while len(told) < 3:
        try:
            store.submit(creation(f"t{len(store.unfinished_games(None, 1000))}")).result()
        except StorageUnavailable as problem:
            told.append(str(problem))
    store.close()
    lines = [each for each in caplog.records if each.levelno == logging.ERROR]

    assert told == ["The database cannot be written: database or disk is full."] * 3
    assert [bool(each.exc_info) for each in lines] == [True, False, False]


def test_who_no_longer_waits_for_others_keeps_nobody_from_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits, may_have_it, released = threading.Event(), threading.Event(), threading.Event()

    def hold(_database: SqliteDatabase, _purpose: str) -> Callable[[], None]:
        waits.set()
        may_have_it.wait()
        return released.set

    async def do_alone(store: EventStore) -> None:
        async with store.exclusive("something"):
            pass

    async def give_up() -> None:
        store = EventStore(open_database(tmp_path))
        waiting = asyncio.create_task(do_alone(store))
        await asyncio.to_thread(waits.wait)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        may_have_it.set()

        assert await asyncio.to_thread(released.wait, PATIENCE)
        store.close()

    monkeypatch.setattr(SqliteDatabase, "hold", hold)
    asyncio.run(give_up())


def test_of_those_who_do_different_things_alone_so_many_write_at_once(storage: Opening) -> None:
    store, doing, most = storage(), set[str](), 0

    async def write_alone(game: str) -> None:
        nonlocal most
        async with store.exclusive(game):
            doing.add(game)
            most = max(most, len(doing))
            await store.append(creation(game))
            doing.remove(game)

    async def write_all() -> None:
        await asyncio.gather(*(write_alone(f"t{n}") for n in range(40)))

    asyncio.run(write_all())
    written = len(store.unfinished_games(None, 100))
    store.close()

    assert written == 40
    assert most == MAX_HOLDS


def test_who_is_done_lets_go_though_every_thread_waits_to_hold_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting, may_have_it = threading.Semaphore(0), threading.Event()

    def hold(_database: SqliteDatabase, purpose: str) -> Callable[[], None]:
        if purpose != "first":
            waiting.release()
            may_have_it.wait()
        return may_have_it.set

    async def do_alone(store: EventStore, purpose: str) -> None:
        async with store.exclusive(purpose):
            pass

    async def let_go() -> None:
        store = EventStore(open_database(tmp_path))
        async with store.exclusive("first"):
            for _ in range(MAX_HOLDS):
                giving_up = asyncio.create_task(do_alone(store, "later"))
                await asyncio.to_thread(waiting.acquire)
                giving_up.cancel()
                await asyncio.gather(giving_up, return_exceptions=True)

        assert may_have_it.is_set()
        store.close()

    monkeypatch.setattr(SqliteDatabase, "hold", hold)
    asyncio.run(let_go())


def test_where_no_connection_is_left_the_database_is_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def hold(_database: SqliteDatabase, _purpose: str) -> Callable[[], None]:
        raise NoConnectionLeft

    async def do_alone(store: EventStore) -> None:
        async with store.exclusive("something"):
            raise AssertionError

    monkeypatch.setattr(SqliteDatabase, "hold", hold)
    store = EventStore(open_database(tmp_path))
    with pytest.raises(StorageUnavailable):
        asyncio.run(do_alone(store))
    store.close()
