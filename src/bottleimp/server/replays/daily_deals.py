"""The deal of the day: one round that everybody plays from the same place, each on their own.

It is a variation of the round that a strong computer player plays in all places, from the first
choice of player 0 on.  So everybody meets the same others, and hears at the end how many points
the strong player made in the same place.  Nothing is stored.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime

from bottleimp.game.actions import Action
from bottleimp.game.daily_deal import FIRST_DAY, daily_deal
from bottleimp.game.match import Match
from bottleimp.game.playing_on import play_on
from bottleimp.game.round import Round
from bottleimp.knowledge.narration import DAILY_RESULT
from bottleimp.languages.language import Language
from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.rules.edition import Edition
from bottleimp.server.engines.pool import WorkerPool
from bottleimp.server.replays.recorded_match import RecordedMatch, state_before
from bottleimp.server.replays.round_replay import FinishedRound, state_after
from bottleimp.server.replays.variation import IN_PLACE_OF_PEOPLE, Variation, choose_for_seat
from bottleimp.server.settings.clock import MS_PER_SECOND, SYSTEM_CLOCK, Clock
from bottleimp.server.state.events import COMPUTER, DRIVEN, HUMAN, NEVER, Participant
from bottleimp.server.state.table_state import TableState
from bottleimp.server.views.export import disambiguate_names, record_text
from bottleimp.server.views.player_names import player_names

LEVEL = IN_PLACE_OF_PEOPLE
YOU = 0  # the player whose place everybody has
MAX_CACHED = 64  # days


class DailyRound(Variation):
    """The deal of a day, played from the first choice on: without hints, and among equals."""

    hints = NEVER
    result_text = DAILY_RESULT
    has_stand_ins = False

    def record(self, now: Round, language: Language) -> str:
        """The text record of the finished round; raises Refused while it is not over."""
        if not now.is_over:
            raise Refused(RefusalCode.ROUND_NOT_OVER)
        table = state_after(self.finished.start, 1, now)
        names = player_names(table.participants, language, YOU)
        return record_text(table, 1, disambiguate_names(names))


# The match of a day, and its round.
PlayedDay = tuple[RecordedMatch, DailyRound]


class DailyDeals:
    """The deals of the days that have come, with the computer players of one server."""

    def __init__(self, pool: WorkerPool, clock: Clock = SYSTEM_CLOCK) -> None:
        self._pool = pool
        self._clock = clock
        self._cache: OrderedDict[date, PlayedDay] = OrderedDict()
        self._running: dict[date, asyncio.Task[PlayedDay]] = {}

    @property
    def today(self) -> date:
        """The date by UTC."""
        return datetime.fromtimestamp(self._clock.time_ms() / MS_PER_SECOND, UTC).date()

    def day_named(self, text: str) -> date:
        """The day, written as 2026-11-30; raises Refused where it has no deal, or none yet."""
        try:
            day = date.fromisoformat(text)
        except ValueError:
            raise Refused(RefusalCode.NOT_FOUND) from None
        if day.isoformat() != text or not FIRST_DAY <= day <= self.today:
            raise Refused(RefusalCode.NOT_FOUND)
        return day

    def warm_up(self, day: date) -> None:
        """Has the code compiled that the computer players of a day need."""
        self._pool.warm_up((LEVEL,), daily_deal(day).edition)

    async def round(self, day: date, visitor: str) -> PlayedDay:
        """The round of a day, with the name and the seeds of its match; raises Refused.

        It is played for the first `visitor` who asks, and whoever else asks waits for that.
        """
        if day not in self._cache:
            if day not in self._running:
                task = self._running[day] = asyncio.create_task(self._played(day, visitor))
                task.add_done_callback(lambda _: self._running.pop(day))
            self._cache[day] = await asyncio.shield(self._running[day])
            if len(self._cache) > MAX_CACHED:
                self._cache.popitem(last=False)
        self._cache.move_to_end(day)
        return self._cache[day]

    async def _played(self, day: date, visitor: str) -> PlayedDay:
        """The round as the strong player plays it in all places."""
        now = Round(daily_deal(day))
        table = table_of(now.edition)
        match = RecordedMatch(f"daily-{day.isoformat()}", table)

        async def choose(position: Round, seat: int) -> Sequence[Action]:
            state = replace(table, round=position, round_number=1)
            return await choose_for_seat(
                self._pool, match, state, seat, visitor, has_stand_ins=False
            )

        async for position in play_on(now, None, (), choose):
            now = position
        finished = FinishedRound.of(state_after(table, 1, now), 1)
        return match, DailyRound(finished, finished.first_choice(YOU), YOU)


def table_of(edition: Edition) -> TableState:
    """A table with one person, at which no round has begun; the last player deals."""
    others = [
        Participant("", COMPUTER if place < edition.players else DRIVEN, LEVEL)
        for place in range(1, Match(edition, 0).participants)
    ]
    return state_before(edition, (Participant("", HUMAN), *others))
