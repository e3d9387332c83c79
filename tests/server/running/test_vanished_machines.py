"""Machines that vanish while they write, or whose clocks are wrong, and the servers beside them."""

import asyncio
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import DatabaseError
from websockets.exceptions import InvalidStatus

from bottleimp.protocol.messages import Ping, Pong, SetPace
from bottleimp.protocol.refusals import StorageUnavailable
from bottleimp.server import peers
from bottleimp.server.settings.clock import MS_PER_SECOND, SharedClock
from bottleimp.server.state.server_directory import ServerNews, ServerReport
from bottleimp.server.storage import event_store, postgresql_directory
from bottleimp.server.storage import postgresql as settings_of_postgresql
from bottleimp.server.storage.event_store import EventStore
from bottleimp.server.storage.postgresql import open_postgresql
from bottleimp.server.storage.postgresql_directory import PostgresqlDirectory
from tests.server.running.test_failover import hanging
from tests.server.running.test_several_servers import servers, wait_until
from tests.support.patience import PATIENCE
from tests.support.services.postgresql import run_as_owner

AHEAD = 90.0  # seconds
END_HOLDERS = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'"


@pytest.mark.slow
def test_what_a_vanished_machine_was_writing_is_given_up(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings_of_postgresql, "IDLE_LIMIT", 500)
    vanished, store = open_postgresql(postgresql), EventStore(open_postgresql(postgresql))
    try:
        with vanished.write_engine.connect() as connection:
            vanished.require_writable(connection)  # and never says whether that is all
            asyncio.run(store.append())  # which needs the same row
            with pytest.raises(DatabaseError, match="idle-in-transaction timeout"):
                connection.exec_driver_sql("SELECT 1")
    finally:
        vanished.close()
        store.close()


@pytest.mark.slow
def test_nobody_waits_for_ever_until_it_is_their_turn(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings_of_postgresql, "LOCK_WAIT_LIMIT", 200)
    stores = [EventStore(open_postgresql(postgresql)) for _ in range(2)]

    async def waits() -> None:
        async with stores[0].exclusive("the same"):
            async with stores[1].exclusive("something else"):
                pass
            with pytest.raises(StorageUnavailable):
                async with stores[1].exclusive("the same"):
                    raise AssertionError
        async with stores[1].exclusive("the same"):
            pass

    try:
        asyncio.run(waits())
    finally:
        for store in stores:
            store.close()


def test_a_turn_ends_well_although_its_connection_has_died(postgresql: str) -> None:
    store = EventStore(open_postgresql(postgresql))

    async def loses_its_connection() -> None:
        async with store.exclusive("the same"):
            assert run_as_owner(END_HOLDERS, postgresql)
        async with store.exclusive("the same"):
            pass

    try:
        asyncio.run(loses_its_connection())
    finally:
        store.close()


@pytest.mark.slow
def test_a_socket_is_refused_in_one_sentence_while_the_database_is_away(
    tmp_path: Path,
    postgresql: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(settings_of_postgresql, "ANSWER_TIMEOUT", 1.0)
    monkeypatch.setattr(event_store, "AWAY_TIMEOUT", 0.2)
    with servers(tmp_path, postgresql, 1) as (one,):
        table, cookie = one.new_table("classic/3")
        with hanging(postgresql):
            with (
                pytest.raises(InvalidStatus, match="503"),
                one.socket(table[::-1], cookie),
            ):
                pass
            wait_until(lambda: one.request("GET", "/healthz").status == 503)
            asked = time.monotonic()
            assert one.request("GET", "/matches", headers={"Cookie": cookie}).status == 503
            passed = time.monotonic() - asked
        wait_until(lambda: one.request("GET", "/healthz").status == 200)

    assert passed < 1.0  # not as long as where nobody knows that it is away
    assert "Exception in ASGI" not in caplog.text


@pytest.mark.slow
def test_servers_go_by_the_clock_of_the_database(
    tmp_path: Path,
    postgresql: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    of_this_machine = postgresql_directory.database_time

    def another_time(connection: Connection) -> int:
        return of_this_machine(connection) + int(AHEAD * MS_PER_SECOND)

    monkeypatch.setattr(postgresql_directory, "database_time", another_time)
    with servers(tmp_path, postgresql, 1) as (one,):
        table, cookie = one.new_table("classic/3")
        with one.client(table, cookie) as client:
            client.send(Ping(0))
            ahead = client.until(Pong).now / MS_PER_SECOND - time.time()

    assert ahead == pytest.approx(AHEAD, abs=5.0)
    assert "the clock of this machine differs" in caplog.text


@pytest.mark.slow
def test_a_server_whose_clock_is_set_back_asks_for_news_once(
    tmp_path: Path, postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    exchange, asked = PostgresqlDirectory.exchange, list[str]()

    def count(self: PostgresqlDirectory, report: ServerReport) -> ServerNews:
        asked.append(report.server)
        return exchange(self, report)

    monkeypatch.setattr(PostgresqlDirectory, "exchange", count)
    # The server asks for news only where it must.
    monkeypatch.setattr(peers, "EXCHANGE_INTERVAL", PATIENCE)
    monkeypatch.setattr(peers, "LONGEST_IGNORANCE", PATIENCE)
    with servers(tmp_path, postgresql, 1) as (one,):
        table, cookie = one.new_table("classic/3", player_1="open")
        with one.client(table, cookie) as client:
            client.do(SetPace, ms=10)
            set_back = SimpleNamespace(
                time=lambda: time.time() - 10 * PATIENCE, monotonic=time.monotonic
            )
            monkeypatch.setattr(peers, "time", set_back)
            client.do(SetPace, ms=20)
            before = len(asked)
            for number in range(5):
                client.do(SetPace, ms=30 + number)
            after = len(asked)

    assert after - before <= 1  # which may tell that the client has come


def test_a_shared_clock_follows_and_runs_on_in_between() -> None:
    clock = SharedClock()
    own, at = clock.time_ms(), clock.monotonic()

    assert clock.follow(own - 120_000, at) == pytest.approx(120.0, abs=0.1)
    assert clock.time_ms() == pytest.approx(own - 120_000, abs=1000)
    assert clock.follow(own - 120_040, at) == pytest.approx(120.04, abs=0.1)
    assert clock.time_ms() - (own - 120_000) >= 0  # so little changes nothing
