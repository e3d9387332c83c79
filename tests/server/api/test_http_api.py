"""The HTTP twin: the same frames as the socket's, over plain requests."""

import json
import socket
from pathlib import Path

import pytest

from bottleimp.protocol.http_bodies import TableOffer, TableUrls
from bottleimp.protocol.messages import (
    CommandRefused,
    Event,
    JoinTable,
    LeaveTable,
    RequestNextRound,
    SetPace,
    StartMatch,
    Welcome,
)
from bottleimp.server.pages.forms import MAX_BODY_BYTES
from bottleimp.server.settings.config import LOOPBACK
from tests.support.frames import shown_result, shown_round
from tests.support.http_player import Program, ask, stream
from tests.support.live_server import Live, running
from tests.support.patience import PATIENCE
from tests.support.server_process import server_process


@pytest.fixture
def program(live: Live) -> Program:
    """A program at a table for three."""
    program = Program(live)
    program.make("classic/3", first_dealer=2, name="Ada")
    return program


def test_a_program_plays_a_round_with_plain_requests(program: Program) -> None:
    program.fetch()
    while program.current_round.result is None:
        if program.current_round.legal:
            program.act()
        program.fetch(wait=10)

    assert len(shown_result(program.view).scores) == 3


def test_pages_and_sockets_hold_the_same_frames(live: Live, program: Program) -> None:
    cookie = f"bottle_guest={program.guest_token}"
    with live.client(program.table, cookie) as client:
        client.until_view(lambda view: shown_round(view).waiting == [0])
        program.fetch()
        client.act()
        client.until_view(lambda view: shown_round(view).turn == 0)
        program.fetch()

        assert client.view == program.view
        assert client.events[-1] == program.frames[-1]


def test_a_page_without_after_is_the_whole_view(program: Program) -> None:
    program.fetch()

    assert [type(frame) for frame in program.frames] == [Welcome]


def test_a_page_waits_for_an_event_when_it_is_asked_to(program: Program) -> None:
    program.fetch()
    while program.current_round.waiting != [0]:
        program.fetch(wait=10)
    seq = program.seq
    program.act()
    program.fetch(wait=10)

    assert program.seq > seq


def test_a_page_with_nothing_new_is_empty(program: Program) -> None:
    program.fetch()
    while program.current_round.waiting != [0]:
        program.fetch(wait=10)
    program.frames.clear()

    assert program.fetch() == 200
    assert program.frames == []


def test_a_command_posted_twice_is_done_once_and_answered_twice(program: Program) -> None:
    first = program.do(SetPace, id="slow", ms=7)
    again = program.do(SetPace, id="slow", ms=8)
    program.fetch()

    assert program.view.table.pace == 7
    assert first == again


def test_a_stream_brings_the_events_with_their_numbers(live: Live, program: Program) -> None:
    with stream(live, program.table, **program.token) as frames:
        name, welcome = next(frames)
        program.apply(welcome)
        program.do(SetPace, ms=5)
        numbers = [name]
        while program.view.table.pace != 5:
            name, frame = next(frames)
            program.apply(frame)
            numbers.append(name)

    assert isinstance(welcome, Welcome)
    assert numbers == [
        f"{frame.seq}.{welcome.log}" if isinstance(frame, Welcome | Event) else None
        for frame in program.frames
    ]


@pytest.mark.parametrize("log", ["", ".", ".of another copy"])
def test_a_stream_goes_on_after_the_last_event_that_was_seen(
    live: Live, program: Program, log: str
) -> None:
    program.fetch()
    while program.current_round.waiting != [0]:
        program.fetch(wait=10)
    last = program.seq
    program.do(SetPace, ms=5)
    with stream(live, program.table, Last_Event_ID=f"{last}{log}", **program.token) as frames:
        _, frame = next(frames)
    if len(log) > 1:
        assert isinstance(frame, Welcome)
        return

    assert isinstance(frame, Event)
    assert (frame.seq, frame.k) == (last + 1, "pace")


