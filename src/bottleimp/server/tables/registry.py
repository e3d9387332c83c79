"""All tables of one server: made, opened from the log when needed, and put away when quiet."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from weakref import WeakValueDictionary

from msgspec.structs import replace

from bottleimp.knowledge.titles import DRIVEN_NAME
from bottleimp.protocol.refusals import Conflict, DamagedLog, StorageError
from bottleimp.rules.edition import Edition
from bottleimp.server.engines.pool import WorkerPool
from bottleimp.server.state.consequences import with_consequences
from bottleimp.server.state.deals import Deals, fresh_table, offer, offered, rematch_of
from bottleimp.server.state.events import (
    COMPUTER,
    DRIVEN,
    HUMAN,
    OPEN,
    TABLE,
    Begun,
    Created,
    Fact,
    Joined,
    LogEvent,
    Participant,
    Settings,
)
from bottleimp.server.state.fairness import Contributions
from bottleimp.server.state.seating import FREE, When
from bottleimp.server.state.storage_interface import (
    Append,
    Guest,
    Listed,
    OpenTable,
    Reading,
    Storage,
)
from bottleimp.server.state.table_codes import code_in, fresh_code
from bottleimp.server.state.table_state import TableState
from bottleimp.server.tables.autoplay import Driver
from bottleimp.server.tables.replay import Folded, acts, appended, folded, numbered
from bottleimp.server.tables.table import Table
from bottleimp.server.tables.table_lists import computers_at
from bottleimp.server.tables.timeouts import Keeper
from bottleimp.server.tables.uptime import Uptime, milliseconds

log = logging.getLogger(__name__)

MOST_OPEN = 1000  # tables kept in memory without anybody at them
MOST_RESUMED = 200  # unfinished tables opened at the start
MOST_TIMED = 2000  # tables with a clock, opened one by one after that
BETWEEN_TIMED = 0.01  # seconds, in which others are served
MOST_LISTED, MOST_LOOKED_AT = 20, 200  # open tables
FRESH_FOR = 30.0  # seconds for which nobody need be there
LEFT_FOR = 600.0  # seconds after which an unfinished table is put away, where nobody is
BETWEEN_SWEEPS = 30.0  # seconds
LISTED_FOR = 60 * 60.0  # seconds after the last event


AS_USUAL = Settings()


@dataclass(frozen=True)
class TableSettings:
    """What a table is made from: places clockwise, and who deals first (None: the seed says it).

    `company` is what concerns the people there; the host is the player `host`.
    """

    edition: Edition
    players: tuple[Participant, ...]
    first_dealer: int | None
    pace: int
    company: Settings = AS_USUAL
    host: int = 0


@dataclass(frozen=True)
class OpenedTable:
    """A table in memory, with what acts there by itself."""

    table: Table
    driver: Driver
    keeper: Keeper

    @property
    def is_quiet(self) -> bool:
        """Whether nothing is lost for anybody while the table is not in memory."""
        # Whoever has just asked for the table is about to watch it.
        is_wanted = time.monotonic() - self.table.asked_for < FRESH_FOR
        is_timed = bool(self.table.state.clocks.deadlines)
        return not (is_wanted or is_timed or self.table.is_watched or self.driver.is_busy)

    def put_away(self) -> None:
        """Acts no more, and lets go of the table: what it took is free at once."""
        self.keeper.stop()
        # They hold the table, which holds them: nobody looks for such garbage for hours.
        self.table.watching.clear()


class TableService:
    """Opens, makes and drives tables."""

    def __init__(self, store: Storage, pool: WorkerPool, uptime: Uptime | None = None) -> None:
        """`uptime` knows when the server was away; None: it never was."""
        self._uptime = uptime or Uptime()
        self._store = store
        self._pool = pool
        self._open: dict[str, OpenedTable] = {}
        self._damaged: set[str] = set()
        self._opening: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def offer(self) -> tuple[str, str]:
        """A table that a visitor may make, and the commitment to its first round."""
        return offer(self._store.key)

    async def create(
        self,
        settings: TableSettings,
        holders: dict[int, Guest],
        offer: str = "",
        contributions: Contributions = (),
    ) -> Table:
        """A new table with its first round dealt.

        It is the one that was offered, unless there is none or it was made already.  What players
        contributed to its first deal is mixed in only then: of another table nobody was promised
        anything before, and whoever knows a contribution could choose a table to suit it.
        """
        name = offered(self._store.key, offer)
        given = None if name is None else contributions
        code = await self._free_code()
        append = self._new_table(settings, holders, name or fresh_table(), given, code)
        try:
            await self._store.append(append)
        except Conflict:
            code = await self._free_code()
            append = self._new_table(settings, holders, fresh_table(), None, code)
            await self._store.append(append)
        table = await self.table(append.game)
        if table is None:
            raise StorageError(f"The table {append.game} was written but cannot be read.")
        return table

    async def _free_code(self) -> str:
        while True:
            code = fresh_code()
            if await self._game_with_code(code) is None:
                return code

    async def _game_with_code(self, code: str) -> str | None:
        return await self._store.read(lambda store: store.game_with_code(code))

    def _new_table(
        self,
        settings: TableSettings,
        holders: dict[int, Guest],
        table: str,
        contributions: Contributions | None,
        code: str,
        *,
        begins: bool = False,
    ) -> Append:
        """The table as it is to be written: its maker sits there, and others join at once.

        `contributions` are None where its first round was not promised before.  If it begins, free
        places are a computer player's.
        """
        edition = settings.edition
        deals = Deals.drawn(table, edition, self._store.key)
        driven = (Participant(DRIVEN_NAME, DRIVEN),) * len(edition.driven)
        others = {player: who for player, who in holders.items() if player != settings.host}
        places = [FREE if p in others else who for p, who in enumerate(settings.players)]
        created = Created(
            edition=edition.text,
            participants=(*places, *driven),
            first_dealer=settings.first_dealer,
            pace=settings.pace,
            commitment=deals.commitment(1),
            contributions=contributions or (),
            host=settings.host,
            code=code,
            settings=settings.company,
            is_offered=contributions is not None,
        )
        joining = [(who.id, Joined(p, settings.players[p].name)) for p, who in others.items()]
        made: list[tuple[str, Fact]] = [(holders[settings.host].id, created), *joining]
        if begins and any(who.kind == OPEN for who in created.participants):
            made.append((TABLE, Begun()))
        events, state = log_of(deals, *made)
        return appended(0, events, state, deals.new_game(holders))

    async def _rematch(self, state: TableState) -> Append:
        """A new table for the same people with the same settings.

        Places of people who have left are a computer player's; people who were away are waited for.
        """
        people = state.people
        guests = await self._store.read(
            lambda store: {p: store.guest_by_id(guest) for p, guest in people.guests.items()}
        )
        places = tuple(
            FREE if who.kind == HUMAN and player not in guests else replace(who, stand_in=None)
            for player, who in enumerate(people.places[: state.edition.players])
        )
        host = people.host if people.host in guests else min(guests)
        settings = TableSettings(state.edition, places, None, state.pace, people.settings, host)
        following, code = rematch_of(state.table), await self._free_code()
        given = None if state.fairness.promise is None else state.fairness.given
        return self._new_table(settings, guests, following, given, code, begins=True)

    async def table(self, table_id: str) -> Table | None:
        """The table with this id, read from the log if it is not open; None if there is none."""
        known = self._open.get(table_id)
        if known is not None:
            known.table.asked_for = time.monotonic()
            return known.table

        def found(store: Reading) -> Folded | None:
            stored = store.game(table_id)
            return None if stored is None else folded(stored)

        async with self._opening_of(table_id):
            known = self._open.get(table_id)
            if known is not None:
                return known.table
            try:
                content = await self._store.read(found)
            except DamagedLog as problem:
                self._note_damage(problem)
                raise
            if content is None:
                return None
            self._put_away_quiet_tables()
            self._prepare_players(content.moments[-1].state)
            table = Table(self._store, content, self._rematch)
            opened = OpenedTable(table, Driver(table, self._pool), Keeper(table, self._uptime))
            self._open[table_id] = opened
            opened.driver.wake()
            opened.keeper.look()
            return table

    def _note_damage(self, problem: DamagedLog) -> None:
        """Says once which table cannot be opened, however often it is asked for."""
        if problem.table in self._damaged:
            return
        self._damaged.add(problem.table)
        log.error(
            "a table is damaged and cannot be opened; put back a copy, or leave it",
            # The words of the problem may name cards that nobody may see.
            extra={"table": problem.table, "reason": type(problem.__cause__).__name__},
        )

    def _opening_of(self, table_id: str) -> asyncio.Lock:
        """The lock under which this table is opened; others are opened meanwhile."""
        lock = self._opening.get(table_id)
        if lock is None:
            lock = self._opening[table_id] = asyncio.Lock()
        return lock

    def _prepare_players(self, state: TableState) -> None:
        people = state.people
        levels = {who.level for who in people.places if who.kind == COMPUTER and who.level}
        if len(people.seated) > 1 or people.open_places:
            levels.add(people.settings.level)
        self._pool.prepare(sorted(levels), state.edition)

    async def sweep(self) -> None:
        """Puts away, again and again, the tables that are over or that everybody has left."""
        while True:
            await asyncio.sleep(BETWEEN_SWEEPS)
            self.put_away(is_over_or_left)

    def _put_away_quiet_tables(self) -> None:
        if len(self._open) >= MOST_OPEN:
            self.put_away(lambda _table: True)

    def put_away(self, which: Callable[[Table], bool]) -> None:
        """Puts away those of these tables that are quiet; they are read again when wanted."""
        for table_id, opened in list(self._open.items()):
            if opened.is_quiet and which(opened.table):
                opened.put_away()
                del self._open[table_id]

    def state_in_memory(self, table_id: str) -> TableState | None:
        """The state of a table that is in memory; None for others."""
        opened = self._open.get(table_id)
        return None if opened is None else opened.table.state

    @property
    def tables_open(self) -> int:
        """How many tables are in memory."""
        return len(self._open)

    async def with_code(self, text: str) -> Table | None:
        """The table with the code that somebody typed, unless it is over or there is none."""
        code = code_in(text)
        if code is None:
            return None
        found = await self._game_with_code(code)
        return None if found is None else await self.table(found)

    async def unfinished(self, guest: str | None, most: int) -> Sequence[Listed]:
        """The matches still being played, of one guest or of all, the latest first."""
        return await self._store.read(lambda store: store.unfinished(guest, most))

    async def open_tables(
        self, most: int = MOST_LISTED, edition: Edition | None = None
    ) -> Sequence[OpenTable]:
        """Listed tables of one edition or of all, at which somebody is and others may sit down.

        Those that wait for people come first, then those with free places.
        """
        since = time.time_ns() // 1_000_000 - int(LISTED_FOR * 1000)
        text = None if edition is None else edition.text
        found = await self._store.read(lambda store: store.open_tables(since, MOST_LOOKED_AT, text))
        attended = [each for each in found if self._is_attended(each.id)]
        return [each for each in attended if each.free or computers_at(each)][:most]

    def _is_attended(self, table_id: str) -> bool:
        opened = self._open.get(table_id)
        if opened is None or opened.table.present:
            return True
        return time.monotonic() - opened.table.changed < FRESH_FOR  # its maker is on the way

    async def read_anew(self, tables: Iterable[str]) -> None:
        """Has those of the tables that are in memory read their rewritten logs."""
        for each in tables:
            async with self._opening_of(each):  # it was not read before that and put there after it
                opened = self._open.get(each)
            if opened is not None:
                await opened.table.read_anew()

    async def resume(self) -> None:
        """Opens the unfinished tables, so that their computer players go on."""
        for listed in await self.unfinished(None, MOST_RESUMED):
            await self._resume(listed.id)

    async def resume_timed(self) -> None:
        """Opens the other tables with a clock, so that time runs out there too, one by one."""
        for each in await self._store.read(lambda store: store.timed(MOST_TIMED)):
            if each not in self._open:
                await self._resume(each)
                await asyncio.sleep(BETWEEN_TIMED)

    async def _resume(self, table_id: str) -> None:
        with contextlib.suppress(DamagedLog):  # which is in the log already
            await self.table(table_id)

    async def close(self) -> None:
        """Stops all automatic players; changes that have begun are finished."""
        for opened in self._open.values():
            opened.keeper.stop()
            await opened.driver.stop()
            await opened.table.finish()


def is_over_or_left(table: Table) -> bool:
    """Whether nobody will soon come back to the table, if nobody is there now."""
    # Of a listed table that is not in memory nobody knows whether anybody is there.
    kept_for = LISTED_FOR if table.state.people.settings.is_listed else LEFT_FOR
    return (
        table.state.when is When.OVER
        or time.monotonic() - max(table.changed, table.asked_for) > kept_for
    )


def log_of(deals: Deals, *made: tuple[str, Fact]) -> tuple[tuple[LogEvent, ...], TableState]:
    """A log that begins with what these guests made true, each with what follows; and its state."""
    at = milliseconds()
    state: TableState | None = None
    written: list[tuple[str, Fact]] = []
    for actor, fact in made:
        steps = with_consequences(state, fact, deals, actor, at)
        written += acts(actor, [each for each, _ in steps])
        state = steps[-1][1]
    if state is None:
        raise ValueError("A log begins with the creation of its table.")
    return numbered(0, written, at=at), state
