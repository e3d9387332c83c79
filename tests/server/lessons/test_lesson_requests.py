"""Lessons over HTTP: pages that can be read without a script, and exercises posted as JSON."""

import json
from typing import Any

import pytest

from bottleimp.lessons import COURSE, Lesson
from bottleimp.server.pages.forms import MAX_BODY_BYTES
from tests.support.http_player import ask
from tests.support.live_server import Live


def post(live: Live, path: str, body: str | bytes, **headers: str) -> tuple[int, dict[str, Any]]:
    """The status and the JSON of an answer."""
    answer = ask(live, "POST", f"/api/lessons/{path}", body, **headers)
    return answer.status, json.loads(answer.text)


def test_an_exercise_answers_with_a_view_and_an_outcome(live: Live) -> None:
    status, begun = post(live, "following/1", "{}")
    assert status == 200
    assert begun["outcome"] == "open"
    assert begun["view"]["round"]["legal"] == ["26", "31"]

    status, done = post(live, "following/1", json.dumps({"actions": ["31"]}))
    assert (status, done["outcome"]) == (200, "reached")
    assert [event["k"] for event in done["events"]] == ["play"]


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("no-such-lesson/1", "{}", 404, "not-found"),
        ("following/0", "{}", 404, "not-found"),
        ("following/4", "{}", 404, "not-found"),
        ("following/one", "{}", 404, "not-found"),
        ("following/1", "", 400, "bad-message"),
        ("following/1", "[]", 400, "bad-message"),
        ("following/1", "{", 400, "bad-message"),
        ("following/1", b"\xff", 400, "bad-message"),
        ("following/1", '{"cards": ["31"]}', 400, "bad-message"),
        ("following/1", '{"actions": "31"}', 400, "bad-message"),
        ("following/1", '{"actions": [31]}', 400, "bad-message"),
        ("following/1", json.dumps({"actions": ["1"] * 33}), 400, "bad-message"),
        ("following/1", '{"actions": ["a long label"]}', 400, "bad-message"),
        ("following/1", '{"actions": ["25"]}', 409, "must-follow"),
        ("following/1", '{"actions": ["31", "26"]}', 409, "stale"),
        ("following/1", " " * (MAX_BODY_BYTES + 1), 413, "too-large"),
    ],
)
def test_bad_input_is_refused_with_its_reason(
    live: Live, path: str, body: str | bytes, status: int, code: str
) -> None:
    found, answer = post(live, path, body)

    assert (found, answer["t"], answer["code"]) == (status, "no", code)
    assert answer["text"]


def test_what_is_no_json_and_what_another_site_sends_is_refused(live: Live) -> None:
    assert post(live, "following/1", "{}", Content_Type="text/plain")[0] == 415
    assert post(live, "following/1", "{}", Sec_Fetch_Site="cross-site")[0] == 403


def test_the_list_names_every_lesson_and_what_is_finished(live: Live) -> None:
    page = live.request("GET", "/learn").text
    assert [lesson.title for lesson in COURSE if f"/learn/{lesson.key}" not in page] == []
    assert "0 of 14 lessons finished" in page

    cookie = {"Cookie": "bottle_lessons=price.following.nonsense"}
    assert "2 of 14 lessons finished" in live.request("GET", "/learn", headers=cookie).text


@pytest.mark.parametrize("lesson", COURSE, ids=lambda lesson: lesson.key)
def test_a_lesson_can_be_read_without_a_script(live: Live, lesson: Lesson) -> None:
    answer = live.request("GET", f"/learn/{lesson.key}")
    wanted = [*lesson.exercises[0].texts, *(each.goal.text for each in lesson.exercises)]

    assert answer.status == 200
    assert [text for text in wanted if text.replace("'", "&#39;") not in answer.text] == []


def test_a_lesson_that_is_not_there_is_not_found(live: Live) -> None:
    assert live.request("GET", "/learn/no-such-lesson").status == 404
