"""How many tables and guests there may be, and who is told to come back later."""

import asyncio
import sys
import time
from pathlib import Path

import pytest

from bottleimp.game.deal import Deal
from bottleimp.game.round import Round
from bottleimp.knowledge.observation import observe
from bottleimp.protocol.http_bodies import GuestToken
from bottleimp.protocol.messages import (
    CommandAccepted,
    CommandRefused,
    Hello,
    JoinTable,
    LeaveTable,
    RequestNextRound,
    RequestRematch,
)
from bottleimp.rules.editions import edition
from bottleimp.server.access import quotas
from bottleimp.server.access.quotas import MAX_ADDRESSES, HourlyLimit
from bottleimp.server.engines.pool import WorkerPool
from bottleimp.server.settings.config import HOUR_SECONDS, LOOPBACK
from tests.support.frames import of_type
from tests.support.http_player import ask
from tests.support.live_server import Answer, Client, Live, running
from tests.support.patience import PATIENCE
from tests.support.virtual_time import VirtualClock

TABLE = {"edition": "classic/4", "pace": "5000"}
ELSEWHERE = {"X-Forwarded-For": "198.51.100.7"}
SILENT = "import time; time.sleep(60)"


def made(live: Live, cookie: str = "", address: str = "198.51.100.7") -> Answer:
    """What comes of asking for a table from an address."""
    headers = {"X-Forwarded-For": address}
    if cookie:
        headers["Cookie"] = cookie
    return live.request("POST", "/tables", TABLE, headers)


def test_from_one_address_come_so_many_new_guests_in_an_hour(tmp_path: Path) -> None:
    with running(tmp_path, trusted_proxies=(LOOPBACK,), guests_per_hour=2) as live:
        answers = [made(live) for _ in range(3)]
        elsewhere = made(live, address="198.51.100.8")

    assert [each.status for each in answers] == [303, 303, 429]
    assert "Wait a little and try again." in answers[2].text
    assert answers[2].headers["retry-after"] == "600"
    assert elsewhere.status == 303


def test_from_one_address_come_so_many_tables_in_an_hour(tmp_path: Path) -> None:
    with running(tmp_path, trusted_proxies=(LOOPBACK,), tables_per_hour=3) as live:
        first = made(live)
        cookie = first.headers["set-cookie"].partition(";")[0]
        statuses = [made(live, cookie).status for _ in range(3)]

    assert statuses == [303, 303, 429]


def quick_match(live: Live, wanted: str, name: str) -> int:
    """The status of what comes of asking for a quick match."""
    form = {"edition": wanted, "name": name}
    return live.request("POST", "/quick", form, ELSEWHERE).status


def test_a_quick_match_is_counted_where_a_table_is_made_for_it(tmp_path: Path) -> None:
    with running(tmp_path, trusted_proxies=(LOOPBACK,), tables_per_hour=2) as live:
        asked = [("classic/4", "Ann"), ("classic/4", "Ben"), ("classic/3", "Cem")]
        statuses = [quick_match(live, *each) for each in (*asked, ("classic/lopaka", "Dan"))]

    assert statuses == [303, 303, 303, 429]


@pytest.mark.wide
def test_a_rematch_counts_as_a_new_table(tmp_path: Path) -> None:
    order = {
        "edition": "classic/lopaka", "length": "cycles=1", "pace": "0", "level": "rules_of_thumb",
    }  # fmt: skip
    with running(tmp_path, trusted_proxies=(LOOPBACK,), tables_per_hour=1) as live:
        asked = live.request("POST", "/tables", order, ELSEWHERE)
        table = asked.headers["location"].removeprefix("/tables/")
        cookie = asked.headers["set-cookie"].partition(";")[0]
        with live.client(table, cookie) as here:
            here.play_round()
            here.do(RequestNextRound, round=1)
            here.play_until(lambda view: view.match.over)
            with live.socket(table, cookie, **ELSEWHERE) as socket:
                there = Client(socket)
                there.send(Hello())
                refused = there.refused(RequestRematch)
            made = here.do(RequestRematch)

    assert refused.code == "too-many"
    assert made.table is not None


