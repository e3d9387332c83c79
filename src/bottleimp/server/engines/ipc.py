"""Messages between the server and its player processes: pickles with a length prefix.

They come from and go to processes that the server started itself, nobody else.
"""

import pickle
import struct
from dataclasses import dataclass

from bottleimp.errors import BottleImpError
from bottleimp.game.actions import Action
from bottleimp.knowledge.observation import Observation
from bottleimp.players.catalogue import player_kind

LENGTH_PREFIX = struct.Struct(">I")
SEARCH_SECONDS = 3.0  # seconds after which a search ends with what it has found


@dataclass(frozen=True)
class ChoiceRequest:
    """Who is asked, with which seed, all that it may know, and for how long it may search."""

    player: str
    seed: int
    observation: Observation
    seconds: float = SEARCH_SECONDS


def needs_warmup(player: str) -> bool:
    """Whether the first choice of this player in an edition may take long."""
    try:
        return player_kind(player).starts_slowly
    except BottleImpError:
        return False


def uses_search(player: str) -> bool:
    """Whether this player thinks for as long as it may, where there is something to choose."""
    try:
        return player_kind(player).budget_spec is not None
    except BottleImpError:
        return False


@dataclass(frozen=True)
class ChoiceReply:
    """What the player does, or the name of the error and what may be told of it.

    The text of an error could name cards, which a log must not.
    """

    action: Action | None
    problem: str = ""
    detail: str = ""


def pack_message(message: ChoiceRequest | ChoiceReply) -> bytes:
    """The message with its length prefix."""
    content = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return LENGTH_PREFIX.pack(len(content)) + content
