"""A lesson as a learner sees it, and the way to its goals by mouse, by touch and by keyboard."""

from collections.abc import Iterator
from typing import Literal

from playwright.sync_api import Locator, Page

from bottleimp.lessons import (
    Lesson,
    Outcome,
    awaits_learner,
    count_owed_choices,
    judge_position,
    learner_seat,
    replay_exercise,
)

Way = Literal["mouse", "touch", "keyboard"]


def line_to(lesson: Lesson, number: int, outcome: Outcome) -> tuple[str, ...]:
    """The first way of the learner through an exercise that has this outcome."""
    return next(lines(lesson, number, outcome, ()))


def lines(
    lesson: Lesson, number: int, outcome: Outcome, begun: tuple[str, ...]
) -> Iterator[tuple[str, ...]]:
    """The ways that begin so and have this outcome."""
    now = replay_exercise(lesson, number, begun)
    if not awaits_learner(lesson, number, now):
        if judge_position(lesson, number, now) is outcome:
            yield begun
        return
    for action in now.legal_actions_for(learner_seat(lesson, number)):
        yield from lines(lesson, number, outcome, (*begun, action.label))


class LessonPage:
    """A learner at a lesson's table."""

    def __init__(self, page: Page, address: str, way: Way) -> None:
        self.page = page
        self.address = address
        self.way = way

    def open(self, lesson: Lesson, exercise: int = 1) -> None:
        """Opens the page of the lesson, at this exercise."""
        self.page.goto(f"{self.address}/learn/{lesson.key}#{exercise}")
        self.page.locator(".own-hands [data-card]").first.wait_for()

    @property
    def words(self) -> Locator:
        """What the teacher says."""
        return self.page.locator(".lesson-words")

    def press(self, action: str) -> None:
        """Presses a button of the panel: `go-on`, `try-again` or `back`."""
        if self.way == "keyboard":
            self.page.keyboard.press({"go-on": "n", "try-again": "r", "back": "b"}[action])
        else:
            self.activate(self.page.locator(f".teacher [data-act={action}]"))

    def activate(self, target: Locator) -> None:
        """Clicks it or taps on it."""
        if self.way == "touch":
            target.tap()
        else:
            target.click()

    def read(self) -> None:
        """Goes through the texts to the last one, after which cards can be played."""
        while self.page.locator(".teacher [data-act=go-on]").is_visible():
            before = self.words.inner_text()
            self.press("go-on")
            self.page.wait_for_function(
                "(before) => document.querySelector('.lesson-words').innerText !== before",
                arg=before,
            )

    def choose(self, label: str) -> None:
        """Plays the card, or puts it into the next place of the exchange."""
        card = self.page.locator(f'.own-hands .usable[data-card="{label}"]')
        card.wait_for()
        if self.way == "keyboard":
            self.page.keyboard.press("Escape")
            card.focus()
            self.page.keyboard.press("Enter")
            return
        self.activate(card)
        if self.way == "touch" and self.page.locator("[data-act=play]").is_visible():
            self.page.locator("[data-act=play]").tap()

    def play(self, lesson: Lesson, number: int, outcome: Outcome) -> None:
        """Plays the exercise, counted from 0, to this outcome."""
        left = line_to(lesson, number, outcome)
        done: tuple[str, ...] = ()
        while left:
            owed = count_owed_choices(lesson, number, replay_exercise(lesson, number, done))
            for label in left[:owed]:
                self.choose(label)
            if owed > 1:
                self.commit()
            done, left = (*done, *left[:owed]), left[owed:]
        self.page.locator(f".lesson-words.{outcome.value}").wait_for()

    def commit(self) -> None:
        """Confirms the choices of the exchange."""
        if self.way == "keyboard":
            self.page.keyboard.press("y")
        else:
            self.activate(self.page.locator("[data-act=commit]"))
