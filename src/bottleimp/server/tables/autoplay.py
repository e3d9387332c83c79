"""Automatic play: acts for computer players, stand-ins and driven seats, at an even pace.

Computer players are asked in processes of their own, with their observation alone; driven
players play by the rules.  The pace does not depend on how long anybody thinks: a search ends
before the play is due, so that a card that had to be played comes when any other would.
"""

import asyncio
import logging
from collections.abc import Awaitable

from bottleimp.async_tasks import cancel_all
from bottleimp.game.actions import Action
from bottleimp.game.round import Phase
from bottleimp.knowledge.observation import Observation
from bottleimp.protocol.refusals import RefusalCode, Refused, StorageUnavailable
from bottleimp.server.engines.ipc import SEARCH_SECONDS, uses_search
from bottleimp.server.engines.pool import WorkerPool
from bottleimp.server.settings.clock import MS_PER_SECOND
from bottleimp.server.state.decisions import decide_card_play, decide_choices
from bottleimp.server.state.events import Fact
from bottleimp.server.state.server_directory import ThinkingNotice
from bottleimp.server.state.table_state import TableState, automatic_players
from bottleimp.server.tables.choice_requests import request_choices
from bottleimp.server.tables.table import Table

log = logging.getLogger(__name__)

TRICK_PAUSE_FACTOR = 2  # times the pace, so that people see the trick
EXCHANGE_PAUSE_FACTOR = 4  # times the pace, so that people see which cards they were passed
MIN_SEARCH_PAUSE = 1.0  # seconds between plays of those who search, however fast the table
SEARCH_TIME_SHARE = 0.8  # of the time until a play is due, in which a search ends
RETRY_DELAY = 1.0  # seconds until a failed write is tried again


class Autoplay:
    """Acts for the automatic players of one table."""

    def __init__(self, table: Table, pool: WorkerPool) -> None:
        self._table = table
        self._clock = table.clock
        self._pool = pool
        self._changed = asyncio.Event()
        self._progress = progress_key(table.state)
        self._progressed_at = self._clock.monotonic()  # when somebody last played, chose or dealt
        self._task: asyncio.Task[None] | None = None
        self._is_stopped = False
        # What was chosen, in which state for whom, where it could not be written.
        self._unwritten: tuple[TableState, int, list[Action]] | None = None
        table.change_listeners.append(self.update)

    @property
    def is_busy(self) -> bool:
        """Whether an automatic player is to act."""
        return self._task is not None and not self._task.done()

    def update(self) -> None:
        """Lets automatic players act if one is to act after a change."""
        self._changed.set()
        now = progress_key(self._table.state)
        if now != self._progress:  # and not a word, or somebody who comes or goes
            self._progress, self._progressed_at = now, self._clock.monotonic()
        if not self._is_stopped and not self.is_busy and self._players:
            self._task = asyncio.create_task(self._play())

    async def stop(self) -> None:
        """Stops acting for good; a choice that was not written yet is dropped."""
        self._is_stopped = True
        if self._task is not None:
            await cancel_all(self._task)

    @property
    def _players(self) -> tuple[int, ...]:
        state = self._table.state
        players = automatic_players(state)
        if self._table.is_paused:  # but whose time is up has been waited for long enough
            return tuple(player for player in players if player in state.clocks.timed_out)
        return players

    async def _play(self) -> None:
        while players := self._players:
            if await self._is_left_to_another_server(players[0]):
                continue
            before = self._table.seq
            try:
                await self._act(players[0])
            except Refused as refusal:
                if self._table.seq == before:  # else something came first: look again
                    log.warning("automatic play refused: %s", refusal.code.value)
                    await asyncio.sleep(RETRY_DELAY)
            except StorageUnavailable:  # which is in the log already
                await asyncio.sleep(RETRY_DELAY)
            except Exception:
                log.exception("automatic play failed")
                await asyncio.sleep(RETRY_DELAY)

    async def _is_left_to_another_server(self, player: int) -> bool:
        """Whether the server that is to act first has done something in its time."""
        if not self._table.peers.standby_delay:
            return False
        self._changed.clear()
        try:
            async with asyncio.timeout(self._pause(player) + self._table.peers.standby_delay):
                await self._changed.wait()
        except TimeoutError:
            return False
        return True

    async def _act(self, player: int) -> None:
        state, asked = self._table.state, self._clock.monotonic()
        actions = await self._choose_once(state, player)
        await self._wait_for_pace(player, asked)

        def fact(now: TableState) -> Fact:
            labels = [action.label for action in actions]
            if player not in automatic_players(now):
                raise Refused(RefusalCode.STALE, "The person has come back.")
            if state.current_round.phase is Phase.PLAY:
                if now.current_round.actions != state.current_round.actions:
                    raise Refused(RefusalCode.STALE, "A card was taken back.")
                return decide_card_play(
                    now, player, state.round_number, state.current_round.play_count, labels[0]
                )
            return decide_choices(
                now, player, state.round_number, state.current_round.stage, labels
            )

        try:
            await self._table.execute_automatic(player, fact)
        except StorageUnavailable:
            self._unwritten = state, player, actions
            raise

    async def _choose_once(self, state: TableState, player: int) -> list[Action]:
        """What the player does now; the same again where nothing but the writing failed."""
        chosen, self._unwritten = self._unwritten, None
        if chosen is not None and chosen[0] is state and chosen[1] == player:
            return chosen[2]
        return await self._choose_actions(state, player)

    async def _choose_actions(self, state: TableState, player: int) -> list[Action]:
        """A card, or all choices of the player in the running stage."""
        level = state.acting_level(player)
        seat = state.round_start_match.seat_of(player)
        if level is None:  # driven: the rules leave one card
            return [state.current_round.legal_actions_for(seat)[0]]
        seed, seconds = self._table.seed_for(player), thinking_time(state)

        def chosen(observation: Observation) -> Awaitable[Action]:
            return self._pool.choose(level, seed, observation, seconds, self._table.creator)

        prepares = self._pool.is_warming_up(level, state.edition)
        self._table.announce_thinking(player, is_warming_up=prepares)
        self._table.peers.tell_thinking(ThinkingNotice(player, prepares, self._table.seq))
        return await request_choices(state, seat, chosen)

    async def _wait_for_pace(self, player: int, asked: float) -> None:
        """Waits until the player, who was asked at that time, may act at the present pace."""
        while True:
            self._changed.clear()
            left = max(self._progressed_at, asked) + self._pause(player) - self._clock.monotonic()
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
        playing, level = state.current_round, state.acting_level(player)
        leads = playing.phase is Phase.PLAY and not playing.plays
        after = TRICK_PAUSE_FACTOR if playing.play_count > 0 else EXCHANGE_PAUSE_FACTOR
        pause = state.pace * (after if leads else 1) / MS_PER_SECOND
        if level is not None and playing.phase is Phase.PLAY and uses_search(level):
            return max(pause, MIN_SEARCH_PAUSE)
        return pause


def thinking_time(state: TableState) -> float:
    """Seconds that a search for one choice may take."""
    pause = max(MIN_SEARCH_PAUSE, state.pace / MS_PER_SECOND)
    # Choices of a stage are never forced, and what they take tells nothing.
    return min(
        SEARCH_SECONDS,
        pause * SEARCH_TIME_SHARE if state.current_round.phase is Phase.PLAY else pause,
    )


def progress_key(state: TableState) -> tuple[object, ...]:
    """What changes with each play, choice, score and deal, and with nothing else."""
    shown = state.round
    if shown is None:
        return (state.round_number,)
    return (state.round_number, state.is_scored, shown.stage, shown.play_count, state.waiting_seats)
