"""`bottleimp admin` on real data folders, with and without a server on them."""

import html
import json
import os
import re
import signal
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from bottleimp.cli.admin import FAULTS_FOUND
from bottleimp.cli.main import main
from bottleimp.cli.option_parser import REFUSED
from bottleimp.game.record import from_json
from bottleimp.protocol.messages import (
    JoinTable,
    PlayCard,
    ReportMessage,
    RequestNextRound,
    SendChatMessage,
    encode,
)
from bottleimp.server import rewrites
from bottleimp.server.access import guests
from bottleimp.server.storage.schema import MIGRATIONS
from bottleimp.server.storage.sqlite import FILE_NAME, open_database
from tests.support.frames import shown_round
from tests.support.live_server import Live, running
from tests.support.server_process import server_process

pytestmark = pytest.mark.slow

NAME = "Robert Louis"


def admin(*words: str) -> int:
    return main(["admin", *words])


def played(live: Live, name: str = NAME, rounds: int = 1) -> tuple[str, str]:
    """A table at which so many rounds were played, and the cookie of the person there."""
    table, cookie = live.new_table("classic/3", name=name)
    with live.client(table, cookie) as client:
        for number in range(1, rounds + 1):
            client.play_round()
            client.do(RequestNextRound, round=number)
        client.play_until(lambda view: shown_round(view).step > 3)
    return table, cookie


def said(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().out


def guest_of(folder: Path, capsys: pytest.CaptureFixture[str], name: str = NAME) -> str:
    """The id of the guest with this name."""
    capsys.readouterr()
    admin("guests", "--name", name, "--data", str(folder))
    return said(capsys).splitlines()[1].split()[0]


def changed(folder: Path, *statements: str) -> None:
    """Does something to the database behind the program's back."""
    connection = sqlite3.connect(folder / FILE_NAME)
    with connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()


def test_tables_and_guests_are_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with running(tmp_path) as live:
        table, _ = played(live)
        status = admin("tables", "--data", str(tmp_path))
        listed = said(capsys).splitlines()
        guest = guest_of(tmp_path, capsys)
        admin("tables", "--status", "over", "--data", str(tmp_path))

    assert status == 0
    assert listed[0].split()[:4] == ["table", "state", "edition", "round"]
    assert [table, "playing", "classic/3", "2"] == listed[1].split()[:4]
    assert guest == listed[1].split()[-1]
    assert len(said(capsys).splitlines()) == 1


def test_what_was_reported_is_listed_with_who_said_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with running(tmp_path) as live:
        table, cookie = live.new_table("classic/3", name=NAME, player_1="open", talk="free")
        with (
            live.client(table, cookie) as one,
            live.client(table, live.new_cookie()) as other,
        ):
            other.do(JoinTable, name="Fanny")
            other.do(SendChatMessage, phrase="hello")
            other.do(SendChatMessage, text="You cheat")
            one.catch_up()
            one.do(ReportMessage, message=2)
            own = other.refused(ReportMessage, message=2)
        guests = [guest_of(tmp_path, capsys, name) for name in ("Fanny", NAME)]
        admin("reports", "--data", str(tmp_path))
        listed = said(capsys).splitlines()

    assert own.code == "nobody-there"
    assert len(listed) == 2
    assert listed[1].split()[-5:-2] == [table, *guests]
    assert listed[1].endswith("You cheat")


@pytest.mark.wide
def test_an_export_holds_the_finished_rounds_and_no_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with running(tmp_path) as live:
        table, _ = played(live, rounds=2)
    status = admin("export", table, "--data", str(tmp_path))
    content = json.loads(said(capsys))
    records = [from_json(each["record"]) for each in content["rounds"]]

    assert status == 0
    assert [each["round"] for each in content["rounds"]] == [1, 2]
    assert all(record.round.is_over for record in records)
    assert NAME in records[0].names


def test_an_erased_guest_leaves_no_name_and_no_token(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with running(tmp_path) as live:
        table, cookie = played(live)
        played(live, "Fanny")
    guest = guest_of(tmp_path, capsys)
    status = admin("erase", guest, "--data", str(tmp_path))
    files = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    with running(tmp_path) as live, live.client(table, cookie) as client:
        client.receive()
        view = client.view
    checked = admin("check", "--data", str(tmp_path))

    assert (status, checked) == (0, 0)
    assert NAME.encode() not in files
    assert b"Fanny" in files
    assert view.you is None  # the cookie opens nothing any more
    assert b"Someone 1" in encode(view)


@pytest.mark.parametrize("body", ["{", "[]", "7"])
def test_a_guest_is_erased_though_one_of_the_logs_is_damaged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], body: str
) -> None:
    with running(tmp_path) as live:
        damaged, _ = played(live)
    guest = guest_of(tmp_path, capsys)
    changed(
        tmp_path,
        f"UPDATE event SET body = '{body}' WHERE game_id = '{damaged}' AND seq = 5",
    )
    status = admin("erase", guest, "--data", str(tmp_path))
    lines = said(capsys)

    assert status == FAULTS_FOUND
    assert f"Damaged events stay as they are, and may hold the name, at {damaged}." in lines
    assert NAME not in (admin("guests", "--data", str(tmp_path)), said(capsys))[1]


