"""The tables of one server: created, opened from the log when needed, evicted when idle."""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from weakref import WeakValueDictionary

from msgspec.structs import replace

from bottleimp.knowledge.titles import DRIVEN_NAME
from bottleimp.protocol.messages import RequestRematch
from bottleimp.protocol.refusals import DamagedLog, StorageError, StorageUnavailable, WriteConflict
from bottleimp.rules.edition import Edition
from bottleimp.server.engines.fair_queue import FairThreads
from bottleimp.server.engines.pool import WorkerPool
from bottleimp.server.settings.clock import SYSTEM_CLOCK, Clock
from bottleimp.server.state.deals import (
    Deals,
    create_offer,
    generate_table_id,
    rematch_table_id,
    verify_offer,
)
from bottleimp.server.state.events import (
    COMPUTER,
    DRIVEN,
    HUMAN,
    OPEN,
    TABLE_ACTOR,
    Fact,
    MatchStarted,
    Participant,
    PlayerJoined,
    TableCreated,
    TableSettings,
)
from bottleimp.server.state.fairness import Contributions
from bottleimp.server.state.seating import OPEN_PLACE
from bottleimp.server.state.storage_interface import (
    AppendEvents,
    GameSummary,
    Guest,
    ListedTable,
    Storage,
)
from bottleimp.server.state.table_codes import generate_code, parse_code
from bottleimp.server.state.table_state import TableState
from bottleimp.server.tables.autoplay import Autoplay
from bottleimp.server.tables.eviction import LISTED_FOR, is_over_or_left
from bottleimp.server.tables.peer_link import RegistryPeerLink
from bottleimp.server.tables.registered_table import IDLE_SECONDS, RegisteredTable
from bottleimp.server.tables.replay import ReplayedLog, build_append, build_log, replay_log
from bottleimp.server.tables.table import Table
from bottleimp.server.tables.table_lists import computer_player_count
from bottleimp.server.tables.timeouts import TableTimeouts
from bottleimp.server.tables.uptime import Uptime

log = logging.getLogger(__name__)

MAX_OPEN_TABLES = 1000  # tables kept in memory without anybody at them
MAX_RESUMED = 200  # unfinished tables opened at the start
MAX_RESUMED_WITH_CLOCK = 2000  # tables with a clock, opened one by one after that
RESUME_INTERVAL = 0.01  # seconds, in which others are served
MAX_LISTED, MAX_EXAMINED = 20, 200  # open tables
SWEEP_INTERVAL = 30.0  # seconds
THREADS = 2  # in which long matches are replayed and written out
MAX_ATTEMPTS = 5  # at a table whose id or code others take at the same moment
DEFAULT_TABLE_SETTINGS = TableSettings()


@dataclass(frozen=True)
class TableSetup:
    """What a table is made from: places clockwise, and who deals first (None: the seed says it).

    `settings` is what concerns the people there; the host is the player `host`.
    """

    edition: Edition
    players: tuple[Participant, ...]
    first_dealer: int | None
    pace: int
    settings: TableSettings = DEFAULT_TABLE_SETTINGS
    host: int = 0


