"""Plays for computer players, stand-ins and driven seats, evenly paced, until a person is to act.

Computer players are asked in processes of their own, with their observation alone; driven
players play by the rules.  The pace does not depend on how long anybody thinks: a search ends
before the play is due, so that a card that had to be played comes when any other would.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable

from bottleimp.game.actions import Action
from bottleimp.game.round import Phase
from bottleimp.knowledge.observation import Observation
from bottleimp.protocol.refusals import Code, Refused
from bottleimp.server.engines.ipc import THINKING, searches
from bottleimp.server.engines.pool import WorkerPool
from bottleimp.server.state.events import Fact
from bottleimp.server.state.table_state import TableState, automatic_players, card_played, committed
from bottleimp.server.tables.choice_requests import choices_of
from bottleimp.server.tables.table import Table

log = logging.getLogger(__name__)

MS = 1000
AFTER_A_TRICK = 2  # times the pace, so that people see the trick
AFTER_THE_EXCHANGE = 4  # times the pace, so that people see which cards they were passed
SHORTEST = 1.0  # seconds between plays of those who search, however fast the table
SHARE = 0.8  # of the time until a play is due, in which a search ends
WAIT_AFTER_TROUBLE = 1.0  # seconds until a failed write is tried again


class Driver:
    """Acts for the automatic players of one table."""

    def __init__(self, table: Table, pool: WorkerPool) -> None:
        self._table = table
        self._pool = pool
        self._changed = asyncio.Event()
        self._progress = progress(table.state)
        self._progressed = time.monotonic()  # when somebody last played, chose or dealt
        self._task: asyncio.Task[None] | None = None
        table.watching.append(self.wake)

    @property
    def is_busy(self) -> bool:
        """Whether an automatic player is to act."""
        return self._task is not None and not self._task.done()

    def wake(self) -> None:
        """Sees to it that automatic players act, now that something has changed."""
        self._changed.set()
        now = progress(self._table.state)
        if now != self._progress:  # and not a word, or somebody who comes or goes
            self._progress, self._progressed = now, time.monotonic()
        if not self.is_busy and self._players:
            self._task = asyncio.create_task(self._play())

    async def stop(self) -> None:
        """Acts no more; what was begun is finished or left out."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    @property
    def _players(self) -> tuple[int, ...]:
        state = self._table.state
        players = automatic_players(state)
        if self._table.rests:  # but whose time is up has been waited for long enough
            return tuple(player for player in players if player in state.clocks.overdue)
        return players

    async def _play(self) -> None:
        while players := self._players:
            before = self._table.seq
            try:
                await self._act(players[0])
            except Refused as refusal:
                if self._table.seq == before:  # else something came first: look again
                    log.warning("automatic play refused: %s", refusal.code.value)
                    await asyncio.sleep(WAIT_AFTER_TROUBLE)
            except Exception:
                log.exception("automatic play failed")
                await asyncio.sleep(WAIT_AFTER_TROUBLE)

    async def _act(self, player: int) -> None:
        state, asked = self._table.state, time.monotonic()
        actions = await self._chosen(state, player)
        await self._wait_for_the_pace(player, asked)

        def fact(now: TableState) -> Fact:
            labels = [action.label for action in actions]
            if player not in automatic_players(now):
                raise Refused(Code.STALE, "The person has come back.")
            if state.playing.phase is Phase.PLAY:
                return card_played(now, player, state.number, state.playing.step, labels[0])
            return committed(now, player, state.number, state.playing.stage, labels)

        await self._table.do_automatically(player, fact)

    async def _chosen(self, state: TableState, player: int) -> list[Action]:
        """What the player does now: a card, or all its choices of the running stage."""
        level = state.level(player)
        seat = state.seating.seat_of(player)
        if level is None:  # driven: the rules leave one card
            return [state.playing.legal_for(seat)[0]]
        seed, seconds = self._table.seed_for(player), thinking_time(state)

        def chosen(observation: Observation) -> Awaitable[Action]:
            return self._pool.choose(level, seed, observation, seconds, self._table.opener)

        prepares = self._pool.is_preparing(level, state.edition)
        self._table.announce_thinking(player, prepares=prepares)
        return await choices_of(state, seat, chosen)

    async def _wait_for_the_pace(self, player: int, asked: float) -> None:
        """Waits until it is time for the player, asked then, to act, whatever the pace is now."""
        while True:
            self._changed.clear()
            left = max(self._progressed, asked) + self._pause(player) - time.monotonic()
            if left <= 0:
                return
            try:
                async with asyncio.timeout(left):
                    await self._changed.wait()
            except TimeoutError:
                return

    def _pause(self, player: int) -> float:
        """Seconds between the last play or choice and that of the player."""
        state = self._table.state
        playing, level = state.playing, state.level(player)
        leads = playing.phase is Phase.PLAY and not playing.plays
        after = AFTER_A_TRICK if playing.step > 0 else AFTER_THE_EXCHANGE
        pause = state.pace * (after if leads else 1) / MS
        if level is not None and playing.phase is Phase.PLAY and searches(level):
            return max(pause, SHORTEST)
        return pause


def thinking_time(state: TableState) -> float:
    """Seconds that a search for one choice may take."""
    pause = max(SHORTEST, state.pace / MS)
    # Choices of a stage are never forced, and what they take tells nothing.
    return min(THINKING, pause * SHARE if state.playing.phase is Phase.PLAY else pause)


def progress(state: TableState) -> tuple[object, ...]:
    """What changes with each play, choice, score and deal, and with nothing else."""
    shown = state.round
    if shown is None:
        return (state.number,)
    return (state.number, state.is_scored, shown.stage, shown.step, state.waiting)
