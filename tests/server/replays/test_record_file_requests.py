"""Files of records over HTTP: checked as the command checks them, and nothing of them is kept."""

import json
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from bottleimp.cli.main import main
from bottleimp.players import default_players
from bottleimp.protocol.http_bodies import (
    MAX_RECORD_FILE_BYTES,
    LessonReply,
    RoundReplay,
    StepAdvice,
)
from bottleimp.protocol.messages import CommandRefused
from bottleimp.server.api import record_files
from bottleimp.server.settings.config import LOOPBACK
from tests.support.frames import shown_round
from tests.support.http_player import Program, ask
from tests.support.live_server import Answer, Live, running

ADVICE = "/advice/1"
MOST_SECONDS = 5  # of a processor; a file of this size takes less than one


def record_of_a_table(live: Live) -> str:
    """The file that a table for three offers after a round."""
    program = Program(live)
    program.make("classic/3", name="Ada")
    program.play_round()
    return live.request("GET", f"/tables/{program.table}/record").text


@pytest.fixture(scope="module")
def content(live: Live) -> str:
    """Such a file."""
    return record_of_a_table(live)


def post(live: Live, content: str, path: str = "", **headers: str) -> Answer:
    """What is answered to the text of a file."""
    return ask(live, "POST", f"/api/replays{path}", {"content": content}, **headers)


def test_a_file_is_replayed_from_any_place(live: Live, content: str) -> None:
    own = post(live, content, "?player=0").read(RoundReplay)

    assert (own.rounds, own.view.you, shown_round(own.view).phase) == (1, 0, "exchange")
    assert [step.event.k for step in own.steps] == ["exchange"] + ["play"] * 33 + ["score"]
    assert "Ada" in {player.name for player in own.view.players}
    assert post(live, content, "?round=1&player=2").read(RoundReplay).view.you == 2
    assert post(live, content).read(RoundReplay).view.you is None


def test_the_file_that_checks_the_deals_is_replayed_too(live: Live) -> None:
    program = Program(live)
    program.make("classic/lopaka", name="Ada")
    program.play_round()
    export = live.request("GET", f"/t/{program.table}/export.json").text

    assert post(live, export).read(RoundReplay).rounds == 1


def test_advice_is_given_on_a_choice(
    live: Live, content: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(default_players, "HINT_PLAYERS", ("rules_of_thumb",))
    given = post(live, content, f"{ADVICE}?player=0").read(StepAdvice)

    assert (given.level, len(given.actions), len(given.chosen)) == ("rules_of_thumb", 3, 3)
    assert post(live, content, f"{ADVICE}?round=1&player=0").read(StepAdvice) == given


def vary(live: Live, content: str, path: str, actions: list[str]) -> Answer:
    """What is answered to these actions in a variation of a round of a file."""
    body = {"content": content, "actions": actions}
    return ask(live, "POST", f"/api/replays/variations{path}", body)


def test_a_round_of_a_file_is_played_on_in_another_way(
    live: Live, content: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(default_players, "HINT_PLAYERS", ("rules_of_thumb",))
    actions: list[str] = []
    reply = vary(live, content, "/1?player=1", actions).read(LessonReply)
    while reply.outcome == "open":
        given = vary(live, content, "/1/advice?player=1", actions).read(StepAdvice)
        assert set(given.actions) <= set(shown_round(reply.view).legal)
        actions += given.actions
        reply = vary(live, content, "/1?round=1&player=1", actions).read(LessonReply)

    assert (reply.outcome, reply.view.you, len(actions)) == ("reached", 1, 3 + 11)
    assert reply.said.startswith("Points this way: ")
    again = vary(live, content, "/1?player=1", actions).read(LessonReply)
    assert again == reply  # the others answer the same whenever they are asked
    over = vary(live, content, "/1/advice?player=1", actions)
    assert (over.status, over.code) == (409, "round-over")


@pytest.mark.parametrize("end", ["", "/advice"])
@pytest.mark.parametrize(
    ("path", "actions", "status", "code"),
    [
        ("1?player=0&round=2", [], 404, "no-such-round"),
        ("0?player=0", [], 404, "no-choice"),
        ("35?player=0", [], 404, "no-choice"),
        ("1", [], 404, "no-such-player"),
        ("1?player=3", [], 404, "no-such-player"),
        ("1?player=0", ["1"], 409, "wrong-count"),
        ("1?player=0", ["x", "y", "z"], 409, "not-held"),
        ("1?player=0", ["1"] * 33, 400, "bad-message"),
    ],
)
def test_a_variation_that_cannot_be_is_refused(
    live: Live, content: str, path: str, actions: list[str], status: int, code: str, end: str
) -> None:
    step, _, query = path.partition("?")
    answer = vary(live, content, f"/{step}{end}?{query}", actions)

    assert (answer.status, answer.code) == (status, code)


@pytest.mark.parametrize("end", ["", "/advice"])
def test_a_variation_needs_a_file_of_finished_rounds(live: Live, content: str, end: str) -> None:
    cut = content.partition("\n5. ")[0]

    assert vary(live, "nonsense", f"/1{end}?player=0", []).code == "no-record"
    assert vary(live, cut, f"/1{end}?player=0", []).code == "unfinished-record"
    assert vary(live, " " * MAX_RECORD_FILE_BYTES * 2, f"/1{end}?player=0", []).status == 413


def test_a_file_that_can_be_opened_can_be_played_on(live: Live, content: str) -> None:
    room = MAX_RECORD_FILE_BYTES - len(json.dumps({"content": content}))
    longest = content + "#" * room

    assert post(live, longest, "?player=0").status == 200
    assert vary(live, longest, "/1?player=0", ["1" * 8] * 32).code != "too-large"


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("?round=2", "no-such-round"),
        ("?round=0", "no-such-round"),
        ("?round=" + "9" * 40, "no-such-round"),
        ("?player=3", "no-such-player"),
        ("?player=Ada", "no-such-player"),
        (ADVICE, "no-such-player"),
        ("/advice/99?player=0", "no-choice"),
        ("/advice/x?player=0", "no-choice"),
        ("/advice/1?player=0&round=2", "no-such-round"),
    ],
)
def test_what_there_is_not_is_refused(live: Live, content: str, path: str, code: str) -> None:
    answer = post(live, content, path)

    assert (answer.status, answer.code) == (404, code)


