"""Signals that end a server: the first ends it well at any moment, the second ends it at once.

They are only noted, and nothing is raised: whatever is going on comes to its end, but for the
loading of outside players, which may take for ever and holds nothing.  What has been acknowledged
is on disk, so an end at once loses nothing either.
"""

import contextlib
import logging
import os
import signal
import sys
import threading
from collections.abc import Iterator
from functools import cache
from typing import Protocol

from bottleimp.exit_statuses import NOT_WAITED_FOR, SIGNALLED, TERMINATED

log = logging.getLogger(__name__)

SIGNALS = [signal.SIGINT, signal.SIGTERM]
if sys.platform == "win32":
    SIGNALS.append(signal.SIGBREAK)


class StoppableServer(Protocol):
    """A server that ends soon after it is told to."""

    should_exit: bool


class ShutdownSignals:
    """Whether this process has been told to end, and the server that then ends."""

    def __init__(self) -> None:
        self.is_requested = False
        # Seconds from the first signal to the end, whatever is going on then: threads that wait for
        # a database which does not answer would hold the process for ever.  None: it is waited for.
        self.time_limit: float | None = None
        self._server: StoppableServer | None = None
        self._ends_at_once = False

    def install(self) -> None:
        """Takes note of signals from now on; what came while they were held back counts.

        Hanging up, which is no end where there is no terminal, waits for who listens to it.
        """
        if sys.platform != "win32":
            signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGHUP])
        for each in SIGNALS:
            # Whoever ignores one, as shells do for programs in the background, wants it so.
            if signal.getsignal(each) is not signal.SIG_IGN:
                signal.signal(each, self._on_signal)
        if sys.platform != "win32":
            signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)

    @contextlib.contextmanager
    def ending_at_once(self) -> Iterator[None]:
        """Meanwhile a signal ends the process: nothing is open yet, and this may take for ever."""
        if self.is_requested:
            os._exit(TERMINATED)
        self._ends_at_once = True
        try:
            yield
        finally:
            self._ends_at_once = False

    def block(self) -> bool:
        """Has signals wait for the program that this process becomes; False if one came already."""
        if sys.platform != "win32":
            signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
        return not self.is_requested

    def attach(self, server: StoppableServer) -> None:
        """Lets a signal, even one that came before, end this server."""
        self._server = server
        if self.is_requested:
            server.should_exit = True

    def _on_signal(self, number: int, _frame: object) -> None:
        if self.is_requested or self._ends_at_once:
            os._exit(SIGNALLED + number)
        self.is_requested = True
        if self.time_limit is not None:
            timer = threading.Timer(self.time_limit, end_process)
            timer.daemon = True
            timer.start()
        if self._server is not None:
            self._server.should_exit = True


def end_process() -> None:
    """Ends the process, whatever is going on."""
    log.error("not done in time, so the server ends at once; perhaps its database does not answer")
    os._exit(NOT_WAITED_FOR)


@cache
def shutdown_signals() -> ShutdownSignals:
    """The one of this process: signals are sent to processes."""
    return ShutdownSignals()
