"""How far a command has come, written to standard error.

A terminal shows one line that is drawn anew, with the time that the rest will take; a log file
gets a line at the beginning, one for whatever else is said, and one at each tenth of the work.
The first line says why nothing happens for a while.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

BAR_WIDTH: Final = 30  # characters
TENTHS: Final = 10
PLAIN_TERMINALS: Final = ("dumb", "unknown")  # values of TERM where no line can be drawn anew
SPEED_PERIOD: Final = 1800.0  # seconds whose speed says how long the rest will take
PREPARING_MESSAGE: Final = "getting the players ready"
STARTING_MESSAGE: Final = (
    f"{PREPARING_MESSAGE}; the first time in an edition takes up to half a minute"
)


@contextmanager
def make_progress(
    title: str, total: int, start: str = STARTING_MESSAGE, unit: str = "deals"
) -> Iterator["ProgressBar | ProgressLines"]:
    """What shows the progress of so many deals, or of what else, on a terminal or in a file.

    The line on the terminal goes at the end, whatever has happened.
    """
    if not sys.stderr.isatty() or os.environ.get("TERM") in PLAIN_TERMINALS:
        lines = ProgressLines(title, total, unit)
        lines.say(start)
        yield lines
        return
    bar = ProgressBar(title, total, unit)
    with bar.live:
        bar.say(start)
        yield bar


class ProgressBar:
    """A line on the terminal that says how many deals are played; it is seen within `live`."""

    def __init__(self, title: str, total: int, unit: str = "deals") -> None:
        # Only a terminal needs them, and they take as long to import as all of `bottleimp --help`.
        from rich.console import Console  # noqa: PLC0415
        from rich.live import Live  # noqa: PLC0415
        from rich.progress import (  # noqa: PLC0415
            BarColumn,
            Progress,
            TextColumn,
            TimeRemainingColumn,
        )

        self.title = title
        self.done = 0
        self.bar = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(BAR_WIDTH),
            TextColumn("{task.completed}/{task.total} {task.fields[unit]}", markup=False),
            TimeRemainingColumn(compact=True),
            TextColumn("left"),
            speed_estimate_period=SPEED_PERIOD,
        )
        self.task = self.bar.add_task(title, total=total, unit=unit)
        self.live = Live(console=Console(stderr=True), transient=True, auto_refresh=False)

    def say(self, text: str) -> None:
        """Show the text in place of the line."""
        from rich.text import Text  # noqa: PLC0415

        self.live.update(Text(f"{self.title}: {text}"), refresh=True)

    def advance(self, more: int, unit: str | None = None) -> None:
        """Draw the line anew after so many more deals, with other words after the number."""
        self.done += more
        if unit is not None:
            self.bar.update(self.task, unit=unit)
        self.bar.update(self.task, completed=self.done)
        self.live.update(self.bar, refresh=True)


class ProgressLines:
    """Lines for a log file: what begins, and how far it is at each tenth of the deals."""

    def __init__(self, title: str, total: int, unit: str = "deals") -> None:
        self.title = title
        self.total = total
        self.unit = unit
        self.done = 0

    def advance(self, more: int, unit: str | None = None) -> None:
        """Say so when another tenth of the deals has been played."""
        self.unit = unit or self.unit
        before, self.done = self.done, self.done + more
        if TENTHS * before // self.total < TENTHS * self.done // self.total:
            self.say(f"{self.done}/{self.total} {self.unit}")

    def say(self, text: str) -> None:
        """Write one line at once."""
        sys.stderr.write(f"{self.title}: {text}\n")
        sys.stderr.flush()
