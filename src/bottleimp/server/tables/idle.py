"""Since when somebody who is here, and is asked, keeps others waiting.

Times are counted from when this process knows of them: after a restart they begin anew.
"""

from bottleimp.server.state.table_state import TableState

LEAST_PATIENCE = 300.0  # seconds
TIMES_THE_GRACE = 4  # people who are here are waited for longer than those who are away

Place = tuple[int, int, int]  # how far play is: round, stage, cards played


class Waiting:
    """Who is asked while somebody else who plays is here, and since when (`time.monotonic`).

    At a table with a clock nobody is noted: there the clock counts.
    """

    def __init__(self) -> None:
        self.since: dict[int, float] = {}  # by player
        self._place: Place | None = None

    def look(self, state: TableState, present: frozenset[int], place: Place, now: float) -> None:
        """Takes note of what has changed."""
        if place != self._place:
            self.since, self._place = {}, place
        asked = () if state.clocks.is_on else state.asked
        acting = present & frozenset(state.people.acting)
        late = [p for p in asked if not state.is_automatic(p) and acting - {p}]
        self.since = {player: self.since.get(player, now) for player in late}

    def for_longer_than(self, seconds: float, now: float) -> frozenset[int]:
        """The players who have kept others waiting for so long."""
        return frozenset(p for p, since in self.since.items() if since + seconds <= now)


def patience(grace: float) -> float:
    """Seconds until a computer player plays for somebody who is here and does nothing."""
    return max(LEAST_PATIENCE, TIMES_THE_GRACE * grace)