@pytest.mark.parametrize("path", ["", f"{ADVICE}?player=0"])
@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ("", 400, "bad-message"),
        ("{}", 400, "bad-message"),
        (b'{"content": "\xff"}', 400, "bad-message"),
        ('{"content": "\\ud800"}', 400, "bad-message"),
        ('{"content": 1}', 400, "bad-message"),
        ('{"content": "", "table": "t"}', 400, "bad-message"),
        ("[" * 100_000, 400, "bad-message"),
        ('{"content": ""}', 422, "no-record"),
        ('{"content": "' + " " * MAX_RECORD_FILE_BYTES + '"}', 413, "too-large"),
    ],
)
def test_what_is_no_file_is_refused(
    live: Live, body: str | bytes, status: int, code: str, path: str
) -> None:
    answer = ask(live, "POST", f"/api/replays{path}", body)

    assert (answer.status, answer.code) == (status, code)


def test_a_file_from_another_site_or_of_another_type_is_refused(live: Live, content: str) -> None:
    assert post(live, content, Origin="https://elsewhere.test").status == 403
    assert post(live, content, Sec_Fetch_Site="cross-site").status == 403
    assert post(live, content, Content_Type="text/plain").status == 415


@pytest.mark.parametrize(
    "wrong",
    [
        "Bottle Imp record 2\n",
        "Bottle Imp record 1\nEdition: classic/33\n",
        '{"format": "bottleimp-record"',
        '["bottleimp-record"]',
        '{"format": "bottleimp-record", "version": 2}',
        '{"format": "bottleimp-match", "rounds": [1]}',
    ],
)
def test_a_refusal_says_what_the_command_says(
    live: Live, wrong: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "record"
    file.write_text(wrong, encoding="utf-8")
    assert main(("record", "check", str(file))) != 0
    said = capsys.readouterr().err.strip().removeprefix(f"{file}: ")
    answer = post(live, wrong)

    assert answer.status == 422
    assert answer.read(CommandRefused).text == f"This file cannot be opened: {said.rstrip('.')}."


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "There is no round of The Bottle Imp in this file."),
        ("de", "In dieser Datei ist keine Runde des Flaschenteufels."),
        ("fr", "Il n'y a aucune manche du Diable en bouteille dans ce fichier."),
    ],
)
def test_who_chose_another_file_reads_it_in_their_language(
    live: Live, language: str, said: str
) -> None:
    answer = post(live, "nonsense", Accept_Language=language)

    assert (answer.status, answer.code) == (422, "no-record")
    assert answer.read(CommandRefused).text == said


def test_the_place_of_a_fault_is_told(live: Live, content: str) -> None:
    answer = post(live, content.replace("\n1. ", "\n2. "))

    assert "line " in answer.read(CommandRefused).text
    assert ", column " in answer.read(CommandRefused).text


