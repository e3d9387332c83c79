"""Finished rounds over HTTP: for whoever may see the table, and never while they are played."""

import json
import threading
from typing import Any

import pytest

from bottleimp.client import ServerApi
from bottleimp.game.notation import write_record
from bottleimp.game.record import Record, to_json
from bottleimp.players import default_players
from bottleimp.protocol.http_bodies import LessonReply, RoundReplay, StepAdvice
from bottleimp.protocol.messages import CommandRefused, RequestNextRound
from bottleimp.server.views import export
from tests.support.frames import shown_round
from tests.support.http_player import Program, ask
from tests.support.live_server import Answer, Live


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """An adviser for whom nothing need be compiled."""
    monkeypatch.setattr(default_players, "HINT_PLAYERS", ("rules_of_thumb",))


def seated(live: Live, edition: str = "classic/3", **order: object) -> Program:
    """A program with a finished round behind it."""
    program = Program(live)
    program.make(edition, name="Ada", **order)
    program.play_round()
    return program


def get(program: Program, path: str, **headers: str) -> Answer:
    """What the program is answered about its table."""
    path = f"/api/tables/{program.table}/rounds/{path}"
    return ask(program.live, "GET", path, None, **(headers or program.token))


def test_a_finished_round_is_replayed_from_any_place(live: Live) -> None:
    program = seated(live)
    own = get(program, "1?player=0").read(RoundReplay)
    last = own.steps[-1]

    assert (own.rounds, own.view.you, shown_round(own.view).phase) == (1, 0, "exchange")
    assert [step.event.k for step in own.steps] == ["exchange"] + ["play"] * 33 + ["score"]
    assert [step.event.seq for step in own.steps] == list(range(1, len(own.steps) + 1))
    assert last.event.set["match.totals"] == program.view.match.totals
    assert get(program, "1?player=2").read(RoundReplay).view.you == 2
    assert get(program, "1").read(RoundReplay).view.you is None


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("2", "no-such-round"),
        ("0", "no-such-round"),
        ("one", "no-such-round"),
        ("9" * 40, "no-such-round"),
        ("1?player=3", "no-such-player"),
        ("1?player=-1", "no-such-player"),
        ("1?player=Ada", "no-such-player"),
        ("1/advice/1", "no-such-player"),
        ("1/advice/0?player=0", "no-choice"),
        ("1/advice/35?player=0", "no-choice"),
        ("1/advice/99?player=0", "no-choice"),
        ("1/advice/x?player=0", "no-choice"),
        ("1/advice/1?player=7", "no-such-player"),
        ("2/advice/1?player=0", "no-such-round"),
    ],
)
def test_what_there_is_not_is_refused_with_its_reason(live: Live, path: str, code: str) -> None:
    answer = get(one_table(live), path)

    assert (answer.status, answer.read(CommandRefused).code) == (404, code)
    assert answer.read(CommandRefused).text


TABLES: dict[int, Program] = {}


def one_table(live: Live) -> Program:
    """A table with a finished round, the same for all questions to this server."""
    if live.port not in TABLES:
        TABLES[live.port] = seated(live)
    return TABLES[live.port]


def test_a_table_that_there_is_not_is_refused(live: Live) -> None:
    assert ask(live, "GET", "/api/tables/nothing/rounds/1").status == 404
    assert live.request("GET", "/tables/nothing/rounds/1").status == 404


def test_a_running_round_is_not_to_be_had(live: Live) -> None:
    program = seated(live)
    program.do(RequestNextRound, round=1)
    program.fetch()
    assert program.current_round.number == 2

    for path in ("2", "2?player=1", "2/advice/1?player=0"):
        assert get(program, path).status == 404
    assert live.request("GET", f"/tables/{program.table}/rounds/2").status == 404
    earlier = get(program, "1?player=0").read(RoundReplay)
    assert (earlier.rounds, shown_round(earlier.view).number) == (1, 1)


