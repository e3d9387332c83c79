"""Presence: who is connected to a table, and who is told; `timeouts` decides what follows."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Protocol
from weakref import WeakMethod

from bottleimp.languages.language import Language
from bottleimp.protocol.messages import PresenceUpdate
from bottleimp.server.settings.clock import SYSTEM_CLOCK, Clock

SOCKET_GRACE = 2.0  # seconds for which nobody is missed: a page that is loaded anew
POLL_GRACE = 35.0  # the same for those who ask from time to time
WATCHERS_DELAY = 0.3  # seconds in which watchers who come and go are counted together


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


class PresenceNews:
    """What everybody at a table was told of who is here, and when they are told more.

    Each frame goes to all of them, so people who only watch are counted together for a moment:
    else many who come at once would cost the square of their number.
    """

    def __init__(self) -> None:
        self.told: PresenceUpdate | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._has_waited = False
        self._is_stopped = False

    def note_presence(self, now: PresenceUpdate, tell: Callable[[], None]) -> bool:
        """Notes that this is so now; whether everybody is to be told at once.

        Of watchers alone they are told when `tell` is called, a moment later.
        """
        if now == self.told:
            return False
        if self.told is None or self._has_waited or now.players != self.told.players:
            self.told = now
            return True
        if self._timer is None and not self._is_stopped:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(WATCHERS_DELAY, self._tell, tell)
        return False

    def _tell(self, tell: Callable[[], None]) -> None:
        self._timer, self._has_waited = None, True
        tell()
        self._has_waited = False

    def stop(self) -> None:
        """Calls nothing any more."""
        self._is_stopped = True
        if self._timer is not None:
            self._timer.cancel()


class PresenceTracker:
    """Which guests are connected; tells when that changes."""

    def __init__(self, on_change: Callable[[], None], clock: Clock = SYSTEM_CLOCK) -> None:
        """`on_change` is a bound method; its object is not kept alive by this one."""
        self.news = PresenceNews()
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

    def count_watchers(self, holders: Iterable[str]) -> int:
        """How many are connected beside these guests; of those not known, each connection."""
        here, elsewhere = self._open, self._elsewhere
        guests = len(here) + sum(guest not in here for guest in elsewhere)
        beside = sum(guest in here or guest in elsewhere for guest in {*holders, ""})
        return guests - beside + here[""] + elsewhere.get("", 0)

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
