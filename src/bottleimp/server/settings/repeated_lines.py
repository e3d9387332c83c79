"""A log handler that writes the first few lines of a kind, and then how many more there were.

Whoever can make the server log something could otherwise fill the disk with it.
"""

import logging
import threading
import time
from typing import TextIO

OF_A_KIND = 5  # lines that are written in each stretch
STRETCH = 10.0  # seconds
MOST_KINDS = 1000  # in one stretch; what comes beyond them is of one kind
LEAST_SUMMED_UP = logging.INFO  # who asks for less important lines wants to see them all
LEFT_OUT = "lines like this were left out"
Kind = tuple[str, int, str]  # logger, level, and the text without what is filled in
OTHERS: Kind = ("bottleimp.server.settings.log_output", logging.WARNING, "other lines")


class SummingUp(logging.StreamHandler[TextIO]):
    """Writes to the stream; at the end of each stretch says what was left out."""

    def __init__(self, stream: TextIO, stretch: float = STRETCH) -> None:
        super().__init__(stream)
        self._stretch = stretch
        self._ends = 0.0  # when the stretch is over, as `time.monotonic` counts
        self._counts: dict[Kind, int] = {}
        self._timer: threading.Timer | None = None

    def emit(self, record: logging.LogRecord) -> None:
        """Writes the line, or counts it."""
        if record.levelno < LEAST_SUMMED_UP:
            super().emit(record)
            return
        if time.monotonic() >= self._ends:
            self.sum_up()
            self._ends = time.monotonic() + self._stretch
        kind = record.name, record.levelno, str(record.msg).partition("\n")[0]
        if kind not in self._counts and len(self._counts) >= MOST_KINDS:
            kind = OTHERS
        self._counts[kind] = self._counts.get(kind, 0) + 1
        if self._counts[kind] <= OF_A_KIND:
            super().emit(record)
        elif self._timer is None:
            self._timer = threading.Timer(self._stretch, self._at_the_end)
            self._timer.daemon = True
            self._timer.start()

    def sum_up(self) -> None:
        """Says what was left out since the stretch began, and begins to count anew."""
        counts, self._counts = self._counts, {}
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        for (name, level, text), count in counts.items():
            if count > OF_A_KIND:
                said = logging.LogRecord(name, level, "", 0, LEFT_OUT, None, None)
                said.__dict__ |= {"count": count - OF_A_KIND, "reason": text}
                super().emit(said)

    def close(self) -> None:
        """Says what was left out so far."""
        with self.lock or threading.RLock():
            self.sum_up()
        super().close()

    def _at_the_end(self) -> None:
        with self.lock or threading.RLock():
            self._timer = None
            self.sum_up()
