"""The data folder: made, kept, brought up to date, or refused in one plain sentence."""

import os
import sqlite3
import subprocess
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import event as sqlalchemy_event
from sqlalchemy import select

from bottleimp.protocol.refusals import StorageError
from bottleimp.server.settings.config import LOOPBACK
from bottleimp.server.settings.listening import ListenError, bind_socket
from bottleimp.server.storage.event_store import EventStore
from bottleimp.server.storage.schema import MIGRATIONS, event
from bottleimp.server.storage.sqlite import FILE_NAME, open_database
from bottleimp.server.storage.statistics import (
    TableStatistics,
    reported_messages,
    table_statistics,
)
from tests.server.storage.test_event_store import creation
from tests.support.live_server import running
from tests.support.server_process import arguments, environment

NOBODY = 65534


def one_sentence(text: str) -> bool:
    return text.endswith(".") and "\n" not in text.strip() and "Traceback" not in text


@pytest.mark.parametrize("name", ["a?b=1", "50%", "naïve dir#x"])
def test_a_folder_may_have_any_name(tmp_path: Path, name: str) -> None:
    open_database(tmp_path / name).close()

    assert [name] == [each.name for each in tmp_path.iterdir()]
    assert (tmp_path / name / FILE_NAME).stat().st_size > 0


def test_commits_reach_the_disk_before_anyone_is_told(tmp_path: Path) -> None:
    database = open_database(tmp_path)
    with database.write_engine.begin() as connection:
        pragmas = [
            connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous")
        ]
    database.close()

    assert pragmas == ["wal", 2]  # 2 is FULL


def test_an_older_database_is_brought_up_to_date(tmp_path: Path) -> None:
    store = EventStore(open_database(tmp_path))
    store.submit(creation()).result()
    store.close()
    later = (
        *MIGRATIONS,
        ("ALTER TABLE game ADD COLUMN colour TEXT", "UPDATE game SET colour = 'ABCDE'"),
    )

    database = open_database(tmp_path, later)
    with database.read_engine.begin() as connection:
        code = connection.exec_driver_sql("SELECT colour FROM game").scalar()
        events = connection.execute(select(event.c.seq)).all()
    database.close()

    assert code == "ABCDE"
    assert [tuple(row) for row in events] == [(1,)]


def test_a_newer_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    open_database(tmp_path, (*MIGRATIONS, ("CREATE TABLE tomorrow (a TEXT)",))).close()
    before = (tmp_path / FILE_NAME).read_bytes()
    with pytest.raises(StorageError, match="was made by a newer version") as refused:
        open_database(tmp_path)

    assert one_sentence(str(refused.value))
    assert before == (tmp_path / FILE_NAME).read_bytes()


def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"The Bottle Imp" * 1000)
    with pytest.raises(StorageError, match="is damaged") as refused:
        open_database(tmp_path)

    assert one_sentence(str(refused.value))
    assert (tmp_path / FILE_NAME).read_bytes().startswith(b"The Bottle Imp")


def test_a_database_with_a_damaged_page_is_refused(tmp_path: Path) -> None:
    store = EventStore(open_database(tmp_path))
    for number in range(50):
        store.submit(creation(f"t{number}")).result()
    store.close()
    path = tmp_path / FILE_NAME
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    content = bytearray(path.read_bytes())
    content[4096:12288] = b"\xee" * 8192
    path.write_bytes(content)
    with pytest.raises(StorageError, match="is damaged") as refused:
        open_database(tmp_path)

    assert one_sentence(str(refused.value))


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StorageError, match="cannot be made") as refused:
        open_database(tmp_path / "file" / "folder")

    assert one_sentence(str(refused.value))


@pytest.mark.skipif(os.name == "nt", reason="folders there know no such permission")
def test_a_new_data_folder_is_for_its_owner_alone(tmp_path: Path) -> None:
    open_database(tmp_path / "data").close()

    assert (tmp_path / "data").stat().st_mode & 0o777 == 0o700


