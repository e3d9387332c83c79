"""The data folder: made, kept, brought up to date, or refused in one plain sentence."""

import os
import sqlite3
import subprocess
import tempfile
from pathlib import Path

import pytest
from sqlalchemy import select

from bottleimp.protocol.refusals import StorageError, WriteConflict
from bottleimp.server.settings.config import LOOPBACK
from bottleimp.server.settings.listening import ListenError, bind_socket
from bottleimp.server.state.events import (
    TABLE_ACTOR,
    LogEvent,
    Participant,
    TableClosed,
    TableCreated,
)
from bottleimp.server.state.storage_interface import AppendEvents, Guest, NewGame
from bottleimp.server.storage.database import FILE_NAME, open_database
from bottleimp.server.storage.event_store import EventStore
from bottleimp.server.storage.schema import MIGRATIONS, event
from tests.support.live_server import running
from tests.support.server_process import arguments, environment

NOBODY = 65534
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


def one_sentence(text: str) -> bool:
    return text.endswith(".") and "\n" not in text.strip() and "Traceback" not in text


@pytest.mark.parametrize("name", ["a?b=1", "50%", "naïve dir#x"])
def test_a_folder_may_have_any_name(tmp_path: Path, name: str) -> None:
    open_database(tmp_path / name).close()

    assert [name] == [each.name for each in tmp_path.iterdir()]
    assert (tmp_path / name / FILE_NAME).stat().st_size > 0


def test_what_was_written_is_read_back(tmp_path: Path) -> None:
    store = EventStore(open_database(tmp_path / "new" / "folder"))
    store.submit(creation()).result()
    store.submit(closing(1, "bye")).result()
    store.close()
    store = EventStore(open_database(tmp_path / "new" / "folder"))
    game = store.game("t1")
    store.close()

    assert game is not None
    assert [CREATED, TableClosed()] == [each.fact for each in game.events]
    assert game.holders == {0: "g1"}
    assert game.seeds == (b"s" * 32,)


def test_of_two_writers_the_first_wins(tmp_path: Path) -> None:
    store = EventStore(open_database(tmp_path))
    store.submit(creation()).result()
    first, second = store.submit(closing(1)), store.submit(closing(1))
    first.result()

    with pytest.raises(WriteConflict):
        second.result()
    store.close()


def test_who_is_late_spoils_nothing_for_others_in_the_same_group(tmp_path: Path) -> None:
    store = EventStore(open_database(tmp_path))
    done = [store.submit(creation(f"t{n}")) for n in range(20)]
    late = store.submit(closing(7, game="t3"))
    done += [store.submit(closing(1, game=f"t{n}")) for n in range(20)]
    for each in done:
        each.result()

    with pytest.raises(WriteConflict):
        late.result()
    store.close()


def test_a_command_of_one_actor_is_stored_once(tmp_path: Path) -> None:
    store = EventStore(open_database(tmp_path))
    store.submit(creation()).result()
    store.submit(closing(1, "bye")).result()

    with pytest.raises(WriteConflict):
        store.submit(closing(2, "bye")).result()
    store.close()


def test_what_belongs_together_is_written_together_or_not_at_all(tmp_path: Path) -> None:
    store = EventStore(open_database(tmp_path))
    store.submit(creation()).result()
    with pytest.raises(WriteConflict):
        store.submit(creation("t2"), closing(9)).result()

    assert store.game("t2") is None
    store.close()


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

    with pytest.raises(StorageError, match="is a database of another program; move it away"):
        open_database(tmp_path)
    connection = sqlite3.connect(tmp_path / FILE_NAME)
    tables = connection.execute("SELECT name FROM sqlite_master").fetchall()
    connection.close()
    assert tables == [("songs",)]
