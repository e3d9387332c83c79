"""Whom people meet without choosing: the easiest opponents, and who gives hints."""

from bottleimp.players.catalogue import offered_names

# The strongest first; the second needs a second or two of compiling where the first needs ten,
# and the last needs none, so that a hint always comes.
ADVISERS = ("imp", "self_taught", "rules_of_thumb")


def advisers() -> list[str]:
    """Those of them that are offered, the strongest first."""
    return [name for name in ADVISERS if name in offered_names()]


def usual_opponent() -> str:
    """The player that sits down where none is chosen: the easiest."""
    return offered_names()[0]
