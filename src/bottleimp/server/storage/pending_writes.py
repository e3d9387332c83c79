"""What waits for the writer, and how those who wait are told."""

import asyncio
import contextlib
from concurrent.futures import Future
from dataclasses import dataclass

from bottleimp.server.state.storage_interface import AppendEvents, StorageWrite


@dataclass(frozen=True)
class PendingWrite:
    """What waits to be written together, and who waits for it."""

    writes: tuple[StorageWrite, ...]
    future: "Future[None] | asyncio.Future[None]"
    queued_at: float  # on the monotonic clock

    @property
    def size(self) -> int:
        return sum(len(c.events) if isinstance(c, AppendEvents) else 1 for c in self.writes)


def written_positions(group: list[PendingWrite]) -> list[tuple[str, int]]:
    """The tables that were written, and the number of the last event of each."""
    appends = (each for waiting in group for each in waiting.writes)
    return [(each.game, each.events[-1].seq) for each in appends if isinstance(each, AppendEvents)]


def resolve_group(group: list[PendingWrite], problem: Exception | None) -> None:
    """Tells everybody in the group how it went; who no longer waits is passed over."""
    # A loop is woken once for all who wait in it: that costs more than the rest of this.
    in_loops: dict[asyncio.AbstractEventLoop, list[asyncio.Future[None]]] = {}
    for waiting in group:
        done = waiting.future
        if isinstance(done, asyncio.Future):
            in_loops.setdefault(done.get_loop(), []).append(done)
        elif done.set_running_or_notify_cancel():
            resolve(done, problem)
    for loop, all_done in in_loops.items():
        with contextlib.suppress(RuntimeError):  # it was closed, and nobody waits any more
            loop.call_soon_threadsafe(resolve_all, all_done, problem)


def pass_over_outcome(done: asyncio.Future[None]) -> None:
    """Takes note of how it went where nobody waits any more."""
    if not done.cancelled():
        done.exception()


def resolve_all(all_done: list[asyncio.Future[None]], problem: Exception | None) -> None:
    """In the loop of those who wait: tells them how it went."""
    for done in all_done:
        if not done.done():
            resolve(done, problem)


def resolve(done: "Future[None] | asyncio.Future[None]", problem: Exception | None) -> None:
    """Ends the waiting."""
    if problem is None:
        done.set_result(None)
    else:
        done.set_exception(problem)
