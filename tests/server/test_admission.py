"""How many tables and guests there may be, and who is told to come back later."""

import asyncio
import sys
import time
from pathlib import Path

import pytest

from bottleimp.game.deal import Deal
from bottleimp.game.round import Round
from bottleimp.knowledge.observation import observe
from bottleimp.rules.editions import edition
from bottleimp.server.admission import HOUR, MOST_ADDRESSES, HourlyLimit
from bottleimp.server.config import LOOPBACK
from bottleimp.server.workers import WorkerPool
from tests.server.live import PATIENCE, Answer, Live, running

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
    with running(tmp_path, trusted_proxies=(LOOPBACK,), guests_an_hour=2) as live:
        answers = [made(live) for _ in range(3)]
        elsewhere = made(live, address="198.51.100.8")

    assert [303, 303, 429] == [each.status for each in answers]
    assert "Try again in a few minutes." in answers[2].text
    assert "600" == answers[2].headers["retry-after"]
    assert 303 == elsewhere.status


def test_from_one_address_come_so_many_tables_in_an_hour(tmp_path: Path) -> None:
    with running(tmp_path, trusted_proxies=(LOOPBACK,), tables_an_hour=3) as live:
        first = made(live)
        cookie = first.headers["set-cookie"].partition(";")[0]
        statuses = [made(live, cookie).status for _ in range(3)]

    assert [303, 303, 429] == statuses


def test_the_addresses_of_one_ipv6_network_are_one(tmp_path: Path) -> None:
    with running(tmp_path, trusted_proxies=(LOOPBACK,), guests_an_hour=1) as live:
        statuses = [
            made(live, address=address).status
            for address in ("2001:db8::1", "2001:db8::2", "2001:db8:0:1::1", "::ffff:192.0.2.1")
        ]

    assert [303, 429, 303, 303] == statuses


def test_an_address_that_somebody_makes_up_is_not_believed(tmp_path: Path) -> None:
    with running(tmp_path, guests_an_hour=1) as live:
        statuses = [made(live, address=f"198.51.100.{n}").status for n in range(3)]

    assert [303, 429, 429] == statuses


def test_who_sits_at_the_machine_itself_is_not_counted(tmp_path: Path) -> None:
    with running(tmp_path, guests_an_hour=1, tables_an_hour=1) as live:
        statuses = [live.request("POST", "/tables", TABLE).status for _ in range(3)]

    assert [303, 303, 303] == statuses


def test_a_guest_sits_at_so_many_unfinished_tables(tmp_path: Path) -> None:
    with running(tmp_path, most_tables_of_a_guest=2) as live:
        _, cookie = live.new_table("classic/4")
        table = live.request("POST", "/tables", TABLE, {"Cookie": cookie})
        refused = live.request("POST", "/tables", TABLE, {"Cookie": cookie})
        with live.client(table.headers["location"].removeprefix("/tables/"), cookie) as client:
            client.receive()
            client.do("leave")
        again = live.request("POST", "/tables", TABLE, {"Cookie": cookie})

    assert (409, 303) == (refused.status, again.status)
    assert "Finish or leave some of your matches first." in refused.text


def test_a_server_holds_so_many_unfinished_tables(tmp_path: Path) -> None:
    with running(tmp_path, most_tables=2) as live:
        statuses = [live.request("POST", "/tables", TABLE).status for _ in range(3)]

    assert [303, 303, 503] == statuses


def test_when_computer_players_cannot_keep_up_no_more_are_taken_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    silent = (sys.executable, "-c", SILENT)
    defaults = WorkerPool.__init__.__kwdefaults__
    assert defaults is not None
    monkeypatch.setitem(defaults, "program", silent)
    with running(tmp_path, longest_queue=0) as live:
        answers = [live.request("POST", "/tables", TABLE | {"pace": "0"}) for _ in range(2)]
        end = time.monotonic() + PATIENCE
        while "bottleimp_choices_waiting 1" not in live.request("GET", "/metrics").text:
            assert time.monotonic() < end
        answers.append(live.request("POST", "/tables", TABLE))
        text = live.request("GET", "/metrics").text

    assert [303, 303, 503] == [each.status for each in answers]
    assert "Try again in a minute." in answers[2].text
    assert "60" == answers[2].headers["retry-after"]
    assert 'bottleimp_refused_total{reason="busy"} 1' in text


def test_the_queue_holds_those_for_whom_no_process_is_free() -> None:
    seen = Round(Deal.shuffled(edition("classic/4"), 1))

    async def main() -> list[int]:
        pool = WorkerPool(1, deadline=0.5, program=(sys.executable, "-c", SILENT))
        asked = [
            asyncio.create_task(pool.choose("uniform", 1, observe(seen, seat))) for seat in range(4)
        ]
        await asyncio.sleep(0.2)
        during = pool.waiting
        await asyncio.gather(*asked)
        await pool.close()
        return [during, pool.waiting]

    assert [3, 0] == asyncio.run(main())


def test_an_hourly_limit_fills_up_again_with_time() -> None:
    limit = HourlyLimit(2)
    passes = [limit.lets_through("a", now) for now in (0, 0, 0, HOUR / 2 - 1, HOUR / 2, HOUR)]

    assert [True, True, False, False, True, True] == passes


def test_an_hourly_limit_remembers_so_many_addresses() -> None:
    limit = HourlyLimit(1)
    for number in range(MOST_ADDRESSES + 1):
        limit.lets_through(str(number), 0)

    assert limit.lets_through("0", 0)
    assert not limit.lets_through(str(MOST_ADDRESSES), 0)
