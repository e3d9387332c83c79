"""Trainings side by side: each seed trains, and the mean of all is taken."""

import sys
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="NOT RUN: PyTorch is in no lock of ours")

from tests.training.test_blending import saved  # noqa: E402  (only where PyTorch is)
from training.export import export, load_weights  # noqa: E402
from training.plan import plan_from_text  # noqa: E402
from training.side_by_side import main, run_plan  # noqa: E402

SMALL_PLAN = """
[settings]
size = 16
blocks = 1
rounds = 32
batch = 64

[[training]]
mode = "4"
seeds = {seeds}
start = "{start}"
rate = 1e-3
"""


def small_plan(folder: Path, seeds: str = "[1, 2]") -> str:
    return SMALL_PLAN.format(seeds=seeds, start=saved(folder / "start"))


@pytest.mark.slow
def test_every_seed_trains_and_the_mean_of_all_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(small_plan(tmp_path))
    words = [str(plan), "--folder", str(tmp_path / "runs"), "--total-rounds", "64"]
    monkeypatch.setattr(sys, "argv", ["side_by_side", *words, "--precision", "float32"])

    assert main() == 0

    files = [tmp_path / "runs" / name / "4" / "checkpoint.pt" for name in ("1", "2", "averaged")]
    one, two, mean = map(load_weights, files)
    assert not torch.equal(one["entry.weight"], two["entry.weight"])
    for name, weight in mean.items():
        torch.testing.assert_close(weight, (one[name] + two[name]) / 2)


@pytest.mark.slow
def test_one_seed_alone_is_the_mean_of_its_mode(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan, runs = tmp_path / "plan.toml", tmp_path / "runs"
    plan.write_text(small_plan(tmp_path, "[2]"))
    words = [str(plan), "--folder", str(runs), "--total-rounds", "32"]
    monkeypatch.setattr(sys, "argv", ["side_by_side", *words, "--precision", "float32"])

    assert main() == 0

    export(runs / "averaged", tmp_path / "package")
    mean, alone = (load_weights(runs / name / "4" / "checkpoint.pt") for name in ("averaged", "2"))
    assert (tmp_path / "package" / "4.npz").is_file()
    assert all(torch.equal(mean[name], alone[name]) for name in alone)


@pytest.mark.slow
def test_a_training_that_fails_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trainings = plan_from_text(small_plan(tmp_path, "[1]") + "units = 2\npolicy = 0.5\n")

    well = run_plan(trainings, tmp_path / "runs", ["--total-rounds", "64"])

    assert well == {"4": []}
    assert "4 with the seed 1 failed (2):" in capsys.readouterr().out
