"""A quick match: the first table that waits for people, or a new one that waits for a moment.

Whoever comes within the wait sits at the same table; computer players take the places still free.
"""

import asyncio
import contextlib
import math
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from weakref import WeakValueDictionary

from bottleimp.protocol.messages import JoinTable
from bottleimp.protocol.refusals import DamagedLog, RefusalCode, Refused
from bottleimp.rules.edition import Edition
from bottleimp.server.settings.clock import MS_PER_SECOND
from bottleimp.server.settings.config import DEFAULT_LEVEL, DEFAULT_PACE, DEFAULT_QUICK_WAIT
from bottleimp.server.state.events import DEFAULT_GRACE, HUMAN, Participant, TableSettings
from bottleimp.server.state.names import normalize_text
from bottleimp.server.state.seating import OPEN_PLACE, TablePhase
from bottleimp.server.state.storage_interface import GATHERING, Guest, Storage
from bottleimp.server.tables.registry import TableRegistry, TableSetup
from bottleimp.server.tables.table import Table

COMMAND_BYTES = 8
Admit = Callable[[], Awaitable[None]]
Count = Callable[[], None]


async def admit_everybody() -> None:
    """Admits everybody."""


def count_nothing() -> None:
    """Counts nothing."""


@dataclass(frozen=True)
class QuickMatchRequest:
    """What somebody wants to play; all but the edition holds where a new table is made for it."""

    edition: Edition
    level: str = DEFAULT_LEVEL
    pace: int = DEFAULT_PACE
    wait: int = DEFAULT_QUICK_WAIT  # seconds
    grace: int = DEFAULT_GRACE  # seconds


class QuickMatcher:
    """Brings people to tables; of an edition one at a time, so that two do not each make a table.

    That holds for all servers with the same database.
    """

    def __init__(self, registry: TableRegistry, store: Storage) -> None:
        self._registry = registry
        self._store = store
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def find_or_create_table(
        self,
        guest: Guest,
        wish: QuickMatchRequest,
        admit: Admit = admit_everybody,
        count: Count = count_nothing,
    ) -> Table:
        """A table where the guest, under the name the guest has, now sits.

        Raises Refused where somebody who waits there has such a name already.

        `admit` is called if nobody waits, before the lock is taken; it raises if the guest may
        make no table.  `count` is called for a table that is about to be made, and may raise too.
        """
        found = await self._find_table(guest, wish.edition)
        if found is not None:
            return found
        await admit()
        wanted = wish.edition.text
        turn = self._turns.setdefault(wanted, asyncio.Lock())
        async with turn, self._store.exclusive(f"quick match of {wanted}"):
            found = await self._find_table(guest, wish.edition)  # others may have made it
            if found is not None:
                return found
            count()
            return await self._registry.create(quick_match_setup(guest, wish), {0: guest})

    async def _find_table(self, guest: Guest, wanted: Edition) -> Table | None:
        """A table of the edition that waits for people, where the guest now sits."""
        for listed in await self._registry.listed_tables(edition=wanted):
            if listed.status != GATHERING or not listed.open_places:
                continue
            with contextlib.suppress(DamagedLog):  # such a table brings nobody together
                table = await self._registry.table(listed.id, guest.id)
                if table is not None and await try_join(table, guest):
                    return table
        return None


async def try_join(table: Table, guest: Guest) -> bool:
    """Whether the guest could sit down at a table that waits for a quick match, or sits there."""
    fills_after = table.state.seating.settings.fills_after
    if table.state.phase is not TablePhase.BEFORE_FIRST_DEAL or fills_after is None:
        return False
    command = JoinTable("do", secrets.token_hex(COMMAND_BYTES), guest.name)
    try:
        await table.execute(guest, command)
    except Refused as refusal:
        if refusal.code is RefusalCode.NAME_TAKEN:
            raise  # at another table of one's own, one would wait alone
        return refusal.code is RefusalCode.SEATED
    return True


def quick_match_setup(guest: Guest, wish: QuickMatchRequest) -> TableSetup:
    """A table that waits for a moment and then begins."""
    people = (
        Participant(normalize_text(guest.name), HUMAN),
        *[OPEN_PLACE] * (wish.edition.players - 1),
    )
    company = TableSettings(
        is_listed=True, level=wish.level, fills_after=wish.wait, grace=wish.grace
    )
    return TableSetup(wish.edition, people, None, wish.pace, company)


def seconds_to_fill(table: Table) -> int | None:
    """Seconds until computer players take the free places; None where they wait to be asked."""
    after = table.state.seating.settings.fills_after
    if after is None:
        return None
    return max(0, math.ceil(after - (table.clock.time_ms() - table.created_at) / MS_PER_SECOND))
