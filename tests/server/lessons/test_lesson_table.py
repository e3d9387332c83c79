"""An exercise is shown as a table is: by the same projection, and without hidden cards."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import msgspec
import pytest

from bottleimp.client.view_tracker import apply_changes
from bottleimp.languages.language import ENGLISH
from bottleimp.lessons import (
    COURSE,
    Lesson,
    awaits_learner,
    count_owed_choices,
    learner_seat,
    lesson_named,
    replay_exercise,
    start_position,
)
from bottleimp.protocol.messages import encode
from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.server.lessons.lesson_table import LessonTable
from bottleimp.server.views.projection import project_table
from tests.support.redealing import redealt

EXERCISES = [
    pytest.param(lesson, number, id=f"{lesson.key}-{number + 1}")
    for lesson in COURSE
    for number in range(len(lesson.exercises))
]
REDEALS = 4
MOST_LINES = 30  # of an exercise; an exchange can be made in hundreds of ways


def moments(lesson: Lesson, number: int) -> list[tuple[str, ...]]:
    """Ways into an exercise, unfinished ones and the empty one included."""

    def begun(labels: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        now = replay_exercise(lesson, number, labels)
        yield labels
        if awaits_learner(lesson, number, now):
            for action in now.legal_actions_for(learner_seat(lesson, number)):
                yield from begun((*labels, action.label))

    found = []
    for labels in begun(()):
        found.append(labels)
        if len(found) == MOST_LINES:
            break
    return found


@pytest.mark.parametrize(("lesson", "number"), EXERCISES)
def test_hidden_cards_change_no_byte_of_what_a_learner_is_shown(
    lesson: Lesson, number: int
) -> None:
    random = Random(f"{lesson.key} {number}")
    table = LessonTable.of(lesson, number)
    differing = 0
    for labels in moments(lesson, number):
        now = replay_exercise(lesson, number, labels)
        if not awaits_learner(lesson, number, now):
            continue
        shown = project_table(replace(table.start, round=now), table.learner, ENGLISH)
        for _ in range(REDEALS):
            other = redealt(now, learner_seat(lesson, number), random)
            differing += other != now
            another = project_table(replace(table.start, round=other), table.learner, ENGLISH)

            assert encode(another) == encode(shown)
    assert differing > 0


@pytest.mark.parametrize(("lesson", "number"), EXERCISES)
def test_another_deal_that_looks_the_same_begins_with_the_same_reply(
    lesson: Lesson, number: int
) -> None:
    random, table = Random(f"{lesson.key} {number}"), LessonTable.of(lesson, number)
    other = redealt(table.start.current_round, learner_seat(lesson, number), random)
    elsewhere = replace(table, start=replace(table.start, round=other))

    assert encode(elsewhere.reply([], ENGLISH)) == encode(table.reply([], ENGLISH))


@pytest.mark.parametrize(("lesson", "number"), EXERCISES)
def test_the_events_lead_from_the_view_before_to_the_view_after(
    lesson: Lesson, number: int
) -> None:
    table = LessonTable.of(lesson, number)
    size = count_owed_choices(lesson, number, start_position(lesson, number))
    for labels in moments(lesson, number):
        if len(labels) % size or not labels:
            continue
        view, reply = table.reply(labels[:-size], ENGLISH).view, table.reply(labels, ENGLISH)
        for event in reply.events:
            view = apply_changes(view, msgspec.to_builtins(event.set))

        assert view == reply.view


@pytest.mark.parametrize("lesson", COURSE, ids=lambda lesson: lesson.key)
def test_the_table_is_named_after_the_lesson_and_the_learner_is_you(lesson: Lesson) -> None:
    for number in range(len(lesson.exercises)):
        view = LessonTable.of(lesson, number).reply([], ENGLISH).view

        assert view.table.title == lesson.title
        assert view.you is not None
        assert view.players[view.you].name == "You"
        assert view.round is not None
        assert view.round.result is None


def reply(key: str, number: int, *labels: str) -> tuple[str, str, list[str]]:
    lesson = lesson_named(key)
    assert lesson is not None
    found = LessonTable.of(lesson, number).reply(labels, ENGLISH)
    return found.outcome, found.said, [event.k for event in found.events]


def test_a_reply_says_how_the_goal_stands_and_why() -> None:
    assert reply("following", 0) == ("open", "", [])
    assert reply("following", 0, "31") == (
        "reached",
        "Your 31 is the highest number: the trick is yours.",
        ["play"],
    )
    assert reply("following", 0, "26") == (
        "missed",
        "26 is lower than Keawe's 29, so Keawe takes the trick.",
        ["play"],
    )


def test_the_end_of_a_round_comes_with_its_score() -> None:
    _, _, kinds = reply("following", 2, "31", "37")

    assert kinds == ["play", "play", "play", "play", "score"]


def test_an_exchange_is_made_at_once_and_opened() -> None:
    assert reply("passing", 0, "13", "1", "3")[0] == "reached"
    assert reply("passing", 0, "1", "3", "13")[0] == "missed"
    assert reply("passing", 0, "13", "1", "3")[2] == ["commit", "exchange"]


@pytest.mark.parametrize(
    ("key", "labels", "code"),
    [
        ("following", ["25"], RefusalCode.MUST_FOLLOW),
        ("following", ["36"], RefusalCode.NOT_HELD),
        ("following", ["99"], RefusalCode.NOT_HELD),
        ("following", ["31", "26"], RefusalCode.STALE),
        ("passing", ["1", "3"], RefusalCode.WRONG_COUNT),
        ("passing", ["1", "3", "3"], RefusalCode.WRONG_HAND),
    ],
)
def test_what_the_rules_forbid_is_refused(key: str, labels: list[str], code: RefusalCode) -> None:
    with pytest.raises(Refused) as refusal:
        reply(key, 0, *labels)

    assert refusal.value.code is code
