"""Clocks, talk and free places of a table at a server, in words for the terminal."""

from functools import cache
from gettext import NullTranslations
from random import Random

import pytest
from msgspec.structs import replace

from bottleimp.knowledge.phrases import PHRASES
from bottleimp.languages import language as i18n
from bottleimp.protocol.views import (
    ChatMessageView,
    ClockView,
    PlayerView,
    RemainingTimeView,
    View,
)
from bottleimp.server.views.projection import project_table
from bottleimp.terminal.text.status_text import (
    WARNING,
    absence_texts,
    available_places,
    format_clock,
    format_duration,
    is_ticking,
    mutable_people,
    only_partners,
    phrase_text,
    reachable_places,
    seconds_left,
    silence_text,
    status_line,
    waiting_text,
)
from tests.server.views.test_secrecy import moments

ENGLISH = NullTranslations()


@cache
def usual_view() -> View:
    """What somebody who watches sees of a table in its first round."""
    views = (
        project_table(state, None, i18n.ENGLISH) for _, state in moments("classic/4", Random(1))
    )
    return next(view for view in views if view.round is not None and view.round.phase == "play")


def table(*kinds: str, **parts: object) -> View:
    """A view with a player of each kind, before the match unless the parts say otherwise."""
    usual = usual_view()
    players = [PlayerView(f"P{n}", kind, None, None, None) for n, kind in enumerate(kinds)]
    clock = ClockView("bank", seconds=0, bank=300, increment=5, days=0)
    gathering = replace(usual.table, status="gathering", talk="presets", clock=clock)
    before = {"table": gathering, "players": players, "round": None, "times": [], "talk": []}
    return replace(usual, **before | parts)


def running(left: int, since: int | None = 0, *, is_up: bool = False) -> RemainingTimeView:
    return RemainingTimeView(left, since, is_up)


def said(name: str, person: str, phrase: str) -> ChatMessageView:
    return ChatMessageView(1, 0, 1, name, person, phrase, None)


def test_a_clock_that_runs_is_counted_down_by_the_servers_time() -> None:
    assert seconds_left(running(10_000, since=1000), 4_500) == 7


def test_a_clock_that_stands_keeps_its_time() -> None:
    assert seconds_left(running(10_000, since=None), 99_000) == 10


def test_no_clock_shows_less_than_nothing() -> None:
    assert seconds_left(running(10_000), 99_000) == 0


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "0:00"), (65, "1:05"), (3_725, "1:02:05"), (2 * 86_400 + 3 * 3_600, "2 d 3 h")],
)
def test_times_are_written_as_clocks_show_them(seconds: int, words: str) -> None:
    assert words == format_duration(seconds, ENGLISH)


@pytest.mark.parametrize(("left", "is_short"), [(10_000, True), (11_000, False)])
def test_short_time_stands_out(left: int, is_short: bool) -> None:
    drawn = format_clock(table("human"), 0, running(left), 0, ENGLISH)

    assert is_short == any(span.style == WARNING for span in drawn.spans)


def test_who_has_no_time_left_is_said_so() -> None:
    drawn = format_clock(table("human"), 0, running(0, is_up=True), 0, ENGLISH)

    assert drawn.plain == "P0 time is up"


def test_the_line_has_clocks_and_the_last_words() -> None:
    lines = [said("P1", "b", "good-luck")]
    view = table("human", "human", "computer", times=[running(65_000), None, None], talk=lines)
    line = status_line(view, 0, ENGLISH)

    assert line is not None
    assert line.plain == "P0 1:05   P1: Good luck   C: talk"


def test_the_line_has_no_words_of_who_is_muted_under_any_name() -> None:
    lines = [
        said(name, person, "hello") for name, person in (("P1", "a"), ("P2", "b"), ("Another", "b"))
    ]
    line = status_line(table("human", "human", talk=lines), 0, ENGLISH, {"b"})

    assert line is not None
    assert line.plain == "P1: Hello   C: talk"


def test_after_the_match_the_line_says_that_a_next_one_is_there() -> None:
    over = replace(usual_view().match, over=True, rematch="abc")
    line = status_line(table("human", "computer", match=over), 0, ENGLISH)

    assert line is not None
    assert line.plain == "R: There is a next match, with a place for everybody here."


def test_the_line_says_who_of_the_others_is_away_and_for_whom_a_computer_player_plays() -> None:
    usual = usual_view().table
    quick = replace(
        usual, grace=60, clock=ClockView("move", seconds=30, bank=0, increment=0, days=0)
    )
    slow = replace(usual, clock=ClockView("days", seconds=0, bank=0, increment=0, days=3))
    people = [
        PlayerView("Ann", "human", None, None, None),
        PlayerView("Bo", "human", None, None, None),
        PlayerView("Cy", "human", None, "heuristic", None),
    ]
    view = table(table=quick, players=people, you=0)
    waits = "Bo is away. After waiting 30 seconds for Bo, a computer plays."
    plays = "A computer player plays for Cy."

    assert absence_texts(view, ENGLISH, [0]) == [waits, plays]
    assert str(status_line(view, 0, ENGLISH, (), [0])).startswith(f"{waits}   {plays}")
    assert absence_texts(view, ENGLISH, [0, 1]) == [plays]
    assert absence_texts(view, ENGLISH, ()) == [plays]  # who is there is not known yet
    assert absence_texts(replace(view, table=slow), ENGLISH, [0]) == [
        "Bo is away. When the time for a choice is up, a computer makes it.",
        plays,
    ]
    over = replace(view, match=replace(view.match, over=True))
    assert absence_texts(over, ENGLISH, [0]) == []


