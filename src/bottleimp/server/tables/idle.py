"""Idle tracking: since when a connected player who is to act has kept others waiting.

Times are counted from when this process knows of them: after a restart they begin anew.
"""

from bottleimp.server.state.table_state import TableState

MIN_IDLE_TIMEOUT = 300.0  # seconds
GRACE_FACTOR = 4  # people who are here are waited for longer than those who are away

Progress = tuple[int, int, int]  # how far play is: round, stage, cards played
Holders = tuple[str | None, ...]  # the guest who holds each place


def play_progress(state: TableState) -> Progress:
    """How far play is."""
    shown = state.round
    return (0, 0, 0) if shown is None else (state.round_number, shown.stage, shown.play_count)


class TakeoverTracker:
    """Notices where another guest holds a place, the same person at another device perhaps.

    For that player times begin anew, but only once for each choice: else a person who goes from
    guest to guest would hold up a table for ever.
    """

    def __init__(self) -> None:
        self._holders: Holders = ()
        self._progress: Progress | None = None
        self._restarted: frozenset[int] = frozenset()

    def update(self, holders: Holders, progress: Progress) -> frozenset[int]:
        """The players whose times begin anew."""
        if progress != self._progress:
            self._progress, self._restarted = progress, frozenset()
        pairs = zip(self._holders, holders, strict=False)  # none at first
        taken_over = frozenset(
            place for place, (before, now) in enumerate(pairs) if before not in (None, now)
        )
        restarted = taken_over - self._restarted
        self._holders = holders
        self._restarted |= taken_over
        return restarted


class IdleTracker:
    """Who is asked while somebody else who plays is here, and since when (`Clock.monotonic`).

    At a table with a clock nobody is noted: there the clock counts.
    """

    def __init__(self) -> None:
        self.idle_since: dict[int, float] = {}  # by player
        self._progress: Progress | None = None
        self._takeovers = TakeoverTracker()

    def update(
        self, state: TableState, present: frozenset[int], progress: Progress, now: float
    ) -> None:
        """Updates who is idle after a change."""
        if progress != self._progress:
            self.idle_since, self._progress = {}, progress
        restarted = self._takeovers.update(state.seating.holders, progress)
        since = {p: at for p, at in self.idle_since.items() if p not in restarted}
        asked = () if state.clocks.is_on else state.players_to_act
        acting = present & frozenset(state.seating.active_players)
        late = [p for p in asked if not state.is_automatic(p) and acting - {p}]
        self.idle_since = {player: since.get(player, now) for player in late}

    def idle_longer_than(self, seconds: float, now: float) -> frozenset[int]:
        """The players who have kept others waiting for that long."""
        return frozenset(p for p, since in self.idle_since.items() if since + seconds <= now)


def idle_timeout(grace: float) -> float:
    """Seconds until a computer player plays for somebody who is here and does nothing."""
    return max(MIN_IDLE_TIMEOUT, GRACE_FACTOR * grace)
