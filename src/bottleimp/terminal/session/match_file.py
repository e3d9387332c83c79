"""The file of a match that somebody plays: one terminal at a time has it.

The system itself holds the lock and gives it up when the process ends, however that happens.  The
lock is on a file beside that of the match, which is replaced by another at every step.
"""

import contextlib
import os
import sys
from pathlib import Path

from bottleimp.errors import MatchError
from bottleimp.file_locks import lock_file
from bottleimp.messages import N_
from bottleimp.terminal.session.saved_matches import (
    READ_ERRORS,
    SavedMatch,
    match_to_json,
    read_match,
    write_json_atomically,
)

LOCK_SUFFIX = ".lock"
LOCK_MODE = 0o600  # for the owner alone


class MatchFile:
    """Where a match is kept, until it is given back; raises MatchError if another has it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.is_released = False
        self._lock_path = path.with_name(f"{path.name}{LOCK_SUFFIX}")
        self._lock = open_locked(self._lock_path)

    def read(self) -> SavedMatch:
        """The match as it is now; raises MatchError where it cannot go on."""
        try:
            return read_match(self.path)
        except READ_ERRORS as problem:
            raise MatchError(N_("This match can no longer be continued.")) from problem

    def write(self, game: SavedMatch) -> None:
        """Keeps the match as it is, or removes it once it is over; raises OSError.

        After the file is given back nothing is written: another may have it.
        """
        if self.is_released:
            return
        if game.match.is_over:
            self.remove()
        else:
            write_json_atomically(self.path, match_to_json(game))

    def remove(self) -> None:
        """Removes the match, which is not continued any more; raises OSError."""
        self.path.unlink(missing_ok=True)

    def release(self) -> None:
        """Gives the file back, so that the match can go on elsewhere."""
        self.is_released = True
        if self._lock is None:
            return
        if sys.platform == "win32":  # which removes no file that is open
            os.close(self._lock)
        with contextlib.suppress(OSError):
            self._lock_path.unlink()
        if sys.platform != "win32":
            os.close(self._lock)
        self._lock = None


def open_locked(path: Path) -> int | None:
    """The file, open and locked; None where the system has no locks or makes no file.

    Raises MatchError if another has it.
    """
    while True:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            file = os.open(path, os.O_RDWR | os.O_CREAT, LOCK_MODE)
        except OSError:
            return None  # writing the match says what is wrong
        try:
            lock_file(file)
            if os.path.samestat(os.fstat(file), path.stat()):
                return file
        except BlockingIOError:
            os.close(file)
            raise MatchError(
                N_("This match is open in another terminal; close it there to continue it here.")
            ) from None
        except FileNotFoundError:
            pass  # whoever had it removed it meanwhile
        except OSError:  # some file systems have no locks
            os.close(file)
            return None
        os.close(file)
