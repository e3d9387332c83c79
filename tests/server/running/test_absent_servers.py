"""Of several servers on one database one is killed, or for a while there is none."""

import time
from pathlib import Path

import pytest

from bottleimp.protocol.messages import PresenceUpdate
from bottleimp.server.state.events import PlayerTimedOut
from tests.server.running.test_several_servers import (
    is_in_play,
    servers,
    stored_events,
    until_present,
    wait_until,
)
from tests.support.live_server import running
from tests.support.patience import PATIENCE
from tests.support.server_process import server_process
from tests.support.services.postgresql import run_as_owner


@pytest.mark.wide
@pytest.mark.slow
def test_time_in_which_no_server_was_there_is_an_outage(tmp_path: Path, postgresql: str) -> None:
    with servers(tmp_path, postgresql, 1):
        pass
    run_as_owner("UPDATE server SET seen_at = seen_at - 5000", postgresql)
    with servers(tmp_path, postgresql, 1), running(tmp_path / "late", database=postgresql):
        outages = run_as_owner("SELECT ended_at - began_at FROM outage", postgresql)

    assert len(outages) == 1  # for the second server there was none
    assert outages[0][0] >= 5000


@pytest.mark.slow
def test_who_comes_from_a_server_that_was_killed_plays_on(
    tmp_path: Path, postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOTTLEIMP_DATABASE", postgresql)
    with server_process(tmp_path / "a") as one, server_process(tmp_path / "b") as other:
        table, cookie = one.live.new_table("classic/3")
        with one.live.client(table, cookie) as client:
            client.play_until(is_in_play)
        one.kill()
        killed = time.monotonic()
        with other.live.client(table, cookie) as client:
            client.play_round()
            seconds = time.monotonic() - killed
            until_present(client, PresenceUpdate([0], 0))

    assert one.said.count("Matches are kept in the PostgreSQL database test_") == 1
    # At most twice does this one wait for the other, which it takes to be alive.
    assert seconds < PATIENCE


@pytest.mark.wide
@pytest.mark.slow
def test_clocks_of_a_server_that_was_killed_run_on(
    tmp_path: Path, postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOTTLEIMP_DATABASE", postgresql)
    with server_process(tmp_path / "a") as one, server_process(tmp_path / "b"):
        table, _ = one.live.new_table("classic/3", clock="move=5")
        one.kill()
        wait_until(
            lambda: any(
                isinstance(event.fact, PlayerTimedOut) for event in stored_events(postgresql, table)
            )
        )