@pytest.mark.slow
def test_a_stream_ends_as_it_should_when_the_server_stops(tmp_path: Path) -> None:
    with server_process(tmp_path) as server:
        program = Program(server.live)
        program.make("classic/3")
        request = f"GET /api/tables/{program.table}/events HTTP/1.1\r\nHost: {server.live.host}\r\n"
        with socket.create_connection((LOOPBACK, server.live.port), PATIENCE) as line:
            line.sendall(f"{request}Accept: text/event-stream\r\n\r\n".encode())
            heard = line.recv(1 << 16)
            status = server.stop()
            while part := line.recv(1 << 16):
                heard += part

    assert status == 0
    assert heard.endswith(b"\r\n0\r\n\r\n")  # the last chunk, so nothing was cut


def test_a_browser_plays_with_its_cookie(live: Live) -> None:
    table, cookie = live.new_table("classic/3")
    path = f"/api/tables/{table}/commands"
    command = SetPace("do", "a", 3)
    answer = ask(live, "POST", path, command, Cookie=cookie, Sec_Fetch_Site="same-origin")

    assert answer.status == 200


REFUSED = [
    (400, "bad-message", "events?after=x", None, {}),
    (400, "bad-message", "events?after=-1", None, {}),
    (400, "bad-message", "events?wait=31", None, {}),
    (400, "bad-message", "events?after=99999999999999999999", None, {}),
    (400, "bad-message", f"events?after={'9' * 5_000}", None, {}),
    (400, "bad-message", f"events?after={'0' * 20}{'9' * 5_000}", None, {}),
    (400, "bad-message", f"events?wait={'0' * 20}{'9' * 5_000}", None, {}),
    (400, "bad-message", "events?wait=%D9%A3", None, {}),
    (401, "unknown-guest", "events", None, {"Authorization": "Bearer me"}),
    (400, "bad-message", "commands", "{", {}),
    (400, "bad-message", "commands", '{"t":"hello"}', {}),
    (400, "unknown-command", "commands", '{"t":"do","id":"a","k":"cheat"}', {}),
    (403, "not-allowed", "commands", '{"t":"do","id":"a","k":"leave"}', {"Authorization": ""}),
    (409, "round-not-over", "commands", '{"t":"do","id":"a","k":"next","round":1}', {}),
    (413, "too-large", "commands", " " * (MAX_BODY_BYTES + 1), {}),
    (415, "not-json", "commands", "{}", {"Content-Type": "text/plain"}),
]  # fmt: skip


@pytest.mark.parametrize(("status", "code", "path", "body", "headers"), REFUSED)
def test_what_is_refused_is_answered_with_no_and_a_status(
    live: Live,
    program: Program,
    status: int,
    code: str,
    path: str,
    body: str | None,
    headers: dict[str, str],
) -> None:
    method = "GET" if body is None else "POST"
    address = f"/api/tables/{program.table}/{path}"
    answer = ask(live, method, address, body, **{**program.token, **headers})

    assert (answer.status, answer.code) == (status, code)
    assert answer.read(CommandRefused).text.endswith(".")


def test_a_refusal_names_the_command_where_it_can(program: Program) -> None:
    assert program.post(RequestNextRound, id="mine", round=1).read(CommandRefused).id == "mine"


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/api/tables/0123456789abcdef/events"), ("GET", "/api/nothing"), ("POST", "/api/")],
)
def test_what_is_not_there_is_answered_with_no(live: Live, method: str, path: str) -> None:
    answer = ask(live, method, path)

    assert (answer.status, answer.code) == (404, "not-found")


def test_a_method_that_is_not_taken_is_answered_with_no(live: Live) -> None:
    answer = ask(live, "DELETE", "/api/tables")

    assert (answer.status, answer.code, answer.headers["allow"]) == (405, "bad-message", "POST")
    assert answer.read(CommandRefused).text.endswith("understood: this address takes POST.")


