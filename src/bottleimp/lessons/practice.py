"""An exercise in play: whose turn it is, what the others answer, and how the goal stands.

Nothing here decides what is legal or who takes a trick; the round does.
"""

from collections.abc import Sequence
from functools import lru_cache

from bottleimp.errors import IllegalAction, RefusalReason
from bottleimp.game.actions import Action, action_from_label
from bottleimp.game.round import Phase, Round
from bottleimp.lessons.lesson import Exercise, Lesson, Outcome

LEARNER = "Learner"
CACHED_POSITIONS = 4096


def start_position(lesson: Lesson, number: int) -> Round:
    """The position with which the exercise begins; its number counts from 0."""
    return lesson.records[number].round


def learner_seat(lesson: Lesson, number: int) -> int:
    """The seat of the learner."""
    return lesson.records[number].names.index(LEARNER)


def judge_position(lesson: Lesson, number: int, now: Round) -> Outcome:
    """How the goal of the exercise stands in this position."""
    goal, start = lesson.exercises[number].goal, start_position(lesson, number)
    if not is_complete(goal.tricks, start, now):
        return Outcome.OPEN
    is_reached = goal.is_reached(start, now, learner_seat(lesson, number))
    return Outcome.REACHED if is_reached else Outcome.MISSED


def is_complete(tricks: int | None, start: Round, now: Round) -> bool:
    """Whether so many tricks were played since the start, or the round is over."""
    if tricks is None or now.is_over:
        return now.is_over
    return now.phase is Phase.PLAY and len(now.tricks) - len(start.tricks) >= tricks


def awaits_learner(lesson: Lesson, number: int, now: Round) -> bool:
    """Whether the learner is to act in this position."""
    is_open = judge_position(lesson, number, now) is Outcome.OPEN
    return is_open and now.turn == learner_seat(lesson, number)


def count_owed_choices(lesson: Lesson, number: int, now: Round) -> int:
    """How many actions the learner makes at once: one card, or all choices of a stage."""
    return now.choices_owed(learner_seat(lesson, number)) or 1


def next_answer(lesson: Lesson, number: int, now: Round) -> Action | None:
    """What another player does now; None where the learner is to act or the exercise is done."""
    if judge_position(lesson, number, now) is not Outcome.OPEN or awaits_learner(
        lesson, number, now
    ):
        return None
    exercise, choices = lesson.exercises[number], now.legal_actions
    if exercise.best_defence:
        choices = refuting_actions(lesson, number, now) or choices
    by_label = {action.label: action for action in choices}
    return next((by_label[label] for label in exercise.answers if label in by_label), choices[0])


def refuting_actions(lesson: Lesson, number: int, now: Round) -> tuple[Action, ...]:
    """The legal actions after which the others can keep the learner from the goal."""
    return tuple(
        action
        for action in now.legal_actions
        if not is_goal_certain(lesson, number, now.play(action))
    )


@lru_cache(CACHED_POSITIONS)
def is_goal_certain(lesson: Lesson, number: int, now: Round) -> bool:
    """Whether the learner can reach the goal whatever the others play; plays out every line."""
    outcome = judge_position(lesson, number, now)
    if outcome is not Outcome.OPEN:
        return outcome is Outcome.REACHED
    enough = any if now.turn == learner_seat(lesson, number) else all
    return enough(is_goal_certain(lesson, number, now.play(action)) for action in now.legal_actions)


def replay_exercise(lesson: Lesson, number: int, labels: Sequence[str]) -> Round:
    """The position after these actions of the learner and the answers of the others.

    Raises IllegalAction for what the rules forbid and for actions after the end of the exercise,
    NotationError for a label that is no action.
    """
    now = play_answers(lesson, number, start_position(lesson, number))
    for label in labels:
        if not awaits_learner(lesson, number, now):
            raise IllegalAction("The exercise is over.", RefusalReason.NOT_YOUR_TURN)
        now = now.play(action_from_label(now.edition, label))
        now = play_answers(lesson, number, now)
    return now


def play_answers(lesson: Lesson, number: int, now: Round) -> Round:
    """The position after the others have played until the learner is to act."""
    while (action := next_answer(lesson, number, now)) is not None:
        now = now.play(action)
    return now


def teacher_text(exercise: Exercise, labels: Sequence[str], outcome: Outcome) -> str:
    """What the teacher says after these actions of the learner; empty for nothing."""
    played = " ".join(labels)
    said = {**exercise.right, **exercise.wrong}.get(played)
    if said is not None:
        return said
    return {Outcome.REACHED: exercise.reached, Outcome.MISSED: exercise.missed}.get(outcome, "")
