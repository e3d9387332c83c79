"""The pages of the course: the list of lessons, and a lesson with its exercises.

lessons.html      lessons [LESSON]; finished: how many of them; first_round
lesson.html       lesson LESSON; exercises: see `exercise_entries`; next: the LESSON after it, or
                  none; and what the table itself needs: catalogue_url, offered_settings, levels;
                  first_round

LESSON is `lesson_entry`; first_round is what the form for a first round with the guide holds.
"""

import re
from collections.abc import Callable, Collection

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from bottleimp.languages.language import Language
from bottleimp.lessons import COURSE, Lesson, lesson_named
from bottleimp.server.pages.page_templates import Render
from bottleimp.server.pages.preferences import LanguageOf, offered_settings, preferences_of
from bottleimp.server.text.words import level_entries, phrase_entries
from bottleimp.server.views.player_names import guest_names

FirstRound = Callable[[], dict[str, object]]
# The keys of the lessons that this browser has finished, which the page of a lesson adds to.
COOKIE = "bottle_lessons"
SEPARATOR = re.compile(r"[^a-z-]+")


class LessonPages:
    """The endpoints of the pages under `/learn`."""

    def __init__(self, render: Render, language_of: LanguageOf, first_round: FirstRound) -> None:
        self._render = render
        self._language_of = language_of
        self._first_round = first_round

    async def course(self, request: Request) -> Response:
        """All lessons, and which of them the visitor has finished."""
        finished = finished_lessons(request)
        language = self._language_of(request)
        lessons = [lesson_entry(lesson, language, finished) for lesson in COURSE]
        context = {
            "lessons": lessons,
            "finished": sum(bool(each["finished"]) for each in lessons),
            "first_round": self._first_round(),
        }
        return self._render(request, "lessons.html", context)

    async def lesson(self, request: Request) -> Response:
        """A lesson: its texts to read, and the table on which the browser plays it."""
        lesson = lesson_named(request.path_params["lesson"])
        if lesson is None:
            raise HTTPException(404)
        language, finished = self._language_of(request), finished_lessons(request)
        place = COURSE.index(lesson)
        context: dict[str, object] = {
            "lesson": lesson_entry(lesson, language, finished),
            "exercises": exercise_entries(lesson, language),
            "next": lesson_entry(COURSE[place + 1], language, finished)
            if place + 1 < len(COURSE)
            else None,
            "levels": level_entries(language),
            "phrases": phrase_entries(language),
            "guests": guest_names(language),
            "offered_settings": offered_settings(preferences_of(request), language),
            "catalogue_url": f"/locale/{language.code}.json",
            "first_round": self._first_round(),
        }
        return self._render(request, "lesson.html", context)


def finished_lessons(request: Request) -> set[str]:
    """The keys of the lessons that the visitor has finished."""
    return set(SEPARATOR.split(request.cookies.get(COOKIE, "")))


def lesson_entry(
    lesson: Lesson, language: Language, finished: Collection[str]
) -> dict[str, object]:
    """What pages say of a lesson."""
    return {
        "key": lesson.key,
        "number": COURSE.index(lesson) + 1,
        "title": language.gettext(lesson.title),
        "summary": language.gettext(lesson.summary),
        "url": f"/learn/{lesson.key}",
        "finished": lesson.key in finished,
    }


def exercise_entries(lesson: Lesson, language: Language) -> list[dict[str, object]]:
    """The exercises of a lesson: what the teacher explains before, and the goal."""
    return [
        {
            "texts": [language.gettext(text) for text in exercise.texts],
            "goal": language.gettext(exercise.goal.text),
        }
        for exercise in lesson.exercises
    ]
