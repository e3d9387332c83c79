"""A PostgreSQL that comes back without its last events, or hangs, and servers that live with it."""

import signal
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Barrier, Thread

import pytest
from sqlalchemy import create_engine, make_url, text

from bottleimp.exit_statuses import CANNOT_START, NOT_WAITED_FOR
from bottleimp.protocol.messages import SetPace
from bottleimp.protocol.refusals import StorageUnavailable
from bottleimp.server import peers
from bottleimp.server.storage import postgresql as settings_of_postgresql
from bottleimp.server.storage.database import MAX_HOLDS
from bottleimp.server.storage.event_store import EventStore
from bottleimp.server.storage.postgresql import (
    READ_CONNECTIONS,
    WRITE_CONNECTIONS,
    PostgresqlDatabase,
    open_postgresql,
)
from bottleimp.server.tables.table import Table
from tests.server.running.test_several_servers import servers, wait_until
from tests.server.storage.test_storage import one_sentence
from tests.support.live_server import Client, running
from tests.support.patience import PATIENCE
from tests.support.server_process import (
    PROGRAM,
    USUAL,
    arguments,
    environment,
    server_process,
)
from tests.support.services.postgresql import run_as_owner

CONNECTIONS = WRITE_CONNECTIONS + MAX_HOLDS + READ_CONNECTIONS  # of a server
# A server that cannot reach its database once it has opened it.
BREAKING = (
    """
from sqlalchemy.exc import OperationalError
from bottleimp.server.storage.postgresql_directory import PostgresqlDirectory
def exchange(*_):
    raise OperationalError(None, None, Exception("it is gone"))
PostgresqlDirectory.exchange = exchange
"""
    + PROGRAM
)


def forget_last_events(address: str, table: str, seq: int, count: int) -> None:
    """Takes the last events away, as when a copy takes over that did not have them yet."""
    where = f"game_id = '{table}' AND seq > {seq - count}"
    run_as_owner(f"DELETE FROM event WHERE {where}", address)


@contextmanager
def hanging(address: str) -> Iterator[None]:
    """Meanwhile nobody else reads or writes events."""
    engine = create_engine(make_url(address).set(drivername="postgresql+psycopg"))
    with engine.begin() as connection:
        connection.execute(text("LOCK TABLE event, game, storage IN ACCESS EXCLUSIVE MODE"))
        yield
    engine.dispose()


def until_shown(client: Client, seq: int) -> None:
    """Hears until the table is shown as it is after that event, at least."""

    def is_shown() -> bool:
        client.catch_up()
        return (client.seq or 0) >= seq

    wait_until(is_shown)


@contextmanager
def two_paces(folder: Path, address: str) -> Iterator[tuple[str, Client, Client]]:
    """A table at which the pace was changed twice: its host, and a watcher at another server."""
    with servers(folder, address, 2) as (one, other):
        table, cookie = one.new_table("classic/3", player_1="open")
        with one.client(table, cookie) as client, other.client(table) as watcher:
            client.do(SetPace, ms=10)
            client.do(SetPace, ms=20)
            until_shown(watcher, client.seq or 0)
            yield table, client, watcher


@pytest.mark.slow
def test_every_server_shows_a_log_that_has_become_shorter(tmp_path: Path, postgresql: str) -> None:
    with two_paces(tmp_path, postgresql) as (table, client, watcher):
        forget_last_events(postgresql, table, client.seq or 0, 1)
        for each in (client, watcher):
            each.until_view(lambda view: view.table.pace == 10)
        client.do(SetPace, ms=30)
        watcher.until_view(lambda view: view.table.pace == 30)


