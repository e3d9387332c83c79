"""Pages, forms and headers, without JavaScript."""

import re

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from bottleimp.game.notation import read_records
from bottleimp.protocol.messages import LeaveTable
from bottleimp.rules.editions import edition_keys
from bottleimp.server.access.security import HEADERS, TRUSTED_HEADERS
from tests.support.frames import shown_result, shown_round
from tests.support.live_server import Live
from tests.support.patience import PATIENCE

PAGES = ["/", "/matches", "/new", "/new?edition=matagot/5-teams", "/rules", "/settings"]


@pytest.mark.parametrize("path", [*PAGES, *(f"/rules/{key}" for key in edition_keys())])
def test_a_page_is_there(live: Live, path: str) -> None:
    answer = live.request("GET", path)

    assert answer.status == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"


@pytest.mark.parametrize(
    "path",
    [*PAGES, "/healthz", "/nothing", "/tables/nothing", "/static/nothing", "/locale/en.json"],
)
def test_every_answer_carries_the_strict_headers(live: Live, path: str) -> None:
    answer = live.request("GET", path)

    for name, value in (HEADERS | TRUSTED_HEADERS).items():
        assert value == answer.headers[name.lower()]


@pytest.mark.parametrize(
    ("host", "opener"),
    [
        ("localhost:8019", "same-origin"), ("[::1]:8019", "same-origin"),
        ("192.168.1.7:8019", None), ("imp.example", None), ("[", None),
    ],
)  # fmt: skip
def test_no_browser_gets_a_header_that_it_takes_over_https_alone(
    live: Live, host: str, opener: str | None
) -> None:
    answer = live.request("GET", "/", headers={"Host": host})

    assert opener == answer.headers.get("cross-origin-opener-policy")


def test_an_icon_is_at_the_usual_address(live: Live) -> None:
    answer = live.request("GET", "/favicon.ico")

    assert answer.status == 302
    assert answer.headers["location"].endswith(".ico")
    assert "max-age=" in answer.headers["cache-control"]


@pytest.mark.parametrize("page", ["/", "/new", "/settings", "/rules/classic/4", "/nothing"])
def test_a_page_holds_no_inline_code(live: Live, page: str) -> None:
    text = live.request("GET", page).text

    assert "<style" not in text
    assert " style=" not in text
    assert " onclick=" not in text
    assert all('src="/static/' in tag.partition(">")[0] for tag in text.split("<script")[1:])


def test_a_page_with_a_table_names_all_parts_of_its_script_and_they_are_kept(live: Live) -> None:
    page = live.request("GET", "/learn/following").text
    parts = re.findall(r'<link rel="modulepreload" href="([^"]+)">', page)
    (script,) = re.findall(r'<script type="module" src="([^"]+table_with_panel[^"]+)">', page)
    answers = [live.request("GET", path) for path in (*parts, script)]
    imported = set(re.findall(r'"\./(chunk-[^"]+)"', "".join(each.text for each in answers)))

    assert imported
    assert imported == {part.removeprefix("/static/") for part in parts}
    assert [answer.status for answer in answers] == [200] * len(answers)
    assert all("immutable" in answer.headers["cache-control"] for answer in answers)


@pytest.mark.parametrize(
    "path", ["/nothing", "/tables/0123456789abcdef", "/rules/classic", "/new?edition=chess",
             "/locale/xx.json", "/tables/0123456789abcdef/record"],
)  # fmt: skip
def test_what_is_not_there_is_said_so_in_a_sentence(live: Live, path: str) -> None:
    answer = live.request("GET", path)

    assert answer.status == 404
    assert "There is no such page or table." in answer.text


def test_long_answers_are_compressed_for_those_who_can_read_that(live: Live) -> None:
    plain = live.request("GET", "/healthz", headers={"Accept-Encoding": "gzip"})
    compressed = live.request("HEAD", "/", headers={"Accept-Encoding": "gzip"})
    unasked = live.request("HEAD", "/")

    assert "content-encoding" not in plain.headers
    assert compressed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in unasked.headers


def test_a_visitor_gets_a_cookie_that_pages_cannot_read(live: Live) -> None:
    cookie = live.request("GET", "/").headers["set-cookie"]

    assert cookie.startswith("bottle_guest=")
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie


def test_a_visitor_keeps_the_cookie(live: Live) -> None:
    cookie = live.request("GET", "/").headers["set-cookie"].partition(";")[0]

    assert "set-cookie" not in live.request("GET", "/", headers={"Cookie": cookie}).headers


