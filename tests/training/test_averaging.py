"""The mean of trainings that began alike, and a card from which all of them can be repeated."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="NOT RUN: PyTorch is in no lock of ours")

from tests.training.test_blending import SMALL, saved  # noqa: E402  (only where PyTorch is)
from training.export import export, load_weights  # noqa: E402
from training.model_card import AVERAGED, BLEND, card_entry, training_history_of  # noqa: E402
from training.train import train  # noqa: E402
from training.trainer import Trainer  # noqa: E402
from training.weights.averaging import average_checkpoints, main, mean_weights  # noqa: E402
from training.weights.blending import blend_checkpoint  # noqa: E402


def go_on(folder: Path, start: Path, seed: int, rate: float = SMALL.rate) -> Path:
    """The checkpoint of a short training with this seed, which begins with those weights."""
    settings = replace(SMALL, seed=seed, rate=rate)
    trainer = Trainer(settings, folder, start, precision=torch.float32, snapshots=0)
    train(trainer, 600, total=64)
    return folder / "checkpoint.pt"


def three_trainings(folder: Path) -> list[Path]:
    start = saved(folder / "start")
    return [go_on(folder / str(seed) / "4", start, seed) for seed in (1, 2, 3)]


def test_the_mean_is_taken_weight_by_weight() -> None:
    networks = [{"a": torch.tensor([float(n), 2.0])} for n in (1, 2, 6)]

    assert mean_weights(networks)["a"].tolist() == [3.0, 2.0]


def test_the_command_writes_the_mean_with_a_card_that_tells_of_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = three_trainings(tmp_path)
    words = [str(file.parent) for file in files]
    monkeypatch.setattr(sys, "argv", ["averaging", *words, "--folder", str(tmp_path / "mean")])

    main()

    mean, *each = map(load_weights, (tmp_path / "mean" / "4" / "checkpoint.pt", *files))
    for name, weight in mean.items():
        torch.testing.assert_close(weight, (each[0][name] + each[1][name] + each[2][name]) / 3)
    assert not torch.equal(each[0]["entry.weight"], each[1]["entry.weight"])
    export(tmp_path / "mean", tmp_path / "package")
    history = training_history_of(tmp_path / "package" / "4.npz")
    assert history is not None
    assert (
        "alike but for seed 2 from round 0 to 64; seed 3 from round 0 to 64."
        in history.phases[-1].note
    )


def test_the_card_has_all_phases_of_the_others(tmp_path: Path) -> None:
    told = card_entry(average_checkpoints(three_trainings(tmp_path)))

    others, phases = told[AVERAGED], told["phases"]
    assert isinstance(others, list)
    assert isinstance(phases, list)
    assert [[phase["settings"]["seed"] for phase in own] for own in others] == [[2], [3]]
    assert {phase["start"] for own in others for phase in own} == {phases[0]["start"]}


def test_what_is_averaged_and_then_mixed_tells_of_both(tmp_path: Path) -> None:
    files = three_trainings(tmp_path)
    mean = tmp_path / "mean.pt"
    torch.save(average_checkpoints(files), mean)

    told = card_entry(blend_checkpoint(mean, tmp_path / "start" / "checkpoint.pt", 0.7))

    assert {AVERAGED, BLEND} <= set(told)


def test_what_is_mixed_and_then_averaged_or_mixed_again_tells_of_each(tmp_path: Path) -> None:
    files, start = three_trainings(tmp_path), tmp_path / "start" / "checkpoint.pt"
    for file in files:
        torch.save(blend_checkpoint(file, start, 0.7), file)
    mean = card_entry(average_checkpoints(files))
    again = card_entry(blend_checkpoint(files[0], start, 0.9))

    others, blend = mean[AVERAGED], again[BLEND]
    assert isinstance(others, list)
    assert isinstance(blend, dict)
    for phases in (mean["phases"], *others, again["phases"]):
        assert isinstance(phases, list)
        assert "mixed: 0.7 of these, the rest the weights of start/" in phases[-1]["note"]
    assert BLEND not in mean
    assert blend["share"] == 0.9


def test_trainings_that_did_not_begin_alike_are_refused(tmp_path: Path) -> None:
    one, other = (
        go_on(
            tmp_path / name / "4", saved(tmp_path / f"{name}-start", replace(SMALL, seed=seed)), 1
        )
        for name, seed in (("a", 5), ("b", 6))
    )
    with pytest.raises(ValueError, match="begun with the same weights"):
        average_checkpoints([one, other])


def test_trainings_from_nothing_are_refused(tmp_path: Path) -> None:
    files = []
    for seed in (1, 2):
        folder = tmp_path / str(seed)
        train(Trainer(replace(SMALL, seed=seed), folder, precision=torch.float32), 600, total=32)
        files.append(folder / "checkpoint.pt")
    with pytest.raises(ValueError, match="begun with the same weights"):
        average_checkpoints(files)


def test_trainings_that_learned_in_different_ways_are_refused(tmp_path: Path) -> None:
    start = saved(tmp_path / "start")
    files = [
        go_on(tmp_path / name / "4", start, 1, rate) for name, rate in (("a", 1e-3), ("b", 2e-3))
    ]
    with pytest.raises(ValueError, match="settings than the seed"):
        average_checkpoints(files)


def test_the_same_training_twice_is_refused(tmp_path: Path) -> None:
    file = go_on(tmp_path / "4", saved(tmp_path / "start"), 1)
    with pytest.raises(ValueError, match="one training"):
        average_checkpoints([file, file])


def test_one_training_alone_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="two trainings or more"):
        average_checkpoints([saved(tmp_path / "4")])
