"""The course: all lessons in their order."""

from bottleimp.lessons.first_lessons import BUYING, FOLLOWING, IMPS_TRICK, PRICE
from bottleimp.lessons.lesson import Lesson
from bottleimp.lessons.mode_lessons import BRIGHT_HOUSE, DEVILS_EYE, LOPAKA, SIDES, TWO_BOTTLES
from bottleimp.lessons.puzzles import BOTTLE_PUZZLES, LEAD_PUZZLES
from bottleimp.lessons.round_lessons import LOW_CARDS, PASSING, SCORING

COURSE = (
    FOLLOWING,
    PRICE,
    BUYING,
    IMPS_TRICK,
    LOW_CARDS,
    PASSING,
    SCORING,
    TWO_BOTTLES,
    SIDES,
    LOPAKA,
    BRIGHT_HOUSE,
    DEVILS_EYE,
    BOTTLE_PUZZLES,
    LEAD_PUZZLES,
)


def lesson_named(key: str) -> Lesson | None:
    """The lesson with this key, or None where there is none."""
    return next((lesson for lesson in COURSE if lesson.key == key), None)