def test_a_form_of_another_site_makes_no_table(live: Live) -> None:
    for headers in (
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://["},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ):
        assert live.request("POST", "/tables", {"edition": "classic/4"}, headers).status == 403


def test_a_form_of_this_site_makes_a_table(live: Live) -> None:
    headers = {"Origin": f"http://{live.host}", "Sec-Fetch-Site": "same-origin"}

    assert live.request("POST", "/tables", {"edition": "classic/4"}, headers).status == 303


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://[", ""])
def test_a_socket_from_another_site_is_refused(live: Live, origin: str) -> None:
    table, cookie = live.new_table("classic/3")
    with (
        pytest.raises(InvalidStatus) as refused,
        live.socket(table, cookie, Origin=origin),
    ):
        pass

    assert refused.value.response.status_code == 403
    assert (
        HEADERS["X-Content-Type-Options"]
        == refused.value.response.headers["X-Content-Type-Options"]
    )


def test_a_socket_needs_the_protocol(live: Live) -> None:
    table, cookie = live.new_table("classic/3")
    with pytest.raises(InvalidStatus) as refused, live.socket(table, cookie, protocols=()):
        pass

    assert refused.value.response.status_code == 400


def test_a_table_that_does_not_exist_has_no_socket(live: Live) -> None:
    with pytest.raises(InvalidStatus) as refused, live.socket("0123456789abcdef"):
        pass

    assert refused.value.response.status_code == 404


def test_a_browser_sees_in_the_close_code_that_there_is_no_such_table(live: Live) -> None:
    with live.socket("0123456789abcdef", Origin=f"http://{live.host}") as socket:
        with pytest.raises(ConnectionClosed):
            socket.recv(PATIENCE)

        assert socket.close_code == 4404


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"length": "target=5000"}, "A target is 1 to 1000 points"),
        ({"length": "target=501"}, "few reach more than 500 points"),
        ({"length": "cycles=0"}, "A match has 1 to 10 dealer cycles"),
        ({"deck": "tarot"}, "There is no deck called"),
        ({"deck": "matagot"}, "has 54."),
        ({"bga_teams": "yes"}, "has no teams"),
        ({"name": "x" * 25}, "A name has at most 24 visible letters"),
        ({"name": "a|b"}, "A name has at most 24 visible letters"),
        ({"name": "Lopaka"}, "This name is taken."),
        ({"player_1": "oracle"}, "There is no computer player called"),
        ({"pace": "fast"}, "The pace is 0 to 5000 milliseconds."),
        ({"pace": "5001"}, "The pace is 0 to 5000 milliseconds."),
        ({"first_dealer": "4"}, "There is no such dealer."),
    ],
)
def test_a_form_that_is_wrong_comes_back_with_a_sentence(
    live: Live, fields: dict[str, str], sentence: str
) -> None:
    answer = live.request("POST", "/tables", {"edition": "classic/4", **fields})

    assert answer.status == 422
    assert sentence in answer.text


def test_a_form_that_is_no_form_is_refused(live: Live) -> None:
    json = {"Content-Type": "application/json"}

    assert live.request("POST", "/tables", {"edition": "classic/4"}, json).status == 415
    assert live.request("POST", "/tables", {"edition": "x" * 9000}).status == 413
    assert live.request("GET", "/tables").status == 405


@pytest.mark.parametrize(
    ("fields", "made"),
    [
        ({"edition": "classic/4,deck=matagot36"}, "classic/4,deck=matagot36"),
        ({"edition": "classic/4", "rounds": "7"}, "classic/4,rounds=7"),
        ({"edition": "classic/4", "rounds": "7", "length": "rounds"}, "classic/4,rounds=7"),
        ({"edition": "classic/4", "rounds": "7", "length": "cycles=1"}, "classic/4,cycles=1"),
        ({"edition": "matagot/6", "shown": "classic/4", "length": "cycles=2", "rounds": "7"},
         "matagot/6"),
        ({"edition": "classic/4,no-aids,target=300"}, "classic/4,no-aids,target=300"),
        ({"edition": "matagot/6", "deck": "matagot17", "no_aids": "yes"},
         "matagot/6,deck=matagot17,no-aids"),
    ],
)  # fmt: skip
def test_a_new_table_takes_options_behind_the_key_and_from_the_form(
    live: Live, fields: dict[str, str], made: str
) -> None:
    with live.client(*live.new_table(**fields)) as client:
        client.until_view(bool)

    assert made == client.view.table.edition


def test_the_form_shows_the_options_of_the_edition_it_is_asked_for(live: Live) -> None:
    page = live.request("GET", "/new?edition=matagot/5,deck=matagot17,no-aids,rounds=7").text
    chosen = re.findall(r'value="([^"]+)"[^>]* (?:checked|selected)', page)

    assert {"matagot/5", "matagot17", "rounds=7"} <= set(chosen)
    assert re.search(r'name="no_aids"[^>]* checked', page)


