"""Limits on how often people may change a table: its places, its pace and its settings.

The log keeps every change for ever, so that nobody may make one after another without end; play
moves on and is not counted, and what is said has limits of its own.  Whoever makes too many keeps
nobody else from a few, and nobody from leaving or the host from removing somebody: each of these
undoes a change that was counted.
"""

from collections.abc import Iterable

from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.server.state.events import (
    TABLE_ACTOR,
    ActionUndone,
    Fact,
    MessageReported,
    PaceChanged,
    PlayerLeft,
    PlayerRemoved,
    SeatingFact,
    SettingsChanged,
)
from bottleimp.server.tables.replay import LogEntry

MAX_CHANGES = 30  # by one person within so many ms
MAX_CHANGES_TOGETHER = 60  # by all people at the table
WINDOW_MS = 120_000
LimitedFact = SeatingFact | PaceChanged | SettingsChanged | ActionUndone | MessageReported


def require_below_limit(fact: Fact, actor: str, entries: Iterable[LogEntry], at: int) -> None:
    """Raises Refused with `too-fast` if the actor's fact exceeds a limit at this time (in ms)."""
    if not isinstance(fact, LimitedFact) or isinstance(fact, PlayerLeft | PlayerRemoved):
        return
    recent = (entry.event for entry in entries if entry.event.at > at - WINDOW_MS)
    actors = [each.actor for each in recent if isinstance(each.fact, LimitedFact)]
    together = len(actors) - actors.count(TABLE_ACTOR)
    if actors.count(actor) >= MAX_CHANGES or together >= MAX_CHANGES_TOGETHER:
        raise Refused(RefusalCode.TOO_FAST)
