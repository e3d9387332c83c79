"""How far a command has come, written to standard error.

A terminal shows one line that is drawn anew; a log file gets a line at the beginning, one for
whatever else is said, and one at each tenth of the work.  The first line says why nothing happens
for a while.
"""

import sys
from typing import Final

BAR_WIDTH: Final = 30  # characters
TENTHS: Final = 10
PREPARING_MESSAGE: Final = "getting the players ready"
STARTING_MESSAGE: Final = (
    f"{PREPARING_MESSAGE}; the first time in an edition takes up to half a minute"
)


def make_progress(
    title: str, total: int, start: str = STARTING_MESSAGE, unit: str = "deals"
) -> "ProgressBar | ProgressLines":
    """What shows the progress of so many deals, or of what else, on a terminal or in a file."""
    shown = (ProgressBar if sys.stderr.isatty() else ProgressLines)(title, total, unit)
    shown.say(start)
    return shown


class ProgressBar:
    """A line on the terminal that says how many deals are played."""

    def __init__(self, title: str, total: int, unit: str = "deals") -> None:
        self.title = title
        self.total = total
        self.unit = unit
        self.done = 0

    def say(self, text: str) -> None:
        """Show the text in place of the line."""
        self.draw(f"{self.title}: {text}")

    def advance(self, more: int) -> None:
        """Draw the line anew after so many more deals."""
        self.done += more
        full = BAR_WIDTH * self.done // self.total
        bar = "#" * full + "." * (BAR_WIDTH - full)
        self.draw(f"{self.title} [{bar}] {self.done}/{self.total} {self.unit}")

    def draw(self, text: str) -> None:
        """Put the text in place of the line."""
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()

    def clear(self) -> None:
        """Take the line away."""
        self.draw("")


class ProgressLines:
    """Lines for a log file: what begins, and how far it is at each tenth of the deals."""

    def __init__(self, title: str, total: int, unit: str = "deals") -> None:
        self.title = title
        self.total = total
        self.unit = unit
        self.done = 0

    def advance(self, more: int) -> None:
        """Say so when another tenth of the deals has been played."""
        before, self.done = self.done, self.done + more
        if TENTHS * before // self.total < TENTHS * self.done // self.total:
            self.say(f"{self.done}/{self.total} {self.unit}")

    def say(self, text: str) -> None:
        """Write one line at once."""
        sys.stderr.write(f"{self.title}: {text}\n")
        sys.stderr.flush()

    def clear(self) -> None:
        """Leave the lines as they are."""
