"""The program of a player process, in which computer players choose.

It reads requests from standard input and writes answers to standard output, and ends when its
input does.
"""

import contextlib
import os
import pickle
import signal
import sys
import time
from dataclasses import dataclass
from typing import BinaryIO

from bottleimp.errors import PlayerError
from bottleimp.players.catalogue import create_player
from bottleimp.server.engines.ipc import LENGTH_PREFIX, ChoiceReply, ChoiceRequest, pack_message

NICENESS = 10


@dataclass(frozen=True)
class MonotonicDeadline:
    """A deadline on the clock of this machine."""

    ends_at: float  # as `time.monotonic` counts

    def has_passed(self) -> bool:
        """Whether it is too late to go on searching."""
        return time.monotonic() >= self.ends_at


def answer_request(request: ChoiceRequest) -> ChoiceReply:
    """The player's choice."""
    deadline = MonotonicDeadline(time.monotonic() + request.seconds)
    try:
        player = create_player(request.player, request.seed, deadline)
        return ChoiceReply(player.choose(request.observation))
    except Exception as problem:  # a player's fault must not end the process
        detail = problem.summary if isinstance(problem, PlayerError) else ""
        return ChoiceReply(None, type(problem).__name__, detail)


def serve(source: BinaryIO, target: BinaryIO) -> None:
    """Answers until the source ends."""
    while len(head := source.read(LENGTH_PREFIX.size)) == LENGTH_PREFIX.size:
        (length,) = LENGTH_PREFIX.unpack(head)
        request = pickle.loads(source.read(length))
        target.write(pack_message(answer_request(request)))
        target.flush()


def main() -> None:
    """Answers the server that started this process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends it, not the keyboard
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    target = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # a player that prints harms nothing
    with contextlib.suppress(BrokenPipeError):  # the server has gone
        serve(sys.stdin.buffer, target)


if __name__ == "__main__":
    main()
