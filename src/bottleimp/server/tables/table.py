"""Tables in play: a command is checked, written to the log, and only then shown to anybody.

A table in memory is nothing but its log, folded.  Whatever fails, it is read again from there.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable
from itertools import islice

from bottleimp.protocol.messages import AnyCommand, Ok, Present, Rematch, Thinking, Welcome, encode
from bottleimp.protocol.refusals import LASTING, Code, Conflict, Refused
from bottleimp.server.state.consequences import Steps, with_consequences
from bottleimp.server.state.events import DAYS, TABLE, Fact, Moved, Rematched, Started
from bottleimp.server.state.seating import Asker, People
from bottleimp.server.state.storage_interface import Append, Guest, Storage
from bottleimp.server.state.table_state import TableState, automatic_players, decided
from bottleimp.server.tables.flood_control import require_calm
from bottleimp.server.tables.idle import Waiting
from bottleimp.server.tables.presence import SOCKET_LINGERS, Attendance, Subscriber
from bottleimp.server.tables.replay import (
    KEPT,
    Folded,
    Key,
    Moment,
    acts,
    appended,
    folded,
    newly_seated,
    note_answer,
    numbered,
)
from bottleimp.server.tables.resending import retold_from
from bottleimp.server.tables.uptime import milliseconds
from bottleimp.server.views.projection import event_frame

log = logging.getLogger(__name__)

MOST_ATTEMPTS = 5  # when other writers are always first
FRAMES_KEPT = 2  # of the last events, as they were sent


class Table:
    """A table in play; all changes go through one lock and the log.

    `watching` are called after every change, of presence too.
    """

    def __init__(
        self, store: Storage, known: Folded, rematch: Callable[[TableState], Awaitable[Append]]
    ) -> None:
        self._store = store
        self._known = known
        self._rematch = rematch
        self._lock = asyncio.Lock()
        self._subscribers: set[Subscriber] = set()
        self._running: set[asyncio.Task[Ok]] = set()
        self.attendance = Attendance(self._attendance_changed)
        self._announced: Present | None = None
        self._present: tuple[People, frozenset[int]] | None = None  # while nobody comes or goes
        self._thinking: tuple[int, tuple[int, int, int]] | None = None
        self._prepares = False  # whether code for the player who thinks is being compiled
        self.waiting = Waiting()
        self.watching: list[Callable[[], None]] = []
        self.changed = time.monotonic()
        self.asked_for = time.monotonic()  # when somebody last wanted to see it

    @property
    def id(self) -> str:
        return self._known.deals.table

    @property
    def state(self) -> TableState:
        """The state now."""
        return self._known.moments[-1].state

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return self._known.moments[-1].event.seq

    @property
    def began(self) -> int:
        """When the table was made, in ms since 1970."""
        return self._known.began

    @property
    def _now(self) -> int:
        """The time for the next event, in ms since 1970; never before the last."""
        return max(milliseconds(), self._known.moments[-1].event.at)

    @property
    def is_watched(self) -> bool:
        """Whether anybody is connected, or a change is on its way."""
        return bool(self._subscribers or self._running)

    @property
    def opener(self) -> str:
        """The guest who opened the table."""
        return self._known.opener

    def player_of(self, guest: str) -> int | None:
        """The place that the guest holds."""
        return self.state.people.player_of(guest)

    def seed_for(self, player: int) -> int:
        """The seed with which a computer player is built in this round."""
        return self._known.deals.player_seed(self.state.number, player)

    def next_round(self, state: TableState) -> Started:
        """The fact that the round after that of the state is dealt."""
        return self._known.deals.started(state.number + 1)

    # --- who is here --------------------------------------------------------------------

    @property
    def present(self) -> frozenset[int]:
        """The people who are connected."""
        people = self.state.people
        if self._present is None or self._present[0] is not people:
            held = people.guests.items()
            here = frozenset(p for p, guest in held if self.attendance.is_here(guest))
            self._present = people, here
        return self._present[1]

    @property
    def rests(self) -> bool:
        """Whether computer players wait: they stand in for people, and nobody is here.

        With days for each choice people come and go, and those who stand in play on.
        """
        people = self.state.people
        if people.settings.clock.kind == DAYS and people.acting:
            return False
        stands_in = any(people.is_played_for(player) for player in people.seated)
        return stands_in and not self.present

    def _attendance_changed(self) -> None:
        self._present = None
        self._announce_present()
        self._tell_watching()

    def _announce_present(self) -> None:
        others = [s for s in self._subscribers if self.player_of(s.guest) is None]
        known = {subscriber.guest for subscriber in others if subscriber.guest}
        unknown = sum(not subscriber.guest for subscriber in others)
        now = Present(sorted(self.present), len(known) + unknown)
        if now != self._announced:
            self._announced = now
            self._send_to_all(encode(now))

    # --- showing ------------------------------------------------------------------------

    def subscribe(self, subscriber: Subscriber, after_seq: int | None) -> None:
        """Sends what the subscriber has missed, or the whole view, and all events from now on."""
        moments = self._known.moments
        first = moments[0].event.seq
        if after_seq is not None and max(first, retold_from(moments)) <= after_seq <= self.seq:
            for index in range(after_seq - first + 1, len(moments)):
                subscriber.send(self._frame(index, subscriber))
        else:
            subscriber.send(self._welcome(moments[-1], subscriber))
        self._forget_old_views(first)
        before = self._announced
        if self._thinking is not None and self._thinks(self._thinking[0]):
            subscriber.send(encode(Thinking(self._thinking[0], self._prepares)))
        self._subscribers.add(subscriber)
        self.attendance.came(subscriber.guest)
        if self._announced == before and before is not None:
            subscriber.send(encode(before))

    def unsubscribe(self, subscriber: Subscriber, lingers: float = SOCKET_LINGERS) -> None:
        """Sends no more; the guest counts as present for some seconds yet."""
        if subscriber in self._subscribers:
            self._subscribers.discard(subscriber)
            self.attendance.left(subscriber.guest, lingers)

    def _key(self, moment: Moment, subscriber: Subscriber) -> Key:
        return moment.state.people.player_of(subscriber.guest), subscriber.language.code

    def _welcome(self, moment: Moment, subscriber: Subscriber) -> bytes:
        view = moment.view(self._key(moment, subscriber))
        return encode(Welcome(moment.event.seq, view))

    def _frame(self, index: int, subscriber: Subscriber) -> bytes:
        before, moment = self._known.moments[index - 1], self._known.moments[index]
        key = self._key(moment, subscriber)
        if key != self._key(before, subscriber):  # sat down, or gave the place up
            return self._welcome(moment, subscriber)
        frame = moment.frames.get(key)
        if frame is None:
            event, was = moment.event, before.view(key)
            now = moment.view(key, before)
            known = moment.facts()
            frame = encode(event_frame(event.seq, event.fact, was, now, moment.state, known))
            moment.frames[key] = frame
        return frame

    def _publish(self, after_seq: int) -> None:
        first = self._known.moments[0].event.seq
        if after_seq < first:  # more has happened than is kept
            for subscriber in tuple(self._subscribers):
                subscriber.send(self._welcome(self._known.moments[-1], subscriber))
            return
        for seq in range(after_seq + 1, self.seq + 1):
            for subscriber in tuple(self._subscribers):
                subscriber.send(self._frame(seq - first, subscriber))
        self._forget_old_views(after_seq)

    def _forget_old_views(self, first_seq: int) -> None:
        """Drops the views after this event and later ones, but for the last; and their frames."""
        # The next event is compared with the last view alone; older ones only take room.
        # Few clients miss more than some frames, and those can be made again.
        for moment in islice(reversed(self._known.moments), FRAMES_KEPT, None):
            if moment.event.seq < first_seq - FRAMES_KEPT:
                break
            moment.frames.clear()
        self._known.moments[-1].projections.clear()
        for moment in islice(reversed(self._known.moments), 1, None):
            if moment.event.seq < first_seq:
                return
            moment.forget_views()

    def announce_thinking(self, player: int, *, prepares: bool = False) -> None:
        """Tells everybody that a computer player is being asked; who comes meanwhile too.

        `prepares` says that its code is still being compiled.
        """
        self._thinking, self._prepares = (player, self._place), prepares
        self._send_to_all(encode(Thinking(player, prepares)))

    @property
    def _place(self) -> tuple[int, int, int]:
        """How far play is: round, stage and cards played."""
        shown = self.state.round
        return (0, 0, 0) if shown is None else (self.state.number, shown.stage, shown.step)

    def _thinks(self, player: int) -> bool:
        """Whether the player is being asked about what is to be done now."""
        return (player, self._place) == self._thinking and player in automatic_players(self.state)

    def _send_to_all(self, frame: bytes) -> None:
        for subscriber in tuple(self._subscribers):
            subscriber.send(frame)

    # --- changing -----------------------------------------------------------------------

    async def do(self, guest: Guest, command: AnyCommand) -> Ok:
        """The answer to a guest's command, once it is on disk; raises Refused.

        A command that was accepted before gets the same answer again.
        """

        def fact(state: TableState) -> Fact:
            late = self.waiting.for_longer_than(state.people.settings.grace, time.monotonic())
            asker = Asker(guest.id, self.present, self._now, late)
            return decided(state, asker, command, self._known.deals)

        if isinstance(command, Rematch):
            return await self._guarded(self._do_rematch(guest.id, command.id))
        return await self._guarded(self._change(guest.id, command.id, fact, guest))

    async def move(self, guest: Guest, player: int) -> Ok:
        """Gives the place to a guest who has its key: the same person at another device.

        Raises Refused where the guest holds another place, or nobody holds this one.
        """

        def fact(state: TableState) -> Fact:
            if state.is_closed:
                raise Refused(Code.TABLE_CLOSED)
            if not guest.id or player not in state.people.seated:
                raise Refused(Code.NOT_ALLOWED)
            if guest.id in state.people.holders:
                raise Refused(Code.SEATED)
            return Moved(player)

        return await self._guarded(self._change(guest.id, None, fact, guest))

    async def do_automatically(self, player: int, fact: Callable[[TableState], Fact]) -> Ok:
        """A computer's or driven player's action, made into a fact against the state by then."""
        return await self._guarded(self._change(f"player:{player}", None, fact))

    async def do_by_itself(self, fact: Callable[[TableState], Fact]) -> Ok:
        """What happens because its time has come, made into a fact against the state by then."""
        return await self._guarded(self._change(TABLE, None, fact))

    async def finish(self) -> None:
        """Waits until all changes that have begun are on disk or refused."""
        await asyncio.gather(*self._running, return_exceptions=True)

    async def _guarded(self, change: Awaitable[Ok]) -> Ok:
        # A change that has begun is finished even if who asked has gone.
        task = asyncio.ensure_future(change)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await asyncio.shield(task)

    async def _change(
        self,
        actor: str,
        command: str | None,
        fact: Callable[[TableState], Fact],
        guest: Guest | None = None,
    ) -> Ok:
        async def attempt() -> Ok:
            known = self._known.answers.get((actor, command or ""))
            if known is not None:
                return known
            at, made = self._now, fact(self.state)
            if guest is not None:
                require_calm(made, self._known.moments, at)
            steps = with_consequences(self.state, made, self._known.deals, actor, at)
            return await self._append(actor, command, steps, at, guest=guest)

        return await self._attempted(attempt)

    async def _attempted(self, attempt: Callable[[], Awaitable[Ok]]) -> Ok:
        """The outcome of an attempt on the state that is true, whatever other processes write."""
        async with self._lock:
            for _ in range(MOST_ATTEMPTS):
                try:
                    return await attempt()
                except Conflict:
                    if not await self._read_again():  # perhaps the log was rewritten
                        await self._take_in_rewritten()
                except Refused as refusal:
                    # Perhaps right, but for what another process wrote and this one has not seen.
                    if refusal.code in LASTING or not await self._read_again():
                        raise
            raise Refused(Code.SERVER_ERROR)

    async def _do_rematch(self, guest: str, command: str) -> Ok:
        async def attempt() -> Ok:
            known = self._known.answers.get((guest, command))
            if known is not None:
                return known
            if self.player_of(guest) is None:
                raise Refused(Code.NOT_ALLOWED)
            if self.state.is_closed:
                raise Refused(Code.TABLE_CLOSED)
            if not self.state.is_ended:
                raise Refused(Code.MATCH_NOT_OVER)
            if self.state.rematch is not None:
                return Ok(command, self.seq, self.state.rematch)
            new = await self._rematch(self.state)
            at = self._now
            steps = with_consequences(self.state, Rematched(new.game), self._known.deals, at=at)
            return await self._append(guest, command, steps, at, new)

        return await self._attempted(attempt)

    async def _append(
        self,
        actor: str,
        command: str | None,
        steps: Steps,
        at: int,
        *others: Append,
        guest: Guest | None = None,
    ) -> Ok:
        before = self.seq
        facts = [fact for fact, _ in steps]
        events = numbered(before, acts(actor, facts), command, at)
        guests = newly_seated(facts[0], guest)
        try:
            await self._store.append(*others, appended(before, events, steps[-1][1], guests=guests))
        except Conflict:
            raise
        except Exception:
            await self._read_again()  # whether it was written is not known
            raise
        answer = Ok(command or "", before + 1)
        for event, (_, state) in zip(events, steps, strict=True):
            self._known.moments.append(Moment(event, state))
            note_answer(self._known.answers, event)
        if command is not None:
            answer = self._known.answers[actor, command]
        self._changed(before)
        return answer

    async def read_anew(self) -> None:
        """Takes in a log that was rewritten, and shows everybody the table anew."""
        async with self._lock:
            await self._take_in_rewritten()

    async def _take_in_rewritten(self) -> None:
        stored = await self._store.read(lambda store: store.game(self.id))
        if stored is None:
            return
        self._known = folded(stored)
        # What was shown before the last event is not shown again: it may hold what is gone.
        self._known.moments = deque((self._known.moments[-1],), maxlen=KEPT)
        self._changed(0)

    async def _read_again(self) -> bool:
        """Takes in what other processes wrote, if there is anything."""
        before = self.seq
        if not await self._store.read(lambda store: store.events(self.id, before)):
            return False
        stored = await self._store.read(lambda store: store.game(self.id))
        if stored is None:
            return False
        self._known = folded(stored)
        self._changed(before)
        return True

    def _changed(self, before: int) -> None:
        self.changed = time.monotonic()
        self._publish(before)
        if self._present is None or self._present[0] is not self.state.people:
            self._announce_present()
        self._tell_watching()

    def _tell_watching(self) -> None:
        self.waiting.look(self.state, self.present, self._place, time.monotonic())
        for watcher in self.watching:
            watcher()
