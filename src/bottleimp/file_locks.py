"""Locks on open files, which the system gives up when the process ends, however that happens."""

import sys

if sys.platform == "win32":
    import msvcrt

    def lock_file(file: int) -> None:
        """Locks an open file.

        Raises BlockingIOError if another process has it, OSError where there are no locks.
        """
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            raise BlockingIOError from None

else:
    import fcntl

    def lock_file(file: int) -> None:
        """Locks an open file.

        Raises BlockingIOError if another process has it, OSError where there are no locks.
        """
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