def test_the_addresses_of_one_ipv6_network_are_one(tmp_path: Path) -> None:
    with running(tmp_path, trusted_proxies=(LOOPBACK,), guests_per_hour=1) as live:
        statuses = [
            made(live, address=address).status
            for address in ("2001:db8::1", "2001:db8::2", "2001:db8:0:1::1", "::ffff:192.0.2.1")
        ]

    assert statuses == [303, 429, 303, 303]


def test_an_address_that_somebody_makes_up_is_not_believed(tmp_path: Path) -> None:
    with running(tmp_path, guests_per_hour=1) as live:
        statuses = [made(live, address=f"198.51.100.{n}").status for n in range(3)]

    assert statuses == [303, 429, 429]


def test_who_sits_at_the_machine_itself_is_not_counted(tmp_path: Path) -> None:
    with running(tmp_path, guests_per_hour=1, tables_per_hour=1) as live:
        statuses = [live.request("POST", "/tables", TABLE).status for _ in range(3)]

    assert statuses == [303, 303, 303]


def test_a_guest_sits_at_so_many_unfinished_tables(tmp_path: Path) -> None:
    with running(tmp_path, max_tables_per_guest=2) as live:
        _, cookie = live.new_table("classic/4")
        table = live.request("POST", "/tables", TABLE, {"Cookie": cookie})
        refused = live.request("POST", "/tables", TABLE, {"Cookie": cookie})
        with live.client(table.headers["location"].removeprefix("/tables/"), cookie) as client:
            client.receive()
            client.do(LeaveTable)
        again = live.request("POST", "/tables", TABLE, {"Cookie": cookie})

    assert (refused.status, again.status) == (409, 303)
    assert "Finish or leave some of your matches first." in refused.text


def test_programs_are_told_as_pages_are_when_to_try_again(tmp_path: Path) -> None:
    forwarded = {"X_Forwarded_For": "198.51.100.7"}
    limits = {"tables_per_hour": 1, "guests_per_hour": 1}
    with running(tmp_path, trusted_proxies=(LOOPBACK,), **limits) as live:
        given = ask(live, "POST", "/api/guests", **forwarded)
        token = {"Authorization": f"Bearer {given.read(GuestToken).token}"}
        order = {"edition": "classic/4"}
        made = ask(live, "POST", "/api/tables", order, **forwarded, **token)
        refused = [
            ask(live, "POST", "/api/guests", **forwarded),
            ask(live, "POST", "/api/tables", order, **forwarded, **token),
        ]

    assert made.status == 201
    assert [(each.code, each.headers["retry-after"]) for each in refused] == [
        ("too-many", "600"), ("too-many", "600"),
    ]  # fmt: skip


def test_a_server_holds_so_many_unfinished_tables(tmp_path: Path) -> None:
    with running(tmp_path, max_tables=2) as live:
        statuses = [live.request("POST", "/tables", TABLE).status for _ in range(3)]

    assert statuses == [303, 303, 503]


@pytest.mark.slow
def test_when_computer_players_cannot_keep_up_no_more_are_taken_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    silent = (sys.executable, "-c", SILENT)
    defaults = WorkerPool.__init__.__kwdefaults__
    assert defaults is not None
    monkeypatch.setitem(defaults, "program", silent)
    with running(tmp_path, max_waiting_choices=0) as live:
        answers = [live.request("POST", "/tables", TABLE | {"pace": "0"}) for _ in range(2)]
        end = time.monotonic() + PATIENCE
        while "bottleimp_choices_waiting 1" not in live.request("GET", "/metrics").text:
            assert time.monotonic() < end
        answers.append(live.request("POST", "/tables", TABLE))
        text = live.request("GET", "/metrics").text

    assert [each.status for each in answers] == [303, 303, 503]
    assert "Try again in a minute." in answers[2].text
    assert answers[2].headers["retry-after"] == "60"
    assert 'bottleimp_refused_total{reason="busy"} 1' in text


@pytest.mark.slow
def test_the_queue_holds_those_for_whom_no_process_is_free() -> None:
    seen = Round(Deal.from_seed(edition("classic/4"), 1))

    async def main() -> list[int]:
        pool = WorkerPool(1, deadline=0.5, program=(sys.executable, "-c", SILENT))
        asked = [
            asyncio.create_task(pool.choose("uniform", 1, observe(seen, seat))) for seat in range(4)
        ]
        async with asyncio.timeout(PATIENCE):
            while (during := pool.waiting) < 3:  # noqa: ASYNC110
                await asyncio.sleep(0)
        await asyncio.gather(*asked)
        await pool.close()
        return [during, pool.waiting]

    assert asyncio.run(main()) == [3, 0]


