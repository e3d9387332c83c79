"""When a table in memory is no longer needed there."""

from bottleimp.server.state.seating import TablePhase
from bottleimp.server.tables.table import Table

# Seconds for which a match that somebody looks back at stays: they ask for it in many ways, and
# reading its whole log each time is dear.
LOOKED_AT_FOR = 300.0
TOLD_FOR = 420.0  # seconds in which those who are away are told that a match is over
LEFT_FOR = 600.0  # seconds after which an unfinished table without anybody is evicted
LISTED_FOR = 60 * 60.0  # seconds after the last event


def is_over_or_left(table: Table) -> bool:
    """Whether the match is over and nobody looks at it, or nobody has used the table for long."""
    now, asked, changed = table.clock.monotonic(), table.requested_at, table.changed_at
    if table.state.phase is TablePhase.OVER:
        is_left = asked < changed or now - asked > LOOKED_AT_FOR
        return is_left and not (table.state.has_days and now - changed < TOLD_FOR)
    # Of a listed table that is not in memory nobody knows whether anybody is there.
    kept_for = LISTED_FOR if table.state.seating.settings.is_listed else LEFT_FOR
    return now - max(changed, asked) > kept_for