def test_partners_are_not_offered_to_talk_in_a_round_unless_they_may() -> None:
    usual = usual_view()
    assert usual.round is not None
    round_of_teams = replace(usual.round, sides=[[0, 2], [1, 3]])
    kinds = ("human", "human", "computer", "computer")
    view = table(*kinds, table=replace(usual.table, talk="presets"), round=round_of_teams)
    told = "Nobody talks while partners play a round."
    may = replace(view, table=replace(view.table, partners_talk=True))
    over = replace(view, round=replace(round_of_teams, phase="over"))
    alone = replace(view, round=replace(round_of_teams, sides=[[0], [1], [2], [3]]))
    off = replace(view, table=replace(view.table, talk="off"))

    assert silence_text(view, ENGLISH) == told
    assert "C: talk" not in str(status_line(view, 0, ENGLISH))
    assert [silence_text(one, ENGLISH) for one in (may, over, alone)] == ["", "", ""]
    assert "C: talk" in str(status_line(may, 0, ENGLISH))
    assert silence_text(off, ENGLISH) == "Nobody talks at this table."


def test_there_is_no_line_for_one_person_without_a_clock() -> None:
    assert status_line(table("human", "computer"), 0, ENGLISH) is None


@pytest.mark.parametrize("key", PHRASES)
def test_every_phrase_has_words_at_the_terminal(key: str) -> None:
    assert PHRASES[key].text in phrase_text(key, ENGLISH)


def test_a_phrase_of_a_newer_server_is_shown_as_it_came() -> None:
    assert phrase_text("brand-new", ENGLISH) == "brand-new"


def test_free_places_are_taken_before_those_of_computer_players() -> None:
    assert available_places(table("human", "open", "computer", "open")) == [1, 3]
    assert available_places(table("human", "computer", "computer")) == [1, 2]


def test_somebody_with_a_seat_has_no_place_to_take() -> None:
    assert available_places(table("human", "open", you=0)) == []


def test_there_is_no_place_to_take_after_the_match() -> None:
    over = replace(usual_view().match, over=True)

    assert available_places(table("human", "open", match=over)) == []


def test_there_is_no_place_to_take_in_the_middle_of_a_round() -> None:
    usual = usual_view()
    view = table("human", "open", table=usual.table, round=usual.round)

    assert available_places(view) == []


def test_a_clock_that_stands_gives_no_warning() -> None:
    drawn = format_clock(table("human"), 0, running(5_000, since=None), 0, ENGLISH)

    assert not any(span.style == WARNING for span in drawn.spans)


def test_after_the_match_no_clock_is_shown() -> None:
    view = table("human", times=[running(65_000, since=None)])

    assert status_line(view, 0, ENGLISH) is not None
    assert status_line(replace(view, match=replace(view.match, over=True)), 0, ENGLISH) is None


def test_nobody_mutes_themselves() -> None:
    people = [PlayerView(f"P{n}", "human", None, None, tag) for n, tag in enumerate("abc")]

    assert mutable_people(table(players=people, you=0)) == {1: "b", 2: "c"}


def test_the_seconds_until_the_next_round_are_counted_down() -> None:
    view = table("human", "computer")
    waiting = replace(view, match=replace(view.match, next_at=21_500))
    line = status_line(waiting, 1_600, ENGLISH)

    assert not is_ticking(view, 0)
    assert [is_ticking(waiting, now) for now in (1_600, 22_000, 23_000)] == [True, True, False]
    assert "The next round begins in 20 seconds at the latest." in str(line)
    assert status_line(waiting, 21_500, ENGLISH) is None


@pytest.mark.parametrize(
    ("kinds", "begins_when_full", "you", "words"),
    [
        (("human", "human", "open"), True, 0, "Invite others: the match begins by itself"),
        (("human", "human", "open"), False, 0, "Invite others. The match waits until you begin"),
        (("human", "human"), False, 0, "Everybody is here. Begin when you like."),
        (("human", "human", "human"), False, 0, "Every place is taken, but not everybody is here"),
        (("human", "human", "open"), True, 1, "when the last place is taken, or earlier if P0"),
        (("human", "human", "open"), False, 1, "P0 begins the match."),
        (("human", "human", "human"), True, 1, "P0 begins the match."),
    ],
)
def test_what_a_table_waits_for_is_said_to_whoever_sits_there(
    kinds: tuple[str, ...], begins_when_full: bool, you: int, words: str
) -> None:
    view = table(*kinds, you=you)
    seats = replace(view.table, begins_when_full=begins_when_full, host=0)

    assert words in waiting_text(replace(view, table=seats), [0, 1], ENGLISH)


def test_a_table_without_a_host_begins_soon() -> None:
    view = table("human", "human", you=0)
    hostless = replace(view, table=replace(view.table, host=None))

    assert waiting_text(hostless, [0, 1], ENGLISH) == "The match begins soon."


def test_places_to_move_to_are_offered_before_a_match_of_teams() -> None:
    kinds = ("human", "open", "human", "computer")
    view = replace(table(*kinds), you=0)
    teams = replace(view, table=replace(view.table, has_sides=True, sides=[[0, 2], [1, 3]]))

    assert reachable_places(view) == []
    assert reachable_places(teams) == [1, 3]
    assert reachable_places(replace(teams, you=None)) == []
    assert [only_partners(teams, player) for player in range(4)] == [[2], [3], [0], [1]]
    several = replace(teams, table=replace(teams.table, sides=[[0, 2], [0, 3]]))
    assert only_partners(several, 0) == []
