"""Whom people meet without choosing: opponents of middling strength, and who gives hints."""

from bottleimp.players.catalogue import offered_names

MIDDLING = ("regular", "rules_of_thumb")  # the first that is offered
# The strongest first; the second needs a second or two of compiling where the first needs ten.
ADVISERS = ("imp", "self_taught")


def advisers() -> list[str]:
    """Those of them that are offered, the strongest first."""
    return [name for name in ADVISERS if name in offered_names()]


def usual_opponent() -> str:
    """The player that sits down where none is chosen."""
    return next(name for name in MIDDLING if name in offered_names())
