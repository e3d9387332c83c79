"""Whom people meet without choosing: the easiest opponents, stand-ins, and who gives hints."""

from bottleimp.players.catalogue import offered_player_names

# People who come back to a match that a stand-in has lost are annoyed, so it plays decently.
WEAKEST_STAND_IN = "regular"
# The strongest first; the second needs nothing compiled, so that a hint always comes.
HINT_PLAYERS = ("imp", "self_taught")
STRONGEST_PLAYER = HINT_PLAYERS[0]


def hint_players() -> list[str]:
    """Those of them that are offered, the strongest first."""
    return [name for name in HINT_PLAYERS if name in offered_player_names()]


def default_opponent() -> str:
    """The player that sits down where none is chosen: the easiest."""
    return offered_player_names()[0]


def usual_stand_in(opponent: str) -> str:
    """The player for people who are away where none is chosen: `opponent`, if not below `regular`.

    Players are ordered as they are offered; one that is not offered stays as it is.
    """
    offered = offered_player_names()
    if opponent not in offered:
        return opponent
    return max(opponent, WEAKEST_STAND_IN, key=offered.index)
