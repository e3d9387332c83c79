"""What is kept for each player, once one item is another or two players have changed places."""

from collections.abc import Sequence
from typing import TypeVar

Kept = TypeVar("Kept")


def replace_item(kept: Sequence[Kept], player: int, item: Kept) -> tuple[Kept, ...]:
    """What is kept by player, with another item for this one."""
    return (*kept[:player], item, *kept[player + 1 :])


def swap_number(player: int, one: int, other: int) -> int:
    """The number by which a player goes once two have changed places."""
    return {one: other, other: one}.get(player, player)


def swap_items(kept: Sequence[Kept], one: int, other: int) -> tuple[Kept, ...]:
    """What is kept by player, once two have changed places."""
    return tuple(kept[swap_number(player, one, other)] for player in range(len(kept)))
