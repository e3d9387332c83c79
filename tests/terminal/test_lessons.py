"""The course at the terminal: by keyboard alone, as far as every goal."""

import asyncio
from pathlib import Path

import pytest

from bottleimp.game.actions import OpenChoice
from bottleimp.game.round import Phase
from bottleimp.lessons import (
    COURSE,
    Lesson,
    Outcome,
    awaits_learner,
    count_owed_choices,
    judge_position,
    lesson_named,
    replay_exercise,
)
from bottleimp.rules.cards import Card
from bottleimp.terminal.screens.lesson_screen import LessonScreen
from bottleimp.terminal.screens.lessons_screen import LessonsScreen
from bottleimp.terminal.screens.start_screen import StartScreen
from bottleimp.terminal.session.saved_matches import MatchFolder, TerminalSettings
from tests.support.terminal.sitting import EXPERIENCED, Sitting, sitting


def line_to(lesson: Lesson, number: int, wanted: Outcome) -> tuple[str, ...]:
    """What the learner does to end with this outcome."""
    lines: list[tuple[str, ...]] = [()]
    while lines:
        line = lines.pop()
        now = replay_exercise(lesson, number, line)
        if awaits_learner(lesson, number, now):
            lines += [(*line, action.label) for action in reversed(now.legal_actions)]
        elif judge_position(lesson, number, now) is wanted:
            return line
    raise AssertionError(f"{lesson.key} {number + 1} never ends with {wanted}")


def settings_at(lesson: str, exercise: int = 0, pace: int = 0) -> TerminalSettings:
    """Settings of somebody who was at this exercise."""
    return TerminalSettings(pace=pace, guide=False, lesson=lesson, exercise=exercise)


async def open_lesson(at: Sitting) -> None:
    """Opens the lesson at which the list begins."""
    await at.press("home", "down", "enter")
    await at.until(lambda: isinstance(at.app.screen, LessonsScreen))
    await at.press("enter")
    await at.until(lambda: isinstance(at.app.screen, LessonScreen) and at.app.screen.is_mounted)


def screen(at: Sitting) -> LessonScreen:
    """The lesson on the screen."""
    assert isinstance(at.app.screen, LessonScreen)
    return at.app.screen


def said(at: Sitting) -> str:
    """What the teacher says."""
    return " ".join(str(screen(at).query_one("#guide").render()).split())


def prompt(at: Sitting) -> str:
    """What is asked for."""
    return str(screen(at).query_one("#prompt").render())


async def read_all(at: Sitting) -> None:
    """Reads what the teacher explains, as far as the goal."""
    while prompt(at) == "Press Enter to read on.":
        assert at.parts_out_of_sight() == []
        await at.press("enter")


async def play(at: Sitting, lesson: Lesson, number: int, line: tuple[str, ...]) -> None:
    """Does what the line says, by keys alone."""
    for place, label in enumerate(line):
        now = replay_exercise(lesson, number, line[:place])
        (action,) = [each for each in now.legal_actions if each.label == label]
        await at.until(lambda: at.scene.observation.is_to_act)
        assert at.parts_out_of_sight() == []
        if isinstance(action, Card):
            await at.type(action)
        else:
            await at.press("1" if action is next(iter(OpenChoice)) else "2")
        await at.press("enter")
        is_last_choice = (
            now.phase is not Phase.PLAY and count_owed_choices(lesson, number, now) == 1
        )
        if is_last_choice and at.table.selection.is_ready:
            await at.press("enter")
    session = screen(at)._lesson
    await at.until(lambda: session.outcome is not Outcome.OPEN)


@pytest.mark.wide
@pytest.mark.slow
@pytest.mark.parametrize("lesson", COURSE, ids=lambda lesson: lesson.key)
def test_every_goal_of_a_lesson_is_missed_and_reached_by_keys(
    lesson: Lesson, tmp_path: Path
) -> None:
    """Whoever misses a goal tries again with one key, and another leads on."""

    async def played() -> None:
        async with sitting(tmp_path, settings=settings_at(lesson.key)) as at:
            await open_lesson(at)
            for number in range(len(lesson.exercises)):
                await read_all(at)
                assert "Goal: " in said(at)
                before = at.scene
                await play(at, lesson, number, line_to(lesson, number, Outcome.MISSED))
                assert said(at).startswith("Goal not reached. ")
                assert prompt(at) == "Press Enter to try again."
                await at.press("enter")
                assert before == at.scene
                assert "Goal: " in said(at)
                await play(at, lesson, number, line_to(lesson, number, Outcome.REACHED))
                assert said(at).startswith("Goal reached. ")
                assert at.parts_out_of_sight() == []
                is_last = number + 1 == len(lesson.exercises)
                assert ("finished this lesson" in said(at)) == is_last
                assert ("next exercise" in prompt(at)) != is_last
                await at.press("n")

    asyncio.run(played())


@pytest.mark.slow
def test_the_first_screen_leads_to_the_list_and_back(tmp_path: Path) -> None:
    async def walked() -> list[str]:
        seen = []
        async with sitting(tmp_path) as at:
            await open_lesson(at)
            seen.append(at.lines[0])
            for _ in range(2):
                await at.press("m")
                seen.append(at.lines[0])
            assert isinstance(at.app.screen, StartScreen)
            return seen

    lesson, lessons, first = asyncio.run(walked())

    assert lesson == " Lesson 1: Following suit · Exercise 1 of 3"
    assert lessons == " Learn · 0 of 14 lessons finished"
    assert first.startswith(" Bottle Imp")


