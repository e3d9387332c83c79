"""Whom people meet without choosing: the easiest opponents, stand-ins, and who gives hints."""

from bottleimp.players.catalogue import offered_names

# People who come back to a match that a stand-in has lost are annoyed, so it plays decently.
WEAKEST_STAND_IN = "regular"
# The strongest first; the second needs a second or two of compiling where the first needs ten,
# and the last needs none, so that a hint always comes.
ADVISERS = ("imp", "self_taught", "rules_of_thumb")


def advisers() -> list[str]:
    """Those of them that are offered, the strongest first."""
    return [name for name in ADVISERS if name in offered_names()]


def usual_opponent() -> str:
    """The player that sits down where none is chosen: the easiest."""
    return offered_names()[0]


def usual_stand_in(opponent: str) -> str:
    """The player for people who are away where none is chosen: `opponent`, if not below `regular`.

    Players are ordered as they are offered; one that is not offered stays as it is.
    """
    offered = offered_names()
    if opponent not in offered:
        return opponent
    return max(opponent, WEAKEST_STAND_IN, key=offered.index)
