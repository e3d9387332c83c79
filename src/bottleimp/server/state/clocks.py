"""How long people may still think, folded from the times that stand in the log.

The clock of a person runs while that person owes a choice, and only then.  A restart changes
nothing: the times of facts are all that counts, and a fact says for how long the server was away.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from bottleimp.server.state.events import (
    DAYS_PER_MOVE,
    NO_CLOCK,
    PER_MOVE,
    TABLE_ACTOR,
    TIME_BANK,
    CardPlayed,
    ChoicesCommitted,
    Fact,
    PlaceTakenOver,
    PlayerJoined,
    PlayerLeft,
    PlayerReplaced,
    PlayerReturned,
    PlayerTimedOut,
    RestClaimed,
    ServerResumed,
    TimeControl,
)
from bottleimp.server.state.items_by_player import replace_item

MS_PER_SECOND = 1000
MS_PER_DAY = 24 * 60 * 60 * MS_PER_SECOND
MIN_CHOICE_MS = 5000  # for a choice of somebody whose bank is empty
MAX_MISSED_CHOICES = 3  # choices in a row until a computer player stands in


@dataclass(frozen=True)
class Clocks:
    """The clocks of a table, by place; all times in ms, those of the day since 1970.

    `remaining_ms` is what was left at `running_from`, since when a clock runs (None while it
    stands).  Somebody `timed_out` has no time left: a computer player makes that choice.
    `missed_choices` counts how often in a row.  Absences of the server before
    `absence_counted_until` are taken account of.  `left_by_guest` is what those had who left;
    `first_guest` had the place first that a guest, the same person, took over.
    """

    time_control: TimeControl
    remaining_ms: tuple[int, ...]
    running_from: tuple[int | None, ...]
    missed_choices: tuple[int, ...]
    timed_out: frozenset[int] = frozenset()
    absence_counted_until: int = 0
    left_by_guest: dict[str, int] = field(default_factory=dict)
    first_guest: dict[str, str] = field(default_factory=dict)

    @classmethod
    def initial(cls, rule: TimeControl, places: int) -> "Clocks":
        """As a table begins: everybody has the whole time, and no clock runs."""
        return cls(rule, (initial_time_ms(rule),) * places, (None,) * places, (0,) * places)

    @property
    def is_on(self) -> bool:
        """Whether there is a clock at this table."""
        return self.time_control.kind != NO_CLOCK

    @property
    def deadlines(self) -> dict[int, int]:
        """When the time of each player whose clock runs will be up."""
        return {
            player: since + left
            for player, (since, left) in enumerate(
                zip(self.running_from, self.remaining_ms, strict=True)
            )
            if since is not None
        }

    @property
    def earliest_running_from(self) -> int | None:
        """When the first of the running clocks began to run."""
        return min((since for since in self.running_from if since is not None), default=None)

    @property
    def player_to_replace(self) -> int | None:
        """Somebody who has let the time run out too often in a row."""
        return next(
            (p for p, times in enumerate(self.missed_choices) if times >= MAX_MISSED_CHOICES), None
        )

    # --- facts --------------------------------------------------------------------------

    def apply(
        self,
        fact: Fact,
        at: int,
        to_act: Iterable[int],
        actor: str = TABLE_ACTOR,
        holder: str | None = None,
    ) -> "Clocks":
        """As they stand after a fact; `to_act` are the people who owe a choice then.

        Whoever sits down has the time that is left at the place, and no more than that person had
        on leaving before, wherever that was.  `holder` had the place that is taken over.
        """
        if not self.is_on:
            return self
        clocks, person = self, self.first_guest.get(actor, actor)
        match fact:
            case (
                ChoicesCommitted(player=player)
                | CardPlayed(player=player)
                | RestClaimed(player=player)
            ):
                clocks = self._apply_choice(player, at)
            case PlayerTimedOut(player=player):
                clocks = self._apply_timeout(player, at)
            case PlayerReplaced(player=player):  # who, back before the choice, has what was left
                clocks = self._pause_clock(player, at)._with_missed_choices(player, 0)
            case PlayerReturned(player=player):
                clocks = self._with_missed_choices(player, 0)
            case PlaceTakenOver(player=player):
                first = self.first_guest.get(holder or "", holder or "")
                clocks = replace(self, first_guest={**self.first_guest, actor: first})
                clocks = clocks._with_missed_choices(player, 0)
            case PlayerJoined(player=player):
                clocks = self._sit_down(player, person)._with_missed_choices(player, 0)
            case PlayerLeft(player=player):
                left = self._stop_clock(player, at).remaining_ms[player]
                clocks = replace(self, left_by_guest={**self.left_by_guest, person: left})
            case ServerResumed(away=away):
                clocks = self._subtract_absence(away, at)
            case _:
                pass
        return clocks._run_clocks(frozenset(to_act), at)

    def _apply_choice(self, player: int, at: int) -> "Clocks":
        if player in self.timed_out:  # somebody else did it
            return replace(self, timed_out=self.timed_out - {player})._with_increment(player)
        if self.running_from[player] is None:  # a computer player did it
            return self._stop_clock(player, at)
        return self._stop_clock(player, at)._with_missed_choices(player, 0)._with_increment(player)

    def _apply_timeout(self, player: int, at: int) -> "Clocks":
        after = self._stop_clock(player, at)._with_missed_choices(
            player, self.missed_choices[player] + 1
        )
        return replace(after, timed_out=self.timed_out | {player})

    def _sit_down(self, player: int, guest: str) -> "Clocks":
        left = self.remaining_ms[player]
        return self._with_time(player, min(left, self.left_by_guest.get(guest, left)), None)

    def _run_clocks(self, asked: frozenset[int], at: int) -> "Clocks":
        """With the clocks of those who are asked running, and no others."""
        clocks = replace(self, timed_out=self.timed_out & asked)
        for player, since in enumerate(self.running_from):
            if since is not None and player not in asked:
                clocks = clocks._stop_clock(player, at)
            elif since is None and player in asked - clocks.timed_out:
                least = MIN_CHOICE_MS if self.time_control.kind == TIME_BANK else 0
                clocks = clocks._with_time(player, max(clocks.remaining_ms[player], least), at)
        return clocks

    def _stop_clock(self, player: int, at: int) -> "Clocks":
        if self.time_control.kind != TIME_BANK:
            return self._with_whole_time(player)
        return self._pause_clock(player, at)

    def _pause_clock(self, player: int, at: int) -> "Clocks":
        since, left = self.running_from[player], self.remaining_ms[player]
        if since is None:
            return self
        return self._with_time(player, max(0, left - max(0, at - since)), None)

    def _subtract_absence(self, away: int, at: int) -> "Clocks":
        since = tuple(
            None if since is None else later_by_absence(since, away, at)
            for since in self.running_from
        )
        return replace(self, running_from=since, absence_counted_until=at)

    def _with_whole_time(self, player: int) -> "Clocks":
        return self._with_time(player, initial_time_ms(self.time_control), None)

    def _with_increment(self, player: int) -> "Clocks":
        left = self.remaining_ms[player] + self.time_control.increment * MS_PER_SECOND
        return self._with_time(player, left, None)

    def _with_time(self, player: int, left: int, since: int | None) -> "Clocks":
        return replace(
            self,
            remaining_ms=replace_item(self.remaining_ms, player, left),
            running_from=replace_item(self.running_from, player, since),
        )

    def _with_missed_choices(self, player: int, times: int) -> "Clocks":
        return replace(self, missed_choices=replace_item(self.missed_choices, player, times))


def later_by_absence(since: int, away: int, at: int) -> int:
    """The beginning of a time that ran while the server was away until now, moved by that."""
    return since + min(away, max(0, at - since))


def initial_time_ms(rule: TimeControl) -> int:
    """What everybody has at first: for a choice, or for all of them; in ms."""
    return {
        NO_CLOCK: 0,
        PER_MOVE: rule.seconds * MS_PER_SECOND,
        TIME_BANK: rule.bank * MS_PER_SECOND,
        DAYS_PER_MOVE: rule.days * MS_PER_DAY,
    }[rule.kind]
