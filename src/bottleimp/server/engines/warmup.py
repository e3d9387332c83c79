"""Code that players need for an edition, compiled before it is wanted.

A player that searches has code compiled when it first meets an edition, which takes seconds; kept
on disk, it is there at once for every later process.  So a process that does nothing else asks such
a player for its first choices in the edition, as soon as a table is opened at which it sits.
"""

import asyncio
import logging
from collections.abc import Iterable

from bottleimp.async_tasks import cancel_all
from bottleimp.knowledge.warmup_observations import warmup_observations
from bottleimp.rules.edition import Edition
from bottleimp.rules.position import Layout
from bottleimp.server.engines.ipc import ChoiceRequest, needs_warmup
from bottleimp.server.engines.process import PlayerFailure, PlayerProcess
from bottleimp.server.settings.clock import SYSTEM_CLOCK, Clock

log = logging.getLogger(__name__)

MAX_READY_WAIT = 2.0  # seconds from its beginning for which a table waits for a preparation
WARMUP_DEADLINE = 120.0  # seconds for one choice while code is compiled

# Code is compiled for a layout.  So editions that differ in the length of the match share it, and
# whoever names one length after another has nothing compiled again.
WarmupKey = tuple[str, Layout]


class WarmupQueue:
    """What has been prepared or is being prepared, one player and edition after another."""

    def __init__(
        self,
        worker: PlayerProcess,
        *,
        max_wait: float = MAX_READY_WAIT,
        clock: Clock = SYSTEM_CLOCK,
    ) -> None:
        self._worker = worker
        self._max_wait = max_wait
        self._clock = clock
        self._started_at: dict[WarmupKey, float] = {}
        self._running: dict[WarmupKey, asyncio.Task[None]] = {}
        self._lock = asyncio.Lock()

    def start(self, players: Iterable[str], edition: Edition) -> None:
        """Begins whatever these players need and nobody has begun."""
        for player in players:
            key = player, edition.layout
            if needs_warmup(player) and key not in self._started_at:
                self._started_at[key] = self._clock.monotonic()
                self._running[key] = asyncio.create_task(self._warm_up(player, edition))

    def is_warming_up(self, player: str, edition: Edition) -> bool:
        """Whether something is being prepared for the player and the edition."""
        return (player, edition.layout) in self._running

    async def wait_until_ready(self, player: str, edition: Edition) -> bool:
        """Whether the player is ready for the edition; waits a little if that may help."""
        self.start((player,), edition)
        key = player, edition.layout
        running = self._running.get(key)
        if running is None:
            return True
        left = self._started_at[key] + self._max_wait - self._clock.monotonic()
        await asyncio.wait((running,), timeout=max(0.0, left))
        return running.done()

    async def wait_until_done(self) -> None:
        """Waits until all that was begun is done."""
        await asyncio.gather(*self._running.values())

    async def close(self) -> None:
        """Gives up what is running."""
        await cancel_all(*self._running.values())
        await self._worker.kill()

    async def _warm_up(self, player: str, edition: Edition) -> None:
        try:
            async with self._lock:
                for observation in warmup_observations(edition):
                    await self._worker.ask(ChoiceRequest(player, 0, observation), WARMUP_DEADLINE)
        except PlayerFailure as problem:  # it will be asked all the same, within the usual deadline
            log.warning("player %s could not be prepared: %s", player, problem.reason)
        finally:
            del self._running[player, edition.layout]
            if not self._running:
                await self._worker.kill()