HEADING = "Bottle Imp record 1\nEdition: classic/3\n"
SIZE = MAX_RECORD_FILE_BYTES // 2 - 1000
HOSTILE = {
    "digits": "9" * SIZE,
    "a number": '{"format":"bottleimp-record","version":' + "9" * SIZE + "}",
    "an exponent": '{"format":"bottleimp-record","version":1e' + "9" * 1000 + "}",
    "nested lists": "[" * SIZE,
    "nested objects": '{"a":' * (SIZE // 5),
    "closed lists": "[" * (SIZE // 2) + "]" * (SIZE // 2),
    "lines": "\n" * SIZE,
    "lines of remarks": "#\n" * (SIZE // 2),
    "headings": "Bottle Imp record 1\n" * (SIZE // 20),
    "JSON lines": "{}\n" * (SIZE // 3),
    "open lines": "{\n" * (SIZE // 2),
    "records in a list": "[" + "{}," * (SIZE // 3) + "{}]",
    "NUL": HEADING + "Names: \0 | Bo | Cy\n",
    "NULs": "\0" * (SIZE // 3),
    "escaped surrogates": '{"format":"bottleimp-record","version":"\\ud800"}',
    "a surrogate for a name": '{"format":"bottleimp-record","version":1,"edition":"\\udc00"}',
    "bars": HEADING + "Names: " + "|" * SIZE,
    "cards": HEADING + "Names: A | B | C\nDeal: " + "Y1 " * (SIZE // 3),
    "a long edition": "Bottle Imp record 1\nEdition: " + "classic/3," * (SIZE // 10),
    "a long deck": "Bottle Imp record 1\nEdition: classic/3,deck=" + "x" * SIZE,
    "other ends of lines": "\u2028\x85\x0b\x1c" * (SIZE // 12),
    "a mark before": "\ufeffBottle Imp record 1",
}


@pytest.mark.parametrize("hostile", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_file_is_refused_at_once(live: Live, hostile: str) -> None:
    start = time.process_time()
    answer = post(live, hostile)

    assert answer.status == 422
    assert answer.code in {"bad-record", "no-record"}
    assert len(answer.text) < 1000
    assert not answer.read(CommandRefused).text.endswith("….")
    assert time.process_time() - start < MOST_SECONDS


@pytest.mark.slow
def test_nothing_of_a_file_is_stored(tmp_path: Path) -> None:
    def stored() -> list[str]:
        with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
            return list(connection.iterdump())

    with running(tmp_path) as live:
        content = record_of_a_table(live)
        (database,) = tmp_path.glob("*.sqlite3")
        before = stored()
        assert post(live, content).status == 200
        assert post(live, "nonsense").status == 422
        assert live.request("GET", "/replay").status == 200
        assert stored() == before


def test_one_visitor_opens_only_so_many_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record_files, "FILE_BURST", 2)
    monkeypatch.setattr(record_files, "FILES_PER_SECOND", 0.001)
    with running(tmp_path, trusted_proxies=(LOOPBACK,)) as live:
        visitors = ("198.51.100.7",) * 3 + ("198.51.100.8",)
        answers = [post(live, "nonsense", X_Forwarded_For=each) for each in visitors]

    assert [answer.code for answer in answers] == ["no-record"] * 2 + ["too-fast", "no-record"]


def test_the_pages_are_there(live: Live) -> None:
    assert "<input" in live.request("GET", "/replay").text
    assert 'data-round="2"' in live.request("GET", "/replay/rounds/2").text
    page = live.request("GET", "/replay/rounds/2/variations/5?player=1").text
    assert 'data-round="2" data-step="5" data-player="1"' in page
    assert 'href="/replay/rounds/2?player=1#5"' in page
    assert "data-table=" not in page.partition("</section>")[0]
    for wrong in ("0", "101", "x", "9" * 40):
        assert live.request("GET", f"/replay/rounds/{wrong}").status == 404
        assert live.request("GET", f"/replay/rounds/{wrong}/variations/1?player=0").status == 404
        assert live.request("GET", f"/replay/rounds/1/variations/{wrong}?player=0").status == 404
    for wrong in ("", "?player=6", "?player=x"):
        assert live.request("GET", f"/replay/rounds/1/variations/1{wrong}").status == 404


def test_ways_lead_to_the_page_that_opens_a_file(live: Live) -> None:
    table, _ = live.new_table("classic/3")

    for page in ("/matches", f"/t/{table}/verify"):
        assert 'href="/replay"' in live.request("GET", page).text
