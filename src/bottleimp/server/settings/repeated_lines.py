"""A log handler that writes the first few lines of a kind, and then how many more there were.

Whoever can make the server log something could otherwise fill the disk with it.
"""

import logging
import threading
import time
from typing import TextIO

MAX_REPEATS = 5  # lines that are written in each stretch
WINDOW_SECONDS = 10.0  # seconds
MAX_KINDS = 1000  # in one stretch; what comes beyond them is of one kind
MIN_SUMMARIZED_LEVEL = logging.INFO  # who asks for less important lines wants to see them all
SUMMARY_MESSAGE = "lines like this were left out"
LineKind = tuple[str, int, str]  # logger, level, and the text without what is filled in
OTHER_LINES: LineKind = ("bottleimp.server.settings.log_output", logging.WARNING, "other lines")


class SummarizingHandler(logging.StreamHandler[TextIO]):
    """Writes to the stream; at the end of each stretch says what was left out."""

    def __init__(self, stream: TextIO, window: float = WINDOW_SECONDS) -> None:
        super().__init__(stream)
        self._stretch = window
        self._window_end = 0.0  # when the stretch is over, as `time.monotonic` counts
        self._counts: dict[LineKind, int] = {}
        self._timer: threading.Timer | None = None

    def emit(self, record: logging.LogRecord) -> None:
        """Writes the line, or counts it."""
        if record.levelno < MIN_SUMMARIZED_LEVEL:
            super().emit(record)
            return
        if time.monotonic() >= self._window_end:
            self.flush_summary()
            self._window_end = time.monotonic() + self._stretch
        kind = record.name, record.levelno, str(record.msg).partition("\n")[0]
        if kind not in self._counts and len(self._counts) >= MAX_KINDS:
            kind = OTHER_LINES
        self._counts[kind] = self._counts.get(kind, 0) + 1
        if self._counts[kind] <= MAX_REPEATS:
            super().emit(record)
        elif self._timer is None:
            self._timer = threading.Timer(self._stretch, self._on_window_end)
            self._timer.daemon = True
            self._timer.start()

    def flush_summary(self) -> None:
        """Says what was left out since the stretch began, and begins to count anew."""
        counts, self._counts = self._counts, {}
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        for (name, level, text), count in counts.items():
            if count > MAX_REPEATS:
                said = logging.LogRecord(name, level, "", 0, SUMMARY_MESSAGE, None, None)
                said.__dict__ |= {"count": count - MAX_REPEATS, "reason": text}
                super().emit(said)

    def close(self) -> None:
        """Says what was left out so far."""
        with self.lock or threading.RLock():
            self.flush_summary()
        super().close()

    def _on_window_end(self) -> None:
        with self.lock or threading.RLock():
            self._timer = None
            self.flush_summary()
