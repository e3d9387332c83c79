"""Tells people by push that they are waited for at a table to which they are not connected.

They are told once for each turn.  With several servers the database says who has told them.
"""

import asyncio
import hashlib
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from msgspec import Struct

from bottleimp.async_tasks import cancel_all
from bottleimp.languages.language import Language, language_for
from bottleimp.protocol.messages import encode
from bottleimp.protocol.refusals import StorageError, StorageUnavailable, WriteConflict
from bottleimp.server.pages.assets import static_url
from bottleimp.server.push.delivery import PushDelivery, PushOutcome
from bottleimp.server.settings.clock import MS_PER_SECOND
from bottleimp.server.settings.config import DAY_SECONDS
from bottleimp.server.state.storage_interface import (
    ClaimTurnNotice,
    DropSubscription,
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


@dataclass(frozen=True)
class AwaitedTurn:
    """A turn of a person who is not connected; `turn` differs from those before and after it."""

    guest: str
    player: int
    turn: str


class TurnMessage(Struct, frozen=True):
    """What the service worker of the browser is sent, and shows; `path` leads to the table."""

    title: str
    body: str
    path: str
    tag: str
    icon: str


class TurnNotices:
    """Watches all tables in memory, and tells people."""

    def __init__(self, store: Storage, registry: TableRegistry, delivery: PushDelivery) -> None:
        self._store = store
        self._registry = registry
        self._delivery = delivery
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_closed = False
        registry.open_listeners.append(self._watch)

    def _watch(self, table: Table) -> None:
        watch = TurnWatch(table, self._start_telling)
        table.change_listeners.append(watch.update)
        watch.update()  # of a turn from before a restart too

    async def close(self) -> None:
        """Tells nobody any more."""
        self._is_closed = True
        await cancel_all(*self._tasks)

    def _start_telling(self, table: Table, awaited: AwaitedTurn) -> None:
        if self._is_closed or self._registry.find_open(table.id) is not table:
            return  # it has left memory meanwhile
        task = asyncio.create_task(self._tell(table, awaited))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _tell(self, table: Table, awaited: AwaitedTurn) -> None:
        receivers: Sequence[StoredSubscription] | None = None
        for pause in (*RETRY_PAUSES, None):
            if awaited not in awaited_turns(table):  # who is back knows
                return
            try:
                if receivers is None:
                    receivers = await self._claim(table, awaited)
                receivers = await self._send(table, awaited, receivers)
            except WriteConflict:  # another server has told them, or this one before a restart
                return
            except StorageUnavailable:  # which is in the log already
                pass
            except StorageError:
                log.exception("somebody could not be told of a turn", extra={"table": table.id})
                return
            if receivers == [] or pause is None:
                return
            await asyncio.sleep(pause)

    async def _claim(self, table: Table, awaited: AwaitedTurn) -> Sequence[StoredSubscription]:
        """Where to tell the guest; WriteConflict where that has been done."""
        found = await self._store.read(lambda store: store.subscriptions(awaited.guest))
        if found:
            await self._store.append(ClaimTurnNotice(table.id, awaited.guest, awaited.turn))
        return found

    async def _send(
        self, table: Table, awaited: AwaitedTurn, receivers: Sequence[StoredSubscription]
    ) -> list[StoredSubscription]:
        """Sends the message everywhere; where it is to be tried later."""
        lifetime = seconds_to_tell(table, awaited.player)
        left = []
        for each in receivers:
            outcome = await self._delivery.send(
                each,
                encode(turn_message(table, language_for(each.language, ""))),
                topic_of(table, each.endpoint),
                lifetime,
            )
            log.debug("a person was told of a turn", extra={"result": outcome.value})
            if outcome is PushOutcome.GONE:
                await self._store.append(DropSubscription(each.endpoint))
            elif outcome is PushOutcome.TRY_LATER:
                left.append(each)
        return left


class TurnWatch:
    """Notices, at one table, who has been waited for and away for long enough."""

    def __init__(self, table: Table, tell: Callable[[Table, AwaitedTurn], None]) -> None:
        self._table = table
        self._tell = tell
        self._timers: dict[AwaitedTurn, asyncio.TimerHandle] = {}  # run out where told

    def update(self) -> None:
        """Looks again, after any change of the table or of who is there."""
        awaited = awaited_turns(self._table)
        for passed in self._timers.keys() - awaited:
            self._timers.pop(passed).cancel()
        for new in awaited - self._timers.keys():
            loop = asyncio.get_running_loop()
            self._timers[new] = loop.call_later(AWAY_SECONDS, self._tell, self._table, new)


def awaited_turns(table: Table) -> frozenset[AwaitedTurn]:
    """The turns of those who are waited for and not connected to any server."""
    state = table.state
    awaited = [player for player in state.players_to_act if not state.is_automatic(player)]
    if not awaited:
        return frozenset()
    shown, holders = state.current_round, state.seating.guests
    turn = f"{state.round_number}/{shown.stage}/{shown.play_count}"
    return frozenset(
        AwaitedTurn(holders[player], player, turn)
        for player in awaited
        if player in holders and player not in table.connected_players
    )


def seconds_to_tell(table: Table, player: int) -> int:
    """For how long it makes sense to tell of the turn."""
    deadline = table.state.clocks.deadlines.get(player)
    if deadline is None:
        return LIFETIME
    left = (deadline - table.clock.time_ms()) // MS_PER_SECOND
    return max(0, min(left, MAX_LIFETIME))


def topic_of(table: Table, endpoint: str) -> str:
    """What messages about a table have in common; it tells the push service nothing else."""
    return hashlib.sha256(f"{endpoint} {table.id}".encode()).hexdigest()[:TOPIC_LETTERS]


def turn_message(table: Table, language: Language) -> TurnMessage:
    """That it is one's turn; nothing of it depends on cards."""
    return TurnMessage(
        title=edition_title(table.state.edition, language),
        body=language.gettext("It is your turn."),
        path=f"/tables/{table.id}",
        tag=table.id,
        icon=static_url("app-icon-192.png"),
    )
