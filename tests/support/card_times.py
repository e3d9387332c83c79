"""How long computer players take for a card they must play, and for one they choose."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from bottleimp.protocol.messages import Event
from bottleimp.rules.editions import edition
from bottleimp.server.engines.pool import WorkerPool
from bottleimp.server.state.events import COMPUTER, HUMAN, Participant
from bottleimp.server.storage.sqlite import open_database
from bottleimp.server.tables.registry import TableRegistry, TableSetup
from bottleimp.server.tables.table import Table
from tests.support.frames import is_scored
from tests.support.in_process import Person, VirtualTimeStore, guest, play_until
from tests.support.virtual_time import loop_clock

EDITION = edition("classic/4")
SEARCHING = "perfect_information"


class Timed(Person):
    """Somebody at place 0 who notes how long computer players take for a card."""

    def __init__(self, table: Table, name: str = "Tim") -> None:
        super().__init__(table, guest(name))
        self.before = asyncio.get_running_loop().time()
        self.waits: list[float] = []

    def send(self, frame: bytes) -> None:
        super().send(frame)
        event, now = self.frames[-1], asyncio.get_running_loop().time()
        if isinstance(event, Event):
            if event.k == "play" and event.player != 0:
                self.waits.append(now - self.before)
            if event.k in ("play", "exchange"):
                self.before = now


@dataclass(frozen=True)
class CardTimes:
    """Seconds for each card of a round, by whether it was the only one."""

    forced: list[float]
    free: list[float]


async def card_times(
    folder: Path,
    pool: WorkerPool,
    forced: list[bool],
    begin: Callable[[], Awaitable[None]] | None = None,
) -> CardTimes:
    """Plays a round with three who search, asked by the pool; it notes in `forced` what was."""
    store = VirtualTimeStore(open_database(folder))
    registry = TableRegistry(store, pool, clock=loop_clock())
    try:
        if begin is not None:
            await begin()
        who = guest("Tim")
        company = [Participant(f"C{n}", COMPUTER, SEARCHING) for n in range(3)]
        places = (Participant("Tim", HUMAN), *company)
        table = await registry.create(TableSetup(EDITION, places, 0, 0), {0: who})
        tim = Timed(table)
        tim.who, tim.guest = who, who.id
        tim.come()
        await play_until([tim], is_scored)
    finally:
        await registry.close()
        await pool.close()
        store.close()
    timed = list(zip(forced, tim.waits, strict=True))
    return CardTimes(
        [wait for is_forced, wait in timed if is_forced],
        [wait for is_forced, wait in timed if not is_forced],
    )
