"""Several servers on one database: people at one table may come to different ones."""

import asyncio
import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import func, select

from bottleimp.game.actions import Action
from bottleimp.knowledge.observation import Observation
from bottleimp.protocol.messages import (
    CommandAccepted,
    JoinTable,
    PlayCard,
    PlayerThinking,
    PresenceUpdate,
    ReplacePlayer,
    RequestNextRound,
    Welcome,
)
from bottleimp.protocol.views import View
from bottleimp.server import peers
from bottleimp.server.engines.pool import WorkerPool
from bottleimp.server.state.events import LogEvent
from bottleimp.server.storage.event_store import EventStore
from bottleimp.server.storage.postgresql import open_postgresql
from bottleimp.server.storage.postgresql_notices import PostgresqlNotices
from bottleimp.server.storage.schema import presence
from bottleimp.server.tables import registry
from tests.support import frames
from tests.support.frames import of_type
from tests.support.live_server import Client, Live, running, sample
from tests.support.patience import PATIENCE
from tests.support.services.postgresql import database_away, run_as_owner

LONG_THOUGHT = 1.0  # seconds of a player, in which notices come


@contextmanager
def servers(folder: Path, address: str, count: int) -> Iterator[list[Live]]:
    """So many servers with the database at the address, each with a data folder of its own."""
    with ExitStack() as stack:
        yield [
            stack.enter_context(running(folder / str(number), database=address))
            for number in range(count)
        ]


def stored_events(address: str, table: str) -> Sequence[LogEvent]:
    """The log of a table."""
    store = EventStore(open_postgresql(address))
    try:
        return store.events(table, 0)
    finally:
        store.close()


def people_told(address: str, table: str) -> int:
    """How many people servers have told the database to be at a table."""
    database = open_postgresql(address)
    try:
        with database.read_engine.begin() as connection:
            wanted = select(func.count()).select_from(presence)
            return int(connection.execute(wanted.where(presence.c.game_id == table)).scalar_one())
    finally:
        database.close()


