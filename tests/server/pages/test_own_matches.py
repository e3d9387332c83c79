"""The front page shows a visitor's matches with their scores, and discards those not wanted."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from bottleimp.game.match import Match
from bottleimp.languages.language import ENGLISH
from bottleimp.protocol.messages import JoinTable
from bottleimp.rules.editions import edition_from_text
from bottleimp.server.pages.own_matches import MatchStanding, OwnMatches, result_text
from bottleimp.server.state.storage_interface import Guest
from tests.support.folded_table import Gathering
from tests.support.frames import is_scored
from tests.support.in_process import (
    InProcessService,
    guest,
    in_process_service,
    play_until,
    run_service,
)
from tests.support.live_server import Live
from tests.support.virtual_time import run

ONE_CYCLE = "classic/3,cycles=1"


def home(live: Live, cookie: str) -> str:
    """The front page for the visitor with this cookie."""
    return live.request("GET", "/", headers={"Cookie": cookie}).text


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("matagot/6-teams-222", "You won"),
        ("matagot/4-teams", "You shared the win"),  # partners of this round alone
        ("classic/4", "You shared the win"),
    ],
)
def test_partners_win_together_and_others_share(key: str, told: str) -> None:
    played = edition_from_text(f"{key},rounds=1")
    partner = played.players // 2
    scores = [9 if player in (0, partner) else 1 for player in range(played.players)]
    over = Match(played, played.players - 1).after(tuple(scores))
    table = Gathering(key, "c" * (played.players - 1))
    table.play_round()
    standing = MatchStanding.of(replace(table.state, edition=played, match=over))

    assert result_text(standing, Guest("g0", "", "Ann"), ENGLISH) == told


@pytest.mark.wide
def test_a_match_to_go_on_with_shows_the_score_after_each_round(live: Live) -> None:
    table, cookie = live.new_table("classic/3", name="Ada")
    home_page = home(live, cookie)
    with live.client(table, cookie) as client:
        client.play_round()
        totals = client.view.match.totals
    shown = re.findall(
        r"<span>You\u00a0([\d\u2212]+), Keawe\u00a0([\d\u2212]+), Kokua\u00a0([\d\u2212]+)<",
        home(live, cookie),
    )

    assert "<span>You\u00a0" not in home_page
    assert [tuple(str(points).replace("-", "\u2212") for points in totals)] == shown


def test_a_match_is_discarded_with_a_form(live: Live) -> None:
    table, cookie = live.new_table("classic/3")
    other, _ = live.new_table("classic/3")
    path = f"/tables/{table}/discard"
    assert f'action="{path}"' in home(live, cookie)
    answers = [live.request("POST", path, {}, {"Cookie": cookie}) for _ in range(2)]

    assert [answer.status for answer in answers] == [303, 303]
    assert [answer.headers["location"] for answer in answers] == ["/", "/"]
    assert f"/tables/{table}" not in home(live, cookie)
    with live.client(table, cookie) as client:
        client.receive()
        assert client.view.table.status == "closed"
    assert live.request("POST", f"/tables/{other}/discard", {}, {"Cookie": cookie}).status == 303
    with live.client(other) as client:
        client.receive()
        assert client.view.table.status == "playing"


def test_nobody_discards_for_others(live: Live) -> None:
    table, cookie = live.new_table("classic/3")
    path = f"/tables/{table}/discard"
    foreign = {"Cookie": cookie, "Origin": "http://evil.example"}

    assert live.request("POST", path, {}).status == 404
    assert live.request("POST", path, {}, foreign).status == 403
    assert live.request("POST", "/tables/nothing/discard", {}, {"Cookie": cookie}).status == 404
    assert f"/tables/{table}" in home(live, cookie)


def test_whoever_leaves_others_is_told_that_they_go_on(live: Live) -> None:
    table, cookie = live.new_table("classic/3", friends="yes", player_2="rules_of_thumb")
    assert "Discard this match" in home(live, cookie)
    with live.client(table, live.request("GET", "/").headers["set-cookie"]) as client:
        client.do(JoinTable, name="Bob", player=None)

    assert "The others go on without you" in home(live, cookie)
    assert "Discard this match" not in home(live, cookie)


@pytest.mark.slow
def test_finished_matches_stay_on_the_front_page_with_their_result(tmp_path: Path) -> None:
    ann = guest("Ann")
    made: list[str] = []

    async def play(opened: InProcessService) -> None:
        person = await opened.table(ONE_CYCLE, "cc", maker=ann)
        while True:
            await play_until([person], is_scored)
            if person.view.match.over:
                break
            await person.next()
            await person.until(lambda view: not is_scored(view))
        shown = await OwnMatches(opened.registry, opened.store).context(ann, ENGLISH)
        made.append(person.table.id)
        assert shown["unfinished"] == []
        assert isinstance(shown["finished"], list)
        (match,) = shown["finished"]
        totals, winners = person.view.match.totals, person.view.match.winners
        names = ["You", "Keawe", "Keawe"]
        assert match["url"] == f"/tables/{person.table.id}"
        assert (
            ", ".join(
                f"{name}\u00a0{points}".replace("-", "\u2212")
                for name, points in zip(names, totals, strict=True)
            )
            == match["score"]
        )
        assert match["result"].startswith("You" if 0 in winners else "Keawe")

    async def look_again() -> None:
        async with in_process_service(tmp_path) as opened:
            own = OwnMatches(opened.registry, opened.store)
            first, second = [await own.context(ann, ENGLISH) for _ in range(2)]
            assert first == second
            assert isinstance(first["finished"], list)
            assert [each["url"] for each in first["finished"]] == [f"/tables/{made[0]}"]
            assert opened.registry.open_count == 0
            stranger = await own.context(guest("Bob"), ENGLISH)
            assert stranger == {"unfinished": [], "finished": []}

    run_service(tmp_path, play)
    run(look_again())


def test_the_page_of_a_quick_match_knows_when_computer_players_come(live: Live) -> None:
    quick = live.request("POST", "/quick", {"edition": "classic/4"})
    page = live.request("GET", quick.headers["location"]).text
    usual, _ = live.new_table("classic/4")
    seconds = re.findall(r'data-fills="(\d*)"', page)

    assert len(seconds) == 1
    assert 0 <= int(seconds[0]) <= 10
    assert 'data-fills=""' in live.request("GET", f"/tables/{usual}").text


def test_an_unfinished_match_is_offered_first_on_the_front_page(live: Live) -> None:
    table, cookie = live.new_table("classic/3")
    page, stranger = home(live, cookie), live.request("GET", "/").text
    (link,) = re.findall(r'<a class="button play-now go-on" href="([^"]*)">([^<]*)</a>', page)

    assert link == (f"/tables/{table}", "Continue: Classic, 3 players, round 1 of 6")
    assert page.index("go-on") < page.index(">New match<")
    assert '<button class="play-now second"' in page
    assert ">Play now<" not in page
    assert ">Play now<" in stranger
    assert "go-on" not in stranger


def test_whoever_looks_at_discarding_a_match_can_keep_it(live: Live) -> None:
    _, cookie = live.new_table("classic/3")

    assert '<button formmethod="get" formaction="/">Keep it</button>' in home(live, cookie)
