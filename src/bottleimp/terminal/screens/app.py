"""The terminal application: a first screen, a table, and settings that are remembered."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from gettext import NullTranslations
from pathlib import Path
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content

from bottleimp.errors import BottleImpError
from bottleimp.knowledge.guide import can_be_guided
from bottleimp.languages.language import ENGLISH, Language, following_language
from bottleimp.lessons import COURSE, Lesson, lesson_named
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text, edition_keys
from bottleimp.terminal.screens.lesson_screen import LessonScreen
from bottleimp.terminal.screens.lessons_screen import CourseProgress, LessonsScreen
from bottleimp.terminal.screens.letter_keys import in_both_cases
from bottleimp.terminal.screens.replay_screen import ReplayScreen
from bottleimp.terminal.screens.settings_app import SettingsApp
from bottleimp.terminal.screens.start_screen import StartOptions, StartScreen
from bottleimp.terminal.screens.table_screen import TableScreen
from bottleimp.terminal.screens.window_size import TOLD_FOR
from bottleimp.terminal.session.guide import GUIDED_EDITION, GUIDED_OPPONENT, Guide
from bottleimp.terminal.session.hangup import leave_after_sigterm
from bottleimp.terminal.session.lesson_session import LessonSession
from bottleimp.terminal.session.local import LocalSession, make_table, start_match
from bottleimp.terminal.session.match_file import MatchFile
from bottleimp.terminal.session.saved_matches import (
    MAX_PACE,
    MatchFolder,
    SavedMatch,
    SavedTable,
    TerminalSettings,
)
from bottleimp.terminal.session.selection import CardOrder
from bottleimp.terminal.text.problems import lost_match_text, problem_text, unsaved_match_text
from bottleimp.terminal.text.titles import participant_names

PACE_STEP = 300  # ms
NOTICE_SECONDS = 2  # for which it is said how long the pause is now
FAILED = 2  # exit status when a match cannot be played


@dataclass(frozen=True)
class LaunchOptions:
    """What was asked for on the command line; None leaves it to the first screen.

    `opponents` are computer players, clockwise from the person's left, repeated as often as it
    takes.
    With `is_new` unfinished matches of the edition are not offered.
    """

    edition: Edition | None = None
    opponents: tuple[str, ...] = ()
    seed: int | None = None
    is_new: bool = False


class TerminalApp(SettingsApp):
    """Bottle Imp in the terminal."""

    TITLE = "Bottle Imp"
    CSS_PATH = "terminal.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = in_both_cases(
        Binding("t", "other_theme", show=False),
        Binding("m", "menu", show=False),
        Binding("q", "leave", show=False),
        Binding("plus,equals_sign", "pace(-1)", show=False),
        Binding("minus", "pace(1)", show=False),
    )

    def __init__(
        self,
        folder: MatchFolder,
        wish: LaunchOptions,
        settings: TerminalSettings | None = None,
        language: Language = ENGLISH,
    ) -> None:
        super().__init__(folder, folder.load_settings() if settings is None else settings, language)
        self._wish = wish
        self._unsaved: OSError | None = None  # why the match cannot be kept as it is now
        self._session: LocalSession | None = None
        self.problem: BottleImpError | None = None  # why the application ended, if it failed
        self.lost_match = ""  # says why a match could not be kept; empty where it was

    def on_mount(self) -> None:
        """The table at once where an edition is given, else the first screen."""
        leave_after_sigterm(lambda status: self.exit(return_code=status))
        self._show_theme()
        edition, offer = self._wish.edition, self._offer()
        if edition is None or (offer.unfinished and not self._wish.is_new):
            self.push_screen(self._start_screen(offer))
        else:
            with self._reporting_problems():
                self._sit_down(self._folder.new_match_path(), self._new_game(edition))

    def on_unmount(self) -> None:
        """Another terminal may go on with the match."""
        self._close_session()

    @contextmanager
    def _reporting_problems(self) -> Iterator[None]:
        """Says on the first screen why a match is not played; anywhere else that is the end."""
        try:
            yield
        except BottleImpError as problem:
            if isinstance(self.screen, StartScreen):
                self.screen.show_problem(self._catalogue.gettext(str(problem)))
            else:
                self._fail(problem)

    def _fail(self, problem: BottleImpError) -> None:
        self.problem = problem
        self.exit(return_code=FAILED)

    def _offer(self) -> StartOptions:
        unfinished, damaged = self._folder.unfinished_matches()
        wanted = self._wish.edition
        defaults = StartOptions()
        return replace(
            defaults,
            unfinished=tuple(
                one for one in unfinished if wanted is None or one.match.table.edition == wanted
            ),
            damaged=damaged,
            editions=edition_keys() if wanted is None else (wanted.text,),
            opponent=self._wish.opponents[0] if self._wish.opponents else defaults.opponent,
            is_newcomer=self._settings.guide and not self._settings.known_ideas,
        )

    def _start_screen(self, offer: StartOptions) -> StartScreen:
        return StartScreen(offer, self._catalogue, following_language(self._language).name)

    def _new_game(self, edition: Edition, kind: str | None = None) -> SavedMatch:
        kinds = self._wish.opponents or (StartOptions().opponent,)
        if kind is not None and kind != kinds[0]:
            kinds = (kind,)
        places = edition.players - 1
        if len(kinds) > places:
            said = self._catalogue.ngettext(
                "There is {places} place for others, but {named} players are named. Choose"
                " another edition, or another player in the list.",
                "There are {places} places for others, but {named} players are named. Choose"
                " another edition, or another player in the list.",
                places,
            )
            raise BottleImpError(said.format(places=places, named=len(kinds)))
        names = participant_names(edition, self._catalogue)
        return start_match(make_table(edition, names, kinds, self._wish.seed))

    def _sit_down(self, path: Path, new: SavedMatch | None = None) -> None:
        """A table with a new match, or with the one that is kept there; raises BottleImpError."""
        self._close_session()
        self.lost_match = ""
        file = MatchFile(path)
        try:
            # What the first screen offered may have gone on elsewhere since.
            game = self._in_own_language(file.read()) if new is None else new
            session = LocalSession(game, file, lambda: self._settings.pace, self._kept)
        except BottleImpError:
            file.release()
            raise
        self._session = session
        guide = self._guide(game.table)
        if isinstance(self.screen, StartScreen):
            self.pop_screen()
        self.push_screen(TableScreen(session, self._catalogue, self._order, self._pause, guide))
        self.call_after_refresh(self._show_unsaved)

    def _in_own_language(self, game: SavedMatch) -> SavedMatch:
        """The match with names of today: it may have begun in another language."""
        names = participant_names(game.table.edition, self._catalogue)
        return replace(game, table=replace(game.table, names=names))

    def _close_session(self) -> None:
        """Gives the match back; one that was only looked at is not kept, unless it failed."""
        session = self._session
        if session is None:
            return
        if not session.has_begun and self.problem is None:
            session.discard()
        elif self._unsaved is not None:
            session.save()
            if self._unsaved is not None:
                self.lost_match = lost_match_text(self._unsaved, self._catalogue)
        session.close()
        self._session, self._unsaved = None, None

    @property
    def _order(self) -> CardOrder:
        return CardOrder.SUIT if self._settings.by_suit else CardOrder.NUMBER

    def _pause(self) -> float:
        """The pause after each play, in seconds."""
        return self._settings.pace / 1000

    def _guide(self, table: SavedTable) -> Guide | None:
        """The guide, where it knows the game; shown by itself against the first opponents."""
        if not can_be_guided(table.edition):
            return None
        is_first_game = set(table.opponents) == {GUIDED_OPPONENT}
        known = set(self._settings.known_ideas)
        is_on = self._settings.guide and is_first_game
        return Guide(is_on, known, self._remember_guide, self._catalogue)

    def _remember_guide(self, guide: Guide) -> None:
        known = tuple(sorted(guide.known))
        self._remember(guide=guide.is_on, known_ideas=known)

    def _kept(self, problem: OSError | None) -> None:
        """Says that the match cannot be kept, for as long as that is so."""
        self._unsaved = problem
        self._show_unsaved()

    def _show_unsaved(self) -> None:
        line = None
        if self._unsaved is not None:
            text = unsaved_match_text(self._unsaved, self._catalogue)
            line = Content.styled(text, "bold $warning")
        for screen in self.screen_stack:
            if isinstance(screen, TableScreen):
                screen.show_status(line)

    def on_start_screen_continued(self, message: StartScreen.Continued) -> None:
        """A kept match goes on."""
        with self._reporting_problems():
            self._sit_down(message.unfinished.path)

    def on_start_screen_removed(self, message: StartScreen.Removed) -> None:
        """A kept match is removed; one that is open in another terminal stays."""
        with self._reporting_problems():
            file = MatchFile(message.unfinished.path)
            try:
                file.remove()
            except OSError as problem:
                raise BottleImpError(problem_text(problem, self._catalogue)) from problem
            finally:
                file.release()
            self.switch_screen(self._start_screen(self._offer()))

    def on_start_screen_match_chosen(self, message: StartScreen.MatchChosen) -> None:
        """A new match begins."""
        with self._reporting_problems():
            match = self._new_game(message.edition, message.kind)
            self._sit_down(self._folder.new_match_path(), match)

    def on_start_screen_guided_chosen(self) -> None:
        """A first match begins, with the guide from its beginning."""
        self._remember(guide=True, known_ideas=())
        with self._reporting_problems():
            match = self._new_game(edition_from_text(GUIDED_EDITION), GUIDED_OPPONENT)
            self._sit_down(self._folder.new_match_path(), match)

    def on_start_screen_language_changed(self) -> None:
        """The next language, which is remembered; the first screen is drawn anew in it."""
        self._language = following_language(self._language)
        self._remember(language=self._language.code)
        self.switch_screen(self._start_screen(self._offer()))

    def on_start_screen_learn_chosen(self) -> None:
        """The lessons take the place of the first screen."""
        self.switch_screen(LessonsScreen(self._progress(), self._catalogue))

    def _progress(self) -> CourseProgress:
        """What is finished; without a place of one's own, the first lesson that is not."""
        finished = self._settings.finished_lessons
        lesson, exercise = lesson_named(self._settings.lesson), self._settings.exercise
        if lesson is None or exercise >= len(lesson.exercises):
            left = [each for each in COURSE if each.key not in finished]
            lesson, exercise = (left or COURSE)[0], 0
        return CourseProgress(finished, lesson, exercise)

    def on_lessons_screen_lesson_chosen(self, message: LessonsScreen.LessonChosen) -> None:
        """A lesson begins, or goes on."""
        self._open_lesson(message.lesson, message.exercise)

    def _open_lesson(self, lesson: Lesson, exercise: int = 0) -> None:
        learner = self._catalogue.gettext("You")
        session = LessonSession(lesson, exercise, lambda: self._settings.pace, learner)
        self.switch_screen(LessonScreen(session, self._catalogue, self._order, self._pause))

    def on_lesson_screen_progressed(self, message: LessonScreen.Progressed) -> None:
        """The place in the course is remembered; a finished lesson begins anew next time."""
        if not message.is_finished:
            self._remember(lesson=message.lesson.key, exercise=message.exercise)
            return
        elsewhere = self._folder.load_settings().finished_lessons  # perhaps in another terminal
        finished = (*elsewhere, *self._settings.finished_lessons, message.lesson.key)
        self._remember(lesson="", exercise=0, finished_lessons=tuple(dict.fromkeys(finished)))

    def on_lesson_screen_ended(self, message: LessonScreen.Ended) -> None:
        """The next lesson, or after the last one the list."""
        if message.following is None:
            self.on_start_screen_learn_chosen()
        else:
            self._open_lesson(message.following)

    def on_table_screen_failed(self, message: TableScreen.Failed) -> None:
        """A computer player fails: the application ends, and the match is kept."""
        self._fail(message.problem)

    def on_table_screen_replayed(self, message: TableScreen.Replayed) -> None:
        """A finished round lies over the table until it is closed."""
        self.push_screen(
            ReplayScreen(
                message.replayed, message.source, self._catalogue, message.order, self._pause
            )
        )

    def on_table_screen_sorted(self, message: TableScreen.Sorted) -> None:
        """The order of cards is remembered."""
        self._remember(by_suit=message.order is CardOrder.SUIT)

    def action_pace(self, step: int) -> None:
        """A longer or shorter pause after every automatic play."""
        pace = min(max(self._settings.pace + step * PACE_STEP, 0), MAX_PACE)
        self._remember(pace=pace)
        self.notify(pace_text(pace, self._catalogue), timeout=NOTICE_SECONDS)

    def action_menu(self) -> None:
        """Back: from a lesson to the list, from the list or the table to the first screen."""
        if isinstance(self.screen, LessonScreen):
            self.on_start_screen_learn_chosen()
        elif isinstance(self.screen, TableScreen | LessonsScreen):
            self._close_session()
            self.pop_screen()
            self._wish = replace(self._wish, edition=None, seed=None)
            self.push_screen(self._start_screen(self._offer()))
            if self.lost_match:
                self.notify(self.lost_match, severity="warning", timeout=TOLD_FOR)

    def action_leave(self) -> None:
        """Out of the application; the match is kept."""
        self.exit()


def pace_text(ms: int, catalogue: NullTranslations) -> str:
    """How long the pause after each play is now."""
    return catalogue.gettext("Pause after each play: {ms} ms").format(ms=ms)
