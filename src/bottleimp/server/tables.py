"""Tables in play: a command is checked, written to the log, and only then shown to anybody.

A table in memory is nothing but its log, folded.  Whatever fails, it is read again from there.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from bottleimp.errors import BottleImpError
from bottleimp.server.deals import Deals
from bottleimp.server.events import TABLE, Created, Fact, LogEvent, Rematched
from bottleimp.server.i18n import Language
from bottleimp.server.messages import AnyCommand, Ok, Rematch, Thinking, Welcome, encode
from bottleimp.server.projection import event_frame, view
from bottleimp.server.refusals import Code, Conflict, Refused, StorageError
from bottleimp.server.state import TableState, after, decided, with_consequences
from bottleimp.server.store import Append, EventStore, NewGame, StoredGame
from bottleimp.server.view import View

log = logging.getLogger(__name__)

KEPT = 64  # events that a client may have missed and still resume
MOST_ATTEMPTS = 5  # when other writers are always first
Key = tuple[int | None, Language]


class Subscriber(Protocol):
    """Someone who is shown every event of a table."""

    @property
    def key(self) -> Key:
        """As which player, and in which language."""

    def send(self, frame: bytes) -> None:
        """Takes a frame; never waits."""


@dataclass
class Moment:
    """An event, the state after it, and what was already made of it for viewers."""

    event: LogEvent
    state: TableState
    views: dict[Key, View] = field(default_factory=dict)
    frames: dict[Key, bytes] = field(default_factory=dict)

    def view(self, key: Key) -> View:
        """The view after the event."""
        if key not in self.views:
            self.views[key] = view(self.state, *key)
        return self.views[key]


@dataclass
class Folded:
    """A log, folded: its last moments, and the answers to its commands."""

    deals: Deals
    holders: dict[int, str]  # player -> guest
    moments: deque[Moment]
    answers: dict[tuple[str, str], Ok]


def folded(stored: StoredGame) -> Folded:
    """The state of a stored game; raises StorageError when its log does not fold."""
    try:
        return fold(stored)
    except (BottleImpError, ValueError, KeyError, IndexError) as problem:
        raise StorageError(f"The log of table {stored.id} is damaged: {problem}") from problem


def fold(stored: StoredGame) -> Folded:
    """As `folded`, with whatever error comes."""
    created = stored.events[0].fact
    if not isinstance(created, Created):
        raise ValueError("it does not begin with its creation")
    deals = Deals.stored(stored.id, created.edition, stored.seeds, stored.key)
    moments: deque[Moment] = deque(maxlen=KEPT)
    answers: dict[tuple[str, str], Ok] = {}
    state: TableState | None = None
    for event in stored.events:
        state = after(state, event.fact, deals)
        moments.append(Moment(event, state))
        note_answer(answers, event)
    return Folded(deals, stored.holders, moments, answers)


def note_answer(answers: dict[tuple[str, str], Ok], event: LogEvent) -> None:
    """Keeps the answer to the command that caused the event, if one did."""
    if event.command is not None:
        table = event.fact.table if isinstance(event.fact, Rematched) else None
        answers[event.actor, event.command] = Ok(event.command, event.seq, table)


class Table:
    """A table in play; all changes go through one lock and the log."""

    def __init__(
        self,
        store: EventStore,
        known: Folded,
        rematch: Callable[[TableState, dict[int, str]], Awaitable[Append]],
    ) -> None:
        self._store = store
        self._known = known
        self._rematch = rematch
        self._lock = asyncio.Lock()
        self._subscribers: set[Subscriber] = set()
        self._running: set[asyncio.Task[Ok]] = set()
        self.on_change: Callable[[], None] = lambda: None
        self.changed = time.monotonic()

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
    def last_fact(self) -> Fact:
        """What happened last."""
        return self._known.moments[-1].event.fact

    @property
    def is_watched(self) -> bool:
        """Whether anybody is connected, or a change is on its way."""
        return bool(self._subscribers or self._running)

    def player_of(self, guest: str) -> int | None:
        """The place that the guest holds."""
        return next((p for p, holder in self._known.holders.items() if holder == guest), None)

    def seed_for(self, player: int) -> int:
        """The seed with which a computer player is built in this round."""
        return self._known.deals.player_seed(self.state.number, player)

    # --- showing ------------------------------------------------------------------------

    def subscribe(self, subscriber: Subscriber, after_seq: int | None) -> None:
        """Sends what the subscriber has missed, or the whole view, and all events from now on."""
        moments = self._known.moments
        first = moments[0].event.seq
        if after_seq is not None and first <= after_seq <= self.seq:
            for moment in list(moments)[after_seq - first + 1 :]:
                subscriber.send(self._frame(moment.event.seq - first, subscriber.key))
        else:
            subscriber.send(self._welcome(subscriber.key))
        self._subscribers.add(subscriber)
        self._forget_old_views()

    def unsubscribe(self, subscriber: Subscriber) -> None:
        """Sends no more."""
        self._subscribers.discard(subscriber)

    def _welcome(self, key: Key) -> bytes:
        return encode(Welcome(self.seq, self._known.moments[-1].view(key)))

    def _frame(self, index: int, key: Key) -> bytes:
        moments = self._known.moments
        moment = moments[index]
        if key not in moment.frames:
            before = moments[index - 1].view(key)
            event = moment.event
            moment.frames[key] = encode(
                event_frame(event.seq, event.fact, before, moment.view(key), moment.state)
            )
        return moment.frames[key]

    def _publish(self, after_seq: int) -> None:
        first = self._known.moments[0].event.seq
        if after_seq < first:  # more has happened than is kept
            for subscriber in tuple(self._subscribers):
                subscriber.send(self._welcome(subscriber.key))
            return
        for seq in range(after_seq + 1, self.seq + 1):
            for subscriber in tuple(self._subscribers):
                subscriber.send(self._frame(seq - first, subscriber.key))
        self._forget_old_views()

    def _forget_old_views(self) -> None:
        # The next event is compared with the last view alone; older ones only take room.
        for moment in self._known.moments:
            if moment.event.seq < self.seq:
                moment.views.clear()

    def announce_thinking(self, player: int) -> None:
        """Tells everybody that a computer player is being asked."""
        frame = encode(Thinking(player))
        for subscriber in tuple(self._subscribers):
            subscriber.send(frame)

    # --- changing -----------------------------------------------------------------------

    async def do(self, guest: str, command: AnyCommand) -> Ok:
        """The answer to a guest's command, once it is on disk; raises Refused.

        A command that was accepted before gets the same answer again.
        """

        def fact(state: TableState) -> Fact:
            player = self.player_of(guest)
            if player is None:
                raise Refused(Code.NOT_ALLOWED)
            return decided(state, player, command, self._known.deals)

        if isinstance(command, Rematch):
            return await self._guarded(self._do_rematch(guest, command.id))
        return await self._guarded(self._change(guest, command.id, fact))

    async def do_automatically(self, player: int, fact: Callable[[TableState], Fact]) -> Ok:
        """A computer's or driven player's action, made into a fact against the state by then."""
        return await self._guarded(self._change(f"player:{player}", None, fact))

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
        self, actor: str, command: str | None, fact: Callable[[TableState], Fact]
    ) -> Ok:
        async with self._lock:
            for _ in range(MOST_ATTEMPTS):
                known = self._known.answers.get((actor, command or ""))
                if known is not None:
                    return known
                steps = with_consequences(self.state, fact(self.state), self._known.deals)
                try:
                    return await self._append(actor, command, steps, ())
                except Conflict:
                    await self._read_again()
            raise Refused(Code.SERVER_ERROR)

    async def _do_rematch(self, guest: str, command: str) -> Ok:
        async with self._lock:
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
            new = await self._rematch(self.state, self._known.holders)
            steps = with_consequences(self.state, Rematched(new.game), self._known.deals)
            return await self._append(guest, command, steps, (new,))

    async def _append(
        self,
        actor: str,
        command: str | None,
        steps: Sequence[tuple[Fact, TableState]],
        others: tuple[Append, ...],
    ) -> Ok:
        before = self.seq
        events = numbered(before, actor, command, [fact for fact, _ in steps])
        try:
            await self._store.append(*others, appended(self.id, before, events, steps[-1][1]))
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

    async def _read_again(self) -> None:
        before = self.seq
        stored = await self._store.read(lambda store: store.game(self.id))
        if stored is not None and stored.events[-1].seq > before:
            self._known = folded(stored)
            self._changed(before)

    def _changed(self, before: int) -> None:
        self.changed = time.monotonic()
        self._publish(before)
        self.on_change()


def numbered(
    after_seq: int, actor: str, command: str | None, facts: Iterable[Fact]
) -> tuple[LogEvent, ...]:
    """The facts as the next events of a log; only the first is the actor's doing."""
    at = time.time_ns() // 1_000_000
    return tuple(
        LogEvent(seq, at, actor, command, fact)
        if seq == after_seq + 1
        else LogEvent(seq, at, TABLE, None, fact)
        for seq, fact in enumerate(facts, start=after_seq + 1)
    )


def appended(
    table: str,
    after_seq: int,
    events: tuple[LogEvent, ...],
    state: TableState,
    new: NewGame | None = None,
) -> Append:
    """The events to append, with what lists of games say of them."""
    status = "closed" if state.is_closed else "over" if state.is_ended else "playing"
    return Append(table, after_seq, events, status, state.number, new)
