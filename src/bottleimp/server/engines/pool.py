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
from asyncio.subprocess import Process
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import replace

from bottleimp.async_tasks import cancel_all
from bottleimp.game.actions import Action
from bottleimp.knowledge.observation import Observation
from bottleimp.rules.edition import Edition
from bottleimp.server.engines.fair_queue import WorkerLane
from bottleimp.server.engines.ipc import SEARCH_SECONDS, ChoiceRequest, needs_warmup, uses_search
from bottleimp.server.engines.process import (
    LOADING_FACTOR,
    PLAYER_PROGRAM,
    PlayerFailure,
    PlayerProcess,
)
from bottleimp.server.engines.warmup import WarmupQueue
from bottleimp.server.settings.clock import MS_PER_SECOND, SYSTEM_CLOCK, Clock
from bottleimp.server.settings.metrics import make_counter, make_histogram

log = logging.getLogger(__name__)

CHOICE_DEADLINE = 10.0  # seconds for one choice, the start of a process included
LATE_ANSWER_SECONDS = 1.0  # seconds after its time for which a choice is waited for
MIN_SEARCH_SECONDS = 0.1  # seconds; a search that has less left by waiting is not worth it
FALLBACK_PLAYER = "rules_of_thumb"
FALLBACK_DEADLINE = 5.0
BUSY_QUEUE_FACTOR = 3  # choices for each process
MAX_SEARCHING_SEATS = 4  # of one visitor at once
# Why another player chooses where nothing is wrong: there is too much to do.
OVERLOADED, TOO_MANY_SEATS = "crowded", "too many seats"


class PoolOverloaded(PlayerFailure):
    """No process was free in time, or the visitor has as many seats that search as one may."""