@pytest.mark.wide
def test_the_games_of_an_erased_guest_stay_as_they_were(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with running(tmp_path) as live:
        table, _ = played(live)
    admin("export", table, "--data", str(tmp_path))
    before = json.loads(said(capsys).replace(NAME, "Someone 1"))
    admin("erase", guest_of(tmp_path, capsys), "--data", str(tmp_path))
    capsys.readouterr()
    admin("export", table, "--data", str(tmp_path))

    assert before == json.loads(said(capsys))


@pytest.mark.wide
@pytest.mark.parametrize("device", [0, 1, 2])
def test_a_guest_is_erased_at_all_devices_at_which_they_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], device: int
) -> None:
    with running(tmp_path) as live:
        table, first = played(live)
        cookies = [first]
        for _ in range(2):
            page = live.request("POST", f"/tables/{table}/seat", {}, {"Cookie": cookies[-1]})
            (path,) = re.findall(rf"/s/{table}/[\w-]+", html.unescape(page.text))
            taken = live.request("POST", path, {})
            cookies.append(taken.headers["set-cookie"].partition(";")[0])
        played(live, "Fanny")
    tokens = [cookie.partition("=")[2] for cookie in cookies]
    this = guests.new_guest(tokens[device]).id
    admin("erase", this, "--with-linked", "--data", str(tmp_path))
    answer = said(capsys)
    files = b"".join(path.read_bytes() for path in tmp_path.iterdir())

    assert "These were 3 guests" in answer
    assert NAME.encode() not in files
    assert [t for t in tokens if guests.new_guest(t).token_hash.encode() in files] == []
    assert b"Fanny" in files


@pytest.mark.wide
def test_a_running_server_forgets_an_erased_guest_by_itself(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with running(tmp_path) as live:
        table, cookie = played(live)
        with live.client(table, cookie) as client, live.client(table) as watching:
            client.until_view(lambda view: bool(shown_round(view).legal))
            watching.until_view(bool)
            asked = client.current_round
            admin("erase", guest_of(tmp_path, capsys), "--data", str(tmp_path))
            watching.until_view(lambda view: view.players[0].name == "Someone 1")
            client.until_view(lambda view: view.you is None)
            refusal = client.refused(
                PlayCard, round=asked.number, step=asked.step, card=asked.legal[0]
            )

    assert NAME.encode() not in encode([client.view, watching.view])
    assert refusal.code == "not-allowed"


def test_people_come_and_go_where_a_guest_was_erased(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rewrites, "POLL_INTERVAL", 600.0)  # so that the table itself has to notice
    with running(tmp_path) as live:
        table, _ = live.new_table("classic/3", name=NAME, player_1="open", player_2="open")
        admin("erase", guest_of(tmp_path, capsys), "--data", str(tmp_path))
        with live.client(table, live.new_cookie()) as client:
            client.until_view(bool)
            client.do(JoinTable, name="Fanny")
            client.until_view(lambda view: view.you == 1)
    checked = admin("check", "--data", str(tmp_path))

    assert checked == 0
    assert [who.name for who in client.view.players[:2]] == ["Someone 1", "Fanny"]


@pytest.mark.wide
@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="needs signals of POSIX")
def test_a_guest_is_erased_while_the_server_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with server_process(tmp_path) as server:
        table, cookie = played(server.live)
        status = admin("erase", guest_of(tmp_path, capsys), "--data", str(tmp_path))
        server.process.send_signal(signal.SIGHUP)
        server.read_until_announced()
        with server.live.client(table, cookie) as client:
            client.receive()

    assert status == 0
    assert client.view.you is None
    assert NAME.encode() not in encode(client.view)


