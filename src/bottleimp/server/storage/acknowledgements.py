"""Which events people were told are kept, noted beside the database.

A damaged write-ahead log makes SQLite forget the last commits without a word.  A small file says
how far every table was that changed lately; at the next start it is compared with the database.  It
is written after the commit and not forced to disk, so it may lag behind the database.  If it is
ahead, commits were lost.
"""

import contextlib
import os
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from bottleimp.server.storage.data_folder import FILE_MODE

ACKNOWLEDGEMENTS_FILE = "acknowledged.txt"
# SQLite empties its log after about a thousand pages, and a commit writes at least one.
MAX_TABLES = 2000
MAX_FILE_BYTES = 2**20
MAX_SEQ_DIGITS = 15  # of the number of an event: more than any table will have
MAX_TABLES_NAMED = 5  # tables in a sentence

LastPositions = Mapping[str, int]  # the name of a table and the number of its last event


class AcknowledgementFile:
    """The file of a data folder; `record` notes what was committed."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / ACKNOWLEDGEMENTS_FILE
        self._latest: OrderedDict[str, int] = OrderedDict()
        self._size = 0
        self._file: int | None = None

    def record(self, committed: Iterable[tuple[str, int]]) -> None:
        """These tables are now at these events."""
        lines = []
        for table, seq in committed:
            self._latest.pop(table, None)
            self._latest[table] = seq
            lines.append(format_line(table, seq))
        while len(self._latest) > MAX_TABLES:
            self._latest.popitem(last=False)
        with ignoring_os_errors():
            self._write("".join(lines))
            if self._size > MAX_FILE_BYTES:
                self.close()
                delete_file(self._path.parent)
                self._write("".join(format_line(*each) for each in self._latest.items()))

    def close(self) -> None:
        """Gives the file back."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _write(self, text: str) -> None:
        if not text:
            return
        if self._file is None:
            flags = os.O_CREAT | os.O_WRONLY | os.O_APPEND
            self._file = os.open(self._path, flags, FILE_MODE)
            self._size = os.fstat(self._file).st_size
        self._size += os.write(self._file, text.encode())


def format_line(table: str, seq: int) -> str:
    """A line of the file."""
    return f"{table} {seq}\n"


def delete_file(folder: Path) -> None:
    """Deletes the file; nothing happens if it cannot be deleted."""
    with ignoring_os_errors():
        (folder / ACKNOWLEDGEMENTS_FILE).unlink(missing_ok=True)


def ignoring_os_errors() -> contextlib.AbstractContextManager[None]:
    """Without this file everything works: a loss is then not told."""
    return contextlib.suppress(OSError)


def read_positions(folder: Path) -> LastPositions:
    """What the file of a folder says; nothing where there is none."""
    try:
        text = (folder / ACKNOWLEDGEMENTS_FILE).read_text(encoding="ascii", errors="replace")
    except OSError:
        return {}
    found: dict[str, int] = {}
    for line in text.splitlines():
        table, _, seq = line.partition(" ")
        # A line that was cut off may end in half a number, which is too small and does no harm.
        if table and seq.isdecimal() and len(seq) <= MAX_SEQ_DIGITS:
            found[table] = int(seq)
    return found


def missing_events(noted: LastPositions, kept: LastPositions) -> dict[str, int]:
    """How many acknowledged events of which tables are not kept."""
    missing = {table: seq - kept.get(table, 0) for table, seq in noted.items()}
    return {table: count for table, count in missing.items() if count > 0}


def loss_message(missing: Mapping[str, int]) -> str:
    """What to say of events that are lost, in a sentence."""
    events, tables = sum(missing.values()), sorted(missing)
    some = join_names(tables[:MAX_TABLES_NAMED])
    more = len(tables) - MAX_TABLES_NAMED
    others = f" and {more} more" if more > 0 else ""
    return (
        f"{events} {'event that was' if events == 1 else 'events that were'} confirmed to players"
        f" {'is' if events == 1 else 'are'} lost, at {'table' if len(tables) == 1 else 'tables'}"
        f" {some}{others}: the write-ahead log was damaged, or an older copy was put back."
    )


def join_names(names: Sequence[str]) -> str:
    """The names with commas between them."""
    return ", ".join(names)
