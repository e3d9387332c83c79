"""Tells people by push that they are waited for at a table to which they are not connected.

With days for each choice they are told too that a round or the match is over, of which they would
learn nothing else.
They are told once for each turn.  With several servers the database says who tells them; that is
taken back where no push service takes the message, so that they are told after a restart.
"""

import asyncio
import hashlib
import logging
import math
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from weakref import WeakValueDictionary

from msgspec import Struct

from bottleimp.async_tasks import cancel_all
from bottleimp.languages.language import Language, language_for
from bottleimp.protocol.messages import encode
from bottleimp.protocol.refusals import StorageError, StorageUnavailable, WriteConflict
from bottleimp.server.pages.assets import static_url
from bottleimp.server.push.delivery import PushDelivery, PushOutcome
from bottleimp.server.push.subscriptions import is_of_service
from bottleimp.server.settings.clock import MS_PER_SECOND
from bottleimp.server.settings.config import DAY_SECONDS
from bottleimp.server.state.seating import TablePhase
from bottleimp.server.state.storage_interface import (
    ClaimTurnNotice,
    DropSubscription,
    ReleaseTurnNotice,
    Storage,
    StoredSubscription,
)
from bottleimp.server.tables.registry import TableRegistry
from bottleimp.server.tables.table import Table
from bottleimp.server.text.words import edition_title

log = logging.getLogger(__name__)

# Seconds for which somebody is waited for, and not here, before a message goes out: nobody is told
# who loads the page anew, or looks at another one for a moment.
AWAY_SECONDS = 20.0
RETRY_PAUSES = (10.0, 60.0, 300.0)  # seconds, where a push service or the database is away
LIFETIME = DAY_SECONDS  # seconds for which a service keeps a message where no clock runs
MAX_LIFETIME = 28 * DAY_SECONDS
TOPIC_LETTERS = 32
LIFETIME_STEP = 60  # seconds: a service need not know when a clock runs out
CLOSE_SECONDS = 2.0  # for what is being sent when the server stops


class TurnKind(Enum):
    """What a person is told."""

    CHOICE = "choice"  # is waited for
    ROUND = "round"  # is over
    MATCH = "match"  # is over


@dataclass(frozen=True)
class AwaitedTurn:
    """A turn, or an end, that a person who is not connected is told of.

    `turn` differs from those before and after it.
    """

    table: str
    guest: str
    player: int
    turn: str
    kind: TurnKind = TurnKind.CHOICE


class TurnMessage(Struct, frozen=True):
    """What the service worker of the browser is sent, and shows; `path` leads to the table."""

    title: str
    body: str
    path: str
    tag: str
    icon: str


