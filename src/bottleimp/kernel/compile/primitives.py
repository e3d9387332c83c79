"""A primitive of card sets that only compiled code needs, in plain Python."""

from bottleimp.rules.cardsets import lowest, without_lowest


def nth(cards: int, rank: int) -> int:
    """The card of the set that has this many lower ones in it; the set must hold enough."""
    for _ in range(rank):
        cards = without_lowest(cards)
    return lowest(cards)
