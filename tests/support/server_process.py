"""A server in a process of its own, which can be killed."""

import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from tests.support.live_server import Live
from tests.support.patience import PATIENCE

PROGRAM = """
import argparse, os, sqlite3, sys
import sqlalchemy.dialects.sqlite
from bottleimp.server import run
if user := int(os.environ.get("AS_USER", 0)):
    os.setuid(user)
if files := int(os.environ.get("MOST_FILES", 0)):
    import resource
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
parser = argparse.ArgumentParser()
run.add_arguments(parser, opens_browser=False)
sys.exit(run.run(parser.parse_args()))
"""
USUAL = ("--port", "0", "--workers", "1", "--no-warmup")
SOURCES = Path(__file__).parents[2] / "src"


def arguments(*options: str, program: str = PROGRAM) -> list[str]:
    """The command line of a server."""
    return [sys.executable, "-c", program, *options]


def environment() -> dict[str, str]:
    """The environment in which these sources are found."""
    return {**os.environ, "PYTHONPATH": str(SOURCES), "PYTHONUNBUFFERED": "1"}


class ServerProcess:
    """A running server process."""

    def __init__(
        self,
        folder: Path,
        *options: str,
        errors: Path | None = None,
        files: int | None = None,
        program: str = PROGRAM,
    ) -> None:
        self.started = time.monotonic()
        self.errors = errors  # where its error output is kept
        with errors.open("w") if errors is not None else nullcontext() as target:
            self.process = subprocess.Popen(
                arguments("--data", str(folder), *USUAL, *options, program=program),
                env=environment() | ({} if files is None else {"MOST_FILES": str(files)}),
                stdout=subprocess.PIPE,
                stderr=target,
                text=True,
            )
        self.said = ""
        self.live = Live(self._port())

    def read_until_announced(self) -> None:
        """Reads what it says until it serves, for the first time or after a restart.

        A server that never does is killed, and its words are the failure.
        """
        assert self.process.stdout is not None
        limit = threading.Timer(PATIENCE, self.process.kill)
        limit.start()
        try:
            while line := self.process.stdout.readline():
                self.said += line
                if line.startswith("Stop with"):
                    return
        finally:
            limit.cancel()
        raise AssertionError(self.said)

    def _port(self) -> int:
        self.read_until_announced()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/$", self.said, re.MULTILINE)
        assert found, self.said
        return int(found[1])

    def kill(self) -> None:
        """Ends it as a power failure would."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """Ends it as a service manager would; its exit status."""
        self.process.terminate()
        assert self.process.stdout is not None
        self.said += self.process.stdout.read()
        return self.process.wait()


@contextmanager
def server_process(
    folder: Path,
    *options: str,
    errors: Path | None = None,
    files: int | None = None,
    program: str = PROGRAM,
) -> Iterator[ServerProcess]:
    """A server process, killed at the end if it still runs."""
    server = ServerProcess(folder, *options, errors=errors, files=files, program=program)
    try:
        yield server
    finally:
        server.kill()
        assert server.process.stdout is not None
        server.process.stdout.close()
