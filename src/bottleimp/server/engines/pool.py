"""The pool of player processes: asks computer players for a card, and never waits for ever.

Players get an observation and nothing else.  The time for a choice begins when it is wanted, and
waiting for a process is part of it.  Whoever waits too long, is not ready for the edition yet,
answers too late or dies is replaced for this choice by the rules of thumb, which have a process of
their own and need a fraction of a millisecond; if that fails too, by the first legal action.

Visitors are served in turn, and only so many seats at the tables of one visitor search at once.
"""

import asyncio
import contextlib
import logging
import os
import time
from asyncio.subprocess import Process
from collections import Counter
from collections.abc import Awaitable, Iterable, Iterator
from dataclasses import replace

from bottleimp.game.actions import Action
from bottleimp.knowledge.observation import Observation
from bottleimp.rules.edition import Edition
from bottleimp.server.engines.fair_queue import Lane
from bottleimp.server.engines.ipc import THINKING, Request, needs_preparation, searches
from bottleimp.server.engines.process import LOADING, PROGRAM, PlayerFailed, Worker
from bottleimp.server.engines.warmup import Preparations
from bottleimp.server.settings.metrics import Counts, Histogram

log = logging.getLogger(__name__)

DEADLINE = 10.0  # seconds for one choice, the start of a process included
LATENESS = 1.0  # seconds after its time for which a choice is waited for
LEAST_SEARCH = 0.1  # seconds; a search that has less left by waiting is not worth it
STAND_IN = "rules_of_thumb"
STAND_IN_DEADLINE = 5.0
MANY_WAITING = 3  # choices for each process
SEARCHING_SEATS = 4  # of one visitor at once
MS = 1000
# Why another player chooses where nothing is wrong: there is too much to do.
CROWDED, TOO_MANY_SEATS = "crowded", "too many seats"


class Crowded(PlayerFailed):
    """No process was free in time, or the visitor has as many seats that search as one may."""


