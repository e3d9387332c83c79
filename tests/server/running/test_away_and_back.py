"""Servers that could not reach PostgreSQL for a while, or slept, look for news before they act."""

import asyncio
import signal
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bottleimp.protocol.messages import JoinTable, PresenceUpdate
from bottleimp.server import peers
from bottleimp.server.state.events import (
    Fact,
    HostTransferred,
    PlayerReplaced,
    PlayerTimedOut,
    ServerResumed,
)
from bottleimp.server.state.server_directory import ChangeNotice, ServerNews, ServerReport
from bottleimp.server.storage import postgresql_directory
from bottleimp.server.storage.erasure import erase_person
from bottleimp.server.storage.postgresql import open_postgresql
from bottleimp.server.storage.postgresql_directory import PostgresqlDirectory
from bottleimp.server.storage.statistics import guest_statistics
from bottleimp.server.tables.uptime import Gap, Uptime
from tests.server.running.test_several_servers import stored_events, until_present, wait_until
from tests.support.in_process import in_process_service
from tests.support.live_server import Live, running
from tests.support.patience import PATIENCE
from tests.support.server_process import PROGRAM, server_process
from tests.support.services.postgresql import database_away, run_as_owner

CLOCK = "move=5"  # seconds
LONGER = 6.0  # than that
# Short times, so that nobody has to sleep for long.
SENSITIVE = (
    "from bottleimp.server import peers\n"
    "from bottleimp.server.storage import postgresql_directory\n"
    "postgresql_directory.OUTAGE_MS, peers.LONGEST_IGNORANCE = 1000, 1.0\n" + PROGRAM
)


def facts(address: str, table: str, *kinds: type[Fact]) -> Sequence[Fact]:
    """What of these kinds is in the log of a table."""
    return [event.fact for event in stored_events(address, table) if isinstance(event.fact, kinds)]


def first_of_clocks(address: str, table: str) -> Fact:
    """The first thing that happened because of a clock."""
    wait_until(lambda: bool(facts(address, table, ServerResumed, PlayerTimedOut)))
    return facts(address, table, ServerResumed, PlayerTimedOut)[0]


def status(server: Live, path: str) -> int:
    return server.request("GET", path).status


@pytest.mark.slow
def test_time_without_the_database_is_charged_to_nobody(
    tmp_path: Path, postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql_directory, "OUTAGE_MS", 1000)
    monkeypatch.setattr(peers, "EXCHANGE_INTERVAL", 4.0)  # others are faster when it is back
    monkeypatch.setattr(peers, "LONGEST_IGNORANCE", 1.0)
    with (
        running(tmp_path / "a", database=postgresql) as one,
        running(tmp_path / "b", database=postgresql) as other,
    ):
        table, cookie = one.new_table("classic/3", clock=CLOCK)
        with one.client(table, cookie) as client, other.client(table) as watcher:
            client.until_view(lambda _: client.is_asked)
            watcher.until_view(lambda _: True)
            with database_away(postgresql):
                wait_until(lambda: status(one, "/healthz") == 503)
                page = one.request("GET", "/")
                asked = one.request("GET", f"/api/tables/{table[::-1]}/events")
                threading.Event().wait(LONGER)
            first = first_of_clocks(postgresql, table)
            wait_until(lambda: status(one, "/healthz") == 200)
            client.catch_up()
            seen = client.is_asked

    assert page.status == 503
    assert "Matches cannot be reached at the moment." in page.text
    assert (asked.status, asked.code) == (503, "unavailable")
    assert isinstance(first, ServerResumed)
    assert first.away >= 1000 * LONGER
    assert seen


