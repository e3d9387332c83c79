"""A database in PostgreSQL: brought up to date, refused in a plain sentence, written by several."""

import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import make_url

from bottleimp.cli import main
from bottleimp.protocol.refusals import StorageError, WriteConflict
from bottleimp.server.state.events import LogEvent, PaceChanged
from bottleimp.server.state.storage_interface import AppendEvents
from bottleimp.server.storage.event_store import EventStore
from bottleimp.server.storage.folder_lock import lock_folder
from bottleimp.server.storage.postgresql import open_existing_postgresql, open_postgresql
from bottleimp.server.storage.schema import MIGRATIONS
from bottleimp.server.storage.sqlite import open_database
from bottleimp.server.transfer import transfer_to_postgresql
from tests.server.running.test_several_servers import people_told, wait_until
from tests.server.storage.test_event_store import creation
from tests.server.storage.test_storage import one_sentence
from tests.support.live_server import Live, running
from tests.support.server_process import arguments, environment
from tests.support.services.postgresql import new_postgresql_database, run_as_owner

DOCS = Path(__file__).parents[3] / "docs"
PASSWORD = "hunter2"
TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
EACH, GAMES = 30, 8


def tables_in(address: str) -> set[str]:
    return {name for (name,) in run_as_owner(TABLES, address)}


def test_servers_that_start_together_make_the_tables_once(postgresql: str) -> None:
    with ThreadPoolExecutor(4) as pool:
        for database in pool.map(open_postgresql, [postgresql] * 4):
            database.close()

    assert run_as_owner("SELECT version FROM storage", postgresql) == [(len(MIGRATIONS),)]


def test_a_database_of_another_program_is_left_alone(postgresql: str) -> None:
    run_as_owner("CREATE TABLE songs (title TEXT)", postgresql)
    with pytest.raises(StorageError, match="belongs to another program") as refused:
        open_postgresql(postgresql)

    assert one_sentence(str(refused.value))
    assert tables_in(postgresql) == {"songs"}


def test_a_newer_database_is_refused_and_left_alone(postgresql: str) -> None:
    open_postgresql(postgresql, (*MIGRATIONS, ("CREATE TABLE tomorrow (a TEXT)",))).close()
    with pytest.raises(StorageError, match="was made by a newer version") as refused:
        open_postgresql(postgresql)

    assert one_sentence(str(refused.value))
    assert "tomorrow" in tables_in(postgresql)


def test_an_older_database_is_refused_by_who_only_looks(postgresql: str) -> None:
    open_postgresql(postgresql, MIGRATIONS[:-1]).close()
    with pytest.raises(StorageError, match="was made by an older version"):
        open_existing_postgresql(postgresql)

    open_postgresql(postgresql).close()
    open_existing_postgresql(postgresql).close()


def test_an_empty_database_is_none_of_this_program(postgresql: str) -> None:
    with pytest.raises(StorageError, match="was not made by this program"):
        open_existing_postgresql(postgresql)


@pytest.mark.parametrize("encoding", ["LATIN1", "SQL_ASCII"])
def test_an_encoding_that_cannot_hold_every_name_is_refused(encoding: str) -> None:
    with new_postgresql_database(encoding) as address:
        with pytest.raises(StorageError, match=f"has the encoding {encoding}") as refused:
            open_postgresql(address)

        assert one_sentence(str(refused.value))


@pytest.mark.parametrize(
    "address",
    [
        "imp", f"mysql://ada:{PASSWORD}@host/imp", f"postgresql://ada:{PASSWORD}@host",
        f"postgresql://ada:{PASSWORD}@host:port/imp", f"sqlite:///{PASSWORD}",
    ],
)  # fmt: skip
def test_what_is_no_address_is_refused_and_not_quoted(address: str) -> None:
    with pytest.raises(StorageError, match="no address of a PostgreSQL database") as refused:
        open_postgresql(address)

    assert one_sentence(str(refused.value))
    assert PASSWORD not in str(refused.value)


