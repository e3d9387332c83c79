"""How much one seat and one address may ask; the host's own machine is not counted by address."""

import asyncio
import contextlib
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets import Subprotocol
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from bottleimp.protocol.messages import (
    PROTOCOL,
    CommandAccepted,
    CommandRefused,
    JoinTable,
    RequestNextRound,
    SendChatMessage,
    SetPace,
)
from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.server.access.rate_limits import (
    CHAT_BURST,
    ONLOOKER_BURST,
    RateLimits,
    StreamLimit,
    is_unlimited,
)
from bottleimp.server.settings.config import LOOPBACK, ServerSettings
from bottleimp.server.state.events import LogEvent
from bottleimp.server.storage.event_store import EventStore
from bottleimp.server.tables.token_bucket import TokenBuckets
from tests.support.frames import of_type
from tests.support.http_player import Program, ask, stream
from tests.support.in_process import InProcessService, run_service
from tests.support.live_server import Live, running
from tests.support.patience import PATIENCE
from tests.support.virtual_time import VirtualClock

ELSEWHERE = {"X_Forwarded_For": "198.51.100.7"}


def code_of(refused: pytest.ExceptionInfo[Refused]) -> RefusalCode:
    return refused.value.code


def test_a_bucket_lets_so_many_through_at_once() -> None:
    buckets = TokenBuckets(2, 0.001, VirtualClock())
    buckets.take("one")
    buckets.take("one")
    with pytest.raises(Refused) as refused:
        buckets.take("one")

    assert RefusalCode.TOO_FAST is code_of(refused)


def test_onlookers_who_ask_much_keep_nobody_from_sitting_down(tmp_path: Path) -> None:
    async def ask_much(service: InProcessService) -> None:
        ann = await service.table("classic/3", "oo")
        limits = RateLimits(ServerSettings(), VirtualClock())
        refused = 0
        for _ in range(100):
            for who in range(20):
                try:
                    limits.take_command(ann.table, f"onlooker {who}", SetPace("do", "1", 5))
                except Refused:
                    refused += 1
        limits.take_command(ann.table, "a friend", JoinTable("do", "1", name="Bob"))

        assert refused == 20 * (100 - ONLOOKER_BURST)

    run_service(tmp_path, ask_much)


def test_one_who_talks_at_many_tables_talks_too_much(tmp_path: Path) -> None:
    async def talk(service: InProcessService) -> None:
        tables = [(await service.table("classic/3", "cc")).table for _ in range(5)]
        limits = RateLimits(ServerSettings(), VirtualClock())
        said = SendChatMessage("do", "1", phrase="hello")
        maker = tables[0].state.seating.holders[0] or ""
        for number in range(CHAT_BURST):
            limits.take_command(tables[number % len(tables)], maker, said)
        with pytest.raises(Refused) as refused:
            limits.take_command(tables[0], maker, said)
        limits.take_command(tables[0], maker, SetPace("do", "2", 5))

        assert RefusalCode.TOO_FAST is code_of(refused)

    run_service(tmp_path, talk)


def test_a_bucket_fills_up_with_time() -> None:
    clock = VirtualClock()
    buckets = TokenBuckets(2, 0.5, clock)
    passes = []
    for now in (0.0, 0.0, 1.5, 2.0, 2.0, 3600.0, 3600.0, 3600.0):
        clock.now = now
        passes.append(buckets.try_take("one"))

    assert passes == [True, True, False, True, False, True, True, False]


def test_one_bucket_does_not_empty_another() -> None:
    buckets = TokenBuckets(1, 0.001, VirtualClock())
    buckets.take("one")

    buckets.take("another")


def test_who_is_not_counted_may_ask_for_ever() -> None:
    buckets = TokenBuckets(1, 0.001, VirtualClock())
    for _ in range(10):
        buckets.take(None)


def test_buckets_do_not_grow_without_end() -> None:
    buckets = TokenBuckets(1, 0.001, VirtualClock(), max_buckets=2)
    for name in ("one", "two", "three", "one"):
        buckets.take(name)  # the first one was forgotten by then

    with pytest.raises(Refused):
        buckets.take("three")


def test_a_line_that_is_closed_makes_room_for_another() -> None:
    lines = StreamLimit(1)
    with lines.open_line("one"), pytest.raises(Refused) as refused, lines.open_line("one"):
        pass
    with lines.open_line("one"), lines.open_line("other"):
        pass

    assert RefusalCode.TOO_MANY is code_of(refused)


