"""The list of lessons, with what is finished and where the learner was."""

from collections.abc import Collection
from dataclasses import dataclass
from gettext import NullTranslations
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from bottleimp.lessons import COURSE, Lesson
from bottleimp.terminal.screens.letter_keys import in_both_cases

DONE_MARK = "✓"


@dataclass(frozen=True)
class CourseProgress:
    """The lessons that are finished, by key, and the lesson and exercise that come next."""

    finished: Collection[str] = ()
    lesson: Lesson = COURSE[0]
    exercise: int = 0


class LessonsScreen(Screen[None]):
    """All lessons in their order; Enter opens one."""

    BINDINGS: ClassVar[list[BindingType]] = in_both_cases(
        Binding("escape,b", "app.menu", show=False)
    )

    @dataclass
    class LessonChosen(Message):
        """The learner opens this exercise of a lesson."""

        lesson: Lesson
        exercise: int

    def __init__(self, progress: CourseProgress, catalogue: NullTranslations) -> None:
        super().__init__()
        self._progress = progress
        self._catalogue = catalogue

    def compose(self) -> ComposeResult:
        """The list, and what the lesson under the cursor is about."""
        _ = self._catalogue.gettext
        done = sum(lesson.key in self._progress.finished for lesson in COURSE)
        heading = _("Learn · {done} of {all} lessons finished").format(done=done, all=len(COURSE))
        yield Static(Content(heading), id="heading")
        options = [Option(self._line(number), id=lesson.key)
                   for number, lesson in enumerate(COURSE, start=1)]  # fmt: skip
        yield OptionList(*options, id="lessons")
        yield Static(id="about")
        keys = _("Up, Down: choose · Enter: open · T: theme · M: first screen · Q: leave")
        yield Static(Content(keys), id="keys")

    def _line(self, number: int) -> Content:
        lesson = COURSE[number - 1]
        mark = DONE_MARK if lesson.key in self._progress.finished else " "
        return Content(f"{mark} {number:>2}  {self._catalogue.gettext(lesson.title)}")

    def on_mount(self) -> None:
        """The cursor is at the lesson that comes next."""
        lessons = self.query_one("#lessons", OptionList)
        lessons.focus()
        lessons.highlighted = COURSE.index(self._progress.lesson)

    def _exercise(self, lesson: Lesson) -> int:
        """The exercise with which the lesson opens."""
        return self._progress.exercise if lesson is self._progress.lesson else 0

    def on_option_list_option_highlighted(self, message: OptionList.OptionHighlighted) -> None:
        """Says what the lesson is about, and how long it is."""
        _, n_ = self._catalogue.gettext, self._catalogue.ngettext
        lesson = COURSE[message.option_index]
        count, at = len(lesson.exercises), self._exercise(lesson)
        if at:
            where = _("You were at exercise {n} of {all}.").format(n=at + 1, all=count)
        else:
            where = n_("{n} exercise.", "{n} exercises.", count).format(n=count)
        self.query_one("#about", Static).update(Content(f"{_(lesson.summary)} {where}"))

    def on_option_list_option_selected(self, message: OptionList.OptionSelected) -> None:
        """Opens the lesson."""
        lesson = COURSE[message.option_index]
        self.post_message(self.LessonChosen(lesson, self._exercise(lesson)))
