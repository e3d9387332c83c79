"""The processes that play for the arena come and go with it."""

import os
import signal
import subprocess
import sys
import time

import pytest

from tests.support.patience import PATIENCE

SCRIPT = """
import os, time
from bottleimp.execution.process_pool import process_pool

if __name__ == "__main__":
    with process_pool(2) as pool:
        print(pool.submit(os.getpid).result(), flush=True)
        time.sleep(600)
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="asks for processes as POSIX does")
def test_no_process_is_left_when_the_arena_is_killed(tmp_path):
    script = tmp_path / "killed.py"
    script.write_text(SCRIPT, encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as arena:
        assert arena.stdout is not None
        player = int(arena.stdout.readline())
        os.kill(arena.pid, signal.SIGKILL)

    assert is_gone_soon(player)


def is_gone_soon(process: int) -> bool:
    """Whether the process ends within some seconds."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False
