"""One player process: asked for a choice, and ended when it does not give one in time."""

import asyncio
import contextlib
import os
import pickle
import sys
from asyncio.subprocess import PIPE, Process

from bottleimp.async_tasks import ShieldedTasks
from bottleimp.game.actions import Action
from bottleimp.players.blas_threads import SINGLE_THREAD_VARIABLES
from bottleimp.server.engines.ipc import (
    LENGTH_PREFIX,
    ChoiceReply,
    ChoiceRequest,
    needs_warmup,
    pack_message,
)

PLAYER_PROGRAM = (sys.executable, "-m", "bottleimp.server.engines.main")
LOADING_FACTOR = 3  # times the deadline for the first answer of a process that has to load code
# Seconds at least for the very first answer of a process.  On a busy machine it loads slowly, and
# a new one in its place would only begin again.
MIN_STARTING_SECONDS = 120.0


class PlayerFailure(Exception):
    """A player gave no legal action in time: the kind of failure, and `detail` for the log."""

    def __init__(self, kind: str, detail: str = "") -> None:
        super().__init__(kind)
        self.detail = detail

    @property
    def reason(self) -> str:
        """Why, in a few words."""
        return f"{self} ({self.detail})" if self.detail else str(self)


class PlayerProcess:
    """One player process, started when it is first asked."""

    def __init__(self, program: tuple[str, ...]) -> None:
        self._program = program
        self._process: Process | None = None
        self._lock = asyncio.Lock()  # while it is started or ended
        # Cut off halfway, a start would leave a process that nobody knows, an end open pipes.
        self._starts = ShieldedTasks[Process]()
        self._ends = ShieldedTasks[None]()
        self._loaded: set[tuple[str, str]] = set()  # players and editions it has answered for

    async def start(self) -> Process:
        """The running process, a new one if need be."""
        return await self._starts.run(self._start())

    async def kill(self) -> None:
        """Kills the process, if it runs or is being started, and closes its pipes in any case."""
        await self._ends.run(self._kill())

    async def _start(self) -> Process:
        async with self._lock:
            if self._process is None or self._process.returncode is not None:
                await self._end()  # one that ended by itself has pipes to close
                self._process = await asyncio.create_subprocess_exec(
                    *self._program,
                    stdin=PIPE,
                    stdout=PIPE,
                    env=os.environ | SINGLE_THREAD_VARIABLES,
                )
            return self._process

    async def _kill(self) -> None:
        async with self._lock:
            await self._end()

    async def _end(self) -> None:
        process, self._process = self._process, None
        self._loaded.clear()
        if process is None:
            return
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
        await process.wait()
        if process.stdin is not None:
            process.stdin.close()
            with contextlib.suppress(OSError):
                await process.stdin.wait_closed()
        if process.stdout is not None:
            await process.stdout.read()  # to its end, so that the pipe is closed

    def has_loaded(self, request: ChoiceRequest) -> bool:
        """Whether the process has all code that the player needs for this edition.

        A process that has answered nobody yet has none: it may not even have started.
        """
        if needs_warmup(request.player):
            return code_key(request) in self._loaded
        return bool(self._loaded)

    async def ask(self, request: ChoiceRequest, deadline: float) -> Action:
        """The player's action; raises PlayerFailure where there is none in time, or no legal one.

        A process that gave no answer is ended; one whose player gave a wrong one goes on.
        """
        if not self.has_loaded(request):
            deadline *= LOADING_FACTOR
        if not self._loaded:
            deadline = max(deadline, MIN_STARTING_SECONDS)
        try:
            async with asyncio.timeout(deadline):
                answer = await self._send_and_receive(request)
        except Exception as problem:  # anything may be raised where an answer is unpickled
            await self.kill()
            raise PlayerFailure(type(problem).__name__) from problem
        except asyncio.CancelledError:
            await self.kill()  # an answer that nobody reads would be taken for the next one
            raise
        if answer.action not in request.observation.legal_actions or answer.action is None:
            raise PlayerFailure(answer.problem or "not legal", answer.detail)
        self._loaded.add(code_key(request))
        return answer.action

    async def _send_and_receive(self, request: ChoiceRequest) -> ChoiceReply:
        process = await self.start()
        assert process.stdin is not None  # both are pipes
        assert process.stdout is not None
        process.stdin.write(pack_message(request))
        await process.stdin.drain()
        (length,) = LENGTH_PREFIX.unpack(await process.stdout.readexactly(LENGTH_PREFIX.size))
        answer = pickle.loads(await process.stdout.readexactly(length))
        if not isinstance(answer, ChoiceReply):
            raise EOFError("no answer")
        return answer


def code_key(request: ChoiceRequest) -> tuple[str, str]:
    """What code is loaded for: the player and the edition."""
    return request.player, request.observation.edition.text