class TableRegistry:
    """Creates, opens and evicts tables."""

    def __init__(
        self,
        store: Storage,
        pool: WorkerPool,
        uptime: Uptime | None = None,
        clock: Clock = SYSTEM_CLOCK,
    ) -> None:
        """`uptime` knows when the server was away; None: it never was."""
        self.clock = clock
        self.reloads = 0  # how often logs were found to be rewritten
        self.open_listeners: list[Callable[[Table], None]] = []  # called with tables that are read
        self.peers = RegistryPeerLink()
        self.threads = FairThreads(THREADS, "match", clock)
        self._uptime = uptime or Uptime(clock=clock)
        self._uptime.sleep_listeners.append(self._look_at_clocks)
        self._store = store
        self._pool = pool
        self._open: dict[str, RegisteredTable] = {}
        self._is_closed = False
        self._damaged: set[str] = set()
        self._opening: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def offer(self) -> tuple[str, str]:
        """A table that a visitor may make, and the commitment to its first round."""
        return create_offer(self._store.secret_key)

    async def create(
        self,
        setup: TableSetup,
        holders: dict[int, Guest],
        offer: str = "",
        contributions: Contributions = (),
    ) -> Table:
        """A new table; its first round is dealt once nobody is waited for.

        It is the one that was offered, unless there is none or it was made already.  What players
        contributed to its first deal is mixed in only then: of another table nobody was promised
        anything before, and whoever knows a contribution could choose a table to suit it.
        """
        name = verify_offer(self._store.secret_key, offer)
        given = None if name is None else contributions
        for _ in range(MAX_ATTEMPTS):
            code = await self._free_code()
            append = self._new_table(setup, holders, name or generate_table_id(), given, code)
            try:
                await self._store.append(append)
            except WriteConflict:
                name = given = None
                continue
            table = await self.table(append.game, holders[setup.host].id)
            if table is None:
                raise StorageError(f"The table {append.game} was written but cannot be read.")
            return table
        raise StorageUnavailable("The name or the code of the new table was taken each time.")

    async def _free_code(self) -> str:
        while True:
            code = generate_code()
            if await self._game_with_code(code) is None:
                return code

    async def _game_with_code(self, code: str) -> str | None:
        return await self._store.read(lambda store: store.game_with_code(code))

    def _new_table(
        self,
        setup: TableSetup,
        holders: dict[int, Guest],
        table: str,
        contributions: Contributions | None,
        code: str,
        *,
        begins: bool = False,
    ) -> AppendEvents:
        """The table as it is to be written: its maker sits there, and others join at once.

        `contributions` are None where its first round was not promised before.  If it begins, free
        places are a computer player's.
        """
        edition = setup.edition
        deals = Deals.from_key(table, edition, self._store.secret_key)
        driven = (Participant(DRIVEN_NAME, DRIVEN),) * len(edition.driven)
        others = {player: who for player, who in holders.items() if player != setup.host}
        places = [OPEN_PLACE if p in others else who for p, who in enumerate(setup.players)]
        created = TableCreated(
            edition=edition.text,
            participants=(*places, *driven),
            first_dealer=setup.first_dealer,
            pace=setup.pace,
            commitment=deals.commitment(1),
            contributions=contributions or (),
            host=setup.host,
            code=code,
            settings=setup.settings,
            is_offered=contributions is not None,
        )
        joining = [(who.id, PlayerJoined(p, setup.players[p].name)) for p, who in others.items()]
        made: list[tuple[str, Fact]] = [(holders[setup.host].id, created), *joining]
        at = self.clock.time_ms()
        events, state = build_log(deals, at, *made)
        if begins and not state.seating.is_started and any(
            who.kind == OPEN for who in created.participants
        ):  # fmt: skip
            events, state = build_log(deals, at, *made, (TABLE_ACTOR, MatchStarted()))
        return build_append(0, events, state, new=deals.new_game(holders))

    async def _rematch(self, state: TableState, asked: RequestRematch) -> AppendEvents:
        """A new table for the same people with the same settings.

        Places of people who left are a computer player's once it begins; those away are waited for.
        """
        seating = state.seating
        guests = await self._store.read(
            lambda store: {p: store.guest_by_id(guest) for p, guest in seating.guests.items()}
        )
        places = tuple(
            OPEN_PLACE
            if who.kind == HUMAN and player not in guests
            else replace(who, stand_in=None)
            for player, who in enumerate(seating.places[: state.edition.players])
        )
        host = seating.host if seating.host in guests else min(guests)
        starts_by_itself = seating.settings.starts_when_full and not asked.gathers
        settings = replace(seating.settings, starts_when_full=starts_by_itself)
        setup = TableSetup(state.edition, places, None, state.pace, settings, host)
        following, code = rematch_table_id(state.table), await self._free_code()
        given = None if state.fairness.next_commitment is None else state.fairness.contributions
        return self._new_table(setup, guests, following, given, code, begins=not asked.gathers)

    async def table(self, table_id: str, visitor: str = "") -> Table | None:
        """The table with this id, read from the log if it is not open; None if there is none.

        `visitor` (an address or a guest) is whoever asks: visitors take turns where logs have to
        be read.  Raises StorageUnavailable once the tables are closed.
        """
        self._require_open()
        if not (table_id.isascii() and table_id.isprintable()):  # no database need hold it
            return None
        known = self._open.get(table_id)
        if known is not None:
            known.table.requested_at = self.clock.monotonic()
            if not self.peers.is_alone():  # whoever asks may come from another server
                await known.table.refresh()
            return known.table

        async with self._opening_lock(table_id):
            known = self._open.get(table_id)
            if known is not None:
                return known.table
            try:
                content = await self._read_log(table_id, visitor)
            except DamagedLog as problem:
                self._report_damage(problem)
                raise
            if content is None:
                return None
            self._require_open()
            self._evict_if_full()
            self._keep_time(content)
            self._warm_up_players(content.entries[-1].state)
            table = Table(self._store, content, self._rematch, self.clock, self._uptime)
            opened = RegisteredTable(table, Autoplay(table, self._pool), TableTimeouts(table))
            self._open[table_id] = opened
            for listener in self.open_listeners:
                listener(table)
            opened.autoplay.update()
            opened.timeouts.update()
            return table

    async def _read_log(self, table_id: str, visitor: str) -> ReplayedLog | None:
        # Those who look up visitors and lists do not wait for it; and no more logs are in memory
        # at once than are replayed.
        async with self.threads.turn(visitor) as thread:
            stored = await self._store.read(lambda store: store.game(table_id))
            if stored is None:
                return None
            return await asyncio.get_running_loop().run_in_executor(thread, replay_log, stored)

    def _require_open(self) -> None:
        if self._is_closed:
            raise StorageUnavailable("The server is stopping.")

    def _keep_time(self, content: ReplayedLog) -> None:
        """Keeps the time from being before the last event, where clocks would stand still."""
        last = content.entries[-1]
        if last.state.goes_on_by_itself:
            self.clock.advance_to(last.event.at)

    def _report_damage(self, problem: DamagedLog) -> None:
        """Logs that a table cannot be opened, once for each table."""
        if problem.table in self._damaged:
            return
        self._damaged.add(problem.table)
        log.error(
            "a table is damaged and cannot be opened; put back a copy, or leave it",
            # The words of the problem may name cards that nobody may see.
            extra={"table": problem.table, "reason": type(problem.__cause__).__name__},
        )

    def _opening_lock(self, table_id: str) -> asyncio.Lock:
        """The lock under which this table is opened; other tables have locks of their own."""
        return self._opening.setdefault(table_id, asyncio.Lock())

    def _warm_up_players(self, state: TableState) -> None:
        seating = state.seating
        levels = {who.level for who in seating.places if who.kind == COMPUTER and who.level}
        if len(seating.seated_players) > 1 or seating.open_places:
            levels.add(seating.settings.level)
        self._pool.warm_up(sorted(levels), state.edition)

    async def evict_finished_periodically(self) -> None:
        """Evicts, at regular intervals, the tables that are over or abandoned."""
        while True:
            await asyncio.sleep(SWEEP_INTERVAL)
            self.evict(is_over_or_left)

    def _evict_if_full(self) -> None:
        if sum(not opened.table.is_in_use for opened in self._open.values()) >= MAX_OPEN_TABLES:
            self.evict(lambda _table: True)

    def evict(self, condition: Callable[[Table], bool]) -> None:
        """Evicts the idle tables that meet the condition; they are opened again when needed."""
        for table_id, opened in list(self._open.items()):
            if opened.is_evictable and condition(opened.table):
                opened.release()
                del self._open[table_id]

    def find_open(self, table_id: str) -> Table | None:
        """The table if it is in memory; None for others."""
        opened = self._open.get(table_id)
        return None if opened is None else opened.table

    def open_tables(self) -> list[Table]:
        """The tables in memory."""
        return [opened.table for opened in self._open.values()]

    @property
    def open_count(self) -> int:
        """How many tables are in memory."""
        return len(self._open)

    async def find_by_code(self, text: str, visitor: str = "") -> Table | None:
        """The table with the code that a visitor typed, unless it is over or there is none."""
        code = parse_code(text)
        if code is None:
            return None
        found = await self._game_with_code(code)
        return None if found is None else await self.table(found, visitor)

    async def unfinished_games(self, guest: str | None, limit: int) -> Sequence[GameSummary]:
        """The matches still being played, of one guest or of all, the latest first."""
        return await self._store.read(lambda store: store.unfinished_games(guest, limit))

    async def listed_tables(
        self, limit: int = MAX_LISTED, edition: Edition | None = None
    ) -> Sequence[ListedTable]:
        """Listed tables of one edition or of all, at which somebody is and others may sit down.

        Those that wait for people come first, then those with free places.
        """
        since = self.clock.time_ms() - int(LISTED_FOR * 1000)
        text = None if edition is None else edition.text
        found = await self._store.read(lambda store: store.listed_tables(since, MAX_EXAMINED, text))
        names, elsewhere = [each.id for each in found], frozenset[str]()
        if not self.peers.is_alone():
            elsewhere = await self._store.read(lambda store: store.attended_games(names))
        attended = [each for each in found if self._is_attended(each, elsewhere)]
        return [each for each in attended if each.open_places or computer_player_count(each)][
            :limit
        ]

    def _is_attended(self, listed: ListedTable, elsewhere: Collection[str]) -> bool:
        opened = self._open.get(listed.id)
        if listed.id in elsewhere or (opened is not None and opened.table.connected_players):
            return True
        if opened is not None:
            idle = self.clock.monotonic() - opened.table.changed_at
        elif self.peers.is_alone():
            return True  # after a start, nobody knows
        else:
            idle = (self.clock.time_ms() - listed.changed_at) / 1000
        return idle < IDLE_SECONDS  # its maker is on the way

    async def reload(self, tables: Iterable[str]) -> None:
        """Reloads those of the tables that are in memory, whose logs were rewritten."""
        self.reloads += 1
        for each in tables:
            # It was not read before that and put there after it.
            async with self._opening_lock(each):
                opened = self._open.get(each)
            if opened is not None:
                with contextlib.suppress(DamagedLog):  # which is in the log already
                    await opened.table.reload()

    def _look_at_clocks(self) -> None:
        """Has all tables in memory take account of time in which the machine slept."""
        for opened in self._open.values():
            opened.timeouts.update()

    async def resume_unfinished(self) -> None:
        """Opens the unfinished tables, so that their computer players go on."""
        for listed in await self.unfinished_games(None, MAX_RESUMED):
            await self._resume(listed.id)

    async def resume_with_clock(self) -> None:
        """Opens the other tables with a clock, so that time runs out there too, one by one."""
        limit = MAX_RESUMED_WITH_CLOCK
        for each in await self._store.read(lambda store: store.games_with_clock(limit)):
            if each not in self._open:
                await self._resume(each)
                await asyncio.sleep(RESUME_INTERVAL)

    async def _resume(self, table_id: str) -> None:
        if not self.peers.is_resumed_here(table_id):
            return
        with contextlib.suppress(DamagedLog):  # which is in the log already
            await self.table(table_id)

    async def close(self) -> None:
        """Opens nothing more and stops all automatic players; what has begun is finished."""
        self._is_closed = True
        for opened in list(self._open.values()):
            opened.stop_timers()
            await opened.autoplay.stop()
            await opened.table.drain()