@pytest.mark.slow
def test_only_the_round_that_is_shown_is_written_out(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    program, written = seated(live), list[Record]()
    program.do(RequestNextRound, round=1)
    program.play_round()

    def write(record: Record) -> str:
        written.append(record)
        return write_record(record)

    monkeypatch.setattr(export, "write_record", write)
    page = live.request("GET", f"/tables/{program.table}/rounds/2")

    assert page.status == 200
    assert len(written) == 1


@pytest.mark.slow
def test_the_files_of_a_match_are_written_out_in_threads_of_their_own(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    program, threads = seated(live), list[str]()

    def write(record: Record) -> str:
        threads.append(threading.current_thread().name)
        return write_record(record)

    def as_json(record: Record) -> dict[str, object]:
        threads.append(threading.current_thread().name)
        return to_json(record)

    monkeypatch.setattr(export, "write_record", write)
    monkeypatch.setattr(export, "to_json", as_json)
    for path in (f"/tables/{program.table}/record", f"/t/{program.table}/export.json"):
        assert live.request("GET", path).status == 200

    assert len(threads) == 2
    assert all(name.startswith("match") for name in threads)


def test_where_nobody_may_watch_rounds_are_for_the_players(live: Live) -> None:
    program = seated(live, watch="nobody")
    stranger = Program(live)
    stranger.go_to(program.table)

    assert get(program, "1?player=0").status == 200
    for path in ("1", "1?player=0", "1/advice/1?player=0"):
        assert get(stranger, path).status == 404
        assert get(program, path, Accept="application/json").status == 404
    assert live.request("GET", f"/tables/{program.table}/rounds/1").status == 404


def test_a_token_that_is_none_is_refused(live: Live) -> None:
    assert get(one_table(live), "1", Authorization="Bearer nonsense").status == 401


@pytest.mark.slow
@pytest.mark.usefixtures("quick")
def test_advice_is_given_on_a_choice(live: Live) -> None:
    program = one_table(live)
    given = get(program, "1/advice/1?player=0").read(StepAdvice)

    assert (given.level, len(given.actions), len(given.chosen)) == ("rules_of_thumb", 3, 3)
    assert sorted(given.targets) == ["Keawe", "Kokua", "the Imp's Trick"]
    again = get(program, "1/advice/1?player=0").read(StepAdvice)
    assert again == given


def vary(program: Program, path: str, body: object, **headers: str) -> Answer:
    """What is answered to a variation of a round of the program's table."""
    path = f"/api/tables/{program.table}/rounds/{path}"
    return ask(program.live, "POST", path, body, **(headers or program.token))


def test_a_round_is_played_on_in_another_way(live: Live) -> None:
    program = one_table(live)
    before = program.fetch()
    actions: list[str] = []
    reply = vary(program, "1/variations/1?player=0", {"actions": actions}).read(LessonReply)
    while reply.outcome == "open":
        shown = shown_round(reply.view)
        actions += shown.legal[: len(shown.asks) or 1]
        reply = vary(program, "1/variations/1?player=0", {"actions": actions}).read(LessonReply)

    assert len(actions) == 3 + 11
    assert (reply.outcome, reply.view.you, len(reply.view.match.sheet)) == ("reached", 0, 1)
    assert reply.said.startswith("Points this way: ")
    api = ServerApi(f"http://127.0.0.1:{live.port}", program.guest_token)
    assert api.play_variation(program.table, 1, 1, 0, actions) == reply
    assert program.fetch() == before


@pytest.mark.slow
def test_who_plays_on_is_given_advice(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(default_players, "HINT_PLAYERS", ("rules_of_thumb",))
    program = seated(live)  # who has asked for nothing yet
    api = ServerApi(f"http://127.0.0.1:{live.port}", program.guest_token)
    place = program.table, 1, 1, 0
    reply = api.play_variation(*place, [])
    assert reply.view.table.hints == "always"
    actions: list[str] = []
    while reply.outcome == "open":
        given = api.fetch_advice_in_variation(*place, actions)
        assert set(given.actions) <= set(shown_round(reply.view).legal)
        actions += given.actions
        reply = api.play_variation(*place, actions)

    over = vary(program, "1/variations/1/advice?player=0", {"actions": actions})
    assert (over.status, over.read(CommandRefused).code) == (409, "round-over")


@pytest.mark.parametrize("end", ["", "/advice"])
@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("2/variations/1?player=0", {}, 404, "no-such-round"),
        ("1/variations/0?player=0", {}, 404, "no-choice"),
        ("1/variations/35?player=0", {}, 404, "no-choice"),
        ("1/variations/1", {}, 404, "no-such-player"),
        ("1/variations/1?player=3", {}, 404, "no-such-player"),
        ("1/variations/1?player=0", {"actions": ["1"]}, 409, "wrong-count"),
        ("1/variations/1?player=0", {"actions": ["x", "y", "z"]}, 409, "not-held"),
        ("1/variations/1?player=0", {"actions": ["1"] * 33}, 400, "bad-message"),
        ("1/variations/1?player=0", {"do": []}, 400, "bad-message"),
    ],
)
def test_a_variation_that_cannot_be_is_refused(
    live: Live, path: str, body: object, status: int, code: str, end: str
) -> None:
    place, _, query = path.partition("?")
    answer = vary(one_table(live), f"{place}{end}?{query}", body)

    assert (answer.status, answer.read(CommandRefused).code) == (status, code)
    assert answer.read(CommandRefused).text


@pytest.mark.parametrize("end", ["", "/advice"])
def test_a_variation_asked_for_by_another_site_is_refused(live: Live, end: str) -> None:
    program = one_table(live)
    headers = {"Cookie": f"bottle_guest={program.guest_token}", "Origin": "https://elsewhere.test"}

    assert vary(program, f"1/variations/1{end}?player=0", {}, **headers).status == 403


def test_the_page_of_a_variation_is_there_where_a_choice_was_made(live: Live) -> None:
    program = one_table(live)
    path = f"/tables/{program.table}/rounds"

    assert "played on" in live.request("GET", f"{path}/1/variations/1?player=0").text
    for wrong in ("1/variations/1", "1/variations/35?player=0", "2/variations/1?player=0"):
        assert live.request("GET", f"{path}/{wrong}").status == 404


def test_the_page_can_be_read_without_a_script(live: Live) -> None:
    program = one_table(live)
    page = live.request("GET", f"/tables/{program.table}/rounds/1").text

    record = live.request("GET", f"/tables/{program.table}/record").text
    assert "Ada" in page
    assert [line for line in record.splitlines() if line.strip() and line not in page] == []


def test_the_page_offers_every_place(live: Live) -> None:
    program = one_table(live)
    cookie = f"bottle_guest={program.guest_token}"
    path = f"/tables/{program.table}/rounds/1"

    own = places(live.request("GET", path, headers={"Cookie": cookie}).text)
    assert [(one["player"], one["is_chosen"]) for one in own] == [
        (0, True), (1, False), (2, False), ("", False),
    ]  # fmt: skip
    assert [one["is_chosen"] for one in places(live.request("GET", path).text)] == [
        False, False, False, True,
    ]  # fmt: skip


def places(page: str) -> list[dict[str, Any]]:
    """The places that the page offers."""
    text = page.partition('data-places="')[2].partition('"')[0]
    found = json.loads(text.replace("&#34;", '"').replace("&amp;", "&"))
    assert isinstance(found, list)
    return found
