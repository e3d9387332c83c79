"""Servers that are killed, stopped and started again: nothing that was said is lost."""

import os
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bottleimp.protocol.messages import PlayCard, SetPace, Welcome, encode
from bottleimp.server.storage.sqlite import FILE_NAME
from tests.support.frames import of_type, shown_round
from tests.support.patience import PATIENCE
from tests.support.server_process import environment, server_process

pytestmark = pytest.mark.slow  # each starts two processes or more

SECONDS_TO_START = 2.0
EVENTS_THEN = 8  # create, start, pace, and what five computer players have chosen


def test_a_server_killed_in_mid_exchange_resumes_exactly(tmp_path: Path) -> None:
    with server_process(tmp_path) as server:
        table, cookie = server.live.new_table("matagot/5", pace="0")
        with server.live.client(table, cookie) as client:
            client.until_view(lambda view: shown_round(view).waiting == [0])
            before = client.view
            server.kill()
    with server_process(tmp_path) as server, server.live.client(table, cookie) as client:
        client.receive()

        assert encode(client.view) == encode(before)
        client.play_round()


@pytest.mark.wide
def test_a_server_killed_in_mid_trick_resumes_exactly(tmp_path: Path) -> None:
    with server_process(tmp_path) as server:
        table, cookie = server.live.new_table("classic/4", pace="0", first_dealer="1")
        with server.live.client(table, cookie) as client:
            client.play_until(lambda view: shown_round(view).step > 9)
            client.until_view(lambda view: shown_round(view).turn == 0)
            before = client.view
            server.kill()
    with server_process(tmp_path) as server, server.live.client(table, cookie) as client:
        client.receive()

        assert encode(client.view) == encode(before)
        client.play_round()


def test_a_card_that_was_acknowledged_is_never_lost(tmp_path: Path) -> None:
    with server_process(tmp_path) as server:
        table, cookie = server.live.new_table("classic/3", pace="0")
        with server.live.client(table, cookie) as client:
            client.play_until(lambda view: shown_round(view).turn == 0)
            card, step = client.current_round.legal[0], client.current_round.step
            answer = client.do(PlayCard, id="the-card", round=1, step=step, card=card)
            server.kill()
    with server_process(tmp_path) as server, server.live.client(table, cookie) as client:
        client.receive()

        assert card == client.current_round.played[step]
        assert answer == client.do(PlayCard, id="the-card", round=1, step=step, card=card)


@pytest.mark.wide
def test_computer_players_go_on_by_themselves_after_a_restart(tmp_path: Path) -> None:
    with server_process(tmp_path) as server:
        table, cookie = server.live.new_table("matagot/6", pace="5000")
        with server.live.client(table, cookie) as client:
            client.receive()
            assert len(client.current_round.waiting) == 6
            client.do(SetPace, ms=200)
            server.kill()
    before = events_written(tmp_path)
    with server_process(tmp_path):  # and nobody connects
        end = time.monotonic() + PATIENCE
        while events_written(tmp_path) < EVENTS_THEN and time.monotonic() < end:
            time.sleep(0.1)

    assert before < EVENTS_THEN == events_written(tmp_path)


def events_written(folder: Path) -> int:
    """How many events are on disk."""
    connection = sqlite3.connect(folder / FILE_NAME)
    try:
        return int(connection.execute("SELECT count(*) FROM event").fetchone()[0])
    finally:
        connection.close()


@pytest.mark.wide
def test_who_was_connected_resumes_where_the_server_stopped(tmp_path: Path) -> None:
    with server_process(tmp_path) as server:
        table, cookie = server.live.new_table("classic/4", pace="0")
        with server.live.client(table, cookie) as client:
            client.play_until(lambda view: shown_round(view).turn == 0)
            seq, view = client.seq, client.view
            client.act()
            server.kill()
    with (
        server_process(tmp_path) as server,
        server.live.client(table, cookie, after=seq) as client,
    ):
        client.resume_from(seq, view)
        client.catch_up()
        client.play_round()

        assert of_type(client.frames, Welcome) == []


@pytest.mark.parametrize("option", [(), ("--lan",)])
def test_a_server_says_where_it_is_and_where_matches_are_kept(
    tmp_path: Path, option: tuple[str, ...]
) -> None:
    with server_process(tmp_path, *option) as server:
        table, _ = server.live.new_table("classic/4")
        status = server.stop()
    with server_process(tmp_path) as again:
        again.stop()

    assert status == 0
    assert f"Matches are kept in {tmp_path}" in server.said
    assert ("█" in server.said) is bool(option)
    assert "Your matches are kept." in server.said
    assert f"Classic, 4 players, round 1: http://127.0.0.1:{again.live.port}/tables/{table}" in (
        again.said
    )


def test_a_server_starts_with_two_seconds_of_work(tmp_path: Path) -> None:
    before = os.times()
    with server_process(tmp_path) as server:
        assert server.live.request("GET", "/healthz").status == 200
    after = os.times()

    # Time at work, not on the clock: the machine may be busy with other tests.
    worked = after.children_user + after.children_system
    assert worked - before.children_user - before.children_system < SECONDS_TO_START


def test_the_server_itself_loads_no_compiler(tmp_path: Path) -> None:
    code = "import sys, bottleimp.server.run; print('numba' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment(), capture_output=True, text=True, check=True
    )

    assert done.stdout.strip() == "False"
