"""An edition as a value: what it says of itself, and how far contradictions are followed up."""

import copy

import pytest

from bottleimp.rules.edition import Edition, pass_problems, score_problems, seat_problems
from bottleimp.rules.editions import edition
from bottleimp.rules.seating import IMPS_TRICK, Pass

FOUR = edition("classic/4")


def spoiled(**changes: object) -> Edition:
    """An edition that could not be built: parts are changed behind its back."""
    broken = copy.copy(FOUR)
    for name, value in changes.items():
        object.__setattr__(broken, name, value)
    return broken


def test_hands_at_the_wrong_seats_are_the_only_thing_said_of_the_seats() -> None:
    broken = spoiled(hands=FOUR.hands[:3], controllers=())

    assert list(seat_problems(broken)) == ["its hands do not belong to the seats 0 to 3"]


@pytest.mark.parametrize(
    ("passes", "problem"),
    [
        ((), "nothing is passed"),
        ((Pass(0, 1, IMPS_TRICK),), "pass 1 leaves a hand that seat 0 does not hold"),
        ((Pass(0, 9, IMPS_TRICK),), "pass 1 leaves a hand that seat 0 does not hold"),
        ((Pass(0, 0, 0), Pass(0, 0, 9)), "pass 1 reaches no other hand"),
        ((Pass(0, 0, 9),), "pass 1 reaches no other hand"),
    ],
)
def test_a_pass_that_cannot_be_made_is_the_only_thing_said_of_the_exchange(
    passes: tuple[Pass, ...], problem: str
) -> None:
    assert [problem] == list(pass_problems(spoiled(passes=passes)))


def test_seats_without_a_side_are_the_only_thing_said_of_the_scores() -> None:
    broken = spoiled(loss_groups=(0, 1, 2), weights=(0, 0, 0, 0))

    assert list(score_problems(broken)) == [
        "it does not name one side, loss group and weight for each seat"
    ]


@pytest.mark.parametrize(
    ("key", "has_sides"), [("matagot/4", False), ("matagot/4-teams", True), ("matagot/6", False)]
)
def test_only_team_editions_have_sides(key: str, has_sides: bool) -> None:
    assert has_sides is edition(key).has_sides
