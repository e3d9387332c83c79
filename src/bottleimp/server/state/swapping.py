"""Two places that change: numbers of players, and what is kept for each of them."""

from collections.abc import Sequence
from typing import TypeVar

Kept = TypeVar("Kept")


def swap_number(player: int, one: int, other: int) -> int:
    """The number by which a player goes once two have changed places."""
    return {one: other, other: one}.get(player, player)


def swap_items(kept: Sequence[Kept], one: int, other: int) -> tuple[Kept, ...]:
    """What is kept by player, once two have changed places."""
    return tuple(kept[swap_number(player, one, other)] for player in range(len(kept)))
