"""Whoever writes to a log finds what others wrote: two writers on one data folder, and one table.

`serve` lets one server at a time use a folder; storage itself can do with more.
"""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from bottleimp.protocol.messages import RequestNextRound
from bottleimp.protocol.refusals import WriteConflict
from bottleimp.server.state.events import LogEvent, PaceChanged
from bottleimp.server.state.storage_interface import AppendEvents
from bottleimp.server.storage.event_store import EventStore
from bottleimp.server.storage.sqlite import open_database
from bottleimp.server.tables.replay import replay_log
from tests.server.storage.test_event_store import creation
from tests.support import frames
from tests.support.live_server import Client, running
from tests.support.patience import PATIENCE
from tests.support.server_process import environment

EACH = 20  # events that each process adds
# Adds so many events, each after the last it finds; says how often it had to look again.
ADDING = """
import sys
from pathlib import Path
from tests.server.storage.test_two_processes import added
print(added(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
"""
ROOT = Path(__file__).parents[3]


def added(folder: Path, actor: str, count: int) -> int:
    """Adds so many events to a table, in competition with others; how many conflicts there were."""
    store = EventStore(open_database(folder))
    conflicts = last = 0
    for number in range(count):
        while True:
            fact = LogEvent(last + 1, 6, actor, f"{actor}-{number}", PaceChanged(number))
            try:
                store.submit(AppendEvents("t1", last, (fact,), "playing", 0)).result()
            except WriteConflict:
                conflicts += 1
                last = store.events("t1", 0)[-1].seq
            else:
                last += 1
                break
    store.close()
    return conflicts


@pytest.mark.slow
def test_two_processes_add_to_one_log_without_loss_or_gap(tmp_path: Path) -> None:
    store = EventStore(open_database(tmp_path))
    store.submit(creation()).result()
    python = {**environment(), "PYTHONPATH": f"{environment()['PYTHONPATH']}:{ROOT}"}
    adding = [
        subprocess.Popen(
            [sys.executable, "-c", ADDING, str(tmp_path), actor, str(EACH)],
            env=python, stdout=subprocess.PIPE, text=True,
        )
        for actor in ("ada", "bo")
    ]  # fmt: skip
    conflicts = [int(process.communicate()[0]) for process in adding]
    events = store.events("t1", 0)
    store.close()

    assert [*range(1, 2 * EACH + 2)] == [event.seq for event in events]
    for actor in ("ada", "bo"):
        assert [*range(EACH)] == [
            event.fact.ms
            for event in events
            if event.actor == actor and isinstance(event.fact, PaceChanged)
        ]
    assert sum(conflicts) > 0


@pytest.mark.slow
def test_a_table_goes_on_in_whichever_server_a_command_comes_to(tmp_path: Path) -> None:
    with running(tmp_path) as one, running(tmp_path) as other:
        table, cookie = one.new_table("classic/3", pace="0")
        done = 0
        while not done or not is_scored(tmp_path, table):
            server = (one, other)[done % 2]
            with server.client(table, cookie) as client:
                # What it shows may be old; a refusal makes it look, and then it shows what is new.
                client.exchange(RequestNextRound, round=1)
                client.until_view(lambda view: client.is_asked or frames.is_scored(view))
                if client.is_asked:
                    client.act()
            done += 1
        with one.client(table, cookie) as client, other.client(table, cookie) as same:
            end = time.monotonic() + PATIENCE
            while not (is_over(client) and is_over(same)) and time.monotonic() < end:
                for each in (client, same):
                    each.exchange(RequestNextRound, round=7)
                    each.catch_up()

            assert client.view == same.view
    store = EventStore(open_database(tmp_path))
    stored = store.game(table)
    store.close()

    assert stored is not None
    assert [*range(1, len(stored.events) + 1)] == [event.seq for event in stored.events]
    assert replay_log(stored).entries[-1].state.is_scored


def is_over(client: Client) -> bool:
    """Whether the round is over for all that this client has heard."""
    return client.has_view and frames.is_scored(client.view)


def is_scored(folder: Path, table: str) -> bool:
    """Whether the log says that the round is over."""
    store = EventStore(open_database(folder))
    stored = store.game(table)
    store.close()
    return stored is not None and replay_log(stored).entries[-1].state.is_scored
