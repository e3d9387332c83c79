"""An exercise as a table: the same folds, views and events as at any other, and nothing stored.

The learner's actions come with every request, so the server remembers nothing of a lesson.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from msgspec.structs import replace as with_fields

from bottleimp.game.match import Match
from bottleimp.languages.language import Language
from bottleimp.lessons import (
    Lesson,
    awaits_learner,
    count_owed_choices,
    judge_position,
    learner_seat,
    next_answer,
    teacher_text,
)
from bottleimp.protocol.http_bodies import LessonReply
from bottleimp.protocol.messages import Event
from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.protocol.views import View
from bottleimp.server.state.deals import Deals
from bottleimp.server.state.decisions import decide_card_play, decide_choices
from bottleimp.server.state.events import (
    CHAT_OFF,
    COMPUTER,
    DRIVEN,
    HUMAN,
    LEGACY_LEVEL,
    NEVER,
    NOBODY,
    CardPlayed,
    Participant,
    RoundScored,
    StageCompleted,
    TableCreated,
    TableFact,
    TableSettings,
)
from bottleimp.server.state.table_state import TableState, apply_table_fact, initial_state
from bottleimp.server.views.projection import event_frame, project_table

FIRST_ROUND = 1
CACHED_EXERCISES = 64

Step = tuple[TableFact, TableState]


@dataclass(frozen=True)
class LessonTable:
    """An exercise, by its number from 0, as a table that begins with the state `start`."""

    lesson: Lesson
    number: int
    start: TableState

    @classmethod
    def of(cls, lesson: Lesson, number: int, pace: int = 0) -> "LessonTable":
        """The exercise with this number, with a pace in ms between the cards of the others.

        Raises IndexError where the lesson has no such exercise.
        """
        return cls(lesson, number, replace(start_state(lesson, number), pace=pace))

    @property
    def learner(self) -> int:
        """The player who learns."""
        seat = learner_seat(self.lesson, self.number)
        return self.start.round_start_match.player_at(seat)

    def reply(self, labels: Sequence[str], language: Language) -> LessonReply:
        """What the learner is shown after these actions; raises Refused for what cannot be.

        The events are those since the last of the learner's decisions.
        """
        state, _ = self._play_answers(self.start)
        before, steps = state, list[Step]()
        left = list(labels)
        while left:
            if not awaits_learner(self.lesson, self.number, state.current_round):
                raise Refused(RefusalCode.STALE, "The exercise is over.")
            owed = count_owed_choices(self.lesson, self.number, state.current_round)
            before = state
            state, steps = self._decide(state, left[:owed])
            state, answers = self._play_answers(state)
            steps += answers
            left = left[owed:]
        outcome = judge_position(self.lesson, self.number, state.current_round)
        exercise = self.lesson.exercises[self.number]
        said = teacher_text(exercise, labels, outcome)
        return LessonReply(
            view=self._view(state, language),
            events=list(self._events(before, steps, language)),
            outcome=outcome.value,
            said=language.gettext(said) if said else "",
        )

    def _view(self, state: TableState, language: Language) -> View:
        view = project_table(state, self.learner, language)
        title = language.gettext(self.lesson.title)
        # Nobody plays here by a level: the lesson says what the others answer.
        players = [with_fields(player, level=None) for player in view.players]
        return with_fields(view, table=with_fields(view.table, title=title), players=players)

    def _events(
        self, before: TableState, steps: Sequence[Step], language: Language
    ) -> Iterator[Event]:
        shown = self._view(before, language)
        for number, (fact, state) in enumerate(steps, start=1):
            after = self._view(state, language)
            yield event_frame(number, fact, shown, after, state)
            shown = after

    def _decide(self, state: TableState, labels: Sequence[str]) -> tuple[TableState, list[Step]]:
        """The state after one decision of the learner, and what led there."""
        played = state.current_round
        if played.choices_owed(learner_seat(self.lesson, self.number)):
            return self._apply(
                state,
                decide_choices(state, self.learner, FIRST_ROUND, played.stage, list(labels)),
            )
        (label,) = labels
        count = played.play_count
        return self._apply(state, decide_card_play(state, self.learner, FIRST_ROUND, count, label))

    def _play_answers(self, state: TableState) -> tuple[TableState, list[Step]]:
        """The state in which the learner is to act or the exercise is over, and what led there."""
        steps: list[Step] = []
        while True:
            played = state.current_round
            action = next_answer(self.lesson, self.number, played)
            if action is None or played.turn is None:
                return state, steps
            player = state.round_start_match.player_at(played.turn)
            state, done = self._apply(state, CardPlayed(player, action.label))
            steps += done

    def _apply(self, state: TableState, fact: TableFact) -> tuple[TableState, list[Step]]:
        """The state after the fact and what follows from it by itself, and these facts."""
        deals = Deals(state.table, state.edition, ())  # the cards come from the record
        steps: list[Step] = []
        following: TableFact | None = fact
        while following is not None:
            state = apply_table_fact(state, following, deals)
            steps.append((following, state))
            following = next_consequence(state)
        return state, steps


def next_consequence(state: TableState) -> TableFact | None:
    """What follows by itself in a lesson: cards are picked up, and the round is scored."""
    if state.pending_choices is not None:
        return StageCompleted(state.current_round.stage)
    if state.current_round.is_over and not state.is_scored:
        return RoundScored(FIRST_ROUND, "")
    return None


@lru_cache(CACHED_EXERCISES)
def start_state(lesson: Lesson, number: int) -> TableState:
    """The table with the position of the exercise; player 0 leads first, as in the record."""
    record = lesson.records[number]
    edition = record.round.edition
    match, learner = Match(edition, edition.players - 1), learner_seat(lesson, number)
    seated = {
        match.player_at(seat): Participant("", HUMAN)
        if seat == learner
        else Participant(name, DRIVEN)
        if seat in edition.driven
        else Participant(name, COMPUTER, LEGACY_LEVEL)
        for seat, name in enumerate(record.names)
    }
    created = TableCreated(
        edition.text,
        tuple(seated[player] for player in sorted(seated)),
        match.first_dealer,
        pace=0,
        settings=TableSettings(watch=NOBODY, talk=CHAT_OFF, hints=NEVER),
    )
    deals = Deals(f"lesson-{lesson.key}-{number + 1}", edition, ())
    state = initial_state(created, deals, None)
    return replace(state, round_number=FIRST_ROUND, round=record.round)
