"""The pool of player processes: asks computer players for a card, and never waits for ever.

Players get an observation and nothing else.  One that is not ready for the edition yet, misses its
deadline or dies is replaced, and the choice is made by a simpler player; if that fails too, by the
first legal action.
"""

import asyncio
import logging
import os
import time
from asyncio.subprocess import Process
from collections.abc import Awaitable, Iterable

from bottleimp.game.actions import Action
from bottleimp.knowledge.observation import Observation
from bottleimp.rules.edition import Edition
from bottleimp.server.asking import THINKING, Request
from bottleimp.server.measures import Counts, Histogram
from bottleimp.server.preparing import Preparations
from bottleimp.server.worker import PROGRAM, PlayerFailed, Worker

log = logging.getLogger(__name__)

DEADLINE = 10.0  # seconds for one choice, the start of a process included
STAND_IN = "rules_of_thumb"
STAND_IN_DEADLINE = 5.0
MANY_WAITING = 3  # choices for each process
MS = 1000


class WorkerPool:
    """Some player processes; each answers one request at a time."""

    def __init__(
        self,
        size: int | None = None,
        *,
        deadline: float = DEADLINE,
        program: tuple[str, ...] = PROGRAM,
    ) -> None:
        cores = os.cpu_count() or 1
        self._workers = [Worker(program) for _ in range(size or max(1, cores - 1))]
        self._preparations = Preparations(program)
        self._deadline = deadline
        self._idle: asyncio.Queue[Worker] = asyncio.Queue()
        self.waiting = 0  # choices for which no process is free yet
        self.seconds: dict[str, Histogram] = {}  # from question to answer, by player
        self.failures = Counts(("level", "reason"))
        for worker in self._workers:
            self._idle.put_nowait(worker)

    def started(self) -> list[Awaitable[Process]]:
        """The processes, each started if it does not run."""
        return [worker.start() for worker in self._workers]

    async def start(self) -> None:
        """Starts the processes before they are needed."""
        await asyncio.gather(*self.started())

    async def close(self) -> None:
        """Ends the processes."""
        await self._preparations.close()
        for worker in self._workers:
            await worker.end()

    def prepare(self, players: Iterable[str], edition: Edition) -> None:
        """Has everything compiled that these players need for the edition, in the background."""
        self._preparations.begin(players, edition)

    def is_preparing(self, player: str, edition: Edition) -> bool:
        """Whether code for the player is being compiled; until then a simpler one plays for it."""
        return self._preparations.is_running(player, edition)

    async def prepared(self) -> None:
        """Waits until everything that was begun is compiled."""
        await self._preparations.finished()

    @property
    def is_busy(self) -> bool:
        """Whether more choices wait than are made in a moment."""
        return self.waiting > MANY_WAITING * len(self._workers)

    async def choose(
        self, player: str, seed: int, observation: Observation, seconds: float = THINKING, /
    ) -> Action:
        """What the computer player built with the seed does; always a legal action.

        A search ends after so many seconds with what it has.
        """
        attempts = [(STAND_IN, min(self._deadline, STAND_IN_DEADLINE))]
        if await self._preparations.is_ready(player, observation.edition):
            attempts.insert(0, (player, self._deadline))
        for name, deadline in attempts:
            try:
                return await self._noted(Request(name, seed, observation, seconds), deadline)
            except PlayerFailed as problem:
                log.warning("a player failed", extra={"level": name, "reason": str(problem)})
                self.failures.note(name, str(problem))
        return observation.legal[0]

    async def advice(
        self, player: str, seed: int, observation: Observation, seconds: float, /
    ) -> Action:
        """What this player does, and no other in its place; raises PlayerFailed."""
        if not await self._preparations.is_ready(player, observation.edition):
            raise PlayerFailed("not ready")
        return await self._noted(Request(player, seed, observation, seconds), self._deadline)

    async def _noted(self, request: Request, deadline: float) -> Action:
        began = time.monotonic()
        action = await self._ask(request, deadline)
        taken = time.monotonic() - began
        self.seconds.setdefault(request.player, Histogram()).note(taken)
        log.debug("a player chose", extra={"level": request.player, "ms": round(taken * MS)})
        return action

    async def _ask(self, request: Request, deadline: float) -> Action:
        self.waiting += 1
        try:
            worker = await self._idle.get()
        finally:
            self.waiting -= 1
        try:
            return await worker.ask(request, deadline)
        finally:
            self._idle.put_nowait(worker)
