"""How long people may still think, folded from the times that stand in the log.

The clock of a person runs while that person owes a choice, and only then.  A restart changes
nothing: the times of facts are all that counts, and a fact says for how long the server was away.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from bottleimp.server.state.events import (
    BANK,
    DAYS,
    MOVE,
    NO_CLOCK,
    CardPlayed,
    Clock,
    Committed,
    Fact,
    Joined,
    Moved,
    RanOut,
    Replaced,
    Resumed,
    Returned,
)

MS = 1000
DAY_MS = 24 * 60 * 60 * MS
LEAST_MS = 5000  # for a choice of somebody whose bank is empty
MOST_MISSED = 3  # choices in a row until a computer player stands in


@dataclass(frozen=True)
class Clocks:
    """The clocks of a table, by place; all times in ms, those of the day since 1970.

    `left` is what was left at `since`, from when a clock runs (None while it stands).  Somebody
    `overdue` has run out of time: a computer player makes that choice.  `missed` counts how often
    in a row.  Absences of the server before `settled` are taken account of.
    """

    rule: Clock
    left: tuple[int, ...]
    since: tuple[int | None, ...]
    missed: tuple[int, ...]
    overdue: frozenset[int] = frozenset()
    settled: int = 0

    @classmethod
    def begun(cls, rule: Clock, places: int) -> "Clocks":
        """As a table begins: everybody has the whole time, and no clock runs."""
        return cls(rule, (allowance(rule),) * places, (None,) * places, (0,) * places)

    @property
    def is_on(self) -> bool:
        """Whether there is a clock at this table."""
        return self.rule.kind != NO_CLOCK

    @property
    def deadlines(self) -> dict[int, int]:
        """When the time of each player whose clock runs will be up."""
        return {
            player: since + left
            for player, (since, left) in enumerate(zip(self.since, self.left, strict=True))
            if since is not None
        }

    @property
    def running_since(self) -> int | None:
        """When the first of the running clocks began to run."""
        return min((since for since in self.since if since is not None), default=None)

    @property
    def given_up(self) -> int | None:
        """Somebody who has let the time run out too often in a row."""
        return next((p for p, times in enumerate(self.missed) if times >= MOST_MISSED), None)

    # --- facts --------------------------------------------------------------------------

    def after(self, fact: Fact, at: int, asked: Iterable[int]) -> "Clocks":
        """As they stand after a fact; `asked` are the people who owe a choice then."""
        if not self.is_on:
            return self
        clocks = self
        match fact:
            case Committed(player=player) | CardPlayed(player=player):
                clocks = self._acted(player, at)
            case RanOut(player=player):
                clocks = self._ran_out(player, at)
            case Replaced(player=player) | Returned(player=player) | Moved(player=player):
                clocks = self._counted(player, 0)
            case Joined(player=player):
                whole = self._with(player, allowance(self.rule), None)
                clocks = whole._counted(player, 0)
            case Resumed(away=away):
                clocks = self._set_forward(away, at)
            case _:
                pass
        return clocks._going(frozenset(asked), at)

    def _acted(self, player: int, at: int) -> "Clocks":
        if player in self.overdue:  # somebody else did it
            after = replace(self, overdue=self.overdue - {player})
            return after._with(player, after.left[player] + self.rule.increment * MS, None)
        if self.since[player] is None:
            return self
        stopped = self._stopped(player, at)._counted(player, 0)
        return stopped._with(player, stopped.left[player] + self.rule.increment * MS, None)

    def _ran_out(self, player: int, at: int) -> "Clocks":
        after = self._stopped(player, at)._counted(player, self.missed[player] + 1)
        return replace(after, overdue=self.overdue | {player})

    def _going(self, asked: frozenset[int], at: int) -> "Clocks":
        """With the clocks of those who are asked running, and no others."""
        clocks = replace(self, overdue=self.overdue & asked)
        for player, since in enumerate(self.since):
            if since is not None and player not in asked:
                clocks = clocks._stopped(player, at)
            elif since is None and player in asked - clocks.overdue:
                least = LEAST_MS if self.rule.kind == BANK else 0
                clocks = clocks._with(player, max(clocks.left[player], least), at)
        return clocks

    def _stopped(self, player: int, at: int) -> "Clocks":
        since, left = self.since[player], self.left[player]
        if since is None:
            return self
        if self.rule.kind != BANK:
            return self._with(player, allowance(self.rule), None)
        return self._with(player, max(0, left - max(0, at - since)), None)

    def _set_forward(self, away: int, at: int) -> "Clocks":
        since = tuple(
            None if since is None else since + min(away, max(0, at - since)) for since in self.since
        )
        return replace(self, since=since, settled=at)

    def _with(self, player: int, left: int, since: int | None) -> "Clocks":
        return replace(
            self,
            left=(*self.left[:player], left, *self.left[player + 1 :]),
            since=(*self.since[:player], since, *self.since[player + 1 :]),
        )

    def _counted(self, player: int, times: int) -> "Clocks":
        return replace(self, missed=(*self.missed[:player], times, *self.missed[player + 1 :]))


def allowance(rule: Clock) -> int:
    """What everybody has at first: for a choice, or for all of them; in ms."""
    return {
        NO_CLOCK: 0,
        MOVE: rule.seconds * MS,
        BANK: rule.bank * MS,
        DAYS: rule.days * DAY_MS,
    }[rule.kind]