class TurnNotices:
    """Watches all tables in memory, and tells people."""

    def __init__(
        self,
        store: Storage,
        registry: TableRegistry,
        delivery: PushDelivery,
        services: Sequence[str],
    ) -> None:
        """`services` are the hosts to which messages may go."""
        self._store = store
        self._registry = registry
        self._delivery = delivery
        self._services = services
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = asyncio.Event()
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # by guest
        registry.open_listeners.append(self._watch)

    def _watch(self, table: Table) -> None:
        watch = TurnWatch(table, self._start_telling, self._start_noting)
        table.change_listeners.append(watch.update)
        watch.update()  # of a turn from before a restart too

    async def close(self) -> None:
        """Tells nobody any more; what is being sent has a moment to arrive."""
        self._closing.set()
        if self._tasks:
            _, sending = await asyncio.wait(self._tasks, timeout=CLOSE_SECONDS)
            await cancel_all(*sending)

    def _start_telling(self, table: Table, awaited: AwaitedTurn) -> None:
        if self._closing.is_set() or self._registry.find_open(table.id) is not table:
            return  # it has left memory meanwhile
        self._start(self._tell(awaited))

    def _start_noting(self, seen: AwaitedTurn) -> None:
        if not self._closing.is_set():
            self._start(self._write(ClaimTurnNotice(seen.table, seen.guest, seen.turn)))

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _tell(self, awaited: AwaitedTurn) -> None:
        """Tells the guest everywhere, if nobody has; where that fails, it can be done later."""
        try:
            left = await self._claim(awaited)
        except WriteConflict:  # another server has told them, or this one before a restart
            return
        except StorageError:
            log.exception("somebody could not be told of a turn", extra={"table": awaited.table})
            return
        if not left:
            return
        is_told = False
        try:
            for pause in (0.0, *RETRY_PAUSES):
                table = await self._table_after(pause, awaited)
                if table is None:
                    break
                receivers, left = left, []
                for each in receivers:
                    outcome = await self._send(table, awaited, each)
                    is_told |= outcome is PushOutcome.ACCEPTED
                    if outcome is PushOutcome.TRY_LATER:
                        left.append(each)
                if not left:
                    break
        finally:
            if not is_told:
                await self._write(ReleaseTurnNotice(awaited.table, awaited.guest, awaited.turn))

    async def _claim(self, awaited: AwaitedTurn) -> list[StoredSubscription]:
        """Where to tell the guest, if anywhere; WriteConflict where that has been done."""
        for pause in (0.0, *RETRY_PAUSES):
            if await self._table_after(pause, awaited) is None:
                break
            with suppress(StorageUnavailable):  # which is in the log already
                found = await self._store.read(lambda store: store.subscriptions(awaited.guest))
                # Perhaps fewer services are allowed than when they were subscribed.
                allowed = [each for each in found if is_of_service(each.endpoint, self._services)]
                if allowed:
                    claim = ClaimTurnNotice(awaited.table, awaited.guest, awaited.turn)
                    await self._store.append(claim)
                return allowed
        return []

    async def _table_after(self, pause: float, awaited: AwaitedTurn) -> Table | None:
        """The table after so many seconds, unless nobody is to be told of the turn any more."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._closing.wait(), pause)
        table = self._registry.find_open(awaited.table)  # it may have been read again meanwhile
        if self._closing.is_set() or table is None or awaited not in awaited_turns(table):
            return None  # who is back knows
        return table

    async def _send(
        self, table: Table, awaited: AwaitedTurn, receiver: StoredSubscription
    ) -> PushOutcome:
        """What became of the message; an address that is gone is forgotten.

        One message to each guest is under way, so that nobody with many keeps others waiting.
        """
        turn = self._turns.setdefault(awaited.guest, asyncio.Lock())
        async with turn:
            if self._closing.is_set() or awaited not in awaited_turns(table):
                return PushOutcome.TRY_LATER
            outcome = await self._delivery.send(
                receiver,
                encode(turn_message(table, awaited.kind, language_for(receiver.language, ""))),
                topic_of(table, receiver.endpoint),
                seconds_to_tell(table, awaited.player),
            )
        log.debug("a person was told of a turn", extra={"result": outcome.value})
        if outcome is PushOutcome.GONE:
            await self._write(DropSubscription(receiver.endpoint))
        return outcome

    async def _write(self, change: ClaimTurnNotice | DropSubscription | ReleaseTurnNotice) -> None:
        """Writes the change; nothing depends on it, so a failure is passed over."""
        try:
            await self._store.append(change)
        except (StorageError, WriteConflict) as problem:
            log.debug("a change was not saved", extra={"reason": type(problem).__name__})


class TurnWatch:
    """Notices, at one table, who has been waited for and away for long enough.

    Of an end nobody is told who has been there since.
    """

    def __init__(
        self,
        table: Table,
        tell: Callable[[Table, AwaitedTurn], None],
        note: Callable[[AwaitedTurn], None] = lambda _seen: None,
    ) -> None:
        """`note` is called with each end that somebody has seen."""
        self._table = table
        self._tell = tell
        self._note = note
        self._seen: frozenset[AwaitedTurn] = frozenset()
        self._timers: dict[AwaitedTurn, asyncio.TimerHandle] = {}  # run out where told

    def update(self) -> None:
        """Looks again, after any change of the table or of who is there."""
        turns, here = turns_of_people(self._table), self._table.connected_players
        seen = {each for each in turns if each.kind is not TurnKind.CHOICE and each.player in here}
        for new in seen - self._seen:
            self._note(new)
        self._seen = (self._seen & turns) | seen
        awaited = {each for each in turns if each.player not in here} - self._seen
        for passed in self._timers.keys() - awaited:
            self._timers.pop(passed).cancel()
        for new in awaited - self._timers.keys():
            loop = asyncio.get_running_loop()
            self._timers[new] = loop.call_later(AWAY_SECONDS, self._tell, self._table, new)


def awaited_turns(table: Table) -> frozenset[AwaitedTurn]:
    """The turns of those who are waited for, or can go on, and not connected to any server."""
    here = table.connected_players
    return frozenset(each for each in turns_of_people(table) if each.player not in here)


def turns_of_people(table: Table) -> frozenset[AwaitedTurn]:
    """The turns of all people who are waited for, or are told of an end."""
    state, kind = table.state, kind_to_tell(table)
    if kind is TurnKind.CHOICE:
        people = [player for player in state.players_to_act if not state.is_automatic(player)]
        shown = state.round
        turn = "" if shown is None else f"{state.round_number}/{shown.stage}/{shown.play_count}"
    else:
        people = list(state.seating.active_players)
        turn = f"{state.round_number}/{kind.value}"
    holders = state.seating.guests
    return frozenset(
        AwaitedTurn(table.id, holders[player], player, turn, kind)
        for player in people
        if player in holders
    )


def kind_to_tell(table: Table) -> TurnKind:
    """What those who are away are told: of an end only where people have days for each choice.

    Nobody is told of a round that the next one follows at once, nor of a match of long ago.
    """
    state = table.state
    if not state.has_days or state.scored_at is None or state.phase is TablePhase.PLAYING:
        return TurnKind.CHOICE
    if state.is_ended:
        is_recent = table.clock.time_ms() - state.scored_at < LIFETIME * MS_PER_SECOND
        return TurnKind.MATCH if is_recent else TurnKind.CHOICE
    is_round = not (state.is_closed or state.ready_players or state.match.is_over)
    return TurnKind.ROUND if is_round else TurnKind.CHOICE


def seconds_to_tell(table: Table, player: int) -> int:
    """For how long it makes sense to tell of the turn, in whole minutes, rounded up."""
    deadline = table.state.clocks.deadlines.get(player)
    if deadline is None:
        return LIFETIME
    left = (deadline - table.clock.time_ms()) / MS_PER_SECOND
    return max(0, min(math.ceil(left / LIFETIME_STEP) * LIFETIME_STEP, MAX_LIFETIME))


def topic_of(table: Table, endpoint: str) -> str:
    """What messages about a table have in common; it tells the push service nothing else."""
    return hashlib.sha256(f"{endpoint} {table.id}".encode()).hexdigest()[:TOPIC_LETTERS]


def turn_message(table: Table, kind: TurnKind, language: Language) -> TurnMessage:
    """That it is one's turn, or what is over; nothing of it depends on cards."""
    body = {
        TurnKind.CHOICE: language.gettext("It is your turn."),
        TurnKind.ROUND: language.gettext("The round is over."),
        TurnKind.MATCH: language.gettext("The match is over."),
    }[kind]
    return TurnMessage(
        title=edition_title(table.state.edition, language),
        body=body,
        path=f"/tables/{table.id}",
        tag=table.id,
        icon=static_url("app-icon-192.png"),
    )
