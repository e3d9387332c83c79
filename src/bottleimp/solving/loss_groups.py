"""What the seats of one loss group have together: bottles, points and cards."""

from bottleimp.kernel.compile.jit import inline_jit
from bottleimp.rules.position import Layout, Position
from bottleimp.rules.scoring import card_points


@inline_jit
def bottles_owned_by(layout: Layout, position: Position, loss_group: int) -> int:
    """How many bottles the group owns."""
    bottles = 0
    for seat in range(len(layout.loss_group)):
        if layout.loss_group[seat] == loss_group:
            for owner in position.owners:
                if owner == seat:
                    bottles += 1
    return bottles


@inline_jit
def points_taken_by(layout: Layout, position: Position, loss_group: int) -> int:
    """The points that the group has taken."""
    points = 0
    for seat in range(len(layout.loss_group)):
        if layout.loss_group[seat] == loss_group:
            points += card_points(layout, position.won[seat])
    return points


@inline_jit
def cards_held_by(layout: Layout, position: Position, loss_group: int) -> int:
    """The cards in the hands of the group."""
    held = 0
    for hand in range(len(position.hands)):
        if layout.loss_group[layout.hand_seat[hand]] == loss_group:
            held |= position.hands[hand]
    return held
