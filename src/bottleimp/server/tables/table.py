"""Live tables: a command is checked, written to the log, and only then shown to anybody.

A table in memory is nothing but its log, folded.  Whatever fails, it is read again from there.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from bottleimp.async_tasks import ShieldedTasks
from bottleimp.protocol.messages import (
    AnyCommand,
    CommandAccepted,
    PlayerThinking,
    PresenceUpdate,
    RequestRematch,
    encode,
)
from bottleimp.protocol.refusals import RefusalCode, Refused, StorageUnavailable, WriteConflict
from bottleimp.server.settings.clock import SYSTEM_CLOCK, Clock
from bottleimp.server.state.consequences import AppliedFacts, apply_with_consequences
from bottleimp.server.state.decisions import decide_fact, decide_takeover
from bottleimp.server.state.events import (
    TABLE_ACTOR,
    Fact,
    RematchCreated,
    RoundStarted,
    ServerResumed,
)
from bottleimp.server.state.seating import CommandContext, Seating
from bottleimp.server.state.storage_interface import AppendEvents, Guest, Storage
from bottleimp.server.state.table_state import TableState, automatic_players
from bottleimp.server.tables.flood_control import FloodControl
from bottleimp.server.tables.frames import drop_old_views, send_events
from bottleimp.server.tables.idle import IdleTracker, Progress, play_progress
from bottleimp.server.tables.outage import OutageNotifier
from bottleimp.server.tables.peer_link import PeerLink
from bottleimp.server.tables.presence import SOCKET_GRACE, PresenceTracker, Subscriber
from bottleimp.server.tables.replay import (
    MAX_ENTRIES_KEPT,
    LogEntry,
    ReplayedLog,
    attribute_facts,
    build_append,
    guests_to_store,
    number_events,
    record_answer,
    replay_log,
    try_extending_log,
)
from bottleimp.server.tables.resending import first_resendable
from bottleimp.server.tables.shared_reading import SharedReading
from bottleimp.server.tables.uptime import Uptime

MAX_ATTEMPTS = 5  # when other writers are always first


class Table:
    """A live table; all changes go through one lock and the log.

    `change_listeners` are called after every change, of presence too.
    """

    def __init__(
        self,
        store: Storage,
        replayed: ReplayedLog,
        rematch: Callable[[TableState, RequestRematch], Awaitable[AppendEvents]],
        clock: Clock = SYSTEM_CLOCK,
        uptime: Uptime | None = None,
    ) -> None:
        """`uptime` knows when the server was away; None: it never was."""
        self.clock = clock
        self.uptime = uptime or Uptime(clock=clock)
        self._store = store
        self._replayed = replayed
        self._changes = FloodControl(entry.event for entry in replayed.entries)
        self._rematch = rematch
        self._lock = asyncio.Lock()
        self._refreshing = SharedReading()
        self._subscribers: set[Subscriber] = set()
        self._running = ShieldedTasks[CommandAccepted]()
        self.presence = PresenceTracker(self._on_presence_change, clock)
        self._connected_cache: tuple[Seating, frozenset[int]] | None = None  # until somebody comes
        self._thinking: tuple[int, Progress] | None = None
        self._outage = OutageNotifier()
        self._is_warming_up = False  # whether code for the player who thinks is being compiled
        self.idle = IdleTracker()
        self.change_listeners: list[Callable[[], None]] = []
        self.peers = PeerLink()
        self.changed_at = self.requested_at = clock.monotonic()  # when somebody wanted to see it

    @property
    def id(self) -> str:
        return self._replayed.deals.table

    @property
    def state(self) -> TableState:
        """The state now."""
        return self._replayed.entries[-1].state

    @property
    def log_name(self) -> str:
        """The log's name as read; new after a restart unless a shared database keeps it."""
        return self._replayed.name

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return self._replayed.entries[-1].event.seq

    @property
    def created_at(self) -> int:
        """When the table was made, in ms since 1970."""
        return self._replayed.created_at

    @property
    def _next_event_time(self) -> int:
        """The time for the next event, in ms since 1970; never before the last."""
        return max(self.clock.time_ms(), self._replayed.entries[-1].event.at)

    @property
    def is_in_use(self) -> bool:
        """Whether anybody is connected, or a change is on its way."""
        return bool(self._subscribers or self._running)

    @property
    def creator(self) -> str:
        """The guest who opened the table."""
        return self._replayed.creator

    def player_of(self, guest: str) -> int | None:
        """The place that the guest holds."""
        return self.state.seating.player_of(guest)

    def seed_for(self, player: int, number: int | None = None) -> int:
        """The seed with which a computer player is built in a round, by default the one shown."""
        shown = self.state.round_number if number is None else number
        return self._replayed.deals.player_seed(shown, player)

    def round_after(self, state: TableState) -> RoundStarted:
        """The fact that the round after that of the state is dealt."""
        return self._replayed.deals.round_started(state.round_number + 1)

    # --- who is here --------------------------------------------------------------------

    @property
    def connected_players(self) -> frozenset[int]:
        """The people who are connected."""
        seating = self.state.seating
        if self._connected_cache is None or self._connected_cache[0] is not seating:
            held = seating.guests.items()
            here = frozenset(p for p, guest in held if self.presence.is_present(guest))
            self._connected_cache = seating, here
        return self._connected_cache[1]

    @property
    def is_paused(self) -> bool:
        """Whether computer players wait: they stand in for people, and nobody is here.

        With days for each choice people come and go, and those who stand in play on.
        """
        seating = self.state.seating
        if self.state.has_days and seating.active_players:
            return False
        stands_in = any(seating.is_played_for(player) for player in seating.seated_players)
        return stands_in and not self.connected_players

    def _on_presence_change(self) -> None:
        self._connected_cache = None
        self._broadcast_presence()
        self.notify_listeners()

    def _presence_now(self) -> PresenceUpdate:
        watchers = self.presence.count_watchers(self.state.seating.guests.values())
        return PresenceUpdate(sorted(self.connected_players), watchers)

    def _broadcast_presence(self) -> None:
        now = self._presence_now()
        if self.presence.news.note_presence(now, self._broadcast_presence):
            self._broadcast(encode(now))

    # --- showing ------------------------------------------------------------------------

    def subscribe(
        self, subscriber: Subscriber, after_seq: int | None, of_log: str | None = None
    ) -> None:
        """Sends the missed events or the whole view, and every event from now on."""
        entries, log = self._replayed.entries, self.log_name
        resumes = of_log in (None, log) and (
            after_seq is not None and first_resendable(entries) <= after_seq <= self.seq
        )
        send_events(entries, after_seq if resumes else None, [subscriber], log)
        drop_old_views(entries, entries[0].event.seq)
        told = self.presence.news.told
        if self._thinking is not None and self._is_thinking(self._thinking[0]):
            subscriber.send(encode(PlayerThinking(self._thinking[0], self._is_warming_up)))
        self._subscribers.add(subscriber)
        self.presence.add_connection(subscriber.guest)
        if self.presence.news.told is told:  # nobody was told just now
            subscriber.send(encode(self._presence_now()))

    def unsubscribe(self, subscriber: Subscriber, lingers: float = SOCKET_GRACE) -> None:
        """Sends nothing more; the guest counts as present for `lingers` more seconds."""
        if subscriber in self._subscribers:
            self._subscribers.discard(subscriber)
            self.presence.remove_connection(subscriber.guest, lingers)

    def _publish(self, after_seq: int) -> None:
        entries = self._replayed.entries
        send_events(entries, after_seq, self._subscribers, self.log_name)
        drop_old_views(entries, after_seq)

    def announce_thinking(self, player: int, *, is_warming_up: bool = False) -> None:
        """Tells everybody that a computer player is being asked; who comes meanwhile too.

        `is_warming_up` says that its code is still being compiled.
        """
        self._thinking, self._is_warming_up = (player, play_progress(self.state)), is_warming_up
        self._broadcast(encode(PlayerThinking(player, is_warming_up)))

    def _is_thinking(self, player: int) -> bool:
        """Whether the player is being asked about what is to be done now."""
        asked = player, play_progress(self.state)
        return asked == self._thinking and player in automatic_players(self.state)

    def _broadcast(self, frame: bytes) -> None:
        for subscriber in tuple(self._subscribers):
            subscriber.send(frame)

    # --- changing -----------------------------------------------------------------------

    async def execute(self, guest: Guest, command: AnyCommand) -> CommandAccepted:
        """The answer to a guest's command, once it is on disk; raises Refused.

        A command that was accepted before gets the same answer again.
        """

        def fact(state: TableState) -> Fact:
            late = self.idle.idle_longer_than(state.seating.settings.grace, self.clock.monotonic())
            asker = CommandContext(guest.id, self.connected_players, self._next_event_time, late)
            return decide_fact(state, asker, command, self._replayed.deals)

        if isinstance(command, RequestRematch):
            return await self._running.run(self._execute_rematch(guest.id, command))
        return await self._running.run(self._execute(guest.id, command.id, fact, guest))

    async def take_over_place(self, guest: Guest, player: int, holder: str) -> CommandAccepted:
        """Gives the holder's place to a guest who has its key: the same person at another device.

        Raises Refused where the guest holds another place, or the holder no longer holds this one.
        """

        def fact(state: TableState) -> Fact:
            return decide_takeover(state, guest.id, player, holder)

        return await self._running.run(self._execute(guest.id, None, fact, guest))

    async def execute_automatic(
        self, player: int, fact: Callable[[TableState], Fact]
    ) -> CommandAccepted:
        """A computer's or driven player's action, made into a fact against the state by then."""
        return await self._running.run(self._execute(f"player:{player}", None, fact))

    async def execute_timed(self, fact: Callable[[TableState], Fact]) -> CommandAccepted:
        """What happens because its time has come, made into a fact against the state by then."""
        return await self._running.run(self._execute(TABLE_ACTOR, None, fact))

    async def drain(self) -> None:
        """Waits until all changes that have begun are on disk or refused."""
        await self._running.drain()

    async def _execute(
        self,
        actor: str,
        command: str | None,
        fact: Callable[[TableState], Fact],
        guest: Guest | None = None,
    ) -> CommandAccepted:
        async def attempt() -> CommandAccepted:
            known = self._replayed.answers.get((actor, command or ""))
            if known is not None:
                return known
            away = self.uptime.uncounted_downtime(self.state)
            if away:  # before a choice counts it
                await self._record_fact(
                    TABLE_ACTOR, None, ServerResumed(away), self._next_event_time
                )
            at, made = self._next_event_time, fact(self.state)
            if guest is not None:
                self._changes.require_below_limit(made, actor, at)
            return await self._record_fact(actor, command, made, at, guest)

        return await self._retry_on_conflict(attempt)

    async def _record_fact(
        self, actor: str, command: str | None, made: Fact, at: int, guest: Guest | None = None
    ) -> CommandAccepted:
        steps = apply_with_consequences(self.state, made, self._replayed.deals, actor, at)
        return await self._append(actor, command, steps, at, guest=guest)

    async def _retry_on_conflict(
        self, attempt: Callable[[], Awaitable[CommandAccepted]]
    ) -> CommandAccepted:
        """The outcome of an attempt, made again if another process has changed the log."""
        async with self._lock:
            await self.peers.require_news()
            for _ in range(MAX_ATTEMPTS):
                try:
                    return await attempt()
                except WriteConflict:
                    if not await self._refresh():  # perhaps the log was rewritten
                        await self._reload()
                except Refused as refusal:
                    # Perhaps right, but for what another process wrote and this one has not seen.
                    if refusal.is_permanent or not await self._refresh():
                        raise
            raise Refused(RefusalCode.SERVER_ERROR)

    async def _execute_rematch(self, guest: str, asked: RequestRematch) -> CommandAccepted:
        async def attempt() -> CommandAccepted:
            known = self._replayed.answers.get((guest, asked.id))
            if known is not None:
                return known
            if self.player_of(guest) is None:
                raise Refused(RefusalCode.NOT_ALLOWED)
            if self.state.is_closed:
                raise Refused(RefusalCode.TABLE_CLOSED)
            if not self.state.is_ended:
                raise Refused(RefusalCode.MATCH_NOT_OVER)
            if self.state.rematch is not None:
                return CommandAccepted(asked.id, self.seq, self.state.rematch)
            new = await self._rematch(self.state, asked)
            at = self._next_event_time
            steps = apply_with_consequences(
                self.state, RematchCreated(new.game), self._replayed.deals, at=at
            )
            return await self._append(guest, asked.id, steps, at, new)

        return await self._retry_on_conflict(attempt)

    async def _append(
        self,
        actor: str,
        command: str | None,
        steps: AppliedFacts,
        at: int,
        *others: AppendEvents,
        guest: Guest | None = None,
    ) -> CommandAccepted:
        before = self.seq
        facts = [fact for fact, _ in steps]
        events = number_events(before, attribute_facts(actor, facts), command, at)
        append = build_append(
            before, events, steps[-1][1], self.state,
            guests=guests_to_store(facts[0], guest), rewriting=self._replayed.rewriting,
        )  # fmt: skip
        try:
            await self._store.append(*others, append)
        except WriteConflict:
            raise
        except Exception as problem:
            if isinstance(problem, StorageUnavailable):
                self._outage.tell(self._subscribers)
            await self._refresh()  # whether it was written is not known
            raise
        self._outage.end()
        answer = CommandAccepted(command or "", before + 1)
        self._changes.note(events)
        for event, (_, state) in zip(events, steps, strict=True):
            self._replayed.entries.append(LogEntry(event, state))
            record_answer(self._replayed.answers, event)
        if command is not None:
            answer = self._replayed.answers[actor, command]
        self._on_change(before)
        return answer

    async def reload(self) -> None:
        """Reads a log that is another one than it was, and sends everybody the whole view."""
        async with self._lock:
            await self._reload()

    async def _reload(self) -> None:
        stored = await self._store.read(lambda store: store.game(self.id))
        if stored is None:
            return
        self._replayed = replay_log(stored)
        # What was shown before the last event is not shown again: it may hold what is gone.
        self._replayed.entries = deque((self._replayed.entries[-1],), maxlen=MAX_ENTRIES_KEPT)
        self._on_change(0)

    async def refresh(self) -> bool:
        """Shows what other processes wrote; whether there was anything."""
        return await self._refreshing.run(self._lock, self._refresh)

    async def _refresh(self) -> bool:
        before = self.seq
        events = await self._store.read(lambda store: store.events(self.id, before))
        if events and try_extending_log(self._replayed, events):
            self._changes.note(events)
            self._on_change(before)
        elif events:
            await self._reload()
        return bool(events)

    def _on_change(self, before: int) -> None:
        self.changed_at = self.clock.monotonic()
        self._publish(before)
        if self._connected_cache is None or self._connected_cache[0] is not self.state.seating:
            self._broadcast_presence()
        self.notify_listeners()

    def notify_listeners(self) -> None:
        """Has everything that acts at the table look at it again."""
        self.idle.update(
            self.state, self.connected_players, play_progress(self.state), self.clock.monotonic()
        )
        for watcher in self.change_listeners:
            watcher()