@pytest.mark.slow
def test_another_end_of_a_log_takes_the_place_of_the_one_that_was_known(
    tmp_path: Path, postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with two_paces(tmp_path, postgresql) as (table, client, watcher):
        # Only notices tell of changes from here on.
        monkeypatch.setattr(peers, "EXCHANGE_INTERVAL", PATIENCE)
        monkeypatch.setattr(peers, "LONGEST_IGNORANCE", PATIENCE)
        forget_last_events(postgresql, table, client.seq or 0, 1)
        client.do(SetPace, ms=30)
        client.do(SetPace, ms=40)
        watcher.until_view(lambda view: view.table.pace == 40)

        assert watcher.seq == client.seq


@pytest.mark.slow
def test_a_database_that_has_taken_over_is_read_anew(
    tmp_path: Path, postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with servers(tmp_path, postgresql, 2) as (one, other):
        table, cookie = one.new_table("classic/3", player_1="open")
        with one.client(table, cookie) as client, other.client(table) as watcher:
            client.do(SetPace, ms=10)
            until_shown(watcher, client.seq or 0)
            last = f"game_id = '{table}' AND seq = {client.seq}"
            changed = run_as_owner(
                f"UPDATE event SET body = replace(body, '10', '70') WHERE {last} RETURNING body",
                postgresql,
            )
            assert len(changed) == 1
            reload = Table.reload
            failed: set[Table] = set()

            async def fail_at_first(self: Table) -> None:
                if self not in failed:
                    failed.add(self)
                    raise StorageUnavailable("It has just taken over.")
                await reload(self)

            monkeypatch.setattr(Table, "reload", fail_at_first)
            monkeypatch.setattr(PostgresqlDatabase, "identity", lambda *_: "another")
            for each in (client, watcher):
                each.until_view(lambda view: view.table.pace == 70)


@pytest.mark.parametrize("count", [2, 8])
def test_servers_that_start_together_on_an_empty_database_share_a_key(
    postgresql: str, count: int
) -> None:
    start = Barrier(count)
    keys: list[bytes] = []

    def open_store() -> None:
        start.wait(PATIENCE)
        store = EventStore(open_postgresql(postgresql))
        keys.append(store.secret_key)
        store.close()

    threads = [Thread(target=open_store) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)

    assert len(keys) == count
    assert len(set(keys)) == 1


@pytest.mark.slow
def test_while_the_database_hangs_pages_say_so(
    tmp_path: Path, postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings_of_postgresql, "ANSWER_TIMEOUT", 1.0)
    monkeypatch.setattr(peers, "EXCHANGE_TIMEOUT", 1.0)
    with servers(tmp_path, postgresql, 1) as (one,):
        table, cookie = one.new_table("classic/3")
        with one.client(table, cookie) as client:
            client.until_view(lambda _: client.is_asked)
            with hanging(postgresql):
                wait_until(lambda: one.request("GET", "/healthz").status == 503)
                assert one.request("GET", "/matches", headers={"Cookie": cookie}).status == 503
                refused = client.refused(SetPace, ms=10)
            wait_until(lambda: one.request("GET", "/healthz").status == 200)
            client.do(SetPace, ms=20)
            client.until_view(lambda view: view.table.pace == 20)

    assert refused.code == "unavailable"


@contextmanager
def limited(address: str, count: int) -> Iterator[str]:
    """The address for somebody who gets so many connections to the database."""
    name = f"limited_{make_url(address).database}"
    run_as_owner(f"CREATE ROLE {name} LOGIN CONNECTION LIMIT {count}")
    run_as_owner(f"GRANT ALL ON SCHEMA public TO {name}", address)
    try:
        yield make_url(address).set(username=name).render_as_string(hide_password=False)
    finally:
        run_as_owner(f"DROP OWNED BY {name}", address)
        run_as_owner(f"DROP ROLE {name}")


def failed_start(
    folder: Path, address: str, *options: str, program: str = PROGRAM
) -> subprocess.CompletedProcess[str]:
    """What a server says that does not start."""
    started = subprocess.run(
        arguments("--data", str(folder), *USUAL, *options, program=program),
        env=environment() | {"BOTTLEIMP_DATABASE": address},
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip

    assert started.returncode == CANNOT_START
    assert "Traceback" not in started.stderr
    return started


@pytest.mark.slow
@pytest.mark.parametrize("options", [(), ("--check",)])
def test_a_server_that_gets_too_few_connections_does_not_start(
    tmp_path: Path, postgresql: str, options: tuple[str, ...]
) -> None:
    with limited(postgresql, CONNECTIONS - 1) as address:
        started = failed_start(tmp_path, address, *options)

    assert started.stdout == ""
    assert one_sentence(started.stderr.strip())
    assert "too many connections" in started.stderr


@pytest.mark.slow
def test_a_server_needs_no_more_connections_than_it_opens_when_it_starts(
    tmp_path: Path, postgresql: str
) -> None:
    editions = [f"classic/3,rounds={number}" for number in range(1, 2 * CONNECTIONS)]
    with (
        limited(postgresql, CONNECTIONS) as address,
        running(tmp_path, database=address) as live,
        ThreadPoolExecutor(len(editions)) as pool,
    ):
        asked = [pool.submit(live.request, "POST", "/quick", {"edition": e}) for e in editions]
        statuses = {each.result().status for each in asked}

    assert statuses == {303}


@pytest.mark.slow
def test_a_server_whose_connections_break_while_it_starts_says_so(
    tmp_path: Path, postgresql: str
) -> None:
    started = failed_start(tmp_path, postgresql, program=BREAKING)
    last = started.stderr.splitlines()[-1]

    assert last.startswith("The PostgreSQL database test_")
    assert last.endswith("cannot be used: it is gone.")


@pytest.mark.slow
def test_a_server_ends_although_its_database_hangs(
    tmp_path: Path, postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOTTLEIMP_DATABASE", postgresql)
    program = "from bottleimp.server import run\nrun.STOP_SECONDS = 2.0\n" + PROGRAM
    errors = tmp_path / "errors.txt"
    with (
        server_process(tmp_path / "data", program=program, errors=errors) as server,
        hanging(postgresql),
    ):
        server.process.send_signal(signal.SIGTERM)
        status = server.process.wait(PATIENCE)

    assert status == NOT_WAITED_FOR
    assert "ends at once" in errors.read_text()
