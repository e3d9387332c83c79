"""Which events may be told again to who has missed them: at a table without aids not all.

There earlier tricks are hidden until the round is over, and a list of events would show them.
"""

from collections.abc import Reversible

from bottleimp.knowledge.memory_aids import cards_on_the_table, hides_aids
from bottleimp.server.state.events import CardPlayed, Started
from bottleimp.server.tables.replay import Moment


def retold_from(moments: Reversible[Moment]) -> int:
    """The number of the event after which all events may be told again; 0 where all may be."""
    latest = next(iter(reversed(moments)))
    playing = latest.state.round
    if playing is None or not hides_aids(latest.state.edition, playing.phase):
        return 0
    shown = cards_on_the_table(playing)
    for moment in reversed(moments):
        if isinstance(moment.event.fact, Started):
            return 0  # the trick on the table is the first one
        if isinstance(moment.event.fact, CardPlayed):
            if shown == 0:
                return moment.event.seq
            shown -= 1
    return 0