class WorkerPool:
    """Some player processes, and one for light players; each answers one request at a time."""

    def __init__(
        self,
        size: int | None = None,
        *,
        deadline: float = CHOICE_DEADLINE,
        late_seconds: float = LATE_ANSWER_SECONDS,
        searching_seats: int = MAX_SEARCHING_SEATS,
        program: tuple[str, ...] = PLAYER_PROGRAM,
        clock: Clock = SYSTEM_CLOCK,
        create_process: Callable[[tuple[str, ...]], PlayerProcess] = PlayerProcess,
    ) -> None:
        count = size or max(1, (os.cpu_count() or 1) - 1)
        self._clock = clock
        self._main = WorkerLane([create_process(program) for _ in range(count)], clock)
        self._light = WorkerLane([create_process(program)], clock)
        self._warmup = WarmupQueue(create_process(program), clock=clock)
        self._deadline = deadline
        self._late_seconds = late_seconds
        self._searching_seats = searching_seats
        self._searching: Counter[str] = Counter()  # by visitor
        self._unready: set[str] = set()  # players who were once not ready, as was told
        self._answering: set[asyncio.Task[Action]] = set()
        self.choice_seconds = make_histogram(
            "bottleimp_choice_seconds", "From asking a computer player to its choice.", "level"
        )
        self.failures = make_counter(
            "bottleimp_choices_failed_total",
            "Choices that a simpler player had to make.",
            "level",
            "reason",
        )

    @property
    def _workers(self) -> tuple[PlayerProcess, ...]:
        return (*self._light.workers, *self._main.workers)

    @property
    def waiting(self) -> int:
        """For how many choices no process is free yet."""
        return self._main.waiting_count + self._light.waiting_count

    def start_processes(self) -> list[Awaitable[Process]]:
        """The processes, each started if it does not run."""
        return [worker.start() for worker in self._workers]

    async def start(self) -> None:
        """Starts the processes before they are needed."""
        await asyncio.gather(*self.start_processes())

    async def close(self) -> None:
        """Ends the processes."""
        await self._warmup.close()
        await cancel_all(*self._answering)
        for worker in self._workers:
            await worker.kill()

    def warm_up(self, players: Iterable[str], edition: Edition) -> None:
        """Has everything compiled that these players need for the edition, in the background."""
        self._warmup.start(players, edition)

    def is_warming_up(self, player: str, edition: Edition) -> bool:
        """Whether code for the player is being compiled; until then a simpler one plays for it."""
        return self._warmup.is_warming_up(player, edition)

    async def wait_until_warm(self) -> None:
        """Waits until everything that was begun is compiled."""
        await self._warmup.wait_until_done()

    def is_busy_for(self, visitor: str) -> bool:
        """Whether more choices come before one of the visitor than are made in a moment."""
        return self._main.count_before(visitor) > BUSY_QUEUE_FACTOR * len(self._main.workers)

    async def choose(
        self,
        player: str,
        seed: int,
        observation: Observation,
        seconds: float = SEARCH_SECONDS,
        visitor: str = "",
        /,
    ) -> Action:
        """What the computer player built with the seed does; always a legal action.

        The choice is made within so many seconds, waiting for a process included: a search ends
        with what it has, and what has not begun is left to the rules of thumb.  `visitor` is who
        opened the table; nothing of that reaches the player.
        """
        is_ready = await self._warmup.wait_until_ready(player, observation.edition)
        if uses_search(player) and len(observation.legal_actions) == 1:
            return observation.legal_actions[
                0
            ]  # a search is due at a set time, so this tells nothing
        until = self._clock.monotonic() + seconds
        request = ChoiceRequest(player, seed, observation, seconds)
        try:
            if is_ready:
                with self._searching_seat(player, visitor):
                    return await self._ask_and_measure(request, visitor, until, self._deadline)
            self._note_unready(player)
        except PlayerFailure as problem:
            self._record_failure(player, problem)
        stand_in = replace(request, player=FALLBACK_PLAYER)
        deadline = min(self._deadline, FALLBACK_DEADLINE)
        try:
            return await self._ask_and_measure(
                stand_in, visitor, self._clock.monotonic() + deadline, deadline
            )
        except PlayerFailure as problem:
            self._record_failure(FALLBACK_PLAYER, problem)
        return observation.legal_actions[0]

    async def choose_without_fallback(
        self, player: str, seed: int, observation: Observation, seconds: float, visitor: str = "", /
    ) -> Action:
        """What this player does, and no other in its place; raises PlayerFailure."""
        if not await self._warmup.wait_until_ready(player, observation.edition):
            raise PlayerFailure("not ready")
        request = ChoiceRequest(player, seed, observation, seconds)
        until = self._clock.monotonic() + self._deadline
        return await self._ask_and_measure(request, visitor, until, self._deadline)

    @contextlib.contextmanager
    def _searching_seat(self, player: str, visitor: str) -> Iterator[None]:
        """One more seat of the visitor that searches; raises PoolOverloaded beyond the limit."""
        if not (visitor and uses_search(player)):
            yield
            return
        if self._searching[visitor] >= self._searching_seats:
            raise PoolOverloaded(TOO_MANY_SEATS)
        self._searching[visitor] += 1
        try:
            yield
        finally:
            self._searching[visitor] -= 1
            if not self._searching[visitor]:
                del self._searching[visitor]

    def _note_unready(self, player: str) -> None:
        """Tells once of a player that is being prepared, or hangs."""
        if player not in self._unready:
            self._unready.add(player)
            words = "a player is not ready yet; a simpler one stands in"
            log.info(words, extra={"level": player})

    def _record_failure(self, player: str, problem: PlayerFailure) -> None:
        # Where there is too much to do this happens many times a second, and nothing is broken.
        level = logging.DEBUG if isinstance(problem, PoolOverloaded) else logging.WARNING
        log.log(level, "a player failed", extra={"level": player, "reason": problem.reason})
        self.failures.labels(player, str(problem)).inc()

    async def _ask_and_measure(
        self, request: ChoiceRequest, visitor: str, until: float, deadline: float
    ) -> Action:
        began = self._clock.monotonic()
        action = await self._ask(request, visitor, until, deadline)
        taken = self._clock.monotonic() - began
        self.choice_seconds.labels(request.player).observe(taken)
        log.debug(
            "a player chose", extra={"level": request.player, "ms": round(taken * MS_PER_SECOND)}
        )
        return action

    async def _ask(
        self, request: ChoiceRequest, visitor: str, until: float, deadline: float
    ) -> Action:
        """The action, or PlayerFailure soon after `until`; a process that is late goes on alone."""
        is_search = uses_search(request.player)
        is_light = not (is_search or needs_warmup(request.player))
        lane = self._light if is_light else self._main
        try:
            worker = await lane.acquire(visitor, until - (MIN_SEARCH_SECONDS if is_search else 0.0))
        except TimeoutError:
            raise PoolOverloaded(OVERLOADED) from None
        left = max(0.0, until - self._clock.monotonic())
        timed = replace(request, seconds=min(request.seconds, left))
        loading = 1 if worker.has_loaded(request) else LOADING_FACTOR
        task = asyncio.create_task(self._answer(lane, worker, timed, deadline))
        self._answering.add(task)
        task.add_done_callback(self._on_answer)
        await asyncio.wait((task,), timeout=left + loading * self._late_seconds)
        if not task.done():
            raise PlayerFailure("late")
        return task.result()

    async def _answer(
        self,
        lane: WorkerLane[PlayerProcess],
        worker: PlayerProcess,
        request: ChoiceRequest,
        deadline: float,
    ) -> Action:
        try:
            return await worker.ask(request, deadline)
        finally:
            lane.release(worker)

    def _on_answer(self, task: asyncio.Task[Action]) -> None:
        self._answering.discard(task)
        if not task.cancelled():
            task.exception()  # nobody may be waiting for it any more