@pytest.mark.parametrize("password", [f"{PASSWORD}@2x", f"a@ss/{PASSWORD}", f"a@{PASSWORD}/b"])
def test_no_part_of_a_password_is_taken_for_something_else(password: str) -> None:
    with pytest.raises(StorageError, match="cannot be understood") as refused:
        open_postgresql(f"postgresql://ada:{password}@127.0.0.1:1/imp")

    assert one_sentence(str(refused.value))
    assert PASSWORD not in str(refused.value)


def test_several_hosts_are_named() -> None:
    address = "postgresql://ada:secret@/imp?host=127.0.0.1,127.0.0.2&port=1,1"
    with pytest.raises(StorageError, match=r"imp at 127\.0\.0\.1,127\.0\.0\.2 cannot be used"):
        open_postgresql(address)
    twice = "postgresql://ada:secret@/imp?host=127.0.0.1:1&host=127.0.0.2:1"
    with pytest.raises(StorageError, match=r"imp at 127\.0\.0\.1:1, 127\.0\.0\.2:1 cannot"):
        open_postgresql(twice)


def test_a_value_that_cannot_be_kept_spoils_nothing_for_others(postgresql: str) -> None:
    store = EventStore(open_postgresql(postgresql))
    done = [store.submit(creation(f"t{number}")) for number in range(20)]
    odd = LogEvent(2, 6, "g1", "\0", PaceChanged(5))
    refused = store.submit(AppendEvents("t3", 1, (odd,), "playing", 0))
    done += [store.submit(creation(f"u{number}")) for number in range(20)]
    for each in done:
        each.result()

    with pytest.raises(StorageError):
        refused.result()
    assert not store.writes.are_failing
    store.close()


def test_a_service_that_is_not_there_is_named_without_the_password() -> None:
    with pytest.raises(StorageError, match=r"imp at 127\.0\.0\.1:1 cannot be used") as refused:
        open_postgresql(f"postgresql://ada:{PASSWORD}@127.0.0.1:1/imp")

    assert one_sentence(str(refused.value))
    assert PASSWORD not in str(refused.value)


def append_in_turn(address: str, actor: str, games: list[str]) -> int:
    """Writes to all games at once, again and again; how many conflicts there were."""
    store = EventStore(open_postgresql(address))
    last = dict.fromkeys(games, 1)
    conflicts = 0
    left = dict.fromkeys(games, EACH)
    while wanted := [game for game in games if left[game]]:
        writing = {}
        for game in wanted:
            event = LogEvent(last[game] + 1, 6, actor, f"{actor}-{left[game]}", PaceChanged(5))
            append = AppendEvents(game, last[game], (event,), "playing", 0)
            writing[game] = store.submit(append)
        for game, future in writing.items():
            try:
                future.result()
            except WriteConflict:
                conflicts += 1
                last[game] = store.events(game, 0)[-1].seq
            else:
                last[game] += 1
                left[game] -= 1
    store.close()
    return conflicts


@pytest.mark.slow
def test_servers_that_write_to_the_same_tables_lose_nothing(postgresql: str) -> None:
    store = EventStore(open_postgresql(postgresql))
    games = [f"t{number}" for number in range(GAMES)]
    for game in games:
        store.submit(creation(game)).result()
    # In opposite orders, so that two transactions wait for each other.
    with ThreadPoolExecutor(2) as pool:
        writing = [
            pool.submit(append_in_turn, postgresql, "ada", games),
            pool.submit(append_in_turn, postgresql, "bo", games[::-1]),
        ]
        conflicts = sum(each.result() for each in writing)
    for game in games:
        events = store.events(game, 0)

        assert [event.seq for event in events] == [*range(1, 2 * EACH + 2)]
        assert {event.command for event in events[1:]} == {
            f"{actor}-{number}" for actor in ("ada", "bo") for number in range(1, EACH + 1)
        }
    store.close()

    assert conflicts > 0


