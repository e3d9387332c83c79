"""All tables of one server: made, opened from the log when needed, and put away when quiet."""

import asyncio
import logging
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from bottleimp.knowledge.titles import DRIVEN_NAME
from bottleimp.rules.edition import Edition
from bottleimp.server.deals import Deals, fresh_table, offer, offered, rematch_of
from bottleimp.server.driver import Driver
from bottleimp.server.events import Created, Participant
from bottleimp.server.fairness import Contributions
from bottleimp.server.refusals import Conflict, StorageError
from bottleimp.server.state import TableState, with_consequences
from bottleimp.server.store import Append, EventStore, Guest, Listed, unfinished_games
from bottleimp.server.tables import Folded, Table, appended, folded, numbered
from bottleimp.server.workers import WorkerPool

log = logging.getLogger(__name__)

MOST_OPEN = 1000  # tables kept in memory without anybody at them
MOST_RESUMED = 200  # unfinished tables opened at the start
HUMAN, COMPUTER, DRIVEN = "human", "computer", "driven"


@dataclass(frozen=True)
class TableSettings:
    """What a table is made from: players clockwise, and who deals first (None: by lot)."""

    edition: Edition
    players: tuple[Participant, ...]
    first_dealer: int | None
    pace: int


class TableService:
    """Opens, makes and drives tables."""

    def __init__(self, store: EventStore, pool: WorkerPool) -> None:
        self._store = store
        self._pool = pool
        self._open: dict[str, tuple[Table, Driver]] = {}
        self._opening = asyncio.Lock()

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

        It is the one that was offered, unless there is none or it was made already; what players
        contributed to its first deal is mixed in.
        """
        name = offered(self._store.key, offer)
        append = self._new_table(settings, holders, name or fresh_table(), contributions)
        try:
            await self._store.append(append)
        except Conflict:
            append = self._new_table(settings, holders, fresh_table(), contributions)
            await self._store.append(append)
        table = await self.table(append.game)
        if table is None:
            raise StorageError(f"The table {append.game} was written but cannot be read.")
        return table

    def _new_table(
        self,
        settings: TableSettings,
        holders: dict[int, Guest],
        table: str,
        contributions: Contributions,
    ) -> Append:
        edition = settings.edition
        deals = Deals.drawn(table, edition, self._store.key)
        dealer = settings.first_dealer
        driven = (Participant(DRIVEN_NAME, DRIVEN),) * len(edition.driven)
        created = Created(
            edition=edition.text,
            participants=(*settings.players, *driven),
            first_dealer=secrets.randbelow(edition.players) if dealer is None else dealer,
            pace=settings.pace,
            commitment=deals.commitment(1),
            contributions=contributions,
        )
        steps = with_consequences(None, created, deals)
        maker = holders[min(holders)].id
        events = numbered(0, maker, None, [fact for fact, _ in steps])
        return appended(table, 0, events, steps[-1][1], deals.new_game(holders))

    async def _rematch(self, state: TableState, holders: dict[int, str]) -> Append:
        """A new table for the same players with the same settings."""
        guests = await self._store.read(
            lambda store: {player: store.guest_by_id(guest) for player, guest in holders.items()}
        )
        players = state.participants[: state.edition.players]
        settings = TableSettings(state.edition, players, None, state.pace)
        following = rematch_of(state.table)
        return self._new_table(settings, guests, following, state.fairness.given)

    async def table(self, table_id: str) -> Table | None:
        """The table with this id, read from the log if it is not open; None if there is none."""
        known = self._open.get(table_id)
        if known is not None:
            return known[0]

        def found(store: EventStore) -> Folded | None:
            stored = store.game(table_id)
            return None if stored is None else folded(stored)

        async with self._opening:
            known = self._open.get(table_id)
            if known is not None:
                return known[0]
            content = await self._store.read(found)
            if content is None:
                return None
            self._put_away_quiet_tables()
            self._prepare_players(content)
            table = Table(self._store, content, self._rematch)
            driver = Driver(table, self._pool)
            self._open[table_id] = table, driver
            driver.wake()
            return table

    def _prepare_players(self, content: Folded) -> None:
        state = content.moments[-1].state
        levels = {p.level for p in state.participants if p.level is not None}
        self._pool.prepare(sorted(levels), state.edition)

    def _put_away_quiet_tables(self) -> None:
        if len(self._open) < MOST_OPEN:
            return
        for table_id, (table, driver) in list(self._open.items()):
            if not table.is_watched and not driver.is_busy:
                del self._open[table_id]

    @property
    def tables_open(self) -> int:
        """How many tables are in memory."""
        return len(self._open)

    async def unfinished(self, guest: str | None, most: int) -> Sequence[Listed]:
        """The matches still being played, of one guest or of all, the latest first."""
        return await self._store.read(lambda store: unfinished_games(store.database, guest, most))

    async def resume(self) -> None:
        """Opens the unfinished tables, so that their computer players go on."""
        for listed in await self.unfinished(None, MOST_RESUMED):
            try:
                await self.table(listed.id)
            except StorageError:
                log.exception("a table could not be resumed")

    async def close(self) -> None:
        """Stops all automatic players; changes that have begun are finished."""
        for table, driver in self._open.values():
            await driver.stop()
            await table.finish()
