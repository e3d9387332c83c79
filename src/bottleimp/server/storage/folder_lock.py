"""A data folder belongs to one server at a time.

The system itself holds the lock and gives it up when the process ends, however that happens.  A
server that restarts in place hands the lock over to the program that it becomes, so that no other
comes in between.
"""

import contextlib
import os
import sys
from pathlib import Path

from bottleimp.file_locks import lock_file
from bottleimp.protocol.refusals import StorageError
from bottleimp.server.settings.listening import has_inherited_socket
from bottleimp.server.storage.data_folder import FILE_MODE, make_folder

if sys.platform != "win32":
    import fcntl

LOCK_FILE = "server.lock"
LOCK_VARIABLE = "LISTEN_LOCK"  # the number of the open file, beside the numbers of sockets
FIRST_DESCRIPTOR = 10  # the lowest ones are for what is inherited


class FolderLock:
    """The lock that this process holds, as an open file; None where the system has no locks."""

    def __init__(self, file: int | None) -> None:
        self._file = file

    def make_inheritable(self) -> None:
        """Makes this process's next program inherit the lock."""
        if self._file is not None:
            os.set_inheritable(self._file, True)  # noqa: FBT003 (the system names no arguments)
            os.environ[LOCK_VARIABLE] = str(self._file)

    def release(self) -> None:
        """Gives the folder back."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def lock_folder(folder: Path) -> FolderLock:
    """The lock of the folder, which is made if need be; raises StorageError if another has it."""
    make_folder(folder)
    path = folder / LOCK_FILE
    file = inherited_file(path)
    if file is None:
        try:
            file = os.open(path, os.O_RDWR | os.O_CREAT, FILE_MODE)
        except OSError:
            return FolderLock(None)  # opening the database says what is wrong
    try:
        lock_file(file)
        file = moved_up(file)
    except BlockingIOError:
        os.close(file)
        raise StorageError(
            f"Another server uses the data folder {folder};"
            " stop that one, or name another folder with --data."
        ) from None
    except OSError:  # some file systems have no locks
        os.close(file)
        return FolderLock(None)
    return FolderLock(file)


def inherited_file(path: Path) -> int | None:
    """The open file that the program before this one handed over, if it is that path."""
    text = os.environ.pop(LOCK_VARIABLE, "")
    if not (text.isascii() and text.isdigit() and has_inherited_socket()):
        return None
    file = int(text)
    try:
        if os.path.samestat(os.fstat(file), path.stat()):
            os.set_inheritable(file, False)  # noqa: FBT003 (the system names no arguments)
            return file
    except OSError:
        return None
    with contextlib.suppress(OSError):
        os.close(file)  # the settings name another folder now
    return None


def moved_up(file: int) -> int:
    """The open file, on POSIX under a number above those that are for what is inherited."""
    if sys.platform == "win32" or file >= FIRST_DESCRIPTOR:
        return file
    moved = fcntl.fcntl(file, fcntl.F_DUPFD_CLOEXEC, FIRST_DESCRIPTOR)
    os.close(file)
    return moved