@pytest.mark.wide
@pytest.mark.slow
def test_a_server_that_slept_charges_that_to_nobody(
    tmp_path: Path, postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOTTLEIMP_DATABASE", postgresql)
    with server_process(tmp_path, program=SENSITIVE) as server:
        table, _ = server.live.new_table("classic/3", clock=CLOCK)
        server.process.send_signal(signal.SIGSTOP)
        threading.Event().wait(LONGER)
        server.process.send_signal(signal.SIGCONT)
        first = first_of_clocks(postgresql, table)

    assert isinstance(first, ServerResumed)


def sit_down(server: Live, table: str, player: int) -> str:
    """The cookie of somebody who has joined."""
    cookie = server.new_cookie()
    with server.client(table, cookie) as client:
        client.until_view(lambda _: True)
        client.do(JoinTable, player=player, name="Bea")
    return cookie


@pytest.mark.slow
def test_a_server_that_slept_plays_for_nobody_who_has_come_to_another(
    tmp_path: Path, postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOTTLEIMP_DATABASE", postgresql)
    monkeypatch.setenv("BOTTLEIMP_GRACE", "3")
    with (
        server_process(tmp_path / "a", program=SENSITIVE) as one,
        server_process(tmp_path / "b", program=SENSITIVE) as other,
    ):
        table, host = one.live.new_table("classic/3", player_1="open")
        friend = sit_down(other.live, table, 1)
        with other.live.client(table, friend) as stays:
            stays.until_view(lambda _: stays.is_asked)
            with one.live.client(table, host) as client:
                client.until_view(lambda _: client.is_asked)
                until_present(stays, PresenceUpdate([0, 1], 0))
            until_present(stays, PresenceUpdate([1], 0))
            other.process.send_signal(signal.SIGSTOP)
            with one.live.client(table, host) as client:
                client.until_view(lambda _: client.is_asked)
                threading.Event().wait(LONGER)
                other.process.send_signal(signal.SIGCONT)
                until_present(stays, PresenceUpdate([0, 1], 0))

    assert facts(postgresql, table, PlayerReplaced, HostTransferred) == []


@pytest.mark.slow
def test_a_person_is_erased_while_servers_write(tmp_path: Path, postgresql: str) -> None:
    limits = (
        "tables_per_hour", "guests_per_hour", "requests_per_second", "request_burst",
        "max_waiting_choices", "max_tables",
    )  # fmt: skip
    with running(tmp_path, database=postgresql, **dict.fromkeys(limits, 10**6)) as server:
        stop = threading.Event()

        def make_tables() -> int:
            made = 0
            while not stop.is_set():
                server.new_table("classic/3", name="Ada")
                made += 1
            return made

        database = open_postgresql(postgresql)
        with ThreadPoolExecutor(3) as pool:
            making = [pool.submit(make_tables) for _ in range(3)]
            end, erased = time.monotonic() + 1, 0
            try:
                while time.monotonic() < end or erased < 5:
                    for guest in guest_statistics(database)[-1:]:
                        erase_person(database, guest.id)
                        erased += 1
            finally:
                stop.set()
            made = sum(each.result() for each in making)
        database.close()

    assert made > 0


def test_a_server_that_missed_a_moment_was_not_away(postgresql: str) -> None:
    database = open_postgresql(postgresql)
    directory = PostgresqlDirectory(database)
    directory.exchange(ServerReport("a", {}, (), is_complete=True, is_first=True))
    run_as_owner("UPDATE server SET seen_at = seen_at - 4000", postgresql)
    missed = directory.exchange(ServerReport("a", {}, (), is_complete=True))
    directory.leave("a")
    run_as_owner("UPDATE server SET seen_at = seen_at - 4000", postgresql)
    started = directory.exchange(ServerReport("b", {}, (), is_complete=True, is_first=True))
    database.close()

    assert missed.outages == ()
    assert len(started.outages) == 1


class OnlyServer:
    """The tables of a database, and its notices, where there is no other server."""

    def exchange(self, report: ServerReport) -> ServerNews:
        return ServerNews(frozenset({report.server}))

    def leave(self, _server: str) -> None:
        """Nobody is told."""

    def failure_reason(self, problem: Exception) -> str:
        return type(problem).__name__

    def start(self, _on_notice: Callable[[ChangeNotice], None]) -> None:
        """Nobody is heard."""

    def publish(self, _notice: ChangeNotice) -> None:
        """Nobody is told."""

    def close(self) -> None:
        """Nothing is open."""


class FaultyUptime(Uptime):
    """Fails where it is told when servers were away, once it `is_faulty`."""

    def __init__(self) -> None:
        super().__init__()
        self.is_faulty = False
        self.failures: asyncio.Queue[None] = asyncio.Queue()

    def replace_gaps(self, gaps: Sequence[Gap]) -> None:
        if self.is_faulty:
            self.failures.put_nowait(None)
            raise IndexError("a mistake")
        super().replace_gaps(gaps)


def test_a_fault_in_what_follows_from_news_is_logged_and_ends_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(peers, "EXCHANGE_INTERVAL", 0.01)
    failures: list[Exception] = []

    async def follow() -> int:
        uptime, only = FaultyUptime(), OnlyServer()
        async with in_process_service(tmp_path, uptime) as opened:
            server = peers.PeerServers(only, only, opened.registry, uptime, failures.append)
            await server.start()
            uptime.is_faulty = True
            ann = await opened.table("classic/3", "oo")
            await opened.joined(ann.table, "Bob")
            async with asyncio.timeout(PATIENCE):
                for _ in range(3):
                    await uptime.failures.get()
            await server.stop()
            return len(ann.table.state.seating.seated_players)

    assert asyncio.run(follow()) == 2
    assert failures == []
    told = [each for each in caplog.records if "news of other servers" in each.message]
    assert [str(each.exc_info[1]) for each in told if each.exc_info][:2] == ["a mistake"] * 2
