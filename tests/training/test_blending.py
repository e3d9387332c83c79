"""Networks mixed with those they began with: the mean of the weights, and a card that tells it."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="NOT RUN: PyTorch is in no lock of ours")

from tests.support.sources.repository import ROOT  # noqa: E402  (only where PyTorch is)
from training.export import load_weights  # noqa: E402
from training.model_card import BLEND, card_entry  # noqa: E402
from training.settings import TrainingSettings  # noqa: E402
from training.trainer import Trainer  # noqa: E402
from training.weights.blending import blend_checkpoint, blend_weights, main  # noqa: E402

MEASURING = ROOT / "benchmarks" / "panel" / "apart-1" / "4.npz"
SMALL = TrainingSettings("classic/4", size=16, blocks=1, rounds=32, batch=128)


def saved(folder: Path, settings: TrainingSettings = SMALL) -> Path:
    """The checkpoint of a network that has learned nothing."""
    Trainer(settings, folder, precision=torch.float32).save()
    return folder / "checkpoint.pt"


def test_weights_are_mixed_one_by_one() -> None:
    new = {"a": torch.tensor([1.0, 2.0]), "b": torch.tensor([[4.0]])}
    old = {"a": torch.tensor([0.0, 4.0]), "b": torch.tensor([[0.0]])}

    mixed = blend_weights(new, old, 0.75)

    assert mixed["a"].tolist() == [0.75, 2.5]
    assert mixed["b"].tolist() == [[3.0]]


@pytest.mark.parametrize("share", [-0.1, 1.5])
def test_a_share_that_is_none_is_refused(share: float) -> None:
    with pytest.raises(ValueError, match="share"):
        blend_weights({}, {}, share)


def test_networks_of_different_shapes_are_refused(tmp_path: Path) -> None:
    wide = saved(tmp_path / "wide", replace(SMALL, size=32))
    with pytest.raises(ValueError, match="shape"):
        blend_checkpoint(saved(tmp_path / "4"), wide, 0.5)


def test_a_network_that_serves_for_measuring_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["blending", str(saved(tmp_path / "4")), str(MEASURING), "--folder", str(tmp_path)]
    monkeypatch.setattr(sys, "argv", words)

    with pytest.raises(SystemExit):
        main()

    assert "measuring alone" in capsys.readouterr().err


def test_the_command_writes_a_checkpoint_whose_card_tells_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new, old = saved(tmp_path / "4"), saved(tmp_path / "old", replace(SMALL, seed=2))
    words = ["blending", str(new), str(old), "--share", "0.6", "--folder", str(tmp_path / "out")]
    monkeypatch.setattr(sys, "argv", words)

    main()

    file = tmp_path / "out" / "4" / "checkpoint.pt"
    mixed, first, second = map(load_weights, (file, new, old))
    assert all(torch.allclose(mixed[n], 0.6 * first[n] + 0.4 * second[n]) for n in first)
    told = card_entry(torch.load(file, weights_only=False))[BLEND]
    assert isinstance(told, dict)
    assert told["share"] == 0.6
    assert "SHA-256" in told["other"]
