"""Clocks, talk and free places of a table at a server, in words for the terminal."""

from gettext import NullTranslations
from typing import Any

import pytest

from bottleimp.knowledge.phrases import PHRASES
from bottleimp.terminal.text.status_text import (
    WARNING,
    available_places,
    format_clock,
    format_duration,
    phrase_text,
    seconds_left,
    status_line,
)

ENGLISH = NullTranslations()
Json = dict[str, Any]


def table(*kinds: str, **parts: object) -> Json:
    """A view with a player of each kind."""
    return {
        "you": None,
        "table": {"status": "gathering", "talk": "presets", "clock": {"kind": "bank"}},
        "players": [{"name": f"P{n}", "kind": kind} for n, kind in enumerate(kinds)],
        "match": {"over": False},
        "round": None,
        "times": [],
        "talk": [],
        **parts,
    }


def running(left: int, since: int | None = 0, *, is_up: bool = False) -> Json:
    return {"left": left, "since": since, "is_up": is_up}


def test_a_clock_that_runs_is_counted_down_by_the_servers_time() -> None:
    assert 7 == seconds_left(running(10_000, since=1000), 4_500)


def test_a_clock_that_stands_keeps_its_time() -> None:
    assert 10 == seconds_left(running(10_000, since=None), 99_000)


def test_no_clock_shows_less_than_nothing() -> None:
    assert 0 == seconds_left(running(10_000), 99_000)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "0:00"), (65, "1:05"), (3_725, "1:02:05"), (2 * 86_400 + 3 * 3_600, "2 d 3 h")],
)
def test_times_are_written_as_clocks_show_them(seconds: int, words: str) -> None:
    assert words == format_duration(seconds, ENGLISH)


@pytest.mark.parametrize(("left", "is_short"), [(10_000, True), (11_000, False)])
def test_short_time_stands_out(left: int, is_short: bool) -> None:
    drawn = format_clock(table("human", times=[running(left)]), 0, 0, ENGLISH)

    assert is_short == any(span.style == WARNING for span in drawn.spans)


def test_who_has_no_time_left_is_said_so() -> None:
    drawn = format_clock(table("human", times=[running(0, is_up=True)]), 0, 0, ENGLISH)

    assert "P0 time is up" == drawn.plain


def test_the_line_has_clocks_and_the_last_words() -> None:
    said = {"name": "P1", "person": "b", "phrase": "good-luck", "text": None}
    view = table("human", "human", "computer", times=[running(65_000), None, None], talk=[said])
    line = status_line(view, 0, ENGLISH)

    assert line is not None
    assert "P0 1:05   P1: Good luck   C: talk" == line.plain


def test_the_line_has_no_words_of_who_is_muted_under_any_name() -> None:
    said = [
        {"name": name, "person": person, "phrase": "hello", "text": None}
        for name, person in (("P1", "a"), ("P2", "b"), ("Another", "b"))
    ]
    line = status_line(table("human", "human", talk=said), 0, ENGLISH, {"b"})

    assert line is not None
    assert "P1: Hello   C: talk" == line.plain


def test_there_is_no_line_for_one_person_without_a_clock() -> None:
    assert status_line(table("human", "computer"), 0, ENGLISH) is None


@pytest.mark.parametrize("key", PHRASES)
def test_every_phrase_has_words_at_the_terminal(key: str) -> None:
    assert PHRASES[key].text in phrase_text(key, ENGLISH)


def test_a_phrase_of_a_newer_server_is_shown_as_it_came() -> None:
    assert "brand-new" == phrase_text("brand-new", ENGLISH)


def test_free_places_are_taken_before_those_of_computer_players() -> None:
    assert [1, 3] == available_places(table("human", "open", "computer", "open"))
    assert [1, 2] == available_places(table("human", "computer", "computer"))


@pytest.mark.parametrize(
    "parts",
    [
        {"you": 0},
        {"match": {"over": True}},
        {"table": {"status": "playing"}, "round": {"phase": "play"}},
    ],
)
def test_there_is_nothing_to_take_in_mid_round_after_the_match_or_with_a_seat(parts: Json) -> None:
    assert [] == available_places(table("human", "open", **parts))
