"""Presence: who is connected to a table; `timeouts` decides what follows from it."""

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Protocol
from weakref import WeakMethod

from bottleimp.languages.language import Language
from bottleimp.server.settings.clock import SYSTEM_CLOCK, Clock

SOCKET_GRACE = 2.0  # seconds for which nobody is missed: a page that is loaded anew
POLL_GRACE = 35.0  # the same for those who ask from time to time


class Subscriber(Protocol):
    """Someone who is shown every event of a table."""

    @property
    def guest(self) -> str:
        """Who it is; empty for a visitor who is not known."""

    @property
    def language(self) -> Language:
        """In which language."""

    def send(self, frame: bytes) -> None:
        """Takes a frame; never waits."""


class PresenceTracker:
    """Which guests are connected; tells when that changes."""

    def __init__(self, on_change: Callable[[], None], clock: Clock = SYSTEM_CLOCK) -> None:
        """`on_change` is a bound method; its object is not kept alive by this one."""
        self._clock = clock
        self._open: Counter[str] = Counter()
        self._until: dict[str, float] = {}  # for those who have just gone
        self._elsewhere: Mapping[str, int] = {}  # connections to other servers, by guest
        self._method = WeakMethod(on_change)

    def _on_change(self) -> None:
        method = self._method()
        if method is not None:
            method()

    @property
    def connections(self) -> dict[str, int]:
        """How many connections each guest has here; who has just gone counts as one."""
        return dict.fromkeys(self._until, 1) | dict(self._open)

    def set_elsewhere(self, connections: Mapping[str, int]) -> None:
        """Takes note of who is connected to other servers."""
        if connections != self._elsewhere:
            self._elsewhere = dict(connections)
            self._on_change()

    def is_present(self, guest: str) -> bool:
        """Whether the guest is connected, or was until a moment ago."""
        return (
            self._open[guest] > 0
            or self._elsewhere.get(guest, 0) > 0
            or self._until.get(guest, 0.0) > self._clock.monotonic()
        )

    def count_watchers(self, holds_place: Callable[[str], bool]) -> int:
        """How many are connected who hold no place; of those who are not known, each connection."""
        known = {guest for guest in (*self._open, *self._elsewhere) if guest}
        unknown = self._open[""] + self._elsewhere.get("", 0)
        return sum(not holds_place(guest) for guest in known) + unknown

    def add_connection(self, guest: str) -> None:
        """One more connection; an unknown guest has an empty name."""
        self._open[guest] += 1
        self._until.pop(guest, None)
        self._on_change()

    def remove_connection(self, guest: str, grace: float) -> None:
        """Removes a connection; the last one counts for `grace` more seconds."""
        self._open[guest] -= 1
        if self._open[guest] > 0:
            self._on_change()
            return
        del self._open[guest]
        if guest and grace > 0:
            self._until[guest] = self._clock.monotonic() + grace
            asyncio.get_running_loop().call_later(grace, self._expire, guest)
        self._on_change()

    def _expire(self, guest: str) -> None:
        until = self._until.get(guest)
        if until is None:  # who is back, or has been found gone
            return
        left = until - self._clock.monotonic()
        if left > 0:  # a timer may ring a tick of the clock too early
            asyncio.get_running_loop().call_later(left, self._expire, guest)
            return
        del self._until[guest]
        self._on_change()
