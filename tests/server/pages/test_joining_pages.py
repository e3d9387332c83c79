"""The pages on the way to a table with others, without JavaScript."""

import html
import re

import pytest

from bottleimp.languages.language import ENGLISH
from bottleimp.protocol.messages import JoinTable, RemovePlayer
from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.protocol.views import View
from bottleimp.server.access import place_keys
from bottleimp.server.pages.new_table import NewTableForm
from bottleimp.server.pages.table_settings_form import OFFERED_CLOCKS, parse_time_control
from bottleimp.server.state.events import DAYS_PER_MOVE, PER_MOVE, TIME_BANK, TimeControl
from bottleimp.server.text.words import refusal_text
from tests.support.live_server import Answer, Live

FRIENDS = {"friends": "yes", "name": "Ada", "start": "host"}
UNKNOWN_CODE = "ZZZZZ"


def view_of(live: Live, table: str, cookie: str | None = None) -> View:
    """The table as the visitor sees it."""
    with live.client(table, cookie) as client:
        client.receive()
        return client.view


def got(live: Live, path: str, cookie: str = "") -> Answer:
    """The page for a visitor with this cookie."""
    return live.request("GET", path, headers={"Cookie": cookie})


def sent(live: Live, path: str, cookie: str = "", **fields: str) -> Answer:
    """The answer to a form."""
    return live.request("POST", path, fields, {"Cookie": cookie} if cookie else {})


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"clock": "move=1"}, "There is no clock called 'move=1'."),
        ({"clock": "bank=300"}, "There is no clock called 'bank=300'."),
        ({"clock": "days=99"}, "There is no clock called 'days=99'."),
        ({"clock": "none=1"}, "There is no clock called 'none=1'."),
        ({"watch": "friends"}, "There is no such rule about who may watch."),
        ({"talk": "loudly"}, "There is no such way to talk."),
        ({"hints": "sometimes"}, "There is no such rule about hints."),
        ({"level": "oracle"}, "There is no computer player called 'oracle'."),
    ],
)
def test_a_form_that_is_wrong_about_company_comes_back_with_a_sentence(
    live: Live, fields: dict[str, str], sentence: str
) -> None:
    answer = sent(live, "/tables", edition="classic/4", **FRIENDS, **fields)

    assert answer.status == 422
    assert sentence in html.unescape(answer.text)


def test_what_is_agreed_about_company_reaches_the_table(live: Live) -> None:
    agreed = {"clock": "bank=600+10", "watch": "nobody", "talk": "off", "level": "rules_of_thumb"}
    table, cookie = live.new_table("classic/4", **FRIENDS, **agreed, player_2="rules_of_thumb")
    shown = view_of(live, table, cookie).table

    assert shown.status == "gathering"
    assert (shown.watch, shown.talk, shown.level) == ("nobody", "off", "rules_of_thumb")
    assert (shown.clock.kind, shown.clock.bank, shown.clock.increment) == ("bank", 600, 10)
    assert not shown.is_listed


def test_who_gets_hints_is_agreed_at_the_table(live: Live) -> None:
    usual, cookie = live.new_table("classic/4", **FRIENDS)
    agreed, other = live.new_table("classic/4", **FRIENDS, hints="always")

    assert view_of(live, usual, cookie).table.hints == "alone"
    assert view_of(live, agreed, other).table.hints == "always"


def test_the_level_chosen_last_is_offered_first_the_next_time(live: Live) -> None:
    settings = {"Cookie": "bottle_settings=level=rules_of_thumb"}
    form = live.request("GET", "/new?edition=classic/4", headers=settings).text
    home = live.request("GET", "/", headers=settings).text

    assert '<option value="rules_of_thumb" selected>' in form
    assert '<option value="rules_of_thumb" selected>' in home
    assert "The easiest, for a first match." not in home


def test_a_first_visitor_meets_the_easiest_opponents_and_is_told_so(live: Live) -> None:
    home = live.request("GET", "/").text
    table, cookie = live.new_table("classic/4", level="")
    levels = [one.level for one in view_of(live, table, cookie).players[1:]]

    assert '<option value="first_evening" selected>' in home
    assert "The easiest, for a first match." in home
    assert "computer players fill up the table (First evening)" in home
    assert levels == ["first_evening"] * 3


@pytest.mark.parametrize(
    ("last", "usual"), [("", "regular"), ("rules_of_thumb", "regular"), ("imp", "imp")]
)
def test_who_plays_for_people_who_are_away_is_regular_or_stronger(
    live: Live, last: str, usual: str
) -> None:
    settings = {"Cookie": f"bottle_settings=level={last}"} if last else {}
    form = live.request("GET", "/new?edition=classic/4&friends=yes", headers=settings).text

    assert f'<option value="{usual}" selected>' in form.partition('name="level"')[2]


