"""The course: lessons with positions to play, judged by the rules."""

from bottleimp.lessons.course import COURSE, lesson_named
from bottleimp.lessons.lesson import Exercise, Goal, Lesson, Outcome
from bottleimp.lessons.practice import (
    awaits_learner,
    count_owed_choices,
    judge_position,
    learner_seat,
    next_answer,
    replay_exercise,
    start_position,
    teacher_text,
)

__all__ = [
    "COURSE",
    "Exercise",
    "Goal",
    "Lesson",
    "Outcome",
    "awaits_learner",
    "count_owed_choices",
    "judge_position",
    "learner_seat",
    "lesson_named",
    "next_answer",
    "replay_exercise",
    "start_position",
    "teacher_text",
]
