"""What a search with two camps is for: whose result, how it is measured, who wants it high."""

from dataclasses import dataclass
from enum import Enum

from bottleimp.rules.cardsets import set_of
from bottleimp.rules.position import Layout
from bottleimp.solving.alpha_beta import EncodedObjective


class UtilityMeasure(Enum):
    """How the result of a seat is measured.

    POINTS: what the seat scores in the round.
    GAIN: its relative score, as `Edition.relative_score_matrix` has it.
    LAST_PRICE: the place in the deck of the price at the end of the round, whoever owns the bottle;
    the seat makes no difference.  Only with one bottle.
    """

    POINTS = "points"
    GAIN = "gain"
    LAST_PRICE = "last price"


@dataclass(frozen=True)
class Objective:
    """The result of `seat`, which the seats of `maximizers` want high and all others low.

    Driven seats follow their rule, whatever the objective.
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


def last_price_objective(layout: Layout, maximizers: frozenset[int] | None = None) -> Objective:
    """A last price as high as these seats can make it while all others want it low.

    By default all seats want it high.
    """
    everybody = frozenset(range(len(layout.side)))
    raising = everybody if maximizers is None else maximizers
    return Objective(0, raising, UtilityMeasure.LAST_PRICE)


def loss_groups_of(layout: Layout, seat: int) -> frozenset[int]:
    """The loss groups whose scores count for the seat's side."""
    return frozenset(
        loss_group
        for loss_group, side in zip(layout.loss_group, layout.side, strict=True)
        if side == layout.side[seat]
    )


def encode_objective(layout: Layout, objective: Objective) -> EncodedObjective:
    """The objective by number; raises ValueError if it names a seat that does not exist."""
    seats = range(len(layout.side))
    if objective.seat not in seats or not objective.maximizers <= frozenset(seats):
        raise ValueError(
            f"The objective {objective} names a seat that is not among the {len(seats)}."
        )
    if objective.measure is UtilityMeasure.LAST_PRICE:
        return EncodedObjective(set_of(objective.maximizers), (0,) * len(seats), 1, 1)
    own = loss_groups_of(layout, objective.seat)
    weights = [int(loss_group in own) for loss_group in seats]
    if objective.measure is UtilityMeasure.GAIN:
        row = layout.relative_score[objective.seat]
        if not any(row):
            raise ValueError("There is no other side to compare with.")
        weights = [0 for _ in seats]
        for seat, factor in enumerate(row):
            for loss_group in loss_groups_of(layout, seat):
                weights[loss_group] += factor
    in_order = objective.measure is UtilityMeasure.POINTS and len(own) == 1
    return EncodedObjective(set_of(objective.maximizers), tuple(weights), int(in_order), 0)


def result_in_points(layout: Layout, objective: Objective, result: int, imps_trick: int) -> float:
    """The result of a search in the units of the objective; `imps_trick` is its worth."""
    if objective.measure is UtilityMeasure.LAST_PRICE:
        return result
    if objective.measure is UtilityMeasure.GAIN:
        return result / layout.relative_score[objective.seat][objective.seat]
    if len(loss_groups_of(layout, objective.seat)) == 1 and result < 0:
        result *= imps_trick  # so far it counted bottles
    return result * layout.weight[objective.seat]