@pytest.mark.wide
@pytest.mark.slow
def test_a_copy_made_while_people_play_is_whole(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copies = [tmp_path / f"copy-{number}.sqlite3" for number in range(5)]
    with running(tmp_path / "data") as live:
        players = [threading.Thread(target=played, args=(live, "Ada", 3)) for _ in range(4)]
        for player in players:
            player.start()
        statuses = [admin("backup", str(copy), "--data", str(tmp_path / "data")) for copy in copies]
        for player in players:
            player.join()
    for number, copy in enumerate(copies):
        (tmp_path / f"restored-{number}").mkdir()
        copy.rename(tmp_path / f"restored-{number}" / FILE_NAME)
        statuses.append(admin("check", "--data", str(tmp_path / f"restored-{number}")))

    assert set(statuses) == {0}
    assert "checked" in said(capsys)


@pytest.mark.skipif(os.name == "nt", reason="files there know no such permission")
def test_a_copy_is_for_its_owner_alone(tmp_path: Path) -> None:
    with running(tmp_path) as live:
        live.new_table("classic/3")
    admin("backup", str(tmp_path / "copy"), "--data", str(tmp_path))

    assert (tmp_path / "copy").stat().st_mode & 0o777 == 0o600


@pytest.mark.wide
def test_a_match_goes_on_from_a_copy(tmp_path: Path) -> None:
    with running(tmp_path / "data") as live:
        table, cookie = played(live)
    (tmp_path / "other").mkdir()
    admin("backup", str(tmp_path / "other" / FILE_NAME), "--data", str(tmp_path / "data"))
    with running(tmp_path / "other") as live, live.client(table, cookie) as client:
        client.receive()
        client.play_round()

        assert client.current_round.number == 2


@pytest.mark.wide
@pytest.mark.parametrize(
    ("statements", "sentence"),
    [
        (["DELETE FROM event WHERE seq = 3"], "numbered 1 to"),
        (["DELETE FROM event"], "has no events."),
        (["UPDATE event SET body = '{}' WHERE seq = 4"], "cannot be read"),
        (["UPDATE event SET v = 99 WHERE seq = 4"], "events of version 99"),
        (["UPDATE game SET status = 'over'"], "its log says otherwise."),
        (["INSERT INTO seat VALUES ('nothing', 0, 'nobody')"], "belongs to nothing in"),
    ],
)
def test_what_is_wrong_with_a_database_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], statements: list[str], sentence: str
) -> None:
    with running(tmp_path) as live:
        played(live)
    changed(tmp_path, *statements)
    status = admin("check", "--data", str(tmp_path))
    lines = said(capsys).splitlines()

    assert status == FAULTS_FOUND
    assert any(sentence in line for line in lines)
    assert all(line.endswith(".") for line in lines)


def test_what_cannot_be_done_gets_one_sentence_and_changes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with running(tmp_path / "data") as live:
        live.new_table("classic/3")
    there = ["--data", str(tmp_path / "data")]
    (tmp_path / "taken").write_text("mine")
    for words, sentence in [
        (["tables", "--data", str(tmp_path / "nothing")], "There is no database in"),
        (["export", "nothing", *there], "There is no table nothing"),
        (["erase", "nobody", *there], "There is no guest nobody"),
        (["backup", str(tmp_path / "taken"), *there], "There is something at"),
        (["backup", str(tmp_path / "no" / "folder"), *there], "cannot be written"),
    ]:
        status = admin(*words)
        problem = capsys.readouterr().err

        assert status == REFUSED
        assert sentence in problem
        assert problem.count("\n") == 1
    assert not (tmp_path / "nothing").exists()
    assert (tmp_path / "taken").read_text() == "mine"
    assert list(tmp_path.glob("*.unfinished")) == []


def test_the_data_folder_can_be_named_in_the_configuration(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with running(tmp_path / "data") as live:
        live.new_table("classic/3")
    (tmp_path / "bottleimp.toml").write_text('data = "data"\n')

    assert admin("check", "--config", str(tmp_path / "bottleimp.toml")) == 0
    assert said(capsys).strip() == "All is well with 1 table."


def test_nobody_who_writes_keeps_a_host_from_looking(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with running(tmp_path) as live:
        table, _ = played(live)
    there = ["--data", str(tmp_path)]
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        commands = (
            ["tables"], ["guests"], ["export", table], ["check"],
            ["backup", str(tmp_path / "copy")],
        )  # fmt: skip
        statuses = [admin(*words, *there) for words in commands]

    assert statuses == [0, 0, 0, 0, 0], capsys.readouterr().err


@pytest.mark.parametrize(
    ("steps", "sentence"),
    [(MIGRATIONS[:-1], "made by an older version"), ((*MIGRATIONS, ()), "made by a newer version")],
)
def test_a_database_of_another_format_is_left_as_it_is(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    steps: tuple[tuple[str, ...], ...],
    sentence: str,
) -> None:
    open_database(tmp_path, steps).close()
    before = (tmp_path / FILE_NAME).read_bytes()
    status = admin("tables", "--data", str(tmp_path))
    problem = capsys.readouterr().err

    assert status == REFUSED
    assert sentence in problem
    assert problem.count("\n") == 1
    assert before == (tmp_path / FILE_NAME).read_bytes()


def test_a_file_that_is_no_database_of_the_program_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / FILE_NAME).touch()
    status = admin("tables", "--data", str(tmp_path))

    assert status == REFUSED
    assert "was not made by this program." in capsys.readouterr().err