def test_an_hourly_limit_says_whether_one_more_may_pass_and_counts_none() -> None:
    limit = HourlyLimit(1, VirtualClock())

    assert [limit.has_left("a") for _ in range(2)] == [True] * 2
    assert limit.try_take("a")
    assert not limit.has_left("a")


def test_an_hourly_limit_fills_up_again_with_time() -> None:
    clock = VirtualClock()
    limit = HourlyLimit(2, clock)
    passes = []
    for now in (0, 0, 0, HOUR_SECONDS / 2 - 1, HOUR_SECONDS / 2, HOUR_SECONDS):
        clock.now = now
        passes.append(limit.try_take("a"))

    assert passes == [True, True, False, False, True, True]


def test_an_hourly_limit_remembers_so_many_addresses() -> None:
    limit = HourlyLimit(1, VirtualClock())
    for number in range(MAX_ADDRESSES + 1):
        limit.try_take(str(number))

    assert limit.try_take("0")
    assert not limit.try_take(str(MAX_ADDRESSES))


def free_tables(live: Live) -> str:
    """A table that waits for two people, made on the machine itself."""
    return live.new_table("classic/3", player_1="open", player_2="open")[0]


def test_who_sits_down_first_by_socket_is_counted_as_a_new_guest(tmp_path: Path) -> None:
    with running(tmp_path, trusted_proxies=(LOOPBACK,), guests_per_hour=1) as live:
        table = free_tables(live)
        answers = []
        for letter in "ab":
            with live.socket(table, live.new_cookie(), **ELSEWHERE) as socket:
                client = Client(socket)
                client.send(Hello())
                answers.append(client.exchange(JoinTable, name=letter))
                answers.append(client.exchange(JoinTable, id="again", name=letter))

    accepted, *refused = answers
    assert isinstance(accepted, CommandAccepted)
    assert [no.code for no in of_type(refused, CommandRefused)] == [
        "seated", "too-many", "too-many",
    ]  # fmt: skip


def test_who_sits_down_first_by_request_is_counted_as_a_new_guest(tmp_path: Path) -> None:
    with running(tmp_path, trusted_proxies=(LOOPBACK,), guests_per_hour=1) as live:
        path = f"/api/tables/{free_tables(live)}/commands"
        join = JoinTable("do", "1")
        forwarded = {"X_Forwarded_For": "198.51.100.7"}
        first, second = live.new_token(), live.new_token()
        statuses = [
            ask(live, "POST", path, join, Authorization=f"Bearer {token}", **forwarded).status
            for token in (first, first, second)
        ]

    assert statuses == [200, 200, 429]


def test_who_was_given_a_token_is_not_counted_once_more_on_sitting_down(tmp_path: Path) -> None:
    forwarded = {"X_Forwarded_For": "198.51.100.7"}
    with running(tmp_path, trusted_proxies=(LOOPBACK,), guests_per_hour=1) as live:
        path = f"/api/tables/{free_tables(live)}/commands"
        given = ask(live, "POST", "/api/guests", **forwarded).read(GuestToken)
        token = {"Authorization": f"Bearer {given.token}"}
        join = JoinTable("do", "1")
        status = ask(live, "POST", path, join, **token, **forwarded).status
        another = ask(live, "POST", "/api/guests", **forwarded).status

    assert (status, another) == (200, 429)


def test_so_many_counted_guests_are_remembered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quotas, "MAX_COUNTED_GUESTS", 1)
    forwarded = {"X_Forwarded_For": "198.51.100.7"}
    with running(tmp_path, trusted_proxies=(LOOPBACK,), guests_per_hour=2) as live:
        path = f"/api/tables/{free_tables(live)}/commands"
        tokens = [
            ask(live, "POST", "/api/guests", **forwarded).read(GuestToken).token for _ in range(2)
        ]
        statuses = [
            ask(
                live, "POST", path, JoinTable("do", "1"), **forwarded,
                Authorization=f"Bearer {token}",
            ).status
            for token in reversed(tokens)
        ]  # fmt: skip

    assert statuses == [200, 429]  # the first one was forgotten, and is counted as new
