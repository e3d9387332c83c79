"""The time by which the server acts; it is passed in, so that a test can say what time it is."""

import time
from typing import Protocol

NS_PER_MS = 1_000_000
MS_PER_SECOND = 1000


class Clock(Protocol):
    """Tells the time in two ways, of which only the first never goes back."""

    def monotonic(self) -> float:
        """Seconds since some moment, as the event loop counts them."""

    def time_ms(self) -> int:
        """Milliseconds since 1970."""


class SystemClock:
    """The clock of this machine, but that its time never goes back.

    Where the machine's own is set back, this one runs on from where it was until the server ends:
    deadlines of players would lie far ahead else.
    """

    def __init__(self) -> None:
        self._ahead_ms = 0.0  # of the monotonic clock

    def monotonic(self) -> float:
        """Seconds since some moment, as the event loop counts them."""
        return time.monotonic()

    def time_ms(self) -> int:
        """Milliseconds since 1970."""
        passed = time.monotonic() * MS_PER_SECOND
        self._ahead_ms = max(self._ahead_ms, time.time_ns() // NS_PER_MS - passed)
        return round(passed + self._ahead_ms)


SYSTEM_CLOCK = SystemClock()
