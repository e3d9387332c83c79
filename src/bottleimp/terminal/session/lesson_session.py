"""An exercise of the course as a session: the others answer as the lesson says.

Nothing of it is saved.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, replace

from bottleimp.errors import IllegalAction, MatchError, RefusalReason
from bottleimp.game.actions import Action
from bottleimp.game.match import Match
from bottleimp.game.round import Phase, Round
from bottleimp.knowledge.observation import observe
from bottleimp.lessons import (
    Exercise,
    Lesson,
    Outcome,
    awaits_learner,
    judge_position,
    learner_seat,
    next_answer,
    start_position,
    teacher_text,
)
from bottleimp.messages import N_
from bottleimp.terminal.session.session import ReplayedRound, Scene


@dataclass(eq=False)
class LessonSession:
    """One lesson: an exercise that is open, what was done in it, and the text that is shown.

    `number` counts exercises from 0.  `learner` is what the learner is called.
    """

    lesson: Lesson
    number: int
    pace: Callable[[], int]  # ms between the answers of the others
    learner: str

    def __post_init__(self) -> None:
        self._changed = asyncio.Event()
        self.open(self.number)

    def open(self, number: int) -> None:
        """Begins the exercise with this number, with what the teacher explains first."""
        self.number, self.text = number, 0
        self._round, self._labels = start_position(self.lesson, number), list[str]()
        self._changed.set()

    # --- what is shown --------------------------------------------------------------------

    @property
    def exercise(self) -> Exercise:
        """The exercise that is open."""
        return self.lesson.exercises[self.number]

    @property
    def seat(self) -> int:
        """The seat of the learner."""
        return learner_seat(self.lesson, self.number)

    @property
    def has_acted(self) -> bool:
        """Whether the learner has done something in this exercise."""
        return bool(self._labels)

    @property
    def is_goal_shown(self) -> bool:
        """Whether everything is explained, so that the goal is shown."""
        return self.has_acted or self.text + 1 >= len(self.exercise.texts)

    @property
    def is_last_exercise(self) -> bool:
        """Whether no exercise of this lesson follows."""
        return self.number + 1 >= len(self.lesson.exercises)

    @property
    def is_finished(self) -> bool:
        """Whether the last goal of the lesson is reached."""
        return self.is_last_exercise and self.outcome is Outcome.REACHED

    @property
    def outcome(self) -> Outcome:
        """How the goal stands."""
        return judge_position(self.lesson, self.number, self._round)

    @property
    def said(self) -> str:
        """What the teacher says to what was done; nothing while the others answer it."""
        if next_answer(self.lesson, self.number, self._round) is not None:
            return ""
        return teacher_text(self.exercise, self._labels, self.outcome)

    @property
    def scene(self) -> Scene:
        """How things stand now; nobody is asked once the exercise is over."""
        played = self._round
        edition = played.edition
        match = Match(edition, edition.players - 1)  # so that the first player leads
        seating = tuple(match.player_at(seat) for seat in range(edition.seats))
        called = self.lesson.records[self.number].names
        names = {
            player: self.learner if seat == self.seat else called[seat]
            for seat, player in enumerate(seating)
        }
        seen = observe(played, self.seat)
        if self.outcome is not Outcome.OPEN:
            seen = replace(seen, turn=None, legal_actions=())
        return Scene(
            observation=seen,
            match=match if played.scores is None else match.after(played.scores),
            names=tuple(names[player] for player in sorted(names)),
            seating=seating,
        )

    async def scenes(self) -> AsyncIterator[Scene]:
        """The scene of now and every later one."""
        while True:
            yield self.scene
            before = self._round
            answer = next_answer(self.lesson, self.number, before)
            if answer is None:
                await self._changed.wait()
                self._changed.clear()
                continue
            if before.phase is Phase.PLAY:
                await asyncio.sleep(self.pace() / 1000)
            if self._round is before:  # the exercise was not begun anew meanwhile
                self._round = before.play(answer)

    # --- what the learner does --------------------------------------------------------------

    async def act(self, actions: Sequence[Action]) -> None:
        """Plays a card, or makes all secret choices that are owed in this stage."""
        now: Round = self._round
        for action in actions:
            if not awaits_learner(self.lesson, self.number, now):
                raise IllegalAction(N_("The exercise is over."), RefusalReason.NOT_YOUR_TURN)
            now = now.play(action)
        self._round = now
        self._labels += [action.label for action in actions]
        self._changed.set()

    def try_again(self) -> None:
        """Begins the exercise anew, with its goal and without the explanations."""
        self.open(self.number)
        self.text = len(self.exercise.texts) - 1

    def go_on(self) -> None:
        """The next text of the teacher, or the next exercise once this one is over."""
        if not self.is_goal_shown:
            self.text += 1
            self._changed.set()
        elif self.outcome is not Outcome.OPEN and not self.is_last_exercise:
            self.open(self.number + 1)

    def go_back(self) -> None:
        """The exercise anew, the text before, or the exercise before."""
        if self.has_acted:
            self.open(self.number)
        elif self.text > 0:
            self.text -= 1
            self._changed.set()
        elif self.number > 0:
            self.open(self.number - 1)

    async def claim_rest(self) -> None:
        """Never: an exercise is played card by card."""
        raise MatchError("Nothing is claimed in a lesson.")

    async def undo(self) -> None:
        """Never: an exercise is begun anew instead."""
        raise MatchError("In a lesson nothing is taken back; the exercise can be tried again.")

    async def next_round(self) -> None:
        """Goes on, as far as there is something to go on with."""
        self.go_on()

    async def rematch(self) -> None:
        """Begins the exercise anew."""
        self.try_again()

    async def replay(self, number: int) -> ReplayedRound:  # noqa: ARG002
        """Never: an exercise is begun anew instead."""
        raise MatchError(N_("In a lesson nothing is replayed; the exercise can be tried again."))
