"""What the server logs: events with a few named facts, for people or for programs.

Secrets and cards stay out by construction: of an error only its kind and the lines of code it
passed are written, never its text, which may name cards; and of what libraries say only the first
line, without the values in it.  Lines that repeat are summed up.
"""

import logging
import sys
import traceback
from datetime import UTC, datetime
from typing import TextIO

import msgspec

from bottleimp.server.settings.config import JSON_FORMAT
from bottleimp.server.settings.repeated_lines import SummarizingHandler

PACKAGE_LOGGER = "bottleimp"
DATABASE_LOGGER = "psycopg"
# What a library says at lower levels may quote frames and headers.
LIBRARY_LEVEL = logging.WARNING
# The facts that an event may have beside its words; anything else is left out.
EXTRA_FIELDS = (
    "table", "edition", "level", "kind", "result", "route", "method", "status", "seq", "count",
    "ms", "reason",
)  # fmt: skip
MAX_FRAMES = 20  # of an error


class TextFormatter(logging.Formatter):
    """A line for people: time, level, what happened, facts."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, and more of them for an error."""
        at = datetime.fromtimestamp(record.created, UTC).strftime("%Y-%m-%d %H:%M:%S")
        facts = "".join(f" {name}={value}" for name, value in extra_fields(record).items())
        lines = [f"{at} {record.levelname.lower():<7} {message_text(record)}{facts}"]
        return "\n".join(lines + [f"    {line}" for line in error_lines(record)])


class JsonFormatter(logging.Formatter):
    """A JSON object on a line: `at`, `severity`, `logger`, `event`, facts, and `error`."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        content: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "severity": record.levelname.lower(),
            "logger": record.name,
            "event": message_text(record),
        }
        content |= extra_fields(record)
        error = error_lines(record)
        if error:
            content["error"] = error
        return msgspec.json.encode(content).decode()


def is_from_package(record: logging.LogRecord) -> bool:
    """Whether this program says it, and no library."""
    return record.name.partition(".")[0] == PACKAGE_LOGGER


def message_text(record: logging.LogRecord) -> str:
    """What happened, in words."""
    if is_from_package(record):
        return record.getMessage()
    return str(record.msg).partition("\n")[0]


def extra_fields(record: logging.LogRecord) -> dict[str, str | int | float]:
    """The named facts of an event."""
    found = {name: getattr(record, name, None) for name in EXTRA_FIELDS}
    return {name: value for name, value in found.items() if isinstance(value, str | int | float)}


def error_lines(record: logging.LogRecord) -> list[str]:
    """The kinds of an error and of its causes, each with the code it passed; no text of theirs."""
    problem = record.exc_info[1] if record.exc_info else None
    lines: list[str] = []
    while problem is not None and len(lines) < MAX_FRAMES:
        passed = traceback.extract_tb(problem.__traceback__)[-MAX_FRAMES:]
        where = " < ".join(f"{frame.name}:{frame.lineno}" for frame in reversed(passed))
        file = passed[-1].filename.replace("\\", "/").rpartition("/")[2] if passed else "?"
        lines.append(f"{type(problem).__name__} in {file}: {where}")
        problem = problem.__cause__ or problem.__context__
    return lines


def configure_logging(level: str, log_format: str, stream: TextIO | None = None) -> None:
    """Logs from this level on, to the error output."""
    handler = SummarizingHandler(stream or sys.stderr)
    handler.setFormatter(JsonFormatter() if log_format == JSON_FORMAT else TextFormatter())
    wanted = logging.getLevelNamesMapping()[level.upper()]
    handler.setLevel(wanted)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(max(wanted, LIBRARY_LEVEL))
    logging.getLogger(PACKAGE_LOGGER).setLevel(wanted)
    # It warns of every write that another server was quicker with, which is an ordinary thing.
    logging.getLogger(DATABASE_LOGGER).setLevel(max(wanted, logging.ERROR))
