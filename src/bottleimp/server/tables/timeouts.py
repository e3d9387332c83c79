"""Sees to it that a table waits for nobody for ever.

A computer player stands in for a person who is away for too long, or who is here and does nothing
for longer still while others wait; hosting passes on, a round begins without those who do not ask
for it, and computer players take places that stay free.
Those times are counted from when this process knows of them: after a restart they begin anew.
Clocks are another matter: they go by the log, and when time is up the log says so.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from bottleimp.protocol.refusals import Code, Refused
from bottleimp.server.state.events import DAYS, Begun, Fact, Handed, RanOut, Replaced, Resumed
from bottleimp.server.state.seating import When
from bottleimp.server.state.table_state import TableState
from bottleimp.server.tables.idle import patience
from bottleimp.server.tables.table import Table
from bottleimp.server.tables.uptime import Uptime, milliseconds

log = logging.getLogger(__name__)

WAIT_FOR_OTHERS = 20.0  # seconds from the first wish for the next round to its start
WAIT_AFTER_TROUBLE = 1.0
SURELY = 0.01  # seconds after a deadline, whose clock is another than the timer's
MS = 1000


@dataclass(frozen=True)
class Due:
    """What is to happen at a time (of `time.monotonic`), if it still holds by then."""

    at: float
    fact: Callable[[TableState], Fact]


class Keeper:
    """Acts for one table when a time has come."""

    def __init__(self, table: Table, uptime: Uptime | None = None) -> None:
        """`uptime` knows when the server was away; None: it never was."""
        self._table = table
        self._uptime = uptime or Uptime()
        self._absent: dict[int, float] = {}  # since when, by player
        self._asked: dict[int, float] = {}
        self._company: float | None = None  # since when somebody is here
        self._wished: float | None = None  # since when somebody wants the next round
        self._timer: asyncio.TimerHandle | None = None
        self._rings = 0.0  # when it does
        self._task: asyncio.Task[None] | None = None
        table.watching.append(self.look)

    def look(self) -> None:
        """Takes note of who is here and who is asked, and acts when it is time."""
        now = time.monotonic()
        state, present = self._table.state, self._table.present
        people = state.people
        self._absent = since(self._absent, set(people.seated) - present, now)
        waiting = (p for p in state.asked if not state.is_automatic(p))
        self._asked = since(self._asked, set(waiting), now)
        self._company = (self._company or now) if present else None
        self._wished = (self._wished or now) if state.ready else None
        self._wait(now)

    def stop(self) -> None:
        """Acts no more."""
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            self._task.cancel()

    def _wait(self, now: float) -> None:
        if self._task is not None and not self._task.done():
            return  # it looks again when it is done
        following = min(self._due(), key=lambda due: due.at, default=None)
        if following is None:
            return
        if following.at <= now:
            self._task = asyncio.create_task(self._act(following))
        elif self._timer is None or following.at < self._rings:
            # A timer that rings too early looks again; one for every card would cost more.
            if self._timer is not None:
                self._timer.cancel()
            loop = asyncio.get_running_loop()
            self._rings = following.at
            self._timer = loop.call_later(following.at - now, self._ring)

    def _ring(self) -> None:
        self._timer = None
        self.look()

    async def _act(self, due: Due) -> None:
        before = self._table.seq
        try:
            await self._table.do_by_itself(due.fact)
        except Refused:
            if self._table.seq == before:  # else something came first: look again
                await asyncio.sleep(WAIT_AFTER_TROUBLE)
        except Exception:
            log.exception("what was due at a table failed", extra={"table": self._table.id})
            await asyncio.sleep(WAIT_AFTER_TROUBLE)
        self._task = None
        self.look()

    # --- what is due --------------------------------------------------------------------

    def _due(self) -> Iterator[Due]:
        state = self._table.state
        if state.when is When.OVER:
            return
        settings = state.people.settings
        if state.when is When.GATHERING and settings.fills_after is not None:
            yield self._filling(settings.fills_after)
        yield from self._due_by_the_clock(state)
        if self._company is None:
            return
        # With days for each choice everybody is away most of the time.
        if settings.clock.kind != DAYS or state.when is When.GATHERING:
            yield from self._due_for_the_absent(state, self._company)
        if self._wished is not None and state.when is When.BETWEEN:
            is_everybody = self._wanted(state) <= state.ready
            yield Due(self._wished + (0 if is_everybody else WAIT_FOR_OTHERS), self._go_on)

    def _due_for_the_absent(self, state: TableState, company: float) -> Iterator[Due]:
        grace, host = state.people.settings.grace, state.people.host
        for player in self._asked:
            if player in self._absent:
                since_when = max(self._absent[player], self._asked[player], company)
                yield Due(since_when + grace, self._stand_in(player))
        for player, since_when in self._table.waiting.since.items():
            yield Due(since_when + patience(grace), self._stand_in(player))
        if host in self._absent:
            yield Due(max(self._absent[host], company) + grace, self._hand_on)
        elif host is not None and state.people.is_played_for(host) and self._wanted(state):
            yield Due(0.0, self._hand_on)

    def _due_by_the_clock(self, state: TableState) -> Iterator[Due]:
        if self._away(state):
            yield Due(0.0, self._resumed)
        offset = time.monotonic() - time.time()
        for player, deadline in state.clocks.deadlines.items():
            yield Due(deadline / MS + offset + SURELY, self._ran_out(player))

    def _away(self, state: TableState) -> int:
        clocks = state.clocks
        since = clocks.running_since
        if since is None:
            return 0
        return self._uptime.away(max(since, clocks.settled), milliseconds())

    def _resumed(self, state: TableState) -> Fact:
        away = self._away(state)
        if not away:
            raise Refused(Code.STALE)
        return Resumed(away)

    def _ran_out(self, player: int) -> Callable[[TableState], Fact]:
        def fact(state: TableState) -> Fact:
            deadline = state.clocks.deadlines.get(player)
            if deadline is None or deadline > milliseconds() or self._away(state):
                raise Refused(Code.STALE)
            return RanOut(player)

        return fact

    def _filling(self, seconds: int) -> Due:
        left = self._table.began / MS + seconds - time.time()
        return Due(time.monotonic() + left, begun)

    def _wanted(self, state: TableState) -> frozenset[int]:
        return self._table.present & frozenset(state.people.acting)

    def _stand_in(self, player: int) -> Callable[[TableState], Fact]:
        def fact(state: TableState) -> Fact:
            is_waited_for = player in state.asked and player in state.people.acting
            present = self._table.present
            waited = patience(state.people.settings.grace)
            late = self._table.waiting.for_longer_than(waited, time.monotonic())
            if not is_waited_for or not present or player in present - late:
                raise Refused(Code.STALE)
            return Replaced(player)

        return fact

    def _hand_on(self, state: TableState) -> Fact:
        people, present = state.people, self._table.present
        seated = [player for player in people.seated if player in present and player != people.host]
        acting = [player for player in seated if player in people.acting]
        is_here = people.host in present
        is_idle = people.host is not None and people.is_played_for(people.host)
        if not seated or (is_here and not (is_idle and acting)):
            raise Refused(Code.STALE)
        return Handed((acting or seated)[0])

    def _go_on(self, state: TableState) -> Fact:
        if state.when is not When.BETWEEN or not state.ready:
            raise Refused(Code.STALE)
        return self._table.next_round(state)


def begun(state: TableState) -> Fact:
    """The start of a table that waits for nobody else."""
    if state.people.is_begun:
        raise Refused(Code.STALE)
    return Begun()


def since(before: dict[int, float], players: set[int], now: float) -> dict[int, float]:
    """Since when each player is among these; those who were keep their time."""
    return {player: before.get(player, now) for player in sorted(players)}
