"""What a finished round is worth to each seat."""

from bottleimp.rules.cardsets import size, with_entry, zeros_like
from bottleimp.rules.position import Layout, Position


def card_points(layout: Layout, cards: int) -> int:
    """The sum of the points on the cards."""
    points = 0
    for bit in range(len(layout.point_bits)):
        points += size(cards & layout.point_bits[bit]) << bit
    return points


def loss_group_score(layout: Layout, position: Position, loss_group: int) -> int:
    """The points the group took; if it owns bottles, minus the imp's trick for each of them."""
    taken, bottles = 0, 0
    for seat in range(len(layout.loss_group)):
        if layout.loss_group[seat] == loss_group:
            taken += card_points(layout, position.won[seat])
            for owner in position.owners:
                if owner == seat:
                    bottles += 1
    if bottles:
        return -bottles * card_points(layout, position.passed[len(position.hands)])
    return taken


def seat_score(layout: Layout, position: Position, seat: int) -> int:
    """What the loss groups of the seat's side score together, times the seat's weight.

    By the rule text partners lose together, so a side is one loss group.
    With the table option `bga-teams` every seat is a loss group of its own.
    """
    total = 0
    for loss_group in range(len(layout.loss_group)):
        for member in range(len(layout.side)):
            is_partner = layout.side[member] == layout.side[seat]
            if is_partner and layout.loss_group[member] == loss_group:
                total += loss_group_score(layout, position, loss_group)
                break
    return total * layout.weight[seat]


def scores(layout: Layout, position: Position) -> tuple[int, ...]:
    """The result of every seat.  Meant for a finished round; does not check that it is."""
    results = zeros_like(layout.side)
    for seat in range(len(layout.side)):
        results = with_entry(results, seat, seat_score(layout, position, seat))
    return results
