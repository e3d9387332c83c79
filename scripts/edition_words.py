"""Editions in the words of the docs: seats from 1, sides and lengths.

Nothing here decides anything; it only says what the catalogue holds.
"""

from bottleimp.rules.edition import Edition
from bottleimp.rules.seating import MAX_ROUNDS, Cycles, MatchLength, Rounds

MODE_TITLES = {
    "devils-eye": "Devil's Eye, two players",
    "lopaka": "Lopaka, two players",
    "bright-house": "Bright House, two players",
    "3": "three players",
    "4": "four players",
    "4-teams": "four players, one team and two singles",
    "5": "five players, two bottles",
    "5-teams": "five players, two teams and a single",
    "6": "six players, two bottles",
    "6-teams-222": "six players, three teams",
    "6-teams-2211": "six players, two teams and two singles",
}


def side_sizes(at: Edition) -> str:
    """The sizes of the sides, such as `2-1-1`."""
    if not at.has_sides:
        return "each alone"
    sizes = sorted((at.sides.count(side) for side in set(at.sides)), reverse=True)
    return "-".join(str(size) for size in sizes)


def length_text(length: MatchLength) -> str:
    """When a match ends, in words."""
    if isinstance(length, Cycles):
        return f"until everyone has dealt {times(length.cycles)}"
    if isinstance(length, Rounds):
        return f"after {length.rounds} rounds"
    return f"until someone has {length.points} points, {MAX_ROUNDS} rounds at most"


def times(number: int) -> str:
    """`once`, `twice` or `N times`."""
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def seat_name(at: Edition, seat: int) -> str:
    """A seat as these pages count it."""
    if seat in at.driven:
        return "Lopaka"
    return f"seat {seat + 1}"
