"""How often people may change a table: who sits there, its pace and its customs.

The log keeps every change for ever, so that nobody may make one after another without end; play
moves on and is not counted, and what is said has limits of its own.
"""

from collections.abc import Iterable

from bottleimp.protocol.refusals import Code, Refused
from bottleimp.server.state.events import TABLE, Allowed, Fact, Paced, PeopleFact
from bottleimp.server.tables.replay import Moment

MOST_AT_ONCE = 40  # changes by people within so many ms
WITHIN_MS = 120_000
Arranging = PeopleFact | Paced | Allowed


def require_calm(fact: Fact, moments: Iterable[Moment], at: int) -> None:
    """Raises Refused with `too-fast` if the fact is one change too many at this time (in ms)."""
    if not isinstance(fact, Arranging):
        return
    recent = (moment.event for moment in moments if moment.event.at > at - WITHIN_MS)
    made = sum(isinstance(each.fact, Arranging) and each.actor != TABLE for each in recent)
    if made >= MOST_AT_ONCE:
        raise Refused(Code.TOO_FAST)
