"""Timeouts and takeovers: a table waits for nobody for ever.

A computer player stands in for a person who is away for too long, or who is here and does nothing
for longer still while others wait; hosting passes on, a round begins without those who do not ask
for it, and computer players take places that stay free.
Those times are counted from when this process knows of them: after a restart they begin anew.
Clocks and the wait for the next round are another matter: they go by the times of the log.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from bottleimp.protocol.refusals import RefusalCode, Refused, StorageUnavailable
from bottleimp.server.settings.clock import MS_PER_SECOND
from bottleimp.server.state.events import (
    Fact,
    HostTransferred,
    MatchStarted,
    PlayerReplaced,
    PlayerTimedOut,
    ServerResumed,
)
from bottleimp.server.state.seating import TablePhase
from bottleimp.server.state.table_state import TableState
from bottleimp.server.tables.idle import TakeoverTracker, idle_timeout, play_progress
from bottleimp.server.tables.table import Table

log = logging.getLogger(__name__)

RETRY_DELAY = 1.0
TIMER_MARGIN = 0.01  # seconds after a deadline, whose clock is another than the timer's


@dataclass(frozen=True)
class ScheduledFact:
    """What is to happen at a time (of `Clock.monotonic`), if it still holds by then."""

    due_at: float
    fact: Callable[[TableState], Fact]


class TableTimeouts:
    """Acts for one table when a time has come."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._clock = table.clock
        self._absent_since: dict[int, float] = {}  # since when, by player
        self._to_act_since: dict[int, float] = {}
        self._takeovers = TakeoverTracker()
        self._occupied_since: float | None = None  # since when somebody is here
        self._timer: asyncio.TimerHandle | None = None
        self._fires_at = 0.0  # when it does
        self._task: asyncio.Task[None] | None = None
        self._is_stopped = False
        table.change_listeners.append(self.update)

    def update(self) -> None:
        """Notes who is present and who is to act, and schedules what is due next."""
        now = self._clock.monotonic()
        state, present = self._table.state, self._table.connected_players
        seating = state.seating
        restarted = self._takeovers.update(seating.holders, play_progress(state))
        absent = {p: at for p, at in self._absent_since.items() if p not in restarted}
        to_act = {p: at for p, at in self._to_act_since.items() if p not in restarted}
        self._absent_since = since_by_player(absent, set(seating.seated_players) - present, now)
        waiting = (p for p in state.players_to_act if not state.is_automatic(p))
        self._to_act_since = since_by_player(to_act, set(waiting), now)
        self._occupied_since = since_when(self._occupied_since, now, holds=bool(present))
        self._schedule_next(now)

    def stop(self) -> None:
        """Stops acting for good."""
        self._is_stopped = True
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            self._task.cancel()

    def _schedule_next(self, now: float) -> None:
        if self._is_stopped:
            return
        if self._task is not None and not self._task.done():
            return  # it looks again when it is done
        following = min(self._scheduled_facts(), key=lambda due: due.due_at, default=None)
        if following is None:
            return
        due_at = following.due_at + self._table.peers.standby_delay
        if due_at <= now:
            self._task = asyncio.create_task(self._act(following))
        elif self._timer is None or due_at < self._fires_at:
            # A timer that rings too early looks again; one for every card would cost more.
            if self._timer is not None:
                self._timer.cancel()
            loop = asyncio.get_running_loop()
            self._fires_at = due_at
            self._timer = loop.call_later(due_at - now, self._on_timer)

    def _on_timer(self) -> None:
        self._timer = None
        self.update()

    async def _act(self, due: ScheduledFact) -> None:
        before = self._table.seq
        try:
            await self._table.execute_timed(due.fact)
        except Refused:
            if self._table.seq == before:  # else something came first: look again
                await asyncio.sleep(RETRY_DELAY)
        except StorageUnavailable:  # which is in the log already
            await asyncio.sleep(RETRY_DELAY)
        except Exception:
            log.exception("what was due at a table failed", extra={"table": self._table.id})
            await asyncio.sleep(RETRY_DELAY)
        self._task = None
        self.update()

    # --- what is due --------------------------------------------------------------------

    def _scheduled_facts(self) -> Iterator[ScheduledFact]:
        state = self._table.state
        if state.phase is TablePhase.OVER:
            return
        settings = state.seating.settings
        if state.phase is TablePhase.BEFORE_FIRST_DEAL and settings.fills_after is not None:
            yield self._scheduled_start(settings.fills_after)
        yield from self._scheduled_by_clock(state)
        if self._occupied_since is not None:
            if not state.has_days or state.phase is TablePhase.BEFORE_FIRST_DEAL:
                yield from self._scheduled_for_absent(state, self._occupied_since)
            elif self._host_is_played_for(state):
                yield ScheduledFact(0.0, self._transfer_host)
        if state.next_round_at is not None and (state.has_days or self._occupied_since is not None):
            is_everybody = bool(state.ready_players) and (
                self._connected_active(state) <= state.ready_players
            )
            due_at = self._monotonic_time(state.next_round_at)
            if not state.ready_players:
                due_at += TIMER_MARGIN
            yield ScheduledFact(0.0 if is_everybody else due_at, self._start_next_round)

    def _monotonic_time(self, at: int) -> float:
        """A time of the log (ms since 1970) by the clock of this process."""
        return at / MS_PER_SECOND + self._clock.monotonic() - self._clock.time_ms() / MS_PER_SECOND

    def _scheduled_for_absent(
        self, state: TableState, occupied_since: float
    ) -> Iterator[ScheduledFact]:
        grace, host = state.seating.settings.grace, state.seating.host
        for player in self._to_act_since:
            if player in self._absent_since:
                due_from = max(
                    self._absent_since[player], self._to_act_since[player], occupied_since
                )
                yield ScheduledFact(due_from + grace, self._stand_in(player))
        for player, idle_since in self._table.idle.idle_since.items():
            yield ScheduledFact(idle_since + idle_timeout(grace), self._stand_in(player))
        if host in self._absent_since:
            yield ScheduledFact(
                max(self._absent_since[host], occupied_since) + grace, self._transfer_host
            )
        elif self._host_is_played_for(state):
            yield ScheduledFact(0.0, self._transfer_host)

    def _host_is_played_for(self, state: TableState) -> bool:
        """Whether a computer player plays for the host, and others are there to take over."""
        host = state.seating.host
        played_for = host is not None and state.seating.is_played_for(host)
        return played_for and bool(self._connected_active(state))

    def _scheduled_by_clock(self, state: TableState) -> Iterator[ScheduledFact]:
        if self._downtime(state):
            yield ScheduledFact(0.0, self._server_resumed)
        for player, deadline in state.clocks.deadlines.items():
            yield ScheduledFact(
                self._monotonic_time(deadline) + TIMER_MARGIN, self._player_timed_out(player)
            )

    def _downtime(self, state: TableState) -> int:
        return self._table.uptime.uncounted_downtime(state)

    def _server_resumed(self, state: TableState) -> Fact:
        away = self._downtime(state)
        if not away:
            raise Refused(RefusalCode.STALE)
        return ServerResumed(away)

    def _player_timed_out(self, player: int) -> Callable[[TableState], Fact]:
        def fact(state: TableState) -> Fact:
            deadline = state.clocks.deadlines.get(player)
            if deadline is None or deadline > self._clock.time_ms() or self._downtime(state):
                raise Refused(RefusalCode.STALE)
            return PlayerTimedOut(player)

        return fact

    def _scheduled_start(self, seconds: int) -> ScheduledFact:
        left = seconds - (self._clock.time_ms() - self._table.created_at) / MS_PER_SECOND
        return ScheduledFact(self._clock.monotonic() + left, start_match_fact)

    def _connected_active(self, state: TableState) -> frozenset[int]:
        return self._table.connected_players & frozenset(state.seating.active_players)

    def _stand_in(self, player: int) -> Callable[[TableState], Fact]:
        def fact(state: TableState) -> Fact:
            is_waited_for = (
                player in state.players_to_act and player in state.seating.active_players
            )
            present = self._table.connected_players
            waited = idle_timeout(state.seating.settings.grace)
            late = self._table.idle.idle_longer_than(waited, self._clock.monotonic())
            if not is_waited_for or not present or player in present - late:
                raise Refused(RefusalCode.STALE)
            return PlayerReplaced(player)

        return fact

    def _transfer_host(self, state: TableState) -> Fact:
        seating, present = state.seating, self._table.connected_players
        seated = [
            player
            for player in seating.seated_players
            if player in present and player != seating.host
        ]
        acting = [player for player in seated if player in seating.active_players]
        is_here = seating.host in present
        is_played_for = seating.host is not None and seating.is_played_for(seating.host)
        if not seated or (is_here and not (is_played_for and acting)):
            raise Refused(RefusalCode.STALE)
        return HostTransferred((acting or seated)[0])

    def _start_next_round(self, state: TableState) -> Fact:
        due_at = state.next_round_at
        is_late = due_at is not None and due_at <= self._clock.time_ms()
        if due_at is None or not (state.ready_players or (is_late and not self._downtime(state))):
            raise Refused(RefusalCode.STALE)
        return self._table.round_after(state)


def start_match_fact(state: TableState) -> Fact:
    """The start of a table that waits for nobody else."""
    if state.seating.is_started:
        raise Refused(RefusalCode.STALE)
    return MatchStarted()


def since_by_player(before: dict[int, float], players: set[int], now: float) -> dict[int, float]:
    """Since when each player is among these; those who were keep their time."""
    return {player: before.get(player, now) for player in sorted(players)}


def since_when(before: float | None, now: float, *, holds: bool) -> float | None:
    """Since when something holds, if it does: since `before` if it held then."""
    if not holds:
        return None
    return now if before is None else before
