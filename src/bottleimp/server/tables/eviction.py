"""When a table in memory is no longer needed there."""

from bottleimp.server.state.seating import TablePhase
from bottleimp.server.tables.table import Table

LEFT_FOR = 600.0  # seconds after which an unfinished table without anybody is evicted
LISTED_FOR = 60 * 60.0  # seconds after the last event


def is_over_or_left(table: Table) -> bool:
    """Whether the match is over, or nobody has used the table for a long time."""
    # Of a listed table that is not in memory nobody knows whether anybody is there.
    kept_for = LISTED_FOR if table.state.seating.settings.is_listed else LEFT_FOR
    return (
        table.state.phase is TablePhase.OVER
        or table.clock.monotonic() - max(table.changed_at, table.requested_at) > kept_for
    )
