"""What a search with two camps is for: whose result, how it is measured, who wants it high."""

from dataclasses import dataclass
from enum import Enum

from bottleimp.rules.cardsets import gathered, holds
from bottleimp.rules.position import Layout
from bottleimp.solving.alpha_beta import Camps


class Measure(Enum):
    """How the result of a seat is measured.

    POINTS: what the seat scores in the round.
    GAIN: what it scores less the mean of the players of other sides, all before any doubling;
    driven seats are no measure.
    """

    POINTS = "points"
    GAIN = "gain"


@dataclass(frozen=True)
class Goal:
    """The result of `seat`, which the seats of `raising` want high and all others low.

    Driven seats follow their rule, whatever the goal.
    """

    seat: int
    raising: frozenset[int]
    measure: Measure = Measure.POINTS


def against_the_rest(layout: Layout, seat: int, measure: Measure = Measure.POINTS) -> Goal:
    """The seat's side against everybody else: what it can make sure of, whatever they do.

    With all hands open that is also the least to which they can hold it.
    """
    partners = (s for s in range(len(layout.side)) if layout.side[s] == layout.side[seat])
    return Goal(seat, frozenset(partners), measure)


def with_all_helping(layout: Layout, seat: int, measure: Measure = Measure.POINTS) -> Goal:
    """Everybody plays for the seat: the best that can happen to it."""
    return Goal(seat, frozenset(range(len(layout.side))), measure)


def with_all_against(layout: Layout, seat: int, measure: Measure = Measure.POINTS) -> Goal:  # noqa: ARG001
    """Everybody, the seat too, plays against it: the worst that can happen to it."""
    return Goal(seat, frozenset(), measure)


def fates_of(layout: Layout, seat: int) -> frozenset[int]:
    """The groups that share their fate and count for the seat's side."""
    return frozenset(
        fate
        for fate, side in zip(layout.fate, layout.side, strict=True)
        if side == layout.side[seat]
    )


def measuring_seats(layout: Layout, seat: int) -> tuple[int, ...]:
    """The seats of other sides with whose mean the seat compares itself."""
    return tuple(
        other
        for other, side in enumerate(layout.side)
        if side != layout.side[seat] and not holds(layout.driven, other)
    )


def camps_of(layout: Layout, goal: Goal) -> Camps:
    """The goal by number; raises ValueError if it names a seat that does not exist."""
    seats = range(len(layout.side))
    if goal.seat not in seats or not goal.raising <= frozenset(seats):
        raise ValueError(f"The goal {goal} names a seat that is not among the {len(seats)}.")
    own = fates_of(layout, goal.seat)
    weights = [1 if fate in own else 0 for fate in seats]
    if goal.measure is Measure.GAIN:
        others = measuring_seats(layout, goal.seat)
        if not others:
            raise ValueError("There is no other side to compare with.")
        weights = [weight * len(others) for weight in weights]
        for other in others:
            for fate in fates_of(layout, other):
                weights[fate] -= 1
    in_order = goal.measure is Measure.POINTS and len(own) == 1
    return Camps(gathered(goal.raising), tuple(weights), int(in_order))


def result_in_points(layout: Layout, goal: Goal, result: int, imps_trick: int) -> float:
    """The result of a search in the units of the goal; `imps_trick` is its worth."""
    if goal.measure is Measure.GAIN:
        return result / len(measuring_seats(layout, goal.seat))
    if len(fates_of(layout, goal.seat)) == 1 and result < 0:
        result *= imps_trick  # so far it counted bottles
    return result * layout.weight[goal.seat]