@pytest.mark.slow
def test_a_check_changes_nothing(postgresql: str, tmp_path: Path) -> None:
    checked = subprocess.run(
        arguments("--data", str(tmp_path), "--check"),
        env=environment() | {"BOTTLEIMP_DATABASE": postgresql},
        capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert (checked.returncode, checked.stdout) == (0, "The settings are right.\n")
    assert tables_in(postgresql) == set()


@pytest.mark.slow
def test_a_restart_does_not_leave_the_database(postgresql: str, tmp_path: Path) -> None:
    checked = subprocess.run(
        arguments("--data", str(tmp_path), "--check", "--running-in", str(tmp_path)),
        env=environment() | {"BOTTLEIMP_DATABASE": postgresql},
        capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert checked.returncode == 2
    assert checked.stderr.startswith("Matches would be kept in the PostgreSQL database test_")


class Administration:
    """`bottleimp admin` on the database."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys
        self._monkeypatch = monkeypatch

    def use(self, address: str) -> None:
        self._monkeypatch.setenv("BOTTLEIMP_DATABASE", address)

    def __call__(self, *words: str) -> tuple[int, str]:
        status = main(["admin", *words])
        captured = self._capsys.readouterr()
        return status, captured.out + captured.err


@pytest.fixture
def admin(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Administration:
    return Administration(monkeypatch, capsys)


def guest_called(name: str, admin: Administration, folder: Path | None = None) -> str:
    words = () if folder is None else ("--data", str(folder))
    return admin("guests", "--name", name, *words)[1].splitlines()[1].split()[0]


def play_round(live: Live, name: str) -> str:
    table, cookie = live.new_table("classic/3", name=name)
    with live.client(table, cookie) as client:
        client.play_round()
    return table


@pytest.mark.slow
def test_the_host_looks_after_a_database_in_postgresql(
    postgresql: str, tmp_path: Path, admin: Administration
) -> None:
    admin.use(postgresql)
    with running(tmp_path / "data", database=postgresql) as live:
        table = play_round(live, "Robert Louis")
        listed = admin("tables")
        guest = guest_called("Robert", admin)
        checked = admin("check")
        erased = admin("erase", guest)
        exported = admin("export", table)
    copied = admin("backup", str(tmp_path / "copy"))

    assert listed[0] == 0
    assert table in listed[1]
    assert checked == (0, "All is well with 1 table.\n")
    assert erased[0] == 0
    assert "Robert" not in exported[1]
    assert run_as_owner("SELECT count(*) FROM event WHERE body LIKE '%Robert%'", postgresql) == [
        (0,)
    ]
    assert run_as_owner("SELECT count(*) FROM guest WHERE name LIKE '%Robert%'", postgresql) == [
        (0,)
    ]
    assert copied[0] == 2
    assert "pg_dump" in copied[1]


@pytest.mark.slow
def test_matches_move_to_postgresql_and_go_on_there(
    postgresql: str, tmp_path: Path, admin: Administration
) -> None:
    folder = tmp_path / "data"
    with running(folder) as live:
        table, cookie = live.new_table("classic/3", name="Ada")
        with live.client(table, cookie) as client:
            client.play_until(lambda view: view.round is not None and view.round.step > 3)
            before = client.current_round
        erased = play_round(live, "Robert Louis")
    assert admin("erase", guest_called("Robert", admin, folder), "--data", str(folder))[0] == 0
    without = admin("transfer", "--data", str(folder))
    admin.use(postgresql)
    with running(tmp_path / "first", database=postgresql):  # which makes a key of its own
        in_use = admin("transfer", "--data", str(folder))
    done = admin("transfer", "--data", str(folder))
    again = admin("transfer", "--data", str(folder))
    with running(tmp_path / "other", database=postgresql) as live:
        with live.client(table, cookie) as client:
            client.until_view(lambda _: True)
            after = client.current_round
            client.play_round()
        assert admin("erase", guest_called("Ada", admin))[0] == 0
    checked = admin("check")

    assert without[0] == 2
    assert "BOTTLEIMP_DATABASE" in without[1]
    assert in_use[0] == 2
    assert "is used by a server" in in_use[1]
    assert done[0] == 0
    assert done[1].startswith("Copied 2 matches.\n")
    assert again[0] == 2
    assert "holds matches already" in again[1]
    assert after.step >= before.step
    assert checked == (0, "All is well with 2 tables.\n")
    assert run_as_owner("SELECT count(*) FROM outage WHERE ended_at > began_at", postgresql) == [
        (1,)
    ]
    assert erased in admin("tables")[1]


def documented_command(program: str, address: str, dump: Path) -> list[str]:
    """The command of the docs, for this database and this file."""
    text = (DOCS / "how-to" / "back-up-and-restore.md").read_text(encoding="utf-8")
    (line,) = [line for line in text.splitlines() if line.startswith(f"{program} ")]
    url = make_url(address)
    ours = {"10.0.0.5": str(url.query["host"]), "bottleimp.dump": str(dump)}
    [(folder,)] = run_as_owner("SELECT setting FROM pg_config WHERE name = 'BINDIR'")
    words = line.replace("--username bottleimp", f"--username {url.username}").split()
    return [
        str(Path(folder, program)),
        *(ours.get(word, str(url.database) if word == "bottleimp" else word) for word in words[1:]),
    ]


@pytest.mark.wide
@pytest.mark.slow
def test_a_dump_as_in_the_docs_holds_all_but_who_was_connected(
    postgresql: str, tmp_path: Path, admin: Administration
) -> None:
    with running(tmp_path / "data", database=postgresql) as live:
        table, cookie = live.new_table("classic/3")
        with live.client(table, cookie) as client:
            client.play_round()
            wait_until(lambda: people_told(postgresql, table) == 1)
            dump = documented_command("pg_dump", postgresql, tmp_path / "dump")
            subprocess.run(dump, check=True)
    with new_postgresql_database() as copy:
        subprocess.run(documented_command("pg_restore", copy, tmp_path / "dump"), check=True)
        known = people_told(copy, table)
        admin.use(copy)
        checked = admin("check")

    assert known == 0
    assert checked == (0, "All is well with 1 table.\n")


def test_the_folder_of_a_running_server_is_not_moved(
    postgresql: str, tmp_path: Path, admin: Administration
) -> None:
    admin.use(postgresql)
    open_database(tmp_path).close()
    lock = lock_folder(tmp_path)
    refused = admin("transfer", "--data", str(tmp_path))
    lock.release()

    assert refused[0] == 2
    assert "Another server uses the data folder" in refused[1]


def test_ids_that_postgresql_cannot_hold_are_moved_with_another_sign(
    postgresql: str, tmp_path: Path
) -> None:
    store = EventStore(open_database(tmp_path))
    store.submit(creation()).result()
    odd = LogEvent(2, 6, "g1", "a\0b", PaceChanged(5))
    store.submit(AppendEvents("t1", 1, (odd,), "playing", 0)).result()
    store.close()
    count = transfer_to_postgresql(tmp_path, postgresql)
    store = EventStore(open_postgresql(postgresql))
    events = store.events("t1", 0)
    store.close()

    assert count == 1
    assert [event.command for event in events] == [None, "a\N{REPLACEMENT CHARACTER}b"]


def test_a_folder_that_is_named_comes_before_the_database(
    postgresql: str, tmp_path: Path, admin: Administration
) -> None:
    open_database(tmp_path).close()
    admin.use(postgresql)

    assert admin("check", "--data", str(tmp_path)) == (0, "All is well with 0 tables.\n")
    assert admin("check")[0] == 2  # the database was not made by this program
