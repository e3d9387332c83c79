"""What a search with two camps is for: whose result, how it is measured, who wants it high."""

from dataclasses import dataclass
from enum import Enum

from bottleimp.rules.cardsets import holds, set_of
from bottleimp.rules.position import Layout
from bottleimp.solving.alpha_beta import EncodedObjective


class UtilityMeasure(Enum):
    """How the result of a seat is measured.

    POINTS: what the seat scores in the round.
    GAIN: what it scores less the mean of the players of other sides, all before any doubling;
    driven seats are no measure.
    """

    POINTS = "points"
    GAIN = "gain"


@dataclass(frozen=True)
class Objective:
    """The result of `seat`, which the seats of `raising` want high and all others low.

    Driven seats follow their rule, whatever the goal.
    """

    seat: int
    maximizers: frozenset[int]
    measure: UtilityMeasure = UtilityMeasure.POINTS


def maximin_objective(
    layout: Layout, seat: int, measure: UtilityMeasure = UtilityMeasure.POINTS
) -> Objective:
    """The seat's side against everybody else: what it can make sure of, whatever they do.

    With all hands open that is also the least to which they can hold it.
    """
    partners = (s for s in range(len(layout.side)) if layout.side[s] == layout.side[seat])
    return Objective(seat, frozenset(partners), measure)


def best_case_objective(
    layout: Layout, seat: int, measure: UtilityMeasure = UtilityMeasure.POINTS
) -> Objective:
    """Everybody plays for the seat: the best that can happen to it."""
    return Objective(seat, frozenset(range(len(layout.side))), measure)


def worst_case_objective(
    layout: Layout,  # noqa: ARG001 - the same parameters as its neighbours
    seat: int,
    measure: UtilityMeasure = UtilityMeasure.POINTS,
) -> Objective:
    """Everybody, the seat too, plays against it: the worst that can happen to it."""
    return Objective(seat, frozenset(), measure)


def loss_groups_of(layout: Layout, seat: int) -> frozenset[int]:
    """The groups that share their fate and count for the seat's side."""
    return frozenset(
        fate
        for fate, side in zip(layout.loss_group, layout.side, strict=True)
        if side == layout.side[seat]
    )


def compared_seats(layout: Layout, seat: int) -> tuple[int, ...]:
    """The seats of other sides with whose mean the seat compares itself."""
    return tuple(
        other
        for other, side in enumerate(layout.side)
        if side != layout.side[seat] and not holds(layout.driven, other)
    )


def encode_objective(layout: Layout, objective: Objective) -> EncodedObjective:
    """The goal by number; raises ValueError if it names a seat that does not exist."""
    seats = range(len(layout.side))
    if objective.seat not in seats or not objective.maximizers <= frozenset(seats):
        raise ValueError(f"The goal {objective} names a seat that is not among the {len(seats)}.")
    own = loss_groups_of(layout, objective.seat)
    weights = [1 if fate in own else 0 for fate in seats]
    if objective.measure is UtilityMeasure.GAIN:
        others = compared_seats(layout, objective.seat)
        if not others:
            raise ValueError("There is no other side to compare with.")
        weights = [weight * len(others) for weight in weights]
        for other in others:
            for fate in loss_groups_of(layout, other):
                weights[fate] -= 1
    in_order = objective.measure is UtilityMeasure.POINTS and len(own) == 1
    return EncodedObjective(set_of(objective.maximizers), tuple(weights), int(in_order))


def result_in_points(layout: Layout, objective: Objective, result: int, imps_trick: int) -> float:
    """The result of a search in the units of the goal; `imps_trick_size` is its worth."""
    if objective.measure is UtilityMeasure.GAIN:
        return result / len(compared_seats(layout, objective.seat))
    if len(loss_groups_of(layout, objective.seat)) == 1 and result < 0:
        result *= imps_trick  # so far it counted bottles
    return result * layout.weight[objective.seat]