def wait_until(is_so: Callable[[], bool]) -> None:
    """Looks until it is so."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.1)


def until_present(client: Client, wanted: PresenceUpdate) -> None:
    """Hears until these are said to be here."""

    def is_told() -> bool:
        client.catch_up()
        return client.presence == wanted

    wait_until(is_told)


def is_in_play(view: View) -> bool:
    """Whether cards are being played."""
    return view.round is not None and view.round.phase == "play" and view.round.step > 0


def reasons(caplog: pytest.LogCaptureFixture, event: str) -> set[str]:
    """The reasons that the log has for this."""
    return {vars(each)["reason"] for each in caplog.records if each.msg == event}


def choices(server: Live) -> float:
    """How many choices of computer players this server has asked for."""
    text = server.request("GET", "/metrics").text
    name = 'bottleimp_choice_seconds_count{level="rules_of_thumb"}'
    return sample(text, name) if name in text else 0


@pytest.mark.slow
def test_what_is_done_at_one_server_is_seen_at_the_other(tmp_path: Path, postgresql: str) -> None:
    with servers(tmp_path, postgresql, 2) as (one, other):
        table, cookie = one.new_table("classic/3")
        with one.client(table, cookie) as client, other.client(table) as watcher:
            client.play_round()
            watcher.until_view(frames.is_scored)
            results = [each.current_round.result for each in (client, watcher)]
    seqs = [event.seq for event in stored_events(postgresql, table)]

    assert results[0] is not None
    assert results[1] is not None
    assert results[0].scores == results[1].scores
    assert seqs == [*range(1, len(seqs) + 1)]


@pytest.mark.slow
def test_a_match_goes_on_at_whichever_server_one_comes_to(tmp_path: Path, postgresql: str) -> None:
    with servers(tmp_path, postgresql, 3) as all_servers:
        table, cookie = all_servers[0].new_table("classic/3")
        number = 0
        while True:
            number += 1
            with all_servers[number % 3].client(table, cookie) as client:
                client.until_view(lambda view: client.is_asked or frames.is_scored(view))
                if frames.is_scored(client.view):
                    break
                client.act()
        with all_servers[1].client(table, cookie) as client:
            client.until_view(frames.is_scored)
            client.do(RequestNextRound, round=1)
            client.until_view(lambda view: view.round is not None and view.round.number == 2)


@pytest.mark.wide
@pytest.mark.slow
def test_everybody_sees_who_is_at_which_server(tmp_path: Path, postgresql: str) -> None:
    with servers(tmp_path, postgresql, 2) as (one, other):
        table, cookie = one.new_table("classic/3")
        with one.client(table, cookie) as client:
            until_present(client, PresenceUpdate([0], 0))
            with other.client(table) as stranger, other.client(table, other.new_cookie()):
                until_present(client, PresenceUpdate([0], 2))
                until_present(stranger, PresenceUpdate([0], 2))
                with other.client(table, cookie):  # the same person, twice
                    until_present(stranger, PresenceUpdate([0], 2))
            until_present(client, PresenceUpdate([0], 0))
        with other.client(table) as stranger:
            until_present(stranger, PresenceUpdate([], 1))


@pytest.mark.slow
def test_only_one_server_asks_the_computer_players(
    tmp_path: Path, postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # On a busy machine the first may well take longer than the other stands by.
    monkeypatch.setattr(peers, "STANDBY_DELAY", PATIENCE / 2)
    with servers(tmp_path, postgresql, 2) as (one, other):
        table, cookie = one.new_table("classic/3")
        with one.client(table, cookie) as client, other.client(table) as watcher:
            until_present(watcher, PresenceUpdate([0], 1))
            until_present(client, PresenceUpdate([0], 1))
            client.play_round()  # at its beginning one does not know yet who is at the other
            client.do(RequestNextRound, round=1)
            client.play_until(is_in_play)
            before = [choices(each) for each in (one, other)]
            client.play_round()
            asked = [choices(each) - was for each, was in zip((one, other), before, strict=True)]
            metrics = one.request("GET", "/metrics").text

    assert min(asked) == 0
    assert max(asked) > 0
    assert sample(metrics, "bottleimp_servers") == 2


@pytest.mark.slow
def test_where_nobody_is_connected_the_server_that_has_the_table_acts(
    tmp_path: Path, postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(peers, "STANDBY_DELAY", 2 * PATIENCE)

    def computer_players_chose(table: str) -> bool:
        actors = {event.actor for event in stored_events(postgresql, table)}
        return {"player:1", "player:2"} <= actors

    with servers(tmp_path, postgresql, 2) as (one, other):
        wait_until(lambda: servers_known(one) == servers_known(other) == 2)
        # By their names some of them would fall to the other server, which does not know them.
        tables = [one.new_table("classic/3")[0] for _ in range(8)]
        wait_until(lambda: all(computer_players_chose(table) for table in tables))


@pytest.mark.wide
@pytest.mark.slow
def test_that_a_player_thinks_is_told_at_every_server(
    tmp_path: Path, postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(peers, "STANDBY_DELAY", PATIENCE)  # so that one of them asks all players
    plays_at_once = threading.Event()
    plays_at_once.set()
    choose = WorkerPool.choose

    async def choose_later(
        pool: WorkerPool, level: str, seed: int, seen: Observation, seconds: float, visitor: str
    ) -> Action:
        # Of a player who has played when the notice comes, nobody is told.
        await asyncio.to_thread(plays_at_once.wait, LONG_THOUGHT)
        return await choose(pool, level, seed, seen, seconds, visitor)

    monkeypatch.setattr(WorkerPool, "choose", choose_later)
    with servers(tmp_path, postgresql, 2) as (one, other):
        table, cookie = one.new_table("classic/3")
        with one.client(table, cookie) as client, other.client(table) as watcher:
            both = client, watcher
            for each in both:  # then both servers know which of them asks
                until_present(each, PresenceUpdate([0], 1))
            client.play_until(is_in_play)
            client.until_view(lambda _: client.is_asked)
            watcher.catch_up()
            before = [len(each.frames) for each in both]
            plays_at_once.clear()

            def is_told() -> bool:
                if client.is_asked:
                    client.act()
                for each in both:
                    each.catch_up()
                heard = [each.frames[known:] for each, known in zip(both, before, strict=True)]
                return all(of_type(frames, PlayerThinking) for frames in heard)

            wait_until(is_told)  # at the first player's choice, unless the notice is lost
            plays_at_once.set()


@pytest.mark.slow
def test_what_one_server_did_is_known_to_whoever_asks_another(
    tmp_path: Path, postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PostgresqlNotices, "publish", lambda *_: None)  # so that nobody is told
    with servers(tmp_path, postgresql, 2) as (one, other):
        table, cookie = one.new_table("classic/3")
        token = {"Authorization": f"Bearer {cookie.partition('=')[2]}"}
        with one.client(table, cookie) as client, other.client(table, cookie) as same:
            client.until_view(lambda _: client.is_asked)
            welcome = same.until(Welcome)
            same.until_view(lambda _: same.is_asked)
            before = client.seq
            client.act()
            path = f"/api/tables/{table}/events?after={before}&log={welcome.log}"
            page = other.request("GET", path, headers=token)

    frames_told = json.loads(page.text)["frames"]
    assert page.status == 200
    assert [frame["t"] for frame in frames_told][:1] == ["ev"]  # and no welcome: it is one log


@pytest.mark.slow
def test_nobody_is_played_for_who_is_at_another_server(tmp_path: Path, postgresql: str) -> None:
    with servers(tmp_path, postgresql, 2) as (one, other):
        table, host = one.new_table("classic/3", player_1="open")
        friend = one.new_cookie()
        with one.client(table, host) as first, one.client(table, friend) as second:
            second.until_view(lambda _: True)
            second.do(JoinTable, player=1, name="Bea")
            first.until_view(lambda view: view.round is not None and first.is_asked)
            wait_until(lambda: people_told(postgresql, table) == len((first, second)))
            with other.client(table, host) as again:  # the first who comes to this server
                again.until_view(lambda _: True)
                refused = again.refused(ReplacePlayer, player=1)

    assert refused.code == "is-here"


@pytest.mark.wide
@pytest.mark.slow
def test_the_list_shows_no_table_that_was_left_at_another_server(
    tmp_path: Path, postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "IDLE_SECONDS", 0.5)
    with servers(tmp_path, postgresql, 2) as (one, other):
        wait_until(lambda: servers_known(other) == servers_known(one) == 2)
        table, cookie = one.new_table("classic/3", friends="yes", listed="yes")
        with one.client(table, cookie) as client:
            client.until_view(lambda _: True)
            wait_until(lambda: table in other.request("GET", "/").text)
        wait_until(lambda: table not in other.request("GET", "/").text)
        wait_until(lambda: table not in one.request("GET", "/").text)


@pytest.mark.slow
def test_two_who_want_a_quick_match_at_two_servers_meet(tmp_path: Path, postgresql: str) -> None:
    with servers(tmp_path, postgresql, 2) as both, ThreadPoolExecutor(2) as pool:
        for number in range(5):
            wish = {"edition": "classic/4", "name": f"Ada{number}"}
            other = {"edition": "classic/4", "name": f"Bo{number}"}
            asking = [
                pool.submit(server.request, "POST", "/quick", fields)
                for server, fields in zip(both, (wish, other), strict=True)
            ]
            tables = {each.result().headers["location"] for each in asking}

            assert len(tables) == 1


def servers_known(server: Live) -> float:
    """How many servers this one knows."""
    return sample(server.request("GET", "/metrics").text, "bottleimp_servers")


@pytest.mark.slow
def test_a_server_without_the_database_says_why_and_knows_no_other(
    tmp_path: Path,
    postgresql: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(peers, "EXCHANGE_INTERVAL", 0.2)
    monkeypatch.setattr(peers, "LONGEST_ABSENCE", 1.0)
    reason = "FATAL: database is not currently accepting connections"
    with servers(tmp_path, postgresql, 2) as (one, _):
        wait_until(lambda: servers_known(one) == 2)
        with database_away(postgresql):
            wait_until(lambda: servers_known(one) == 1)
            wait_until(lambda: reason in reasons(caplog, "the database cannot be reached"))
            wait_until(lambda: reason in reasons(caplog, "notices cannot be heard"))
        wait_until(lambda: servers_known(one) == 2)


@pytest.mark.wide
@pytest.mark.slow
def test_a_lost_notice_costs_a_moment(
    tmp_path: Path, postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PostgresqlNotices, "publish", lambda *_: None)
    monkeypatch.setattr(peers, "EXCHANGE_INTERVAL", 0.2)
    with servers(tmp_path, postgresql, 2) as (one, other):
        table, cookie = one.new_table("classic/3")
        with one.client(table, cookie) as client, other.client(table) as watcher:
            client.play_round()
            watcher.until_view(frames.is_scored)


@pytest.mark.wide
@pytest.mark.slow
def test_notices_come_again_after_their_connection_was_cut(tmp_path: Path, postgresql: str) -> None:
    cut = (
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    with servers(tmp_path, postgresql, 2) as (one, other):
        table, cookie = one.new_table("classic/3")
        with one.client(table, cookie) as client, other.client(table) as watcher:
            client.play_until(is_in_play)
            ended = run_as_owner(cut, postgresql)[0][0]
            while not frames.is_scored(client.view):
                client.catch_up()
                if client.is_asked:
                    shown = client.current_round
                    reply = client.exchange(
                        PlayCard, round=shown.number, step=shown.step, card=shown.legal[0]
                    )
                    if not isinstance(reply, CommandAccepted):  # connections are made anew
                        time.sleep(0.05)
            watcher.until_view(frames.is_scored)

    assert ended >= 4
