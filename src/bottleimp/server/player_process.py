"""A process of its own in which computer players think.

It reads requests from standard input and writes answers to standard output, both as pickles with
their length in front; they come from and go to the server that started it, nobody else.
It ends when its input does.
"""

import os
import pickle
import signal
import struct
import sys
from dataclasses import dataclass
from typing import BinaryIO

from bottleimp.game.actions import Action
from bottleimp.knowledge.observation import Observation
from bottleimp.players.catalogue import player_named

LENGTH = struct.Struct(">I")
NICENESS = 10


@dataclass(frozen=True)
class Request:
    """Who is asked, with which seed, and all that it may know."""

    player: str
    seed: int
    observation: Observation


@dataclass(frozen=True)
class Answer:
    """What the player does, or in one line why it failed."""

    action: Action | None
    problem: str = ""


def packed(message: Request | Answer) -> bytes:
    """The message with its length in front."""
    content = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return LENGTH.pack(len(content)) + content


def answer_to(request: Request) -> Answer:
    """The player's choice."""
    try:
        player = player_named(request.player, request.seed)
        return Answer(player.choose(request.observation))
    except Exception as problem:  # a player's fault must not end the process
        return Answer(None, f"{type(problem).__name__}: {problem}")


def serve(source: BinaryIO, target: BinaryIO) -> None:
    """Answers until the source ends."""
    while len(head := source.read(LENGTH.size)) == LENGTH.size:
        (length,) = LENGTH.unpack(head)
        request = pickle.loads(source.read(length))
        target.write(packed(answer_to(request)))
        target.flush()


def main() -> None:
    """Answers the server that started this process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends it, not the keyboard
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    target = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # a player that prints harms nothing
    serve(sys.stdin.buffer, target)


if __name__ == "__main__":
    main()
