"""Code that players need for an edition, compiled before it is wanted.

A player that searches has code compiled when it first meets an edition, which takes seconds; kept
on disk, it is there at once for every later process.  So a process that does nothing else asks such
a player for its first choices in the edition, as soon as a table is opened at which it sits.
"""

import asyncio
import logging
import time
from collections.abc import Iterable

from bottleimp.knowledge.warmup_observations import first_moments
from bottleimp.rules.edition import Edition
from bottleimp.server.engines.ipc import Request, needs_preparation
from bottleimp.server.engines.process import PlayerFailed, Worker

log = logging.getLogger(__name__)

PATIENCE = 2.0  # seconds from its beginning for which a table waits for a preparation
DEADLINE = 120.0  # seconds for one choice while code is compiled


class Preparations:
    """What has been prepared or is being prepared, one player and edition after another."""

    def __init__(self, program: tuple[str, ...], *, patience: float = PATIENCE) -> None:
        self._worker = Worker(program)
        self._patience = patience
        self._begun: dict[tuple[str, str], float] = {}
        self._running: dict[tuple[str, str], asyncio.Task[None]] = {}
        self._one_at_a_time = asyncio.Lock()

    def begin(self, players: Iterable[str], edition: Edition) -> None:
        """Begins whatever these players need and nobody has begun."""
        for player in players:
            key = player, edition.text
            if needs_preparation(player) and key not in self._begun:
                self._begun[key] = time.monotonic()
                self._running[key] = asyncio.create_task(self._prepare(player, edition))

    def is_running(self, player: str, edition: Edition) -> bool:
        """Whether something is being prepared for the player and the edition."""
        return (player, edition.text) in self._running

    async def is_ready(self, player: str, edition: Edition) -> bool:
        """Whether the player is ready for the edition; waits a little if that may help."""
        self.begin((player,), edition)
        key = player, edition.text
        running = self._running.get(key)
        if running is None:
            return True
        left = self._begun[key] + self._patience - time.monotonic()
        await asyncio.wait((running,), timeout=max(0.0, left))
        return running.done()

    async def finished(self) -> None:
        """Waits until all that was begun is done."""
        await asyncio.gather(*self._running.values())

    async def close(self) -> None:
        """Gives up what is running."""
        running = list(self._running.values())
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        await self._worker.end()

    async def _prepare(self, player: str, edition: Edition) -> None:
        try:
            async with self._one_at_a_time:
                for observation in first_moments(edition):
                    await self._worker.ask(Request(player, 0, observation), DEADLINE)
        except PlayerFailed as problem:  # it will be asked all the same, within the usual deadline
            log.warning("player %s could not be prepared: %s", player, problem)
        finally:
            del self._running[player, edition.text]
            if not self._running:
                await self._worker.end()
