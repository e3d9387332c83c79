"""The page of a visitor's matches tells how their rounds went, and nothing of anybody else."""

import re
from pathlib import Path
from statistics import fmean

import pytest

from bottleimp.languages.language import ENGLISH
from bottleimp.protocol.messages import JoinTable, LeaveTable
from bottleimp.protocol.views import View
from bottleimp.rules.editions import edition
from bottleimp.server.pages.own_matches import OwnMatches
from bottleimp.server.pages.own_results import (
    CountedRound,
    OwnMatch,
    counted_rounds,
    tally_entries,
)
from tests.support.folded_table import rounds
from tests.support.frames import is_scored
from tests.support.in_process import (
    AT_ONCE,
    InProcessService,
    guest,
    in_process_service,
    play_until,
    run_service,
)
from tests.support.live_server import Live
from tests.support.short_runs import EDITIONS
from tests.support.virtual_time import run


@pytest.mark.parametrize("key", EDITIONS)
def test_a_round_is_told_as_it_was_scored(key: str) -> None:
    state = rounds(key, 2).state
    for number, outcome in enumerate(counted_rounds(state)):
        played, match = state.finished_rounds[number], state.round_start_matches[number]
        assert played.scores is not None
        for player, score in enumerate(outcome.scores):
            seat = match.seat_of(player)
            partners = {seat, *played.edition.partners(seat)}
            others = [
                points
                for other, points in enumerate(played.scores)
                if other not in partners and other not in played.edition.driven
            ]
            assert score == played.scores[seat]
            assert outcome.others(player) == pytest.approx(fmean(others))
            assert (player in outcome.owners) == (seat in played.owners)


def test_rounds_are_added_up_for_each_edition() -> None:
    def outcome(*scores: int, stuck: int) -> CountedRound:
        return CountedRound(scores, (0, 1, 2), (stuck,))

    three, four = edition("classic/3"), edition("classic/4")
    teams = CountedRound((10, 2, 10, 4), (0, 1, 0, 1), (1,))
    told = tally_entries(
        [
            OwnMatch(three, 0, (outcome(-9, 20, 30, stuck=0), outcome(12, 20, 31, stuck=2)), ()),
            OwnMatch(edition("classic/3,rounds=1"), 1, (outcome(1, 40, 3, stuck=2),), (1, 2)),
            OwnMatch(three, 2, (outcome(50, 40, 3, stuck=2),), (0,)),
            OwnMatch(four, 0, (teams,), ()),
            OwnMatch(edition("matagot/6"), 0, (), ()),
        ],
        ENGLISH,
    )

    assert told == [
        {
            "title": "Classic, 3 players", "rounds": 4, "points": "12", "others": "24",
            "stuck": 2, "finished": 2, "won": 1,
        },
        {
            "title": "Classic, 4 players", "rounds": 1, "points": "10", "others": "3",
            "stuck": 0, "finished": 0, "won": 0,
        },
    ]  # fmt: skip


def test_points_below_zero_have_a_minus_sign() -> None:
    lost = OwnMatch(edition("classic/3"), 0, (CountedRound((-9, 0, 20), (0, 1, 2), (0,)),), ())

    assert tally_entries([lost], ENGLISH)[0]["points"] == "\u22129"


@pytest.mark.slow
def test_rounds_of_running_and_of_finished_matches_count(tmp_path: Path) -> None:
    ann = guest("Ann")
    seen: list[dict[str, object]] = []

    async def play(opened: InProcessService) -> None:
        over = await opened.table("classic/3,rounds=1", "cc", maker=ann)
        running = await opened.table("classic/3", "cc", maker=ann)
        await opened.table("classic/4", "ccc", maker=ann)
        for person in (over, running):
            await play_until([person], is_scored)
        own = OwnMatches(opened.registry, opened.store)
        seen.append(await own.all_matches(ann, ENGLISH))
        tallies = seen[0]["tallies"]
        scores = [person.view.match.sheet[0].scores for person in (over, running)]
        points = round(fmean(each[0] for each in scores))
        won = int(0 in over.view.match.winners)
        assert isinstance(tallies, list)
        assert [(each["rounds"], each["finished"], each["won"]) for each in tallies] == [
            (2, 1, won)
        ]
        assert tallies[0]["points"] == str(points).replace("-", "\u2212")
        nobody = await own.all_matches(guest("Bob"), ENGLISH)
        assert nobody == {"finished": [], "tallies": [], "most": 0}

    async def look_again() -> None:
        async with in_process_service(tmp_path) as opened:
            own = OwnMatches(opened.registry, opened.store)
            assert await own.all_matches(ann, ENGLISH) == seen[0]
            assert opened.registry.open_count == 0

    run_service(tmp_path, play)
    run(look_again())


def test_rounds_that_somebody_else_played_at_the_place_are_not_counted(tmp_path: Path) -> None:
    async def play(opened: InProcessService) -> None:
        ann = await opened.table("classic/3,rounds=2", "oc", AT_ONCE, guest("Ann"))
        bob = await opened.joined(ann.table, "Bob")
        await play_until([ann, bob], is_scored)
        await bob.do(LeaveTable)
        cid = await opened.joined(ann.table, "Cid")
        own = OwnMatches(opened.registry, opened.store)
        before = [await own.all_matches(who, ENGLISH) for who in (ann.who, cid.who)]
        await ann.next()
        await cid.next()
        await play_until([ann, cid], is_match_over)
        after = [await own.all_matches(who, ENGLISH) for who in (ann.who, cid.who)]

        assert [round_counts(told) for told in (*before, *after)] == [[1], [], [2], [1]]

    run_service(tmp_path, play)


def test_whoever_comes_back_to_the_place_keeps_the_rounds(tmp_path: Path) -> None:
    async def play(opened: InProcessService) -> None:
        ann = await opened.table("classic/3,rounds=2", "oc", AT_ONCE, guest("Ann"))
        bob = await opened.joined(ann.table, "Bob")
        await play_until([ann, bob], is_scored)
        for person in (bob, ann):
            await person.do(LeaveTable)
            await person.do(JoinTable, name=person.who.name)
        own = OwnMatches(opened.registry, opened.store)
        told = [await own.all_matches(who, ENGLISH) for who in (ann.who, bob.who)]

        assert [round_counts(each) for each in told] == [[1], [1]]

    run_service(tmp_path, play)


def round_counts(told: dict[str, object]) -> list[object]:
    """How many rounds are counted of each edition."""
    tallies = told["tallies"]
    assert isinstance(tallies, list)
    return [tally["rounds"] for tally in tallies]


def is_match_over(view: View) -> bool:
    return view.match.over


def test_the_page_is_reached_from_the_front_page(live: Live) -> None:
    table, cookie = live.new_table("classic/3", name="Ada")
    with live.client(table, cookie) as client:
        client.play_round()
        scores = client.view.match.sheet[0].scores
    pages = [
        live.request("GET", path, headers={"Cookie": cookie}).text for path in ("/", "/matches")
    ]
    stranger = [live.request("GET", path).text for path in ("/", "/matches")]
    told = re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", pages[1])

    assert 'href="/matches"' in pages[0]
    assert 'href="/matches"' not in stranger[0]
    assert told[:2] == [
        ("Rounds", "1"), ("Your points a round", str(scores[0]).replace("-", "\u2212")),
    ]  # fmt: skip
    assert [title for title, _ in told[2:]] == [
        "Your opponents' points",
        "Left with the bottle",
    ]
    assert "as soon as one is over" in stranger[1]
    assert "Classic" not in stranger[1]
