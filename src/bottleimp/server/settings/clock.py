"""The time by which the server acts; it is passed in, so that a test can say what time it is."""

import time
from typing import Protocol

NS_PER_MS = 1_000_000


class Clock(Protocol):
    """Tells the time in two ways, of which only the first never goes back."""

    def monotonic(self) -> float:
        """Seconds since some moment, as the event loop counts them."""

    def time_ms(self) -> int:
        """Milliseconds since 1970."""


class SystemClock:
    """The clock of this machine."""

    def monotonic(self) -> float:
        """Seconds since some moment, as the event loop counts them."""
        return time.monotonic()

    def time_ms(self) -> int:
        """Milliseconds since 1970."""
        return time.time_ns() // NS_PER_MS


SYSTEM_CLOCK = SystemClock()
