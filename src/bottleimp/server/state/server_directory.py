"""What servers with the same database tell each other: by its tables, and by notices beside them.

The tables are the truth, and every server reads them every moment; a notice that is lost costs that
moment and nothing else.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

Connections = Mapping[str, int]  # by guest; visitors who are not known count under ""
Outage = tuple[int, int]  # from, to; in ms since 1970


@dataclass(frozen=True)
class ServerReport:
    """What a server says: who is connected to it, at tables where that has changed.

    Of the `tables`, which it has in memory, it asks what others have made of them.  `is_complete`
    says that what it said before no longer holds: it has just started (`is_first`), or could not be
    heard for a while.
    """

    server: str
    presence: Mapping[str, Connections]  # by table
    tables: Sequence[str]
    is_complete: bool = False
    is_first: bool = False


@dataclass(frozen=True)
class ServerNews:
    """What a server is told.

    `alive` are the servers that were heard of lately, itself included; `positions` the numbers of
    the last events, by table; `presence` who is connected to the others, by table and server, or
    None where that is not known; `outages` when no server was alive; `database` tells it from a
    copy that was put back, or that has taken over; `time_ms` is what its clock says, in
    milliseconds since 1970.
    """

    alive: frozenset[str] = frozenset()
    positions: Mapping[str, int] = field(default_factory=dict)
    presence: Mapping[str, Mapping[str, Connections]] | None = field(default_factory=dict)
    outages: tuple[Outage, ...] = ()
    database: str | None = None
    time_ms: int | None = None


class ThinkingNotice(NamedTuple):
    """Which computer player is being asked at a table, and after which event.

    `is_warming_up` says that its code is still being compiled.
    """

    player: int
    is_warming_up: bool
    seq: int


@dataclass(frozen=True)
class ChangeNotice:
    """Which tables have changed: the last event of each, where people came or went, who thinks."""

    server: str
    positions: Mapping[str, int] = field(default_factory=dict)
    presence: Sequence[str] = ()
    thinking: Mapping[str, ThinkingNotice] = field(default_factory=dict)


class ServerDirectory(Protocol):
    """The tables by which servers know each other; every call may wait for the database."""

    def exchange(self, report: ServerReport) -> ServerNews:
        """Says that the server is alive, and what is new; what is new of the others."""

    def leave(self, server: str) -> None:
        """Says that the server ends: nobody waits for it."""

    def failure_reason(self, problem: Exception) -> str:
        """Why one of these failed, for the log."""


class NoticeChannel(Protocol):
    """Notices to all servers with the same database; each may be lost."""

    def start(self, on_notice: Callable[[ChangeNotice], None]) -> None:
        """Calls with each notice of any server from now on, in a thread of its own."""

    def publish(self, notice: ChangeNotice) -> None:
        """Sends a notice soon; never waits."""

    def close(self) -> None:
        """Sends and calls no more."""
