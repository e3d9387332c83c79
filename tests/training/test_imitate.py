"""A network that values actions as playouts do: what it learns, and where it can sit."""

from pathlib import Path

import numpy as np
import pytest

from bottleimp.kernel.encoding.schema import action_count
from bottleimp.players.network import VALUE_HEAD, points_per_unit
from bottleimp.rules.editions import edition
from training.labels import LabelSettings, write_labels

torch = pytest.importorskip("torch", reason="NOT RUN: PyTorch is in no lock of ours")

from training.expert import read_label_sets  # noqa: E402  (only where PyTorch is)
from training.export import load_weights  # noqa: E402
from training.imitate import imitate, judge_imitation, read_all_labels  # noqa: E402

pytestmark = pytest.mark.slow

KEY = "classic/lopaka"
UNIT = points_per_unit(edition(KEY))
SETTINGS = LabelSettings(KEY, rounds=10, playouts=8)


@pytest.fixture(autouse=True)
def one_thread():
    torch.set_num_threads(1)


@pytest.fixture(scope="module")
def label_sets(tmp_path_factory: pytest.TempPathFactory):
    folder = tmp_path_factory.mktemp("labels")
    for _ in write_labels(folder, SETTINGS, 6_000):
        pass
    return read_label_sets(folder, UNIT, torch.device("cpu"))


def test_more_passes_lose_less_by_labels_that_were_held_out(label_sets):
    taught, held_out = label_sets
    few, many = (
        judge_imitation(imitate("lopaka", taught, passes, 64, 1, 1), held_out, UNIT)
        for passes in (0.3, 30)
    )

    legal = held_out.values.masked_fill(~held_out.is_legal, -torch.inf)
    mean = held_out.values.sum(dim=1) / held_out.is_legal.sum(dim=1)  # 0 where not legal
    of_any_action = float((legal.amax(dim=1) - mean).mean()) * UNIT
    assert many["regret"] < few["regret"]
    assert many["regret"] < 0.75 * of_any_action
    assert many["agreement"] > 0.4


def test_labels_of_several_folders_count_together(tmp_path: Path):
    folders = [tmp_path / "one", tmp_path / "two"]
    for seed, folder in enumerate(folders):
        for _ in write_labels(folder, LabelSettings(KEY, seed=seed, rounds=2, playouts=2), 100):
            pass
    alone = [read_label_sets(folder, UNIT, torch.device("cpu")) for folder in folders]

    together = read_all_labels(folders, UNIT)

    for number, labels in enumerate(together):
        parts = [sets[number] for sets in alone]
        assert len(labels) == sum(len(part) for part in parts)
        torch.testing.assert_close(labels.values, torch.cat([part.values for part in parts]))


def test_what_labels_teach_nothing_of_is_zero(label_sets):
    arrays = imitate("lopaka", label_sets[0], 0.3, 64, 1, 1)

    assert np.abs(arrays["exits"][VALUE_HEAD]).max() > 0
    assert not arrays["exits"][VALUE_HEAD + 1 :].any()
    assert not arrays["where"].any()


def test_it_is_written_as_other_networks_are(label_sets, tmp_path: Path):
    arrays = imitate("lopaka", label_sets[0], 0.3, 64, 1, 1)
    file = tmp_path / "lopaka.npz"
    np.savez_compressed(file, allow_pickle=False, **arrays)
    weights = load_weights(file)

    assert len(weights["exit.bias"]) == 3 * action_count(edition(KEY))
    assert weights["entry.weight"].shape[0] == 64
