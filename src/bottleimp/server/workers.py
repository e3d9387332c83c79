"""The pool of player processes: asks computer players for a card, and never waits for ever.

Players get an observation and nothing else.  One that misses its deadline or dies is replaced,
and the choice is made by a simpler player; if that fails too, by the first legal action.
"""

import asyncio
import contextlib
import logging
import os
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable

from bottleimp.game.actions import Action
from bottleimp.knowledge.observation import Observation
from bottleimp.server.asking import LENGTH, Answer, Request, packed

log = logging.getLogger(__name__)

DEADLINE = 10.0  # seconds for one choice, the start of a process included
STAND_IN = "uniform"
STAND_IN_DEADLINE = 5.0
PROGRAM = (sys.executable, "-m", "bottleimp.server.player_process")


class PlayerFailed(Exception):
    """A player gave no legal action in time."""


class Worker:
    """One player process, started when it is first asked."""

    def __init__(self, program: tuple[str, ...]) -> None:
        self._program = program
        self._process: Process | None = None
        self._starting = asyncio.Lock()

    async def start(self) -> Process:
        """The running process, a new one if need be."""
        async with self._starting:
            if self._process is None or self._process.returncode is not None:
                self._process = await asyncio.create_subprocess_exec(
                    *self._program, stdin=PIPE, stdout=PIPE
                )
            return self._process

    async def ask(self, request: Request, deadline: float) -> Action:
        """The player's action; raises PlayerFailed and ends the process on any failure."""
        try:
            async with asyncio.timeout(deadline):
                answer = await self._exchange(request)
        except (TimeoutError, OSError, EOFError, pickle.UnpicklingError) as problem:
            await self.end()
            raise PlayerFailed(type(problem).__name__) from problem
        except asyncio.CancelledError:
            await self.end()  # an answer that nobody reads would be taken for the next one
            raise
        if answer.action not in request.observation.legal or answer.action is None:
            raise PlayerFailed(answer.problem or "not legal")
        return answer.action

    async def _exchange(self, request: Request) -> Answer:
        process = await self.start()
        assert process.stdin is not None  # both are pipes
        assert process.stdout is not None
        process.stdin.write(packed(request))
        await process.stdin.drain()
        (length,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
        answer = pickle.loads(await process.stdout.readexactly(length))
        if not isinstance(answer, Answer):
            raise EOFError("no answer")
        return answer

    async def end(self) -> None:
        """Kills the process, if it runs."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


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
        self._deadline = deadline
        self._idle: asyncio.Queue[Worker] = asyncio.Queue()
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
        for worker in self._workers:
            await worker.end()

    async def choose(self, player: str, seed: int, observation: Observation) -> Action:
        """What the computer player built with the seed does; always a legal action."""
        attempts = ((player, self._deadline), (STAND_IN, min(self._deadline, STAND_IN_DEADLINE)))
        for name, deadline in attempts:
            request = Request(name, seed, observation)
            try:
                return await self._ask(request, deadline)
            except PlayerFailed as problem:
                log.warning("player %s failed: %s", name, problem)
        return observation.legal[0]

    async def _ask(self, request: Request, deadline: float) -> Action:
        worker = await self._idle.get()
        try:
            return await worker.ask(request, deadline)
        finally:
            self._idle.put_nowait(worker)
