"""A quick match: the first table that waits for people, or a new one that waits for a moment.

Whoever comes within the wait sits at the same table; computer players take the places still free.
"""

import asyncio
import math
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bottleimp.protocol.messages import Join
from bottleimp.protocol.refusals import Code, Refused
from bottleimp.rules.edition import Edition
from bottleimp.server.settings.config import DEFAULT_LEVEL, DEFAULT_PACE, QUICK_WAIT
from bottleimp.server.state.events import DEFAULT_GRACE, HUMAN, Participant, Settings
from bottleimp.server.state.names import tidied
from bottleimp.server.state.seating import FREE, When
from bottleimp.server.state.storage_interface import GATHERING, Guest
from bottleimp.server.tables.registry import TableService, TableSettings
from bottleimp.server.tables.table import Table
from bottleimp.server.tables.uptime import milliseconds

COMMAND_BYTES = 8
MS = 1000
Admit = Callable[[], Awaitable[None]]


async def everybody() -> None:
    """Admits everybody."""


@dataclass(frozen=True)
class Wish:
    """What somebody wants to play; all but the edition holds where a new table is made for it."""

    edition: Edition
    level: str = DEFAULT_LEVEL
    pace: int = DEFAULT_PACE
    wait: int = QUICK_WAIT  # seconds
    grace: int = DEFAULT_GRACE  # seconds


class QuickMatches:
    """Brings people to tables; one request at a time, so that two do not each make a table."""

    def __init__(self, service: TableService) -> None:
        self._service = service
        self._lock = asyncio.Lock()

    async def table_for(self, guest: Guest, wish: Wish, admit: Admit = everybody) -> Table:
        """A table where the guest, under the name the guest has, now sits.

        `admit` is asked before one is made, and raises where there may be none.
        """
        async with self._lock:
            for listed in await self._service.open_tables(edition=wish.edition):
                waits = listed.status == GATHERING and listed.free
                table = await self._service.table(listed.id) if waits else None
                if table is not None and await joins(table, guest):
                    return table
            await admit()
            return await self._service.create(settings_for(guest, wish), {0: guest})


async def joins(table: Table, guest: Guest) -> bool:
    """Whether the guest could sit down at a table that waits for a quick match, or sits there."""
    state = table.state
    if state.when is not When.GATHERING or state.people.settings.fills_after is None:
        return False
    command = Join("do", secrets.token_hex(COMMAND_BYTES), guest.name)
    try:
        await table.do(guest, command)
    except Refused as refusal:
        return refusal.code is Code.SEATED
    return True


def settings_for(guest: Guest, wish: Wish) -> TableSettings:
    """A table that waits for a moment and then begins."""
    people = (Participant(tidied(guest.name), HUMAN), *[FREE] * (wish.edition.players - 1))
    company = Settings(is_listed=True, level=wish.level, fills_after=wish.wait, grace=wish.grace)
    return TableSettings(wish.edition, people, None, wish.pace, company)


def seconds_to_fill(table: Table) -> int | None:
    """Seconds until computer players take the free places; None where they wait to be asked."""
    after = table.state.people.settings.fills_after
    if after is None:
        return None
    return max(0, math.ceil(after - (milliseconds() - table.began) / MS))
