"""When the server was down: time that is charged to nobody's clock.

A small file in the data folder says when the server was last seen alive; whatever lies between
that and the next start is a gap.  So is a long time in which a running server did nothing, as when
the machine sleeps.  Times are in ms since 1970.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from bottleimp.atomic_files import replace_file
from bottleimp.server.settings.clock import MS_PER_SECOND, SYSTEM_CLOCK, Clock
from bottleimp.server.state.table_state import TableState
from bottleimp.server.storage.data_folder import FILE_MODE

log = logging.getLogger(__name__)

UPTIME_FILE = "uptime.json"
WRITE_INTERVAL = 5.0  # seconds
LONGEST_PAUSE = 2 * WRITE_INTERVAL  # seconds: who was seen alive later than that was asleep
MAX_GAPS = 100
Gap = tuple[int, int]  # from, to


class UptimeRecord(msgspec.Struct, frozen=True):
    """What the file holds."""

    alive: int
    gaps: tuple[Gap, ...] = ()


class Uptime:
    """The gaps known so far; without a folder there are none."""

    def __init__(self, folder: Path | None = None, clock: Clock = SYSTEM_CLOCK) -> None:
        self._clock = clock
        self._path = None if folder is None else folder / UPTIME_FILE
        self._gaps = self._read_gaps()
        self._alive: int | None = None  # when that was seen last, by a server that runs
        self.sleep_listeners: list[Callable[[], None]] = []  # called when it had been asleep

    def _read_gaps(self) -> tuple[Gap, ...]:
        noted = None if self._path is None else read_uptime(self._path.parent)
        if noted is None:
            return ()
        now = self._clock.time_ms()
        gaps = noted.gaps if now <= noted.alive else (*noted.gaps, (noted.alive, now))
        return gaps[-MAX_GAPS:]

    def downtime(self, since: int, until: int) -> int:
        """For how many ms between these times the server was down or asleep."""
        self._notice_sleep()
        return overlap_ms(self._gaps, since, until)

    def uncounted_downtime(self, state: TableState) -> int:
        """For how many ms that was so while time ran at a table, which knows nothing of it yet."""
        since = state.counted_since
        if since is None:
            return 0
        return self.downtime(max(since, state.clocks.absence_counted_until), self._clock.time_ms())

    def replace_gaps(self, gaps: Sequence[Gap]) -> None:
        """Takes the gaps from servers that note them together."""
        if tuple(gaps) != self._gaps:
            self._gaps = tuple(gaps)
            for listener in self.sleep_listeners:
                listener()

    async def record_periodically(self) -> None:
        """Records at regular intervals, and when it stops, that the server is alive.

        Without a folder nothing is recorded.
        """
        if self._path is None:
            return
        self._alive, told = self._clock.time_ms(), self._gaps
        try:
            while True:
                self._notice_sleep(is_alive=True)
                if self._gaps is not told:  # whoever noticed it
                    told = self._gaps
                    for listener in self.sleep_listeners:
                        listener()
                writing = asyncio.ensure_future(asyncio.to_thread(self._write))
                try:
                    await asyncio.shield(writing)
                except asyncio.CancelledError:
                    await writing  # the last one is written to the same file
                    raise
                await asyncio.sleep(WRITE_INTERVAL)
        finally:
            self._write()

    def _notice_sleep(self, *, is_alive: bool = False) -> None:
        """Notes a gap if nothing was seen of this server for too long."""
        now = self._clock.time_ms()
        if self._alive is None:
            return
        if now - self._alive > LONGEST_PAUSE * MS_PER_SECOND:
            self._gaps = (*self._gaps, (self._alive, now))[-MAX_GAPS:]
            is_alive = True
        if is_alive:
            self._alive = now

    def _write(self) -> None:
        if self._path is None:
            return
        record = UptimeRecord(self._clock.time_ms(), self._gaps)
        try:
            replace_file(self._path, msgspec.json.encode(record), FILE_MODE)
        except OSError as problem:
            log.warning("that the server is alive could not be noted: %s", problem)


def read_uptime(folder: Path) -> UptimeRecord | None:
    """What a server noted in its data folder; None where nothing can be read."""
    try:
        return msgspec.json.decode((folder / UPTIME_FILE).read_bytes(), type=UptimeRecord)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.MsgspecError):
        log.warning("when the server was last alive is not known")
        return None


def overlap_ms(gaps: Sequence[Gap], since: int, until: int) -> int:
    """How much of the time between two moments lies in gaps."""
    return sum(max(0, min(end, until) - max(begin, since)) for begin, end in gaps)