class WorkerPool:
    """Some player processes, and one for light players; each answers one request at a time."""

    def __init__(
        self,
        size: int | None = None,
        *,
        deadline: float = DEADLINE,
        lateness: float = LATENESS,
        searching_seats: int = SEARCHING_SEATS,
        program: tuple[str, ...] = PROGRAM,
    ) -> None:
        cores = os.cpu_count() or 1
        self._main = Lane([Worker(program) for _ in range(size or max(1, cores - 1))])
        self._light = Lane([Worker(program)])
        self._preparations = Preparations(program)
        self._deadline = deadline
        self._lateness = lateness
        self._searching_seats = searching_seats
        self._searching: Counter[str] = Counter()  # by visitor
        self._answering: set[asyncio.Task[Action]] = set()
        self.seconds: dict[str, Histogram] = {}  # from question to answer, by player
        self.failures = Counts(("level", "reason"))

    @property
    def _workers(self) -> tuple[Worker, ...]:
        return (*self._light.workers, *self._main.workers)

    @property
    def waiting(self) -> int:
        """For how many choices no process is free yet."""
        return self._main.waiting + self._light.waiting

    def started(self) -> list[Awaitable[Process]]:
        """The processes, each started if it does not run."""
        return [worker.start() for worker in self._workers]

    async def start(self) -> None:
        """Starts the processes before they are needed."""
        await asyncio.gather(*self.started())

    async def close(self) -> None:
        """Ends the processes."""
        await self._preparations.close()
        answering = list(self._answering)
        for task in answering:
            task.cancel()
        await asyncio.gather(*answering, return_exceptions=True)
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
        return self._main.waiting > MANY_WAITING * len(self._main.workers)

    async def choose(
        self,
        player: str,
        seed: int,
        observation: Observation,
        seconds: float = THINKING,
        visitor: str = "",
        /,
    ) -> Action:
        """What the computer player built with the seed does; always a legal action.

        The choice is made within so many seconds, waiting for a process included: a search ends
        with what it has, and what has not begun is left to the rules of thumb.  `visitor` is who
        opened the table; nothing of that reaches the player.
        """
        is_ready = await self._preparations.is_ready(player, observation.edition)
        if searches(player) and len(observation.legal) == 1:
            return observation.legal[0]  # a search is due at a set time, so this tells nothing
        until = time.monotonic() + seconds
        request = Request(player, seed, observation, seconds)
        try:
            if is_ready:
                with self._seat(player, visitor):
                    return await self._noted(request, visitor, until, self._deadline)
        except PlayerFailed as problem:
            self._note_failure(player, problem)
        stand_in = replace(request, player=STAND_IN)
        deadline = min(self._deadline, STAND_IN_DEADLINE)
        try:
            return await self._noted(stand_in, visitor, time.monotonic() + deadline, deadline)
        except PlayerFailed as problem:
            self._note_failure(STAND_IN, problem)
        return observation.legal[0]

    async def advice(
        self, player: str, seed: int, observation: Observation, seconds: float, visitor: str = "", /
    ) -> Action:
        """What this player does, and no other in its place; raises PlayerFailed."""
        if not await self._preparations.is_ready(player, observation.edition):
            raise PlayerFailed("not ready")
        request = Request(player, seed, observation, seconds)
        until = time.monotonic() + self._deadline
        return await self._noted(request, visitor, until, self._deadline)

    @contextlib.contextmanager
    def _seat(self, player: str, visitor: str) -> Iterator[None]:
        """One more seat of the visitor that searches; raises Crowded where there are enough."""
        if not (visitor and searches(player)):
            yield
            return
        if self._searching[visitor] >= self._searching_seats:
            raise Crowded(TOO_MANY_SEATS)
        self._searching[visitor] += 1
        try:
            yield
        finally:
            self._searching[visitor] -= 1
            if not self._searching[visitor]:
                del self._searching[visitor]

    def _note_failure(self, player: str, problem: PlayerFailed) -> None:
        # Where there is too much to do this happens many times a second, and nothing is broken.
        level = logging.DEBUG if isinstance(problem, Crowded) else logging.WARNING
        log.log(level, "a player failed", extra={"level": player, "reason": str(problem)})
        self.failures.note(player, str(problem))

    async def _noted(self, request: Request, visitor: str, until: float, deadline: float) -> Action:
        began = time.monotonic()
        action = await self._ask(request, visitor, until, deadline)
        taken = time.monotonic() - began
        self.seconds.setdefault(request.player, Histogram()).note(taken)
        log.debug("a player chose", extra={"level": request.player, "ms": round(taken * MS)})
        return action

    async def _ask(self, request: Request, visitor: str, until: float, deadline: float) -> Action:
        """The action, or PlayerFailed soon after `until`; a process that is late goes on alone."""
        is_search = searches(request.player)
        is_light = not (is_search or needs_preparation(request.player))
        lane = self._light if is_light else self._main
        try:
            worker = await lane.take(visitor, until - (LEAST_SEARCH if is_search else 0.0))
        except TimeoutError:
            raise Crowded(CROWDED) from None
        left = max(0.0, until - time.monotonic())
        timed = replace(request, seconds=min(request.seconds, left))
        lateness = self._lateness if worker.has_loaded(request) else self._lateness * LOADING
        task = asyncio.create_task(self._answer(lane, worker, timed, deadline))
        self._answering.add(task)
        task.add_done_callback(self._answered)
        await asyncio.wait((task,), timeout=left + lateness)
        if not task.done():
            raise PlayerFailed("late")
        return task.result()

    async def _answer(
        self, lane: Lane, worker: Worker, request: Request, deadline: float
    ) -> Action:
        try:
            return await worker.ask(request, deadline)
        finally:
            lane.give_back(worker)

    def _answered(self, task: asyncio.Task[Action]) -> None:
        self._answering.discard(task)
        if not task.cancelled():
            task.exception()  # nobody may be waiting for it any more
