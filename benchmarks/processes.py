"""Processor time and memory of a server, of the processes it has started, and of this one."""

import os
import re
import time
from pathlib import Path


def cpu_seconds(process: int) -> float:
    """The processor time that a process has had."""
    fields = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def child_processes(process: int) -> list[int]:
    """The processes that it has started."""
    tasks = Path(f"/proc/{process}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text("ascii").split()]


def resident_megabytes(process: int) -> float:
    """What a process has in memory, in millions of bytes."""
    status = Path(f"/proc/{process}/status").read_text("ascii")
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert found is not None
    return int(found[1]) * 1024 / 1e6


class CpuUsage:
    """Processor time of everybody from now on, in cores."""

    def __init__(self, server: int) -> None:
        self._server = server
        self._began = time.perf_counter()
        self._before = self._read()

    def _read(self) -> tuple[float, float, float]:
        players = sum(cpu_seconds(child) for child in child_processes(self._server))
        return cpu_seconds(self._server), players, time.process_time()

    def cores_used(self) -> tuple[float, float, float]:
        """What the server, its computer players and this process took."""
        wall = time.perf_counter() - self._began
        server, players, own = (
            (late - early) / wall for late, early in zip(self._read(), self._before, strict=True)
        )
        return server, players, own
