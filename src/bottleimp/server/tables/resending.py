"""Which missed events may be sent again; at a table without aids not all of them.

There, earlier tricks are hidden until the round is over, and the events would show them.
"""

from collections.abc import Reversible

from bottleimp.knowledge.memory_aids import hides_aids, table_card_count
from bottleimp.server.state.events import CardPlayed, RoundStarted
from bottleimp.server.tables.replay import LogEntry


def first_resendable(entries: Reversible[LogEntry]) -> int:
    """The number of the event after which all may be sent again; 0 if every event may be."""
    latest = next(iter(reversed(entries)))
    playing = latest.state.round
    if playing is None or not hides_aids(latest.state.edition, playing.phase):
        return 0
    shown = table_card_count(playing)
    for entry in reversed(entries):
        if isinstance(entry.event.fact, RoundStarted):
            return 0  # the trick on the table is the first one
        if isinstance(entry.event.fact, CardPlayed):
            if shown == 0:
                return entry.event.seq
            shown -= 1
    return 0