@pytest.mark.parametrize(
    "fields",
    [{"rounds": "0"}, {"rounds": "101"}, {"rounds": "9" * 5_000}, {"rounds": "many"},
     {"length": "target=100000"}, {"length": "rounds=" + "9" * 5_000}, {"pace": "9" * 5_000}],
)  # fmt: skip
def test_a_number_out_of_range_is_told_in_the_form(live: Live, fields: dict[str, str]) -> None:
    answer = live.request("POST", "/tables", {"edition": "classic/4", **fields})

    assert answer.status == 422
    assert 'class="errors"' in answer.text


@pytest.mark.parametrize(
    "path", ["/new?edition=classic/4,rounds=" + "9" * 5_000, "/new?edition=classic/4,colour=red"]
)
def test_a_form_for_no_edition_is_not_there(live: Live, path: str) -> None:
    assert live.request("GET", path).status == 404


def test_a_quick_match_may_have_options(live: Live) -> None:
    made = live.request("POST", "/quick", {"edition": "classic/3,no-aids"})
    wrong = live.request("POST", "/quick", {"edition": "classic/3,rounds=0"})

    assert (made.status, wrong.status) == (303, 404)


def test_options_of_the_form_reach_the_table(live: Live) -> None:
    table, cookie = live.new_table(
        "classic/4",
        deck="bambus1995",
        face_value="yes",
        length="target=300",
        name=" Ada  L ",
        player_2="rules_of_thumb",
        first_dealer="3",
        pace="0",
    )
    with live.client(table, cookie) as client:
        client.receive()

        assert client.view.table.edition == "classic/4,deck=bambus1995,face-value,target=300"
        assert client.view.players[0].name == "Ada L"
        assert [player.kind for player in client.view.players] == [
            "human",
            "computer",
            "computer",
            "computer",
        ]
        assert client.view.players[2].level == "rules_of_thumb"
        assert client.view.match.dealer == 3


def test_unfinished_matches_of_a_guest_are_offered(live: Live) -> None:
    table, cookie = live.new_table("matagot/6")

    assert f"/tables/{table}" in live.request("GET", "/", headers={"Cookie": cookie}).text
    assert f"/tables/{table}" not in live.request("GET", "/").text


def test_a_match_that_was_left_is_offered_no_more(live: Live) -> None:
    table, cookie = live.new_table("classic/3")
    with live.client(table, cookie) as client:
        client.do(LeaveTable)

    assert f"/tables/{table}" not in live.request("GET", "/", headers={"Cookie": cookie}).text


def test_finished_rounds_can_be_taken_home_as_records(live: Live) -> None:
    table, cookie = live.new_table("classic/lopaka", name="Ada")
    path = f"/tables/{table}/record"
    with live.client(table, cookie) as client:
        client.play_until(lambda view: shown_round(view).step > 0)
        assert live.request("GET", path).status == 404
        client.play_round()
        shown = client.current_round

    (record,) = read_records(live.request("GET", path).text)
    assert shown_result(client.view).scores == [
        dict(zip(shown.order, record.round.scores or (), strict=True))[player]
        for player in range(3)
    ]
    assert {"Ada", "Lopaka"} < set(record.names)


def test_settings_are_kept_in_a_cookie(live: Live) -> None:
    fields = {"theme": "dark", "print": "huge", "pace": "1200", "next": "/rules"}
    answer = live.request("POST", "/settings", fields)

    assert (answer.status, answer.headers["location"]) == (303, "/rules")
    cookie = answer.headers["set-cookie"]
    assert "theme=dark&print=normal" in cookie
    assert "pace=1200" in cookie
    assert "HttpOnly" not in cookie


@pytest.mark.parametrize("path", ["//evil.example", "http://evil.example", "/\\evil", "x", "/\r\n"])
def test_settings_lead_back_to_this_site_alone(live: Live, path: str) -> None:
    assert live.request("POST", "/settings", {"next": path}).headers["location"] == "/"


def test_the_server_says_that_it_is_there(live: Live) -> None:
    assert live.request("GET", "/healthz").text == '{"status":"ok"}'


def test_what_goes_wrong_is_said_so_and_leaks_nothing(live: Live) -> None:
    answer = live.request("GET", "/tables/%ff%fe/record")

    assert answer.status == 404


def test_someone_named_like_a_computer_player_gets_other_company(live: Live) -> None:
    table, cookie = live.new_table("matagot/6", name="Keawe")
    with live.client(table, cookie) as client:
        client.receive()

        assert len({player.name for player in client.view.players}) == 6


def test_only_players_keep_the_record_of_a_table_for_nobody(live: Live) -> None:
    table, cookie = live.new_table("classic/lopaka", watch="nobody")
    with live.client(table, cookie) as client:
        client.play_round()
    paths = (f"/tables/{table}/record", f"/t/{table}/export.json")
    asked = [
        live.request("GET", path, headers=headers).status
        for path in paths
        for headers in ({"Cookie": cookie}, {})
    ]

    assert asked == [200, 404, 200, 404]