def test_opponents_stay_easy_where_stand_ins_are_not_chosen() -> None:
    friends = NewTableForm.of({"edition": "classic/4", "friends": "yes"}, ENGLISH, "Ada", 0)
    alone = NewTableForm.of({"edition": "classic/4"}, ENGLISH, "Ada", 0)
    strong = NewTableForm.of({"friends": "yes", "level": "imp"}, ENGLISH, "Ada", 0)

    assert "regular" == friends.setup.settings.level == alone.setup.settings.level
    assert [who.level for who in alone.setup.players[1:]] == ["first_evening"] * 3
    assert [friends.chosen_level, alone.chosen_level] == ["first_evening"] * 2
    assert strong.chosen_level == "imp"


def test_places_are_kept_for_people_or_given_to_computers(live: Live) -> None:
    table, cookie = live.new_table("classic/4", **FRIENDS, player_2="rules_of_thumb")
    players = view_of(live, table, cookie).players

    assert [player.kind for player in players] == ["human", "open", "computer", "open"]


@pytest.mark.parametrize("text", OFFERED_CLOCKS)
def test_every_clock_on_offer_is_one(text: str) -> None:
    assert parse_time_control(text) is not None


def test_clocks_are_read_as_they_are_written() -> None:
    assert TimeControl(PER_MOVE, seconds=45) == parse_time_control("move=45")
    assert TimeControl(TIME_BANK, bank=300, increment=0) == parse_time_control("bank=300+0")
    assert TimeControl(DAYS_PER_MOVE, days=2) == parse_time_control("days=2")


def test_a_code_is_found_however_it_is_typed(live: Live) -> None:
    table, cookie = live.new_table("classic/3", **FRIENDS)
    code = view_of(live, table, cookie).table.code
    assert code is not None

    for typed in (code, code.lower(), f"%20{code[:2]}%20{code[2:].lower()}%20"):
        answer = got(live, f"/join?code={typed}")
        assert (answer.status, answer.headers["location"]) == (303, f"/tables/{table}")
    assert got(live, f"/j/{code}").headers["location"] == f"/tables/{table}"
    assert got(live, f"/t/{table}").headers["location"] == f"/tables/{table}"


def test_a_code_that_no_table_has_is_asked_for_again(live: Live) -> None:
    page = got(live, f"/j/{UNKNOWN_CODE}")
    assert page.status == 404
    assert f'value="{UNKNOWN_CODE}"' in page.text
    answer = got(live, f"/join?code={UNKNOWN_CODE}")
    assert answer.status == 404
    assert "No table has this code now." in answer.text


def test_an_invitation_is_a_picture_without_style_or_script(live: Live) -> None:
    table, _ = live.new_table("classic/3", **FRIENDS)
    answer = got(live, f"/tables/{table}/invitation.svg")

    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    assert not re.search(r"style|script|\bon\w+=", answer.text)


def test_only_listed_tables_stand_on_the_front_page(live: Live) -> None:
    listed, one = live.new_table("classic/3", **FRIENDS, listed="yes")
    hidden, other = live.new_table("classic/3", **FRIENDS)
    with live.client(listed, one) as first, live.client(hidden, other) as second:
        first.receive()
        second.receive()
        page = got(live, "/").text

    assert f"/tables/{listed}" in page
    assert f"/tables/{hidden}" not in page


def test_two_who_look_for_a_quick_match_sit_at_one_table(live: Live) -> None:
    made = sent(live, "/quick", edition="classic/4")
    cookie = made.headers["set-cookie"].partition(";")[0]
    table = made.headers["location"].removeprefix("/tables/")
    with live.client(table, cookie) as client:
        client.receive()
        found = sent(live, "/quick", edition="classic/4")
        client.until_view(lambda view: view.players[1].kind == "human")

    assert made.headers["location"] == found.headers["location"]


def test_a_quick_match_is_looked_for_under_a_name(live: Live) -> None:
    made = sent(live, "/quick", edition="matagot/5", name="  Zoë ")
    cookie = made.headers["set-cookie"].partition(";")[0]
    table = made.headers["location"].removeprefix("/tables/")

    assert view_of(live, table, cookie).players[0].name == "Zoë"
    assert 'value="Zoë"' in got(live, "/", cookie).text


@pytest.mark.parametrize("name", ["a|b", "Guest", "Lopaka"])
def test_a_bad_name_is_said_beside_the_quick_match(live: Live, name: str) -> None:
    answer = sent(live, "/quick", edition="classic/4", name=name)

    assert answer.status == 422
    assert re.search(rf'value="{re.escape(name)}".*aria-invalid', answer.text)


