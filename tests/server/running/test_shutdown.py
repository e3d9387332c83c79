"""Told to end, a server ends well at any moment; told twice, it ends at once and without a word."""

import os
import random
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.support.patience import PATIENCE
from tests.support.server_process import environment, server_process
from tests.support.short_runs import sparing

pytestmark = [
    pytest.mark.skipif(os.name == "nt", reason="needs signals of POSIX"),
    pytest.mark.slow,  # each starts a server
]

# Says a line as soon as the command line has begun: what comes before is Python's own start.
EARLY = """
import sys
from bottleimp.cli.main import main
from bottleimp.server.shutdown import ShutdownSignals
install = ShutdownSignals.install
def install_and_say(self):
    install(self)
    print("It begins.", flush=True)
ShutdownSignals.install = install_and_say
sys.argv = ["bottleimp", *sys.argv[1:]]
sys.exit(main())
"""
# Here the start takes for ever.
STUCK = EARLY.replace(
    "sys.argv =",
    """import time
from bottleimp.server import run
def for_ever(*_):
    print("It is stuck.", flush=True)
    while True: time.sleep(0.01)
run.open_server_database = for_ever
sys.argv =""",
)
BOTH = [signal.SIGTERM, signal.SIGINT]
AFTER_RESTART = (0.0, 0.3, 0.6, 0.9, 1.2, 1.5)  # seconds


def started(program: str, folder: Path, *options: str) -> "subprocess.Popen[str]":
    """A server that has just begun to start."""
    process = subprocess.Popen(
        [sys.executable, "-c", program, "serve", "--data", str(folder), "--port", "0",
         "--workers", "1", *options],
        env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    read_until(process, "It begins.")
    return process


def read_until(process: "subprocess.Popen[str]", wanted: str) -> None:
    """Reads what it says up to this line."""
    assert process.stdout is not None
    while (line := process.stdout.readline()) and line != wanted + "\n":
        pass
    assert line


def ended(process: "subprocess.Popen[str]") -> tuple[int, str]:
    """Its exit status and what it complained about."""
    _, errors = process.communicate(timeout=PATIENCE)
    return process.returncode, errors


@pytest.mark.parametrize("number", BOTH)
def test_a_server_that_is_told_to_end_before_it_serves_ends_well(
    number: int, tmp_path: Path
) -> None:
    process = started(EARLY, tmp_path)
    process.send_signal(number)

    assert ended(process) == (0, "")


@pytest.mark.parametrize("seed", sparing(range(9), range(3)))
def test_a_server_can_be_told_to_end_at_any_moment(seed: int, tmp_path: Path) -> None:
    draw = random.Random(seed)
    process = started(EARLY, tmp_path)
    threading.Event().wait(draw.uniform(0.0, 3.0))
    process.send_signal(draw.choice(BOTH))

    assert ended(process) == (0, "")


@pytest.mark.parametrize("number", BOTH)
def test_a_second_signal_ends_the_start_at_once_without_a_word(number: int, tmp_path: Path) -> None:
    process = started(STUCK, tmp_path)
    read_until(process, "It is stuck.")
    process.send_signal(number)
    while process.poll() is None:  # two signals that come together are one
        process.send_signal(number)
        threading.Event().wait(0.05)

    assert (128 + number, "") == ended(process)


def test_two_quick_interrupts_leave_no_traceback(tmp_path: Path) -> None:
    errors = tmp_path / "errors"
    with server_process(tmp_path / "data", errors=errors) as server:
        table, cookie = server.live.new_table("classic/4", pace="0")
        with server.live.client(table, cookie) as client:
            client.receive()
            server.process.send_signal(signal.SIGINT)
            server.process.send_signal(signal.SIGINT)
            status = server.process.wait(PATIENCE)

    assert status in (0, 128 + signal.SIGINT)
    assert errors.read_text() == ""


@pytest.mark.parametrize("wait", sparing(AFTER_RESTART, AFTER_RESTART[::2]))
def test_a_server_that_restarts_and_is_told_to_end_ends_well(wait: float, tmp_path: Path) -> None:
    with server_process(tmp_path) as server:
        server.process.send_signal(signal.SIGHUP)
        threading.Event().wait(wait)
        status = server.stop()

    assert status == 0, server.said


@pytest.mark.parametrize("number", BOTH)
def test_one_signal_ends_a_server_that_loads_a_player_for_ever(
    number: signal.Signals, tmp_path: Path
) -> None:
    loading = STUCK.replace("run.open_server_database", "run.offer_outside_players")
    process = started(loading, tmp_path, "--outside-players", "my_players:Slow")
    read_until(process, "It is stuck.")
    process.send_signal(number)
    process.communicate(timeout=PATIENCE)

    assert process.returncode == 128 + number
    assert not [*tmp_path.iterdir()]
