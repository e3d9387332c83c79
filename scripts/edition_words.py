"""Editions in the words of the docs: seats from 1, hands, passes, sides and lengths.

Nothing here decides anything; it only says what the catalogue holds.
"""

from bottleimp.rules.edition import Edition
from bottleimp.rules.seating import IMPS_TRICK, Cycles, Length, Pass

TWO_PLAYERS = 2

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

DECK_NOTES = {
    "bambus1995": (
        "The first printing gives no points to 1, 2 and 3."
        "\nIts other points are not known; we play with those of the classic deck."
    ),
    "matagot": "The 17 is read as 4 points; the pattern of the suit would give 3.",
    "matagot36": "The 17 is read as 4 points; the pattern of the suit would give 3.",
}

NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


def sides_in_short(at: Edition) -> str:
    """The sizes of the sides, such as `2-1-1`."""
    if not at.has_sides:
        return "each alone"
    sizes = sorted((at.sides.count(side) for side in set(at.sides)), reverse=True)
    return "-".join(str(size) for size in sizes)


def whole_length(length: Length) -> str:
    """When a match ends, in words."""
    if isinstance(length, Cycles):
        return f"until everyone has dealt {times(length.cycles)}"
    return f"until someone has {length.points} points"


def times(number: int) -> str:
    """`once`, `twice` or `N times`."""
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def seat_name(at: Edition, seat: int) -> str:
    """A seat as these pages count it."""
    if seat in at.driven:
        return "Lopaka"
    return f"seat {seat + 1}"


def passes_of(at: Edition, seat: int, stage: tuple[Pass, ...]) -> str:
    """What a seat gives in one stage, in order."""
    steps = [step for step in stage if step.seat == seat]
    words: list[str] = []
    for step in steps:
        target = target_name(at, step)
        if words and words[-1].endswith(target):
            words[-1] = f"two cards to {target}"
        else:
            words.append(f"a card to {target}")
    source = {hand_name(at, step.source) for step in steps if len(at.hands_of(seat)) > 1}
    return "".join(f"from the {hand}, " for hand in sorted(source)) + listed(words)


def listed(words: list[str]) -> str:
    """The words with commas and a last `and`."""
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def target_name(at: Edition, step: Pass) -> str:
    """Where a passed card goes, as the one who passes says it."""
    if step.target == IMPS_TRICK:
        return "the Imp's Trick"
    receiver = at.hands[step.target].seat
    if at.players == TWO_PLAYERS:
        hands = at.hands_of(receiver)
        return f"the opponent's {hand_name(at, step.target)}" if len(hands) > 1 else "the opponent"
    return "the left neighbour" if receiver == (step.seat + 1) % at.seats else "the right neighbour"


def hand_name(at: Edition, number: int) -> str:
    """`first hand` or `second hand`."""
    hands = at.hands_of(at.hands[number].seat)
    return ("first hand", "second hand")[hands.index(number)] if len(hands) > 1 else "hand"
