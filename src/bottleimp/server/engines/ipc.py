"""What passes between the server and its player processes: pickles with their length in front.

They come from and go to processes that the server started itself, nobody else.
"""

import pickle
import struct
from dataclasses import dataclass

from bottleimp.errors import BottleImpError
from bottleimp.game.actions import Action
from bottleimp.knowledge.observation import Observation
from bottleimp.players.catalogue import player_kind

LENGTH = struct.Struct(">I")
THINKING = 3.0  # seconds after which a search ends with what it has found


@dataclass(frozen=True)
class Request:
    """Who is asked, with which seed, all that it may know, and for how long it may search."""

    player: str
    seed: int
    observation: Observation
    seconds: float = THINKING


def needs_preparation(player: str) -> bool:
    """Whether the first choice of this player in an edition may take long."""
    try:
        return player_kind(player).is_compiled
    except BottleImpError:
        return False


def searches(player: str) -> bool:
    """Whether this player thinks for as long as it may, where there is something to choose."""
    try:
        return player_kind(player).measure is not None
    except BottleImpError:
        return False


@dataclass(frozen=True)
class Answer:
    """What the player does, or the name of the error; its text could name cards."""

    action: Action | None
    problem: str = ""


def packed(message: Request | Answer) -> bytes:
    """The message with its length in front."""
    content = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return LENGTH.pack(len(content)) + content