@pytest.mark.slow
def test_a_lesson_goes_on_where_it_was_left(tmp_path: Path) -> None:
    async def left() -> None:
        async with sitting(tmp_path, settings=settings_at("price")) as at:
            await open_lesson(at)
            await read_all(at)
            line = line_to(screen(at)._lesson.lesson, 0, Outcome.REACHED)
            await play(at, screen(at)._lesson.lesson, 0, line)
            await at.press("n")

    async def resumed() -> tuple[str, str]:
        async with sitting(tmp_path, settings=MatchFolder(tmp_path).load_settings()) as at:
            await at.press("home", "down", "enter")
            await at.until(lambda: "exercise" in at.text)
            about = at.text
            await at.press("enter")
            await at.until(lambda: isinstance(at.app.screen, LessonScreen))
            return about, at.lines[0]

    asyncio.run(left())
    about, heading = asyncio.run(resumed())

    assert "You were at exercise 2 of 3." in about
    assert heading == " Lesson 2: The price of the bottle · Exercise 2 of 3"


@pytest.mark.slow
def test_a_finished_lesson_is_marked_and_leads_to_the_next(tmp_path: Path) -> None:
    lesson, elsewhere = COURSE[0], COURSE[3].key
    last = len(lesson.exercises) - 1

    async def finished() -> tuple[str, str]:
        async with sitting(tmp_path, settings=settings_at(lesson.key, last)) as at:
            await open_lesson(at)
            await read_all(at)
            # Another terminal has meanwhile finished a lesson.
            at.app._folder.change_settings(finished_lessons=(elsewhere,))
            await play(at, lesson, last, line_to(lesson, last, Outcome.REACHED))
            await at.press("enter")
            await at.until(lambda: "Lesson 2" in at.lines[0])
            heading = at.lines[0]
            await at.press("m")
            return heading, at.text

    heading, lessons = asyncio.run(finished())

    assert heading == " Lesson 2: The price of the bottle · Exercise 1 of 3"
    assert "✓  1  Following suit" in lessons
    assert "2 of 14 lessons finished" in lessons
    kept = MatchFolder(tmp_path).load_settings()
    assert kept.finished_lessons == (elsewhere, lesson.key)


@pytest.mark.slow
def test_after_the_last_lesson_comes_the_list(tmp_path: Path) -> None:
    lesson = COURSE[-1]
    last = len(lesson.exercises) - 1

    async def finished() -> str:
        async with sitting(tmp_path, settings=settings_at(lesson.key, last)) as at:
            await open_lesson(at)
            await read_all(at)
            await play(at, lesson, last, line_to(lesson, last, Outcome.REACHED))
            await at.press("n")
            await at.until(lambda: isinstance(at.app.screen, LessonsScreen))
            return at.lines[0]

    assert asyncio.run(finished()) == " Learn · 1 of 14 lessons finished"


def test_a_lesson_has_no_score_sheet(tmp_path: Path) -> None:
    async def asked() -> bool:
        async with sitting(tmp_path, settings=settings_at(COURSE[0].key)) as at:
            await open_lesson(at)
            await at.press("s")
            return isinstance(at.app.screen, LessonScreen)

    assert asyncio.run(asked())


def test_keys_turn_the_pages_of_the_teacher(tmp_path: Path) -> None:
    async def turned() -> list[str]:
        async with sitting(tmp_path) as at:
            await open_lesson(at)
            seen = [said(at)]
            for key in ("n", "n", "b", "b"):
                await at.press(key)
                seen.append(said(at))
            return seen

    first, goal, still, back, start = asyncio.run(turned())

    assert "Everyone plays one card" in first == back == start
    assert "Goal: Take this trick." in goal == still


@pytest.mark.slow
def test_a_goal_that_was_missed_can_be_skipped(tmp_path: Path) -> None:
    async def skipped() -> str:
        async with sitting(tmp_path) as at:
            await open_lesson(at)
            await read_all(at)
            lesson = screen(at)._lesson.lesson
            await play(at, lesson, 0, line_to(lesson, 0, Outcome.MISSED))
            await at.press("n")
            return at.lines[0]

    assert asyncio.run(skipped()).endswith("Exercise 2 of 3")


@pytest.mark.slow
def test_a_place_that_is_no_longer_in_the_course_begins_at_the_first_unfinished_lesson(
    tmp_path: Path,
) -> None:
    async def opened(settings: TerminalSettings) -> str:
        async with sitting(tmp_path, settings=settings) as at:
            await open_lesson(at)
            return at.lines[0]

    gone = TerminalSettings(pace=0, finished_lessons=("following",), lesson="gone")

    assert asyncio.run(opened(gone)).startswith(" Lesson 2")
    assert asyncio.run(opened(settings_at("price", 9))).startswith(" Lesson 1")
    assert lesson_named("gone") is None
    assert EXPERIENCED.lesson == ""


@pytest.mark.wide
@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 40)])
def test_every_exercise_fits_the_screen(size: tuple[int, int], tmp_path: Path) -> None:
    async def looked(lesson: Lesson) -> None:
        async with sitting(tmp_path, settings=settings_at(lesson.key), size=size) as at:
            await open_lesson(at)
            session = screen(at)._lesson
            for number in range(len(lesson.exercises)):
                session.open(number)
                session.text = len(session.exercise.texts) - 1
                at.table.show_scene(session.scene)
                await at.press("right")
                assert at.parts_out_of_sight() == []

    for lesson in (COURSE[2], COURSE[5], COURSE[7], COURSE[11]):
        asyncio.run(looked(lesson))