def test_lines_that_are_opened_at_the_same_moment_are_counted(tmp_path: Path) -> None:
    with running(tmp_path, trusted_proxies=(LOOPBACK,), max_streams=3) as live:
        table, _ = live.new_table("classic/3")

        async def open_socket() -> ClientConnection | None:
            with contextlib.suppress(InvalidStatus):
                return await connect(
                    f"ws://{live.host}/tables/{table}/socket",
                    subprotocols=[Subprotocol(PROTOCOL)],
                    additional_headers={"X-Forwarded-For": "198.51.100.7"},
                )
            return None

        async def open_many() -> int:
            async with asyncio.timeout(PATIENCE):
                opened = await asyncio.gather(*(open_socket() for _ in range(12)))
                lines = [line for line in opened if line is not None]
                for line in lines:
                    await line.close()
            return len(lines)

        assert asyncio.run(open_many()) == 3


@pytest.fixture(scope="module")
def behind_a_proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A server that believes what a proxy says of addresses."""
    folder = tmp_path_factory.mktemp("proxy")
    few: dict[str, object] = {
        "request_burst": 3,
        "requests_per_second": 0.001,
        "max_streams": 1,
    }
    with running(folder, trusted_proxies=(LOOPBACK,), **few) as live:
        yield live


def test_from_one_address_come_so_many_requests_at_once(behind_a_proxy: Live) -> None:
    answers = [ask(behind_a_proxy, "GET", "/api/schema.json", **ELSEWHERE) for _ in range(4)]

    assert [answer.status for answer in answers] == [200, 200, 200, 429]
    assert answers[-1].code == "too-fast"
    assert answers[-1].headers["retry-after"] == "1"


def test_the_machine_itself_is_not_counted(behind_a_proxy: Live) -> None:
    statuses = {ask(behind_a_proxy, "GET", "/api/schema.json").status for _ in range(10)}

    assert statuses == {200}


def test_one_address_holds_so_many_lines(behind_a_proxy: Live) -> None:
    program = Program(behind_a_proxy)
    program.make("classic/3")
    path = f"/api/tables/{program.table}/events"
    other = {"X_Forwarded_For": "198.51.100.9"}
    with stream(behind_a_proxy, program.table, **other) as frames:
        next(frames)
        answer = ask(behind_a_proxy, "GET", path, **other)

    assert (answer.status, answer.code) == (429, "too-many")


def test_an_address_is_counted_before_a_table_is_looked_for(tmp_path: Path) -> None:
    few: dict[str, object] = {"request_burst": 1, "requests_per_second": 0.001}
    with running(tmp_path, trusted_proxies=(LOOPBACK,), **few) as live:
        there = {"X-Forwarded-For": "198.51.100.7"}
        statuses = []
        for _ in range(2):
            with (
                pytest.raises(InvalidStatus) as refused,
                live.socket("0123456789abcdef", **there),
            ):
                pass
            statuses.append(refused.value.response.status_code)
        with live.socket("0123456789abcdef", **there, Origin=f"http://{live.host}") as socket:
            with pytest.raises(ConnectionClosed):
                socket.recv(PATIENCE)
            code = socket.close_code

    assert statuses == [404, 429]
    assert code == 4429


def test_no_table_with_computer_players_is_made_while_they_cannot_keep_up(tmp_path: Path) -> None:
    with running(
        tmp_path, max_waiting_choices=-1
    ) as live:  # so that even an empty queue is too long
        program = Program(live)
        answer = ask(live, "POST", "/api/tables", {}, **program.token)

    assert (answer.status, answer.code) == (503, "busy")


def test_a_guest_has_so_many_unfinished_tables(tmp_path: Path) -> None:
    with running(tmp_path, max_tables_per_guest=1) as live:
        program = Program(live)
        program.make("classic/3")
        answer = ask(live, "POST", "/api/tables", {}, **program.token)

    assert (answer.status, answer.code) == (409, "too-many-tables")
    assert "retry-after" not in answer.headers  # it is up to the guest


def test_a_table_takes_so_many_commands_from_all_who_play_there(tmp_path: Path) -> None:
    with running(tmp_path, table_command_burst=2, table_commands_per_second=0.001) as live:
        table, cookie = live.new_table("classic/3")
        with live.client(table, cookie) as one, live.client(table, cookie) as other:
            clients = enumerate((one, other, one), start=1)
            answers = [client.exchange(SetPace, ms=ms) for ms, client in clients]

    assert len(of_type(answers[:2], CommandAccepted)) == 2
    assert [refusal.code for refusal in of_type(answers, CommandRefused)] == ["too-fast"]


def test_who_only_watches_takes_no_commands_from_those_who_play(tmp_path: Path) -> None:
    with running(tmp_path, table_command_burst=2, table_commands_per_second=0.001) as live:
        table, cookie = live.new_table("classic/3")
        with live.client(table, cookie) as player, live.client(table) as watcher:
            refused = [watcher.refused(SetPace, ms=0).code for _ in range(3)]
            player.do(SetPace, ms=1)

    assert refused == ["not-allowed", "not-allowed", "too-fast"]


def test_an_address_sends_so_many_frames_over_all_its_sockets(tmp_path: Path) -> None:
    few: dict[str, object] = {
        "address_message_burst": 3, "address_messages_per_second": 0.001,
    }  # fmt: skip
    with running(tmp_path, trusted_proxies=(LOOPBACK,), **few) as live:
        table, _ = live.new_table("classic/3")
        frames = []
        for _ in range(4):
            with live.socket(table, **{"X-Forwarded-For": "198.51.100.7"}) as socket:
                socket.send('{"t":"ping","ts":1}')
                frames.append(json.loads(socket.recv(PATIENCE))["t"])

    assert frames == ["pong", "pong", "pong", "no"]


@pytest.mark.parametrize(
    ("path", "unlimited"),
    [("/healthz", True), ("/healthzfoo", False), ("/static/a.js", True), ("/static", False)],
)
def test_only_the_paths_for_operation_are_not_counted(path: str, unlimited: bool) -> None:
    assert is_unlimited(path) is unlimited


def test_pages_are_counted_as_requests_and_the_answer_is_a_page(tmp_path: Path) -> None:
    few: dict[str, object] = {"request_burst": 2, "requests_per_second": 0.001}
    with running(tmp_path, trusted_proxies=(LOOPBACK,), **few) as live:
        there = {"X-Forwarded-For": "198.51.100.7"}
        answers = [live.request("GET", path, headers=there) for path in ("/", "/join", "/")]
        uncounted = [
            live.request("GET", path, headers=there).status
            for path in ("/healthz", "/static/nothing.css")
        ]

    assert [answer.status for answer in answers] == [200, 200, 429]
    assert "Wait a little" in answers[-1].text
    assert answers[-1].headers["retry-after"] == "1"
    assert uncounted == [200, 404]


@pytest.mark.parametrize("path", ["/join?code={}", "/j/{}", "/api/codes/{}"])
def test_codes_cannot_be_tried_one_after_another(tmp_path: Path, path: str) -> None:
    with running(tmp_path, trusted_proxies=(LOOPBACK,), wrong_codes_per_hour=2) as live:
        there = {"X-Forwarded-For": "198.51.100.7"}
        codes = ("BBBBB", "CCCCC", "DDDDD")
        statuses = [live.request("GET", path.format(code), headers=there).status for code in codes]

    assert 429 not in statuses[:2]
    assert statuses[2] == 429


def test_right_codes_are_not_counted(tmp_path: Path) -> None:
    with running(tmp_path, trusted_proxies=(LOOPBACK,), wrong_codes_per_hour=1) as live:
        program = Program(live)
        program.make("classic/3")
        program.fetch()
        there = {"X-Forwarded-For": "198.51.100.7"}
        path = f"/j/{program.view.table.code}"
        statuses = {live.request("GET", path, headers=there).status for _ in range(3)}

    assert statuses == {303}


def test_words_nobody_may_say_are_refused_without_a_look_at_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[str] = []
    read = EventStore.events

    def noted(store: EventStore, game_id: str, after: int) -> tuple[LogEvent, ...]:
        looks.append(game_id)
        return read(store, game_id, after)

    async def doing(service: InProcessService) -> None:
        person = await service.table("classic/3", "cc")
        with pytest.raises(Refused) as refused:
            await person.do(SendChatMessage, phrase="no such phrase")
        assert RefusalCode.BAD_WORDS is code_of(refused)
        assert looks == []
        with pytest.raises(Refused):
            await person.do(RequestNextRound, round=99)
        assert [person.table.id] == looks

    monkeypatch.setattr(EventStore, "events", noted)
    run_service(tmp_path, doing)
