"""Limits on how often people may change a table, undo a choice or report a message.

Changes are those of places, pace and settings.  The log keeps all of these for ever, so nobody may
make one after another without end; play moves on and is not counted, and what is said has limits of
its own.  One person may make 30 in two minutes, all together 60.  Beyond that, up to 300 in all,
whoever has made fewer than 5 may make more, so people who make too many cannot keep others from
making a few.  Leaving, removing somebody and taking one's place back are counted but never refused:
each of these undoes a change that was counted.
"""

from collections import deque
from collections.abc import Iterable

from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.server.state.events import (
    TABLE_ACTOR,
    ActionUndone,
    Fact,
    LogEvent,
    MessageReported,
    PaceChanged,
    PlayerLeft,
    PlayerRemoved,
    PlayerReturned,
    SeatingFact,
    SettingsChanged,
)

MAX_CHANGES = 30  # by one person within so many ms
MAX_CHANGES_TOGETHER = 60  # by all people at the table; then only by those who have made few
FEW_CHANGES = 5
MAX_FEW_CHANGES = 300  # by everybody together, however few each has made
WINDOW_MS = 120_000
UndoingFact = PlayerLeft | PlayerRemoved | PlayerReturned
LimitedFact = SeatingFact | PaceChanged | SettingsChanged | ActionUndone | MessageReported


class FloodControl:
    """The latest changes by people at a table, and whether there may be one more."""

    def __init__(self, events: Iterable[LogEvent]) -> None:
        # When, in ms, and by whom.
        self._latest: deque[tuple[int, str]] = deque(maxlen=MAX_FEW_CHANGES)
        self.note(events)

    def note(self, events: Iterable[LogEvent]) -> None:
        """Counts what has changed."""
        self._latest.extend(
            (each.at, each.actor)
            for each in events
            if isinstance(each.fact, LimitedFact) and each.actor != TABLE_ACTOR
        )

    def require_below_limit(self, fact: Fact, actor: str, at: int) -> None:
        """Raises Refused with `too-fast` if the actor's fact exceeds a limit at this time (ms)."""
        if not isinstance(fact, LimitedFact) or isinstance(fact, UndoingFact):
            return
        actors = [who for when, who in self._latest if when > at - WINDOW_MS]
        own = actors.count(actor)
        most = MAX_CHANGES_TOGETHER if own >= FEW_CHANGES else MAX_FEW_CHANGES
        if own >= MAX_CHANGES or len(actors) >= most:
            raise Refused(RefusalCode.TOO_FAST)
