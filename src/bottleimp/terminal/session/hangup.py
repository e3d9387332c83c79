"""The end of a program after SIGTERM, or once its terminal is gone.

Usually the system ends a program with SIGHUP when its terminal closes.  A program outside the
session of the terminal gets no signal.  Then reading returns at once with nothing, and the thread
of Textual that reads keys repeats that for ever.
"""

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from bottleimp.exit_statuses import TERMINATED

CHECK_INTERVAL = 0.5  # seconds between two looks at the terminal
TERMINAL_GONE = 1  # exit status


def leave_after_sigterm(leave: Callable[[int], None]) -> None:
    """Has SIGTERM call `leave` with its exit status, so that the terminal is restored."""
    if sys.platform != "win32":  # Windows ends the process at once
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, leave, TERMINATED)


@contextmanager
def ending_without_terminal() -> Iterator[None]:
    """Ends the process, with a failing status, once standard input is no longer a terminal.

    Every step of a match is saved before it is shown, so nothing is lost.  The usual way to leave
    is not taken: it writes to the terminal, and would wait for that for ever.
    """
    done = threading.Event()
    watch = threading.Thread(target=_watch, args=(done,), name="terminal-watch", daemon=True)
    watch.start()
    try:
        yield
    finally:
        done.set()
        watch.join()


def _watch(done: threading.Event) -> None:
    while not done.wait(CHECK_INTERVAL):
        if not sys.stdin.isatty():
            os._exit(TERMINAL_GONE)