@pytest.mark.skipif(os.name == "nt", reason="files there know no such permission")
def test_a_new_database_in_a_folder_for_all_is_for_its_owner_alone(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    database = open_database(tmp_path)
    modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    database.close()

    assert set(modes.values()) == {0o600}
    assert FILE_NAME in modes


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="folders there know no such permission")
def test_a_read_only_folder_gets_one_sentence_and_a_status() -> None:
    # The superuser may write everywhere, so there the server becomes someone else.
    user = str(NOBODY) if os.geteuid() == 0 else "0"
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o555)
        done = subprocess.run(
            arguments("--data", folder), env=environment() | {"AS_USER": user},
            capture_output=True, text=True, check=False,
        )  # fmt: skip

    assert done.returncode == 2
    assert folder in done.stderr
    assert one_sentence(done.stderr.strip())


@pytest.mark.slow
def test_a_busy_port_that_was_asked_for_gets_one_sentence_and_a_status(tmp_path: Path) -> None:
    with running(tmp_path / "a") as live:
        done = subprocess.run(
            arguments("--data", str(tmp_path / "b"), "--port", str(live.port)),
            env=environment(), capture_output=True, text=True, check=False,
        )  # fmt: skip

    assert done.returncode == 2
    assert f"Port {live.port} cannot be used" in done.stderr
    assert one_sentence(done.stderr.strip())


def test_a_free_port_is_found_when_none_was_asked_for() -> None:
    first = bind_socket(None, LOOPBACK)
    second = bind_socket(None, LOOPBACK)
    first.sock.close()
    second.sock.close()

    assert first.local_url != second.local_url


def test_of_taken_ports_only_the_one_asked_for_is_an_error() -> None:
    first = bind_socket(0, LOOPBACK)
    with pytest.raises(ListenError):
        bind_socket(first.sock.getsockname()[1], LOOPBACK)
    first.sock.close()


def test_readers_keep_little_of_the_database_in_memory(tmp_path: Path) -> None:
    database = open_database(tmp_path)
    with database.read_engine.begin() as reading, database.write_engine.begin() as writing:
        kept = [
            connection.exec_driver_sql("PRAGMA cache_size").scalar()
            for connection in (reading, writing)
        ]
    database.close()

    assert kept == [-2048, -16384]


def test_a_database_of_another_program_is_left_as_it_is(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / FILE_NAME)
    with connection:
        connection.execute("CREATE TABLE songs (title TEXT)")
    connection.close()

    with pytest.raises(StorageError, match="belongs to another program; move it away"):
        open_database(tmp_path)
    connection = sqlite3.connect(tmp_path / FILE_NAME)
    tables = connection.execute("SELECT name FROM sqlite_master").fetchall()
    connection.close()
    assert tables == [("songs",)]


def query_plans(store: EventStore, ask: Callable[[], object]) -> list[str]:
    """How the database finds what is asked; the store is closed then."""
    asked: list[tuple[str, tuple[str, ...]]] = []

    @sqlalchemy_event.listens_for(store.database.read_engine, "before_cursor_execute")
    def note(
        _connection: object, _cursor: object, statement: str, values: tuple[str, ...], *_: object
    ) -> None:
        asked.append((statement, values))

    ask()
    path = store.database.read_engine.url.database or ""
    store.close()
    with closing(sqlite3.connect(path)) as connection:
        return [
            step[-1]
            for statement, values in asked
            if statement.startswith("SELECT")
            for step in connection.execute(f"EXPLAIN QUERY PLAN {statement}", values)
        ]


def test_a_list_of_tables_does_not_read_all_events(tmp_path: Path) -> None:
    store = EventStore(open_database(tmp_path))
    store.submit(creation("t1")).result()
    listed: list[TableStatistics] = []
    plans = query_plans(store, lambda: listed.extend(table_statistics(store.database, "playing")))

    assert [(each.id, each.events, each.holders) for each in listed] == [("t1", 1, ((0, "g1"),))]
    assert any("SEARCH event" in plan for plan in plans)
    assert not any("SCAN event" in plan for plan in plans)


def test_a_list_of_reports_reads_nothing_but_reports(tmp_path: Path) -> None:
    store = EventStore(open_database(tmp_path))
    plans = query_plans(store, lambda: reported_messages(store.database))

    assert plans == ["SCAN event USING INDEX event_report"]