def test_a_quick_match_under_a_name_that_is_taken_is_refused_in_a_sentence(live: Live) -> None:
    made = sent(live, "/quick", edition="classic/4", name="Ann")
    cookie = made.headers["set-cookie"].partition(";")[0]
    with live.client(made.headers["location"].removeprefix("/tables/"), cookie) as client:
        client.receive()
        again = sent(live, "/quick", edition="classic/4", name="Ann")

    assert refusal_text(RefusalCode.NAME_TAKEN, ENGLISH) in html.unescape(again.text)


def test_a_link_takes_the_place_to_another_browser(live: Live) -> None:
    table, cookie = live.new_table("classic/3", name="Ada")
    page = sent(live, f"/tables/{table}/seat", cookie)
    (path,) = re.findall(rf"http://[^/]+(/s/{table}/[\w-]+)", html.unescape(page.text))

    assert "This is Ada's place" in got(live, path).text
    assert view_of(live, table, cookie).you == 0
    taken = sent(live, path)
    elsewhere = taken.headers["set-cookie"].partition(";")[0]
    assert taken.headers["location"] == f"/tables/{table}"
    assert None is view_of(live, table, cookie).you
    assert view_of(live, table, elsewhere).you == 0
    assert got(live, path, elsewhere).headers["location"] == f"/tables/{table}"
    assert sent(live, path, elsewhere).headers["location"] == f"/tables/{table}"
    assert (got(live, path).status, sent(live, path).status) == (404, 403)


def test_who_opens_the_own_link_is_told_so(live: Live) -> None:
    table, cookie = live.new_table("classic/3", name="Ada")
    page = sent(live, f"/tables/{table}/seat", cookie)
    (path,) = re.findall(rf"http://[^/]+(/s/{table}/[\w-]+)", html.unescape(page.text))

    assert "You hold it already" in got(live, path, cookie).text


def test_who_sits_at_the_table_already_is_told_so_and_takes_no_other_place(live: Live) -> None:
    table, cookie = live.new_table("classic/3", **FRIENDS)
    page = sent(live, f"/tables/{table}/seat", cookie)
    (path,) = re.findall(rf"http://[^/]+(/s/{table}/[\w-]+)", html.unescape(page.text))
    bob = live.new_cookie()
    with live.client(table, bob) as client:
        client.receive()
        client.do(JoinTable, name="Bob")
    asked, taken = got(live, path, bob), sent(live, path, bob)

    assert (asked.status, taken.status) == (200, 409)
    for answer in (asked, taken):
        assert refusal_text(RefusalCode.SEATED, ENGLISH) in answer.text
        assert "Take over here" not in answer.text
    assert view_of(live, table, cookie).you == 0


def test_who_was_sent_away_is_told_so_at_the_table_and_not_let_in_by_a_link(live: Live) -> None:
    table, cookie = live.new_table("classic/3", **FRIENDS)
    bob = live.new_cookie()
    with live.client(table, bob) as client:
        client.do(JoinTable, name="Bob")
    with live.client(table, cookie) as client:
        client.do(RemovePlayer, player=1)
    page = sent(live, f"/tables/{table}/seat", cookie)
    (path,) = re.findall(rf"http://[^/]+(/s/{table}/[\w-]+)", html.unescape(page.text))

    assert sent(live, path, bob).headers["location"] == f"/tables/{table}"
    assert (view_of(live, table, bob).you, view_of(live, table, cookie).you) == (None, 0)


def test_a_new_link_ends_the_one_before(live: Live) -> None:
    table, cookie = live.new_table("classic/3", name="Ada")
    pages = [sent(live, f"/tables/{table}/seat", cookie).text for _ in range(2)]
    former, latter = (re.findall(rf"/s/{table}/[\w-]+", html.unescape(page))[0] for page in pages)

    assert got(live, former).status == 404
    assert sent(live, former).status == 403
    assert got(live, latter).status == 200


def test_who_holds_no_place_gets_no_link(live: Live) -> None:
    table, _ = live.new_table("classic/3")

    assert got(live, f"/tables/{table}/seat").status == 404
    assert sent(live, f"/tables/{table}/seat").status == 404
    assert got(live, f"/s/{table}/nothing").status == 404


def test_who_loses_the_place_while_asking_gets_no_link(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def lost(*_about: object) -> str:
        raise Refused(RefusalCode.NOT_ALLOWED)

    monkeypatch.setattr(place_keys, "create_place_key", lost)
    table, cookie = live.new_table("classic/4")

    assert sent(live, f"/tables/{table}/seat", cookie).status == 404


def test_forms_of_another_site_move_nobody(live: Live) -> None:
    table, _ = live.new_table("classic/3")
    for path in ("/quick", f"/tables/{table}/seat", f"/s/{table}/nothing"):
        assert live.request("POST", path, {}, {"Origin": "http://evil.example"}).status == 403