@pytest.mark.parametrize(
    "headers", [{"Origin": "http://evil.example"}, {"Sec_Fetch_Site": "cross-site"}]
)
@pytest.mark.parametrize("path", ["/api/guests", "/api/tables", "commands"])
def test_a_page_of_another_site_posts_nothing(
    live: Live, path: str, headers: dict[str, str]
) -> None:
    table, cookie = live.new_table("classic/3")
    address = f"/api/tables/{table}/commands" if path == "commands" else path
    body = LeaveTable("do", "a")
    answer = ask(live, "POST", address, body, Cookie=cookie, **headers)

    assert (answer.status, answer.code) == (403, "another-site")


def test_a_token_of_a_program_counts_wherever_it_comes_from(program: Program) -> None:
    program.token["Origin"] = "http://elsewhere.example"

    assert program.post(SetPace, ms=3).status == 200


def test_who_says_nothing_of_themselves_makes_no_table(live: Live) -> None:
    answer = ask(live, "POST", "/api/tables", {"edition": "classic/3"})

    assert (answer.status, answer.code) == (401, "unknown-guest")
    assert answer.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize(
    ("order", "said"),
    [
        ({"edition": "chess"}, "no edition called 'chess'"),
        ({"players": ["nobody"]}, "no computer player called 'nobody'"),
        ({"clock": "move=1"}, "no clock called 'move=1'"),
        ({"name": "A name of more than twenty-four letters"}, "at most 24 visible letters"),
        ({"length": "cycles=9999"}, "9999 is not"), ({"length": "rounds=101"}, "101 is not"),
        ({"length": "long"}, "'long' is no length"),
        ({"edition": "classic/3", "players": ["imp", "imp", "nobody"]}, "2 places for others"),
        ({"length": f"rounds={'9' * 40}"}, "is a whole number"),
        ({"edition": "classic/4,rounds=101"}, "101 is not allowed"),
        ({"edition": "classic/4,colour=red"}, "'colour=red' is none of"),
        ({"edition": "classic/4,deck=matagot"}, "has 54"),
    ],
)  # fmt: skip
def test_a_table_that_cannot_be_is_refused_with_the_reason(
    live: Live, program: Program, order: dict[str, object], said: str
) -> None:
    answer = ask(live, "POST", "/api/tables", order, **program.token)

    assert (answer.status, answer.code) == (422, "bad-table")
    assert said in answer.read(CommandRefused).text


def test_a_table_is_found_by_its_code(live: Live, program: Program) -> None:
    program.fetch()
    code = program.view.table.code
    assert code is not None
    found = ask(live, "GET", f"/api/codes/{code.lower()}").read(TableUrls)

    assert found.table == program.table


def test_a_code_that_no_table_has_leads_nowhere(live: Live) -> None:
    answer = ask(live, "GET", "/api/codes/BCDFG")

    assert (answer.status, answer.code) == (404, "not-found")


def test_a_program_takes_a_free_place(live: Live, program: Program) -> None:
    program.make("classic/3", players=["open", "open"], name="Ada")
    other = Program(live)
    other.go_to(program.table)
    other.fetch()
    other.do(JoinTable, name="Bo", player=None)
    other.fetch()
    program.do(StartMatch)
    other.fetch(wait=5)

    assert (other.view.table.status, other.view.you) == ("playing", 1)


def test_an_unknown_setting_of_a_table_is_not_passed_over(live: Live, program: Program) -> None:
    answer = ask(live, "POST", "/api/tables", {"colour": "red"}, **program.token)

    assert (answer.status, answer.code) == (400, "bad-message")
    assert "`colour`" in answer.read(CommandRefused).text


@pytest.mark.parametrize(
    ("order", "place"), [({"pace": 99_999}, "$.pace"), ({"first_dealer": 9}, "$.first_dealer")]
)
def test_what_is_wrong_with_a_message_is_said_with_its_place(
    live: Live, program: Program, order: dict[str, object], place: str
) -> None:
    answer = ask(live, "POST", "/api/tables", order, **program.token)

    assert (answer.status, answer.code) == (400, "bad-message")
    assert place in answer.read(CommandRefused).text


