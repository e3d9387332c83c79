"""How much one seat and one address may ask; the host's own machine is not counted by address."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bottleimp.server import limits
from bottleimp.server.config import LOOPBACK
from bottleimp.server.limits import Buckets, Lines
from bottleimp.server.refusals import Code, Refused
from tests.server.live import Live, running
from tests.server.over_http import Program, ask, stream

ELSEWHERE = {"X_Forwarded_For": "198.51.100.7"}


def code_of(refused: pytest.ExceptionInfo[Refused]) -> Code:
    return refused.value.code


def test_a_bucket_lets_so_many_through_at_once() -> None:
    buckets = Buckets(2, 0.001)
    buckets.take("one")
    buckets.take("one")
    with pytest.raises(Refused) as refused:
        buckets.take("one")

    assert Code.TOO_FAST is code_of(refused)


def test_one_bucket_does_not_empty_another() -> None:
    buckets = Buckets(1, 0.001)
    buckets.take("one")

    buckets.take("another")


def test_who_is_not_counted_may_ask_for_ever() -> None:
    buckets = Buckets(1, 0.001)
    for _ in range(10):
        buckets.take(None)


def test_buckets_do_not_grow_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_KEPT", 2)
    buckets = Buckets(1, 0.001)
    for name in ("one", "two", "three", "one"):
        buckets.take(name)  # the first one was forgotten by then

    with pytest.raises(Refused):
        buckets.take("three")


def test_a_line_that_is_closed_makes_room_for_another() -> None:
    lines = Lines(1)
    with lines.one_more("one"), pytest.raises(Refused) as refused:
        lines.require_room("one")
    lines.require_room("one")

    assert Code.TOO_MANY is code_of(refused)


@pytest.fixture(scope="module")
def behind_a_proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A server that believes what a proxy says of addresses."""
    folder = tmp_path_factory.mktemp("proxy")
    few: dict[str, object] = {
        "most_requests_at_once": 3,
        "requests_a_second": 0.001,
        "most_lines": 1,
    }
    with running(folder, trusted_proxies=(LOOPBACK,), **few) as live:
        yield live


def test_from_one_address_come_so_many_requests_at_once(behind_a_proxy: Live) -> None:
    answers = [ask(behind_a_proxy, "GET", "/api/schema.json", **ELSEWHERE) for _ in range(4)]

    assert [200, 200, 200, 429] == [status for status, _, _ in answers]
    assert "too-fast" == answers[-1][1]["code"]
    assert "1" == answers[-1][2]["retry-after"]


def test_the_machine_itself_is_not_counted(behind_a_proxy: Live) -> None:
    statuses = {ask(behind_a_proxy, "GET", "/api/schema.json")[0] for _ in range(10)}

    assert {200} == statuses


def test_one_address_holds_so_many_lines(behind_a_proxy: Live) -> None:
    program = Program(behind_a_proxy)
    program.make("classic/3")
    path = f"/api/tables/{program.table}/events"
    other = {"X_Forwarded_For": "198.51.100.9"}
    with stream(behind_a_proxy, program.table, **other) as frames:
        next(frames)
        status, answer, _ = ask(behind_a_proxy, "GET", path, **other)

    assert (429, "too-many") == (status, answer["code"])


def test_no_table_with_computer_players_is_made_while_they_cannot_keep_up(tmp_path: Path) -> None:
    with running(tmp_path, longest_queue=-1) as live:  # so that even an empty queue is too long
        program = Program(live)
        status, answer, _ = ask(live, "POST", "/api/tables", {}, **program.token)

    assert (503, "busy") == (status, answer["code"])


def test_a_guest_has_so_many_unfinished_tables(tmp_path: Path) -> None:
    with running(tmp_path, most_tables_of_a_guest=1) as live:
        program = Program(live)
        program.make("classic/3")
        status, answer, _ = ask(live, "POST", "/api/tables", {}, **program.token)

    assert (429, "too-many") == (status, answer["code"])
