"""Which events may be told again to who has missed them: at a table without aids not all.

There earlier tricks are hidden until the round is over, and a list of events would show them.
"""

from collections.abc import Reversible

from bottleimp.knowledge.memory_aids import hides_aids, table_card_count
from bottleimp.server.state.events import CardPlayed, RoundStarted
from bottleimp.server.tables.replay import LogEntry


def first_resendable(moments: Reversible[LogEntry]) -> int:
    """The number of the event after which all events may be told again; 0 where all may be."""
    latest = next(iter(reversed(moments)))
    playing = latest.state.round
    if playing is None or not hides_aids(latest.state.edition, playing.phase):
        return 0
    shown = table_card_count(playing)
    for moment in reversed(moments):
        if isinstance(moment.event.fact, RoundStarted):
            return 0  # the trick on the table is the first one
        if isinstance(moment.event.fact, CardPlayed):
            if shown == 0:
                return moment.event.seq
            shown -= 1
    return 0