def test_a_table_is_made_as_ordered(program: Program) -> None:
    program.make("matagot/4", length="cycles=1", players=["rules_of_thumb"], name="Ada")
    program.fetch()
    shown = program.view

    assert (shown.table.key, shown.table.length.rounds) == ("matagot/4", 4)
    assert (shown.players[0].name, shown.players[1].level) == ("Ada", "rules_of_thumb")


@pytest.mark.parametrize(
    ("order", "made"),
    [
        ({"edition": "classic/4,deck=matagot36"}, "classic/4,deck=matagot36"),
        ({"edition": "matagot/5-teams,bga-teams,no-aids"}, "matagot/5-teams,bga-teams,no-aids"),
        (
            {"edition": "classic/3", "length": "rounds=7", "no_aids": True, "deck": "matagot17"},
            "classic/3,deck=matagot17,no-aids,rounds=7",
        ),
        (
            {"edition": "wikipedia/4,face-value=no,target=300", "length": "cycles=1"},
            "wikipedia/4,face-value=no,cycles=1",
        ),
    ],
)
def test_a_table_may_be_ordered_with_options(
    program: Program, order: dict[str, object], made: str
) -> None:
    program.make(str(order["edition"]), **{k: v for k, v in order.items() if k != "edition"})
    program.fetch()

    assert made == program.view.table.edition


def test_a_program_adds_to_the_first_deal_that_it_was_promised(
    live: Live, program: Program
) -> None:
    offer = ask(live, "GET", "/api/offer").read(TableOffer)
    made = program.make("classic/3", offer=offer.offer, seed="0123456789abcdef")
    program.fetch()
    fair = program.view.fair

    assert offer.table == made.table
    assert (offer.commitment, ["0123456789abcdef", None, None]) == (
        fair.commitment, fair.contributions,
    )  # fmt: skip


def test_an_offer_holds_for_one_table(live: Live, program: Program) -> None:
    offer = ask(live, "GET", "/api/offer").read(TableOffer)
    tables = [program.make("classic/3", offer=offer.offer).table for _ in range(2)]

    assert offer.table == tables[0]
    assert offer.table != tables[1]


@pytest.mark.parametrize("seed", ["", "a/b", "x" * 65, "ü", 7])
def test_a_contribution_that_is_none_is_refused(live: Live, program: Program, seed: object) -> None:
    answer = ask(live, "POST", "/api/tables", {"seed": seed}, **program.token)

    assert (answer.status, answer.code) == (400, "bad-message")


@pytest.mark.parametrize(("begins", "status"), [(True, "playing"), (False, "gathering")])
def test_a_full_table_waits_for_its_host_where_that_is_wished(
    live: Live, program: Program, begins: bool, status: str
) -> None:
    program.make("classic/3", players=["open"], begins_when_full=begins)
    other = Program(live)
    other.go_to(program.table)
    other.do(JoinTable)
    other.fetch()

    assert status == other.view.table.status
    assert begins == other.view.table.begins_when_full


def test_only_the_hash_of_a_token_is_kept(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        program = Program(server)
        program.make("classic/3")
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())

    assert program.guest_token.encode() not in kept


def test_one_seat_sends_too_much_over_two_lines(tmp_path: Path) -> None:
    with running(tmp_path, message_burst=4, messages_per_second=0.001) as server:
        program = Program(server)
        program.make("classic/3")
        answers = [program.post(SetPace, id=f"p{n}", ms=n) for n in range(1, 6)]

        assert [answer.status for answer in answers] == [200, 200, 200, 200, 429]
        assert answers[-1].code == "too-fast"


def test_the_documents_are_served(live: Live) -> None:
    schema = ask(live, "GET", "/api/schema.json")
    openapi = ask(live, "GET", "/api/openapi.json")

    assert json.loads(schema.text)["title"] == "bottle.v1"
    assert json.loads(openapi.text) == json.loads(
        (Path(__file__).parents[3] / "docs" / "reference" / "openapi.json").read_text("utf-8")
    )
