"""Limits on how often people may change a table: its places, its pace and its settings.

The log keeps every change for ever, so that nobody may make one after another without end; play
moves on and is not counted, and what is said has limits of its own.
"""

from collections.abc import Iterable

from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.server.state.events import (
    TABLE_ACTOR,
    ActionUndone,
    Fact,
    MessageReported,
    PaceChanged,
    SeatingFact,
    SettingsChanged,
)
from bottleimp.server.tables.replay import LogEntry

MAX_CHANGES = 40  # changes by people within so many ms
WINDOW_MS = 120_000
LimitedFact = SeatingFact | PaceChanged | SettingsChanged | ActionUndone | MessageReported


def require_below_limit(fact: Fact, entries: Iterable[LogEntry], at: int) -> None:
    """Raises Refused with `too-fast` if the fact exceeds the limit at this time (in ms)."""
    if not isinstance(fact, LimitedFact):
        return
    recent = (entry.event for entry in entries if entry.event.at > at - WINDOW_MS)
    made = sum(isinstance(each.fact, LimitedFact) and each.actor != TABLE_ACTOR for each in recent)
    if made >= MAX_CHANGES:
        raise Refused(RefusalCode.TOO_FAST)
