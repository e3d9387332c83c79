"""Who scores together, and which of all the sides of a match each player is on.

The seats move on by one player a round, and the sides with them.  A pair that comes back is still
the same side, so it is numbered among all pairs that the match can have.
"""

from collections.abc import Sequence
from functools import lru_cache

from bottleimp.game.match import participants_by_seat
from bottleimp.rules.edition import Edition

MAX_CACHED_SEATINGS = 256


def players_by_side(edition: Edition, seating: Sequence[int]) -> list[list[int]] | None:
    """Players that score together in one round; None where everyone is alone."""
    if not edition.has_sides:
        return None
    groups: dict[int, list[int]] = {}
    for seat, side in enumerate(edition.sides):
        groups.setdefault(side, []).append(seating[seat])
    return [sorted(group) for group in groups.values()]


def sides_by_round(edition: Edition) -> list[list[list[int]]]:
    """The sides of each round of a cycle, in which every player deals once; none without sides."""
    seatings = (participants_by_seat(edition, forehand) for forehand in range(edition.players))
    return [players_by_side(edition, each) or [] for each in seatings]


def match_sides(edition: Edition) -> list[list[int]] | None:
    """All sides of several players that a match can have, sorted; None where everyone is alone."""
    if not edition.has_sides:
        return None
    sides = (side for sides in sides_by_round(edition) for side in sides)
    return [list(side) for side in sorted({tuple(side) for side in sides if len(side) > 1})]


def is_lasting_side(edition: Edition, players: Sequence[int]) -> bool:
    """Whether these players are one side in every round."""
    return all(sorted(players) in sides for sides in sides_by_round(edition))


def side_numbers(edition: Edition, seating: Sequence[int]) -> tuple[int | None, ...]:
    """The number of each player's side, by player; None for a player who scores alone.

    `seating` holds the player of each seat in one round; the numbers hold for the whole match.
    """
    return cached_side_numbers(edition, tuple(seating))


@lru_cache(MAX_CACHED_SEATINGS)
def cached_side_numbers(edition: Edition, seating: tuple[int, ...]) -> tuple[int | None, ...]:
    """The same; every view of a round asks for it."""
    sides = match_sides(edition) or []
    numbers: list[int | None] = [None] * len(seating)
    for side in players_by_side(edition, seating) or []:
        if len(side) > 1:
            for player in side:
                numbers[player] = sides.index(side)
    return tuple(numbers)
