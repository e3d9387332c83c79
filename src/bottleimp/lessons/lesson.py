"""What a lesson is made of: exercises, each with a position, a goal and what the teacher says."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from importlib.resources import files

from bottleimp.game.notation import read_records
from bottleimp.game.record import Record
from bottleimp.game.round import Round

# Whether a goal is reached: the position of the exercise, the position now, the learner's seat.
GoalTest = Callable[[Round, Round, int], bool]


class Outcome(Enum):
    """How far the learner is with an exercise."""

    OPEN = "open"
    REACHED = "reached"
    MISSED = "missed"


@dataclass(frozen=True)
class Goal:
    """What the learner is to do, in a sentence, and how the rules tell whether it is done.

    It is judged after so many tricks, counted from the one in play; None is at the end of the
    round, and 0 as soon as the cards are exchanged.
    """

    text: str
    is_reached: GoalTest
    tricks: int | None = 1


@dataclass(frozen=True)
class Exercise:
    """A position to play.

    `texts` are what the teacher explains before, one idea each.  `right` and `wrong` say something
    about what the learner does, by the labels of all the learner's actions so far, with spaces
    between them; `reached` and `missed` are said at the end where neither does.
    The others play the first card of `answers` that is legal, and otherwise their lowest legal one;
    with `best_defence` they play so only among the cards that put the goal out of reach, wherever
    they have such a card.  Every line is then played out, so no more than the last four tricks of
    a round should be left.
    """

    texts: tuple[str, ...]
    goal: Goal
    reached: str
    missed: str
    right: Mapping[str, str] = field(default_factory=dict)
    wrong: Mapping[str, str] = field(default_factory=dict)
    answers: tuple[str, ...] = ()
    best_defence: bool = False


@dataclass(frozen=True, eq=False)
class Lesson:
    """A lesson: its key in addresses, its title, what it is about, and its exercises in order.

    The records of the positions are in `positions/<key>.txt`, in the order of the exercises; the
    learner's name in them is `Learner`.
    """

    key: str
    title: str
    summary: str
    exercises: tuple[Exercise, ...]

    @cached_property
    def records(self) -> tuple[Record, ...]:
        """The record of each exercise's position; raises NotationError if one is damaged."""
        source = files("bottleimp.lessons").joinpath("positions", f"{self.key}.txt")
        return tuple(read_records(source.read_text(encoding="utf-8")))
