"""Damage to what is kept is told: which table it concerns, and what is lost."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from bottleimp.server.storage.acknowledgements import (
    ACKNOWLEDGEMENTS_FILE,
    AcknowledgementFile,
    loss_message,
    read_positions,
)
from bottleimp.server.storage.sqlite import FILE_NAME
from tests.support.frames import shown_round
from tests.support.live_server import Live, running
from tests.support.server_process import server_process

pytestmark = pytest.mark.slow  # each starts servers

DAMAGED_EVENT = 6
STATEMENTS = {
    "a body that is no fact": "UPDATE event SET body = '{}'",
    "a fact that the rules do not allow": 'UPDATE event SET body = \'{"type":"end"}\'',
    "an event that is gone": "DELETE FROM event",
}


def table_in_play(live: Live) -> tuple[str, str]:
    """A table at which nothing happens until the person plays: all that was done was told."""
    table, cookie = live.new_table("classic/3")
    with live.client(table, cookie) as client:
        client.play_until(lambda view: shown_round(view).step > 3 and bool(shown_round(view).legal))
    return table, cookie


@pytest.mark.parametrize("statement", STATEMENTS.values(), ids=STATEMENTS.keys())
def test_a_table_with_a_damaged_log_is_named(
    tmp_path: Path, statement: str, caplog: pytest.LogCaptureFixture
) -> None:
    with running(tmp_path) as live:
        damaged, cookie = table_in_play(live)
        sound, _ = table_in_play(live)
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection, connection:
        connection.execute(f"{statement} WHERE game_id = ? AND seq = ?", (damaged, DAMAGED_EVENT))
    caplog.clear()
    with running(tmp_path) as live:
        pages = [live.request("GET", f"/tables/{damaged}") for _ in range(2)]
        export = live.request("GET", f"/t/{damaged}/export.json")
        api = live.request("GET", f"/api/tables/{damaged}/events")
        other = live.request("GET", f"/tables/{sound}")
        home = live.request("GET", "/", headers={"Cookie": cookie})
        with pytest.raises(InvalidStatus) as refused, live.client(damaged, cookie):
            pass
    lines = [line for line in caplog.records if "is damaged and cannot be opened" in line.message]

    assert [each.status for each in (*pages, export, api)] == [500, 500, 500, 500]
    assert all(f"The stored data of table {damaged} is damaged." in each.text for each in pages)
    assert "This table cannot be opened" in pages[0].text
    assert (
        json.loads(api.text)["code"],
        json.loads(api.text)["text"],
    ) == ("server-error", f"The stored data of table {damaged} is damaged.")
    assert other.status == 200
    assert home.status == 200
    assert refused.value.response.status_code == 404
    assert [damaged] == [getattr(line, "table", None) for line in lines]
    assert not any(line.exc_info for line in caplog.records)


def last_event(folder: Path, table: str) -> int:
    with closing(sqlite3.connect(folder / FILE_NAME)) as connection:
        (seq,) = connection.execute(
            "SELECT max(seq) FROM event WHERE game_id = ?", (table,)
        ).fetchone()
    return int(seq)


@pytest.mark.wide
def test_what_a_damaged_write_ahead_log_lost_is_told_once(tmp_path: Path) -> None:
    with server_process(tmp_path) as server:
        table, _ = table_in_play(server.live)
        server.kill()
    (tmp_path / "copy").mkdir()
    for each in tmp_path.glob(f"{FILE_NAME}*"):
        (tmp_path / "copy" / each.name).write_bytes(each.read_bytes())
    before = last_event(tmp_path / "copy", table)
    log = tmp_path / f"{FILE_NAME}-wal"
    content = bytearray(log.read_bytes())
    content[-40_000:-30_000] = b"\xee" * 10_000
    log.write_bytes(content)
    with server_process(tmp_path) as server:
        said = server.said
        after = last_event(tmp_path, table)
        server.stop()
    with server_process(tmp_path) as server:
        said_again = server.said

    assert 0 < after < before
    assert (
        f"{before - after} events that were confirmed to players are lost, at table {table}:"
        in (said)
    )
    assert "are lost" not in said_again


@pytest.mark.wide
def test_a_server_that_was_killed_says_nothing_of_losses(tmp_path: Path) -> None:
    with server_process(tmp_path) as server:
        table, _ = table_in_play(server.live)
        server.kill()
    noted = read_positions(tmp_path)
    with server_process(tmp_path) as server:
        said = server.said
        kept = last_event(tmp_path, table)

    assert {table: kept} == noted
    assert "lost" not in said


def test_the_file_of_what_was_acknowledged_stays_small(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bottleimp.server.storage.acknowledgements.MAX_FILE_BYTES", 1000)
    monkeypatch.setattr("bottleimp.server.storage.acknowledgements.MAX_TABLES", 10)
    noted = AcknowledgementFile(tmp_path)
    for number in range(1000):
        noted.record([(f"table-{number % 20}", number)])
        assert (tmp_path / ACKNOWLEDGEMENTS_FILE).stat().st_size <= 1200
    noted.close()

    assert {f"table-{n % 20}": n for n in range(990, 1000)}.items() <= read_positions(
        tmp_path
    ).items()


@pytest.mark.parametrize("content", ["", "x", "t 5\nt 7\nu 3\nt", "t 7\nu 3\nv x\n\x00\xff"])
def test_a_file_that_was_cut_off_is_read_as_far_as_it_goes(tmp_path: Path, content: str) -> None:
    (tmp_path / ACKNOWLEDGEMENTS_FILE).write_text(content, encoding="utf-8")

    assert read_positions(tmp_path) in ({}, {"t": 7, "u": 3})


def test_a_loss_is_told_in_one_sentence() -> None:
    assert "1 event that was confirmed to players is lost, at table t: " in loss_message({"t": 1})
    assert "a, b, c, d, e and 2 more:" in loss_message(dict.fromkeys("abcdefg", 2))
