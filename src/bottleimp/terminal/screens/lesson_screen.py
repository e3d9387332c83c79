"""An exercise of the course on the table, with the teacher above the cards.

N goes on, R tries again and B goes back, as in the browser; Enter does what is asked for.
"""

from collections.abc import Callable
from dataclasses import dataclass
from gettext import NullTranslations
from time import monotonic
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message

from bottleimp.lessons import COURSE, Lesson, Outcome
from bottleimp.terminal.screens.letter_keys import in_both_cases
from bottleimp.terminal.screens.table_screen import TableScreen
from bottleimp.terminal.session.lesson_session import LessonSession
from bottleimp.terminal.session.selection import CardOrder, HandSelection
from bottleimp.terminal.session.session import Scene
from bottleimp.terminal.text.words import SceneText
from bottleimp.terminal.widgets.key_row import OfferedKey, fit_keys

REACHED_STYLE, MISSED_STYLE = "bold $text-success", "bold $text-error"


class LessonScreen(TableScreen):
    """One lesson, from one of its exercises to the last."""

    HAS_SHEET = False
    BINDINGS: ClassVar[list[BindingType]] = in_both_cases(
        Binding("b", "back", show=False),
        Binding("escape", "app.menu", show=False),
    )

    @dataclass
    class Progressed(Message):
        """The learner is at this exercise of the lesson, and may have finished the lesson."""

        lesson: Lesson
        exercise: int
        is_finished: bool

    @dataclass
    class Ended(Message):
        """The lesson is over; the next one, or None after the last."""

        following: Lesson | None

    def __init__(
        self,
        session: LessonSession,
        catalogue: NullTranslations,
        order: CardOrder,
        pause: Callable[[], float],
    ) -> None:
        super().__init__(session, catalogue, order, pause)
        self._lesson = session

    def on_mount(self) -> None:
        """Says where the learner is."""
        self._report()

    def _report(self) -> None:
        lesson, number = self._lesson.lesson, self._lesson.number
        self.post_message(self.Progressed(lesson, number, self._lesson.is_finished))

    @property
    def _following(self) -> Lesson | None:
        """The lesson after this one."""
        number = COURSE.index(self._lesson.lesson) + 1
        return COURSE[number] if number < len(COURSE) else None

    # --- what is shown --------------------------------------------------------------------

    def _heading(self) -> str:
        _ = self._catalogue.gettext
        lesson = self._lesson.lesson
        return _("Lesson {number}: {title} · Exercise {n} of {all}").format(
            number=COURSE.index(lesson) + 1,
            title=_(lesson.title),
            n=self._lesson.number + 1,
            all=len(lesson.exercises),
        )

    def _explained(self) -> Content:
        """What the teacher says: an idea, the goal, or something on what was done."""
        _ = self._catalogue.gettext
        lesson = self._lesson
        if not lesson.has_acted:
            said = _(lesson.exercise.texts[lesson.text])
        else:
            said = _(lesson.said) if lesson.said else ""
        lines = [Content(said)]
        if lesson.outcome is Outcome.REACHED:
            lines.insert(0, Content.styled(_("Goal reached."), REACHED_STYLE))
        elif lesson.outcome is Outcome.MISSED:
            lines.insert(0, Content.styled(_("Goal not reached."), MISSED_STYLE))
        elif lesson.is_goal_shown:
            goal = _("Goal: {goal}").format(goal=_(lesson.exercise.goal.text))
            lines.append(Content.styled(goal, "bold"))
        if lesson.is_finished:
            lines.append(Content(_("You have finished this lesson.")))
        return Content("\n").join([line for line in lines if line.plain])

    def _prompt(self, words: SceneText) -> str:
        _ = self._catalogue.gettext
        lesson = self._lesson
        if self._last_trick is not None:
            return super()._prompt(words)
        if not lesson.is_goal_shown:
            return _("Press Enter to read on.")
        if lesson.outcome is Outcome.MISSED:
            return _("Press Enter to try again.")
        if lesson.outcome is Outcome.OPEN:
            return super()._prompt(words)
        if not lesson.is_last_exercise:
            return _("Press Enter for the next exercise.")
        if self._following is None:
            return _("You have finished the course. Press Enter for the list of lessons.")
        title = _(self._following.title)
        return _("Press Enter for the next lesson: {title}.").format(title=title)

    def _keys(self, width: int) -> Content:
        _ = self._catalogue.gettext
        lesson = self._lesson
        known: list[OfferedKey] = []
        if lesson.is_goal_shown and lesson.outcome is Outcome.OPEN:
            known.append((_("Enter"), _("choose"), "screen.choose"))
            if self.selection.draft:
                known.append(("U", _("undo"), "screen.undo"))
        if forward := self._forward():
            known.append(("N", forward, "screen.next_round"))
        if lesson.has_acted:
            known.append(("R", _("try again"), "screen.rematch"))
        if lesson.has_acted or lesson.text or lesson.number:
            known.append(("B", _("back"), "screen.back"))
        known += [
            ("O", _("sort"), "screen.sort"),
            ("W", _("story"), "screen.story"),
            ("?", _("help"), "screen.help"),
            ("M", _("lessons"), "app.menu"),
            ("Q", _("leave"), "app.leave"),
        ]
        return fit_keys(known, width)

    def _forward(self) -> str:
        """What the key that goes on does now; empty where it does nothing."""
        _ = self._catalogue.gettext
        lesson = self._lesson
        if not lesson.is_goal_shown:
            return _("read on")
        if lesson.is_finished:
            return _("all lessons") if self._following is None else _("next lesson")
        if lesson.is_last_exercise or lesson.outcome is Outcome.OPEN:
            return ""
        return _("next exercise") if lesson.outcome is Outcome.REACHED else _("skip")

    # --- what the learner does ----------------------------------------------------------------

    def show_scene(self, scene: Scene) -> None:
        """Shows a scene, and notes when the exercise came to its end."""
        was_open = self.scene.observation.is_to_act or self.scene.observation.turn is not None
        if was_open and self._lesson.outcome is not Outcome.OPEN:
            self._over_since = monotonic()
            self._report()
        super().show_scene(scene)

    async def action_choose(self) -> None:
        """Reads on, plays, tries again or goes on: what the prompt says."""
        lesson = self._lesson
        if self._last_trick is not None:
            self._show_score()
        elif not lesson.is_goal_shown:
            await self.action_next_round()
        elif lesson.outcome is Outcome.OPEN:
            await super().action_choose()
        elif monotonic() - self._over_since < self._pause():
            return  # what has happened is still to be seen
        elif lesson.outcome is Outcome.MISSED:
            await self.action_rematch()
        else:
            await self.action_next_round()

    async def action_next_round(self) -> None:
        """The next text, exercise or lesson."""
        if self._lesson.is_finished:
            self.post_message(self.Ended(self._following))
            return
        self._turn_to(self._lesson.go_on)

    async def action_rematch(self) -> None:
        """The exercise anew, with its goal."""
        if self._lesson.has_acted:
            self._turn_to(self._lesson.try_again)

    def action_back(self) -> None:
        """The exercise anew, the text before, or the exercise before."""
        self._turn_to(self._lesson.go_back)

    def _turn_to(self, turn: Callable[[], None]) -> None:
        """Shows what the teacher has turned to, from its beginning if it is another position."""
        before = self._lesson.number, self._lesson.has_acted
        turn()
        if (self._lesson.number, self._lesson.has_acted) != before:
            if self._last_trick is not None:
                self._last_trick.stop()
                self._last_trick = None
            self.scene = self._lesson.scene
            observation = self.scene.observation
            fresh = HandSelection(observation, self.selection.order)
            self.selection = fresh.with_observation(observation)
            self._report()
        self._refused = ""
        self.redraw()
