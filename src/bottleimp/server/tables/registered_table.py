"""What belongs to a table in memory, and when it may leave."""

from dataclasses import dataclass

from bottleimp.server.tables.autoplay import Autoplay
from bottleimp.server.tables.peer_link import PeerLink
from bottleimp.server.tables.table import Table
from bottleimp.server.tables.timeouts import TableTimeouts

IDLE_SECONDS = 30.0  # seconds for which nobody need be there


@dataclass(frozen=True)
class RegisteredTable:
    """A table in memory, with its automatic play and its timeouts."""

    table: Table
    autoplay: Autoplay
    timeouts: TableTimeouts

    @property
    def is_evictable(self) -> bool:
        """Whether nobody is there or about to come, nobody is to act, and no time runs out.

        What is due only where somebody is there happens when the table is opened again.
        """
        # Whoever has just asked for the table is about to watch it.
        is_wanted = self.table.clock.monotonic() - self.table.requested_at < IDLE_SECONDS
        is_timed = self.table.state.goes_on_by_itself
        return not (is_wanted or is_timed or self.table.is_in_use or self.autoplay.is_busy)

    def stop_timers(self) -> None:
        """Has nothing more happen at some time."""
        self.timeouts.stop()
        self.table.presence.news.stop()

    def release(self) -> None:
        """Stops acting and drops references to the table, so that its memory is free at once."""
        self.stop_timers()
        # They hold the table, which holds them: nobody looks for such garbage for hours.
        self.table.change_listeners.clear()
        self.table.peers = PeerLink()
