"""A Ray cluster that does tasks, on this machine: nodes with one worker each, some of them lost."""

import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import pytest

from bottleimp.errors import BottleImpError, IllegalAction, RefusalReason
from bottleimp.execution.pools import open_pool
from bottleimp.execution.task_pool import TaskPool, map_tasks
from tests.support.execution.ray_cluster import NODES, RunningCluster, ray_cluster
from tests.support.execution.tasks import (
    KillingPool,
    blas_threads,
    die,
    die_once,
    lose_machine_once,
    refuse,
    square,
)

pytestmark = pytest.mark.slow
needs_ray = pytest.mark.skipif(
    find_spec("ray") is None, reason="NOT RUN: Ray is in no lock of ours"
)
ROOT = Path(__file__).parents[2]
ARENA = ("arena", "uniform", "rules_of_thumb", "--edition", "classic/lopaka", "--deals", "20")
SQUARES = [number * number for number in range(50)]
WITHOUT_RAY = """
import sys
sys.modules["ray"] = None
from bottleimp.cli import main
sys.exit(main(["arena", "uniform", "rules_of_thumb", "--ray", "local"]))
"""


@pytest.fixture
def pool(running_cluster: RunningCluster) -> Iterator[TaskPool]:
    with open_pool(ray=running_cluster.address) as found:
        assert found is not None
        yield found


def test_the_tasks_of_a_killed_worker_are_done_again(pool: TaskPool, tmp_path: Path) -> None:
    found = list(map_tasks(pool, partial(die_once, tmp_path, square), range(50)))

    assert found == SQUARES
    assert (tmp_path / "killed").exists()


def test_a_task_that_ends_every_worker_is_given_up_in_one_sentence(pool: TaskPool) -> None:
    with pytest.raises(BottleImpError, match="The Ray cluster lost some of the work: The worker"):
        list(map_tasks(pool, die, [0]))


def test_what_a_task_raises_comes_as_it_was_raised(pool: TaskPool) -> None:
    with pytest.raises(IllegalAction, match=r"^That card may not be played\.$") as no:
        list(map_tasks(pool, refuse, [0]))

    assert no.value.reason is RefusalReason.MUST_FOLLOW


def test_every_worker_computes_on_one_core(pool: TaskPool) -> None:
    assert set(map_tasks(pool, blas_threads, range(8))) == {"1"}


def test_a_worker_with_another_program_is_refused(
    pool: TaskPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    from bottleimp.execution import ray_pool  # noqa: PLC0415 - only where Ray is

    monkeypatch.setattr(ray_pool, "program_checksum", lambda: "that of another version")
    with pytest.raises(BottleImpError, match="has another version of Bottle Imp"):
        list(map_tasks(pool, square, [0]))


def test_workers_without_the_program_are_told_of_in_one_sentence(
    running_cluster: RunningCluster, tmp_path: Path
) -> None:
    (tmp_path / "bottleimp").mkdir()
    (tmp_path / "bottleimp" / "__init__.py").touch()  # a program without this module
    with (
        ray_cluster(tmp_path) as poor,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setenv("RAY_AUTH_TOKEN", poor.environment["RAY_AUTH_TOKEN"])
        command = [sys.executable, "-m", "bottleimp", *ARENA, "--ray", poor.address]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout) == (2, "")
    assert "bottleimp: A worker of the Ray cluster cannot import what it is to do" in done.stderr


def test_the_tasks_of_a_lost_machine_are_done_by_others(pool: TaskPool, tmp_path: Path) -> None:
    found = list(map_tasks(pool, partial(lose_machine_once, tmp_path, square), range(50)))

    assert found == SQUARES
    assert (tmp_path / "lost").exists()


def test_the_cluster_says_how_many_workers_it_has(pool: TaskPool) -> None:
    assert pool.workers in {NODES, NODES - 1}  # before another test has killed one, or after


def test_a_training_learns_the_same_when_a_worker_is_killed(pool: TaskPool, tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason="NOT RUN: PyTorch is in no lock of ours")
    from training.settings import TrainingSettings  # noqa: PLC0415 - only where PyTorch is
    from training.train import train  # noqa: PLC0415 - as above
    from training.trainer import Trainer  # noqa: PLC0415 - as above

    torch.set_num_threads(1)
    small = TrainingSettings("classic/4", size=16, blocks=1, rounds=30, batch=128, units=4)
    learned = []
    for name, workers in (("cluster", KillingPool(pool, tmp_path)), ("here", None)):
        trainer = Trainer(small, tmp_path / name, precision=torch.float32, pool=workers)
        train(trainer, seconds=600, total=60)
        learned.append([w.numpy().tobytes() for w in trainer.network.state_dict().values()])

    assert learned[0] == learned[1]
    assert (tmp_path / "killed").exists()


@needs_ray
@pytest.mark.parametrize("address", ["127.0.0.1:1", "nowhere", "127.0.0.1:99999999"])
def test_an_address_where_no_cluster_is_is_refused_in_one_sentence(address: str) -> None:
    with pytest.raises(BottleImpError, match=r"(No|A) Ray cluster .*\.$"), open_pool(ray=address):
        pass


def test_without_ray_one_sentence_says_how_to_install_it() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_RAY], capture_output=True, text=True, check=False
    )

    sentence = "bottleimp: --ray needs Ray: install it with pip install 'bottleimp[ray]'.\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", sentence)


def test_a_cluster_may_be_started_here(running_cluster: RunningCluster) -> None:
    command = [sys.executable, "-m", "bottleimp", *ARENA, "--processes", "2"]
    here, started = (
        subprocess.run(
            [*command, *more],
            env=running_cluster.environment, capture_output=True, text=True, check=True,
        ).stdout
        for more in ([], ["--ray", "local"])
    )  # fmt: skip

    assert started == here
