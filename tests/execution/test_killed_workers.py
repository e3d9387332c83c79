"""Commands whose worker is killed in the middle of a task come to the same bytes as without.

The workers are processes of this machine or nodes of a Ray cluster on it, one worker each.
"""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support.execution.held_player import GO, waiting_processes
from tests.support.execution.ray_cluster import FOLDER_VARIABLE, RunningCluster
from tests.support.patience import PATIENCE

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name != "posix", reason="kills processes as POSIX does"),
]

HELD = "tests.support.execution.held_player:HeldPlayer"
ROOT = Path(__file__).parents[2]
LOPAKA = "classic/lopaka"
ARENA = ("arena", HELD, "uniform", "--edition", LOPAKA, "--deals", "40")
SELFPLAY = ("selfplay", HELD, "uniform", "--edition", LOPAKA, "--rounds", "60", "--records")
TOURNAMENT = ("--players", HELD, "uniform", "--editions", LOPAKA, "--deals", "20")
EXPLOITABILITY = (
    "--edition", LOPAKA, "--responders", HELD, "--population", "uniform", "--deals", "20",
)  # fmt: skip


class Workers(NamedTuple):
    """Who plays: the options of a command, its environment, and where its players wait."""

    options: tuple[str, ...]
    environment: dict[str, str]
    held: Path


@pytest.fixture(scope="module")
def processes(tmp_path_factory: pytest.TempPathFactory) -> Workers:
    held = tmp_path_factory.mktemp("held")
    return Workers(("--processes", "2"), {**os.environ, FOLDER_VARIABLE: str(held)}, held)


@pytest.fixture
def cluster(running_cluster: RunningCluster) -> Workers:
    running = running_cluster
    return Workers(("--ray", running.address), running.environment, running.held)


@pytest.fixture(params=["processes", "cluster"])
def workers(request: pytest.FixtureRequest) -> Workers:
    """Workers that wait when they are first asked for a card."""
    found: Workers = request.getfixturevalue(request.param)
    for file in found.held.iterdir():
        file.unlink()
    return found


def run_alone(*words: str | Path) -> str:
    """What a command without other processes says."""
    done = subprocess.run(
        [sys.executable, "-m", "bottleimp", *map(str, words), "--processes", "1"],
        cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=True,
    )  # fmt: skip
    return done.stdout


def run_and_kill_one(workers: Workers, *words: str | Path) -> str:
    """What a command says, one of whose workers is killed while it plays."""
    with subprocess.Popen(
        [sys.executable, "-m", "bottleimp", *map(str, words), *workers.options],
        env=workers.environment, cwd=ROOT,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as command:  # fmt: skip
        deadline = time.monotonic() + PATIENCE
        while not waiting_processes(workers.held):
            assert command.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.01)
        os.kill(waiting_processes(workers.held)[0], signal.SIGKILL)
        (workers.held / GO).touch()
        said, complaints = command.communicate(timeout=PATIENCE)
    assert (command.returncode, "Traceback" in complaints) == (0, False)
    return said


def contents(folder: Path) -> dict[str, bytes]:
    """All files below a folder."""
    return {
        file.relative_to(folder).as_posix(): file.read_bytes()
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }


@pytest.mark.wide
def test_the_table_of_the_arena_is_the_same(workers: Workers) -> None:
    assert run_and_kill_one(workers, *ARENA) == run_alone(*ARENA)


@pytest.mark.wide
def test_the_files_of_a_tournament_are_the_same(workers: Workers, tmp_path: Path) -> None:
    said = run_and_kill_one(workers, "tournament", tmp_path / "killed", *TOURNAMENT)

    assert said == run_alone("tournament", tmp_path / "alone", *TOURNAMENT)
    assert contents(tmp_path / "killed") == contents(tmp_path / "alone")


@pytest.mark.wide
def test_the_files_of_a_data_set_are_the_same(workers: Workers, tmp_path: Path) -> None:
    run_and_kill_one(workers, *SELFPLAY, "--output", tmp_path / "killed")
    run_alone(*SELFPLAY, "--output", tmp_path / "alone")

    assert contents(tmp_path / "killed") == contents(tmp_path / "alone")


@pytest.mark.wide
def test_what_is_measured_of_exploitability_is_the_same(workers: Workers, tmp_path: Path) -> None:
    said = run_and_kill_one(workers, "exploitability", tmp_path / "killed", *EXPLOITABILITY)

    assert said == run_alone("exploitability", tmp_path / "alone", *EXPLOITABILITY)
    assert contents(tmp_path / "killed") == contents(tmp_path / "alone")
