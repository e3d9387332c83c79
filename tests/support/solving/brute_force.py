"""Open-hand values by trying every play to the end: nothing left out, nothing remembered."""

from collections.abc import Callable, Iterable

from bottleimp.rules.cardsets import members
from bottleimp.rules.position import Layout, Position, is_over
from bottleimp.rules.scoring import scores
from bottleimp.rules.turns import after_play, legal_actions

Order = Callable[[Iterable[int]], Iterable[int]]


def selfish_scores(layout: Layout, position: Position, order: Order = sorted) -> tuple[int, ...]:
    """The scores if every seat plays for its own, the lowest card of those that serve it best."""
    if is_over(position):
        return scores(layout, position)
    after = {
        action: selfish_scores(layout, after_play(layout, position, action), order)
        for action in order(members(legal_actions(layout, position)))
    }
    return after[min(after, key=lambda action: (-after[action][position.turn], action))]


def camp_value(
    layout: Layout,
    position: Position,
    raising: frozenset[int],
    measured: Callable[[tuple[int, ...]], float],
) -> float:
    """The value if some seats want what is measured high, and all others low."""
    if is_over(position):
        return measured(scores(layout, position))
    values = (
        camp_value(layout, after_play(layout, position, action), raising, measured)
        for action in members(legal_actions(layout, position))
    )
    return max(values) if position.turn in raising else min(values)


def last_price(layout: Layout, position: Position, raising: frozenset[int]) -> int:
    """The place of the last price if some seats want it high, and all others low."""
    if is_over(position):
        return position.prices[0]
    values = (
        last_price(layout, after_play(layout, position, action), raising)
        for action in members(legal_actions(layout, position))
    )
    return max(values) if position.turn in raising else min(values)


def every_end(layout: Layout, position: Position) -> set[tuple[int, ...]]:
    """The scores of all ends that a position can come to."""
    if is_over(position):
        return {scores(layout, position)}
    return {
        end
        for action in members(legal_actions(layout, position))
        for end in every_end(layout, after_play(layout, position, action))
    }
