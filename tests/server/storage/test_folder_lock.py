"""A data folder belongs to one server at a time, however the one before it ended."""

import os
import signal
import subprocess
from pathlib import Path

import pytest

from bottleimp.protocol.refusals import StorageError
from bottleimp.server.storage import folder_lock
from bottleimp.server.storage.folder_lock import lock_folder
from bottleimp.server.storage.sqlite import open_existing
from tests.support.patience import PATIENCE
from tests.support.server_process import USUAL, arguments, environment, server_process

pytestmark = pytest.mark.slow  # each starts processes


def started_beside(folder: Path) -> "subprocess.CompletedProcess[str]":
    """A second server on the folder, which is to end by itself."""
    return subprocess.run(
        arguments("--data", str(folder), "--port", "0"),
        env=environment(), capture_output=True, text=True, check=False, timeout=PATIENCE,
    )  # fmt: skip


def refusal(folder: Path) -> str:
    return (
        f"Another server uses the data folder {folder};"
        " stop that one, or name another folder with --data.\n"
    )


def test_a_second_server_on_the_same_folder_is_refused_in_one_sentence(tmp_path: Path) -> None:
    with server_process(tmp_path) as server:
        second = started_beside(tmp_path)
        status = server.live.request("GET", "/healthz").status

    assert (2, "", refusal(tmp_path)) == (second.returncode, second.stdout, second.stderr)
    assert status == 200


def test_a_server_that_was_killed_leaves_its_folder_to_the_next(tmp_path: Path) -> None:
    with server_process(tmp_path) as server:
        server.kill()
    with server_process(tmp_path) as server:
        status = server.live.request("GET", "/healthz").status

    assert status == 200


@pytest.mark.wide
@pytest.mark.skipif(os.name == "nt", reason="needs signals of POSIX")
def test_a_server_that_restarts_in_place_keeps_its_folder(tmp_path: Path) -> None:
    with server_process(tmp_path) as server:
        seconds = []
        for _ in range(2):
            server.process.send_signal(signal.SIGHUP)
            server.read_until_announced()
            seconds.append(started_beside(tmp_path).stderr)
        server.live.request("GET", "/healthz")
        held = locks_of(server.process.pid) if has_proc() else 1
        status = server.stop()

    assert [refusal(tmp_path)] * 2 == seconds
    assert status == 0
    assert held == 1


def locks_of(process: int) -> int:
    """How often the process has the file of the lock open."""
    files = Path(f"/proc/{process}/fd").iterdir()
    return sum(each.readlink().name == folder_lock.LOCK_FILE for each in files if each.is_symlink())


def has_proc() -> bool:
    """Whether the system tells of its processes."""
    return Path("/proc/self/fd").is_dir()


def test_the_data_can_be_looked_after_beside_a_server(tmp_path: Path) -> None:
    with server_process(tmp_path):
        open_existing(tmp_path).close()


def test_a_folder_that_was_given_back_can_be_locked_again(tmp_path: Path) -> None:
    first = lock_folder(tmp_path)
    with pytest.raises(StorageError):
        lock_folder(tmp_path)
    first.release()
    lock_folder(tmp_path).release()


FAILING = """
import argparse
from bottleimp.server import run
def announce(*_):
    raise ArithmeticError
run.announce = announce
parser = argparse.ArgumentParser()
run.add_arguments(parser, opens_browser=False)
args = parser.parse_args()
try:
    run.run(args)
except ArithmeticError:
    run.lock_folder(run.sources.settings_from_arguments(args).data_folder).release()
    print("It is given back.")
"""


def test_a_server_that_fails_while_it_starts_gives_its_folder_back(tmp_path: Path) -> None:
    line = arguments("--data", str(tmp_path), *USUAL, program=FAILING)
    done = subprocess.run(line, env=environment(), capture_output=True, text=True, check=False)

    assert (done.stdout, done.stderr) == ("It is given back.\n", "")


@pytest.mark.parametrize("text", ["", "-1", "999999", "x", "٣"])
def test_what_was_not_handed_over_is_not_believed(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(folder_lock.LOCK_VARIABLE, text)
    monkeypatch.setenv("LISTEN_PID", str(os.getpid()))
    lock_folder(tmp_path).release()

    assert folder_lock.LOCK_VARIABLE not in os.environ
