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

from bottleimp.server.settings.config import JSON
from bottleimp.server.settings.repeated_lines import SummingUp

OWN = "bottleimp"
# What a library says at lower levels may quote frames and headers.
LOWEST_OF_OTHERS = logging.WARNING
# The facts that an event may have beside its words; anything else is left out.
FACTS = (
    "table", "edition", "level", "kind", "result", "route", "method", "status", "seq", "count",
    "ms", "reason",
)  # fmt: skip
MOST_FRAMES = 20  # of an error


class Plain(logging.Formatter):
    """A line for people: time, level, what happened, facts."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, and more of them for an error."""
        at = datetime.fromtimestamp(record.created, UTC).strftime("%Y-%m-%d %H:%M:%S")
        facts = "".join(f" {name}={value}" for name, value in facts_of(record).items())
        lines = [f"{at} {record.levelname.lower():<7} {said(record)}{facts}"]
        return "\n".join(lines + [f"    {line}" for line in error_of(record)])


class JsonLines(logging.Formatter):
    """A JSON object on a line: `at`, `severity`, `logger`, `event`, facts, and `error`."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        content: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "severity": record.levelname.lower(),
            "logger": record.name,
            "event": said(record),
        }
        content |= facts_of(record)
        error = error_of(record)
        if error:
            content["error"] = error
        return msgspec.json.encode(content).decode()


def is_own(record: logging.LogRecord) -> bool:
    """Whether this program says it, and no library."""
    return record.name.partition(".")[0] == OWN


def said(record: logging.LogRecord) -> str:
    """What happened, in words."""
    if is_own(record):
        return record.getMessage()
    return str(record.msg).partition("\n")[0]


def facts_of(record: logging.LogRecord) -> dict[str, str | int | float]:
    """The named facts of an event."""
    found = {name: getattr(record, name, None) for name in FACTS}
    return {name: value for name, value in found.items() if isinstance(value, str | int | float)}


def error_of(record: logging.LogRecord) -> list[str]:
    """The kinds of an error and of its causes, each with the code it passed; no text of theirs."""
    problem = record.exc_info[1] if record.exc_info else None
    lines: list[str] = []
    while problem is not None and len(lines) < MOST_FRAMES:
        passed = traceback.extract_tb(problem.__traceback__)[-MOST_FRAMES:]
        where = " < ".join(f"{frame.name}:{frame.lineno}" for frame in reversed(passed))
        file = passed[-1].filename.replace("\\", "/").rpartition("/")[2] if passed else "?"
        lines.append(f"{type(problem).__name__} in {file}: {where}")
        problem = problem.__cause__ or problem.__context__
    return lines


def begin(level: str, form: str, stream: TextIO | None = None) -> None:
    """Logs from this level on, to the error output."""
    handler = SummingUp(stream or sys.stderr)
    handler.setFormatter(JsonLines() if form == JSON else Plain())
    wanted = logging.getLevelNamesMapping()[level.upper()]
    handler.setLevel(wanted)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(max(wanted, LOWEST_OF_OTHERS))
    logging.getLogger(OWN).setLevel(wanted)
