"""The time by which the server acts; it is passed in, so that a test can say what time it is."""

import logging
import time
from typing import Protocol

log = logging.getLogger(__name__)

NS_PER_MS = 1_000_000
MS_PER_SECOND = 1000
TOLERANCE_MS = 100


class Clock(Protocol):
    """Tells the time in two ways, of which only the first never goes back."""

    def monotonic(self) -> float:
        """Seconds since some moment, as the event loop counts them."""

    def time_ms(self) -> int:
        """Milliseconds since 1970."""

    def advance_to(self, time_ms: int) -> None:
        """Takes note that it was this time already, by something that was written then."""


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

    def advance_to(self, time_ms: int) -> None:
        """Runs on from this time if it is later, as where the machine's was set back meanwhile."""
        ahead = time_ms - self.time_ms()
        if ahead > TOLERANCE_MS:
            log.warning(
                "the clock of this machine was set back", extra={"seconds": ahead / MS_PER_SECOND}
            )
        self._ahead_ms += max(ahead, 0)


class SharedClock:
    """The clock of a database, by which all servers that share it go.

    Between two looks at it the time runs on as on this machine.  Until the first it is this
    machine's.
    """

    def __init__(self) -> None:
        self._ahead_ms = own_lead_ms()

    def monotonic(self) -> float:
        """Seconds since some moment, as the event loop counts them."""
        return time.monotonic()

    def time_ms(self) -> int:
        """Milliseconds since 1970."""
        return round(time.monotonic() * MS_PER_SECOND + self._ahead_ms)

    def advance_to(self, time_ms: int) -> None:
        """Nothing: all servers go by the database, and one alone would be ahead of the others."""

    def follow(self, time_ms: int, at: float) -> float:
        """Takes the time that it was `at` that moment of the monotonic clock.

        Small differences come from the way there and back, and change nothing.  Returns by how many
        seconds the clock of this machine is ahead.
        """
        lead = time_ms - at * MS_PER_SECOND
        if abs(lead - self._ahead_ms) > TOLERANCE_MS:
            self._ahead_ms = lead
        return (own_lead_ms() - lead) / MS_PER_SECOND


def own_lead_ms() -> float:
    """By how much the time of this machine is ahead of its monotonic clock."""
    return time.time_ns() / NS_PER_MS - time.monotonic() * MS_PER_SECOND


SYSTEM_CLOCK = SystemClock()
