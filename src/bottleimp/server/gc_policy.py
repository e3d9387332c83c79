"""When the server looks for garbage: while hardly anybody waits, or when very much has gathered.

Moves, pages and sockets that come and go leave hardly a cycle behind: what they needed is free at
once.  Left alone, Python would look through all objects again and again, whoever waits meanwhile:
with 500 tables at play that takes 30 ms every few seconds, and now and then most of a second.
Each connection leaves some, so a server that is never quiet looks when as much has gathered as it
keeps: memory is at most twice what is needed.
"""

import asyncio
import gc
from collections.abc import Callable

CHECK_INTERVAL = 5.0  # seconds
QUIET_COMMANDS = 5  # commands in that time, at most, when hardly anybody waits
QUIET_THRESHOLD, BUSY_THRESHOLD = 20_000, 200_000  # objects more than after the last time


class GarbageCollection:
    """Looks for garbage in place of Python, from `start` to `stop`."""

    def __init__(self, commands: Callable[[], int]) -> None:
        self._commands = commands  # how many there were so far
        self._seen = commands()
        self._kept = 0  # objects that were no garbage when it was looked for

    def start(self) -> None:
        """Turns Python's collector off; what is loaded by now stays and is not looked through."""
        gc.freeze()
        gc.disable()

    def stop(self) -> None:
        """Gives collection back to Python."""
        gc.enable()

    async def run(self) -> None:
        """Looks for garbage from time to time, where enough has gathered."""
        while True:
            await asyncio.sleep(CHECK_INTERVAL)
            if self.is_due():
                self.look()

    def is_due(self) -> bool:
        """Whether enough has gathered for what goes on; from one call to the next."""
        commands = self._commands()
        done, self._seen = commands - self._seen, commands
        gathered, _, _ = gc.get_count()
        return gathered > (
            QUIET_THRESHOLD if done <= QUIET_COMMANDS else max(BUSY_THRESHOLD, self._kept)
        )

    def look(self) -> None:
        """Looks for garbage at once, even if somebody waits."""
        gc.collect()
        self._kept = count_objects()


def count_objects() -> int:
    """How many objects Python looks through for garbage.

    The list of them must be gone before any other thread goes on: for one that is just filling a
    tuple, a second reference to it is a SystemError.  So this is a single call into C, which does
    not let go of the interpreter in between.
    """
    return next(map(len, map(gc.get_objects, (None,))))
