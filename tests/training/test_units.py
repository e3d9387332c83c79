"""A generation of training in units, which workers play: the same network whoever plays them."""

from pathlib import Path

import pytest
from numpy.random import default_rng

from bottleimp.execution.process_pool import process_pool
from tests.support.execution.tasks import KillingPool

torch = pytest.importorskip("torch", reason="NOT RUN: PyTorch is in no lock of ours")

from training.settings import TrainingSettings  # noqa: E402  (only where PyTorch is)
from training.train import train  # noqa: E402
from training.trainer import Trainer  # noqa: E402
from training.units import split_generation  # noqa: E402  (only where PyTorch is)

pytestmark = pytest.mark.slow

SMALL = TrainingSettings("classic/4", size=16, blocks=1, rounds=30, batch=128, units=4)
TOTAL = 60


@pytest.fixture(autouse=True)
def one_thread():
    torch.set_num_threads(1)


def weights(trainer: Trainer) -> dict[str, bytes]:
    """All that was learned, to the last bit."""
    return {name: w.numpy().tobytes() for name, w in trainer.network.state_dict().items()}


def trained_here(folder: Path) -> Trainer:
    trainer = Trainer(SMALL, folder, precision=torch.float32)
    train(trainer, seconds=600, total=TOTAL)
    return trainer


def test_workers_teach_the_same_network_even_if_one_is_killed(tmp_path: Path):
    with process_pool(2) as pool:
        workers = KillingPool(pool, tmp_path)
        trainer = Trainer(SMALL, tmp_path / "pool", precision=torch.float32, pool=workers)
        train(trainer, seconds=600, total=TOTAL)

    assert (tmp_path / "killed").exists()
    assert weights(trainer) == weights(trained_here(tmp_path / "here"))


def test_a_training_that_was_ended_and_gone_on_with_teaches_the_same_network(tmp_path: Path):
    train(Trainer(SMALL, tmp_path / "cut", precision=torch.float32), seconds=600, total=TOTAL // 2)
    resumed = trained_here(tmp_path / "cut")

    assert resumed.progress.rounds == TOTAL
    assert weights(resumed) == weights(trained_here(tmp_path / "whole"))


def test_the_number_of_units_changes_what_is_drawn_but_not_the_deals(tmp_path: Path):
    one = split_generation("classic/4", 30, 1, default_rng(3))[0].deal()
    four = [unit.deal() for unit in split_generation("classic/4", 30, 4, default_rng(3))]

    assert [len(part.rows) for part in four] == [7, 8, 7, 8]
    assert [row for part in four for row in part.rows.tolist()] == one.rows.tolist()
