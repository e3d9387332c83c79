"""What a finished round is worth to each seat."""

from bottleimp.rules.cardsets import size, with_entry
from bottleimp.rules.position import Layout, Position


def card_points(layout: Layout, cards: int) -> int:
    """The points on the cards, added up."""
    points = 0
    for bit in range(len(layout.point_bits)):
        points += size(cards & layout.point_bits[bit]) << bit
    return points


def loss_group_score(layout: Layout, position: Position, loss_group: int) -> int:
    """What the group took; or, if it owns bottles, the imp's trick lost for each of them."""
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
    """The seat's result: its side's groups added up, times the weight of the seat.

    Partners share one fate by the rule text, so a side is one group;
    with the table option `bga-teams` every seat is a group of its own.
    """
    total = 0
    for fate in range(len(layout.loss_group)):
        for member in range(len(layout.side)):
            if layout.side[member] == layout.side[seat] and layout.loss_group[member] == fate:
                total += loss_group_score(layout, position, fate)
                break
    return total * layout.weight[seat]


def scores(layout: Layout, position: Position) -> tuple[int, ...]:
    """The result of every seat.  Meant for a finished round; does not check that it is."""
    totals = layout.weight  # one entry for each seat, all replaced
    for seat in range(len(totals)):
        totals = with_entry(totals, seat, seat_score(layout, position, seat))
    return totals
