"""Compiles code for computer players while the server is idle.

Whoever opens a table then meets players that are ready.  The work is done once for each version of
the program and each machine, in a process of its own with the lowest priority.
"""

import asyncio
import contextlib
import logging
import os
import sys
from asyncio.subprocess import DEVNULL

from bottleimp.players.blas_threads import SINGLE_THREAD_VARIABLES

log = logging.getLogger(__name__)

WARMUP_PROGRAM = (sys.executable, "-m", "bottleimp.server.engines.warmup_process")
START_DELAY = 5.0  # seconds from the start of the server, which is busy enough until then


async def warm_up_when_idle(
    program: tuple[str, ...] = WARMUP_PROGRAM, delay: float = START_DELAY
) -> None:
    """Runs the process until it is done; ends it when this task is cancelled."""
    await asyncio.sleep(delay)
    process = await asyncio.create_subprocess_exec(
        *program, stdin=DEVNULL, stdout=DEVNULL, env=os.environ | SINGLE_THREAD_VARIABLES
    )
    try:
        status = await process.wait()
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    if status > 0:  # below zero it was ended by a signal, as when the server is stopped
        log.warning("code for computer players could not be compiled ahead")
