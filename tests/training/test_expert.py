"""Learning from labels: what is learned, from where it begins, and how it is judged."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from bottleimp.kernel.encoding.schema import action_count, feature_count
from bottleimp.players.network import network_file, network_from_arrays
from bottleimp.rules.editions import edition
from training.labels import LabelSettings, label_files, read_labels, write_labels

torch = pytest.importorskip("torch", reason="NOT RUN: PyTorch is in no lock of ours")

from training.expert import (  # noqa: E402  (only where PyTorch is)
    ExpertTrainer,
    LabelWeights,
    centre,
    label_losses,
)
from training.export import load_weights, network_arrays  # noqa: E402
from training.network import TorchNetwork  # noqa: E402
from training.settings import TrainingSettings  # noqa: E402
from training.solved_choices import ChoiceSolver  # noqa: E402
from training.weights.widening import widen_weights  # noqa: E402

pytestmark = pytest.mark.slow

KEY = "classic/bright-house"
PACKAGED = Path(str(network_file("bright-house")))
SETTINGS = TrainingSettings(KEY, size=400, blocks=4, rounds=8, batch=64, rate=1e-4)


@pytest.fixture(autouse=True)
def one_thread():
    torch.set_num_threads(1)


@pytest.fixture(scope="module")
def labels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of some files of labels."""
    folder = tmp_path_factory.mktemp("labels")
    for _ in write_labels(folder, LabelSettings(KEY, rounds=1, worlds=2), 60):
        pass
    return folder


def large_network() -> TorchNetwork:
    playing = edition(KEY)
    width = feature_count(playing.layout, playing.bottles)
    actions = action_count(playing)
    return TorchNetwork(width, actions, 400, 4, len(playing.hands) + 1)


def test_a_widened_network_says_the_same_of_everything(labels: Path):
    small = load_weights(PACKAGED)
    wide = widen_weights(small, large_network().state_dict())
    actions = action_count(edition(KEY))
    features = read_labels(label_files(labels)[0]).features
    found, expected = (
        network_from_arrays(network_arrays(weights, actions)).values(features)
        for weights in (wide, small)
    )

    np.testing.assert_allclose(found, expected, atol=1e-2)


def test_a_network_is_not_made_smaller():
    with pytest.raises(ValueError, match="The larger network has no"):
        widen_weights(large_network().state_dict(), load_weights(PACKAGED))


def test_what_a_round_is_worth_is_not_learned_from_labels():
    wanted = torch.tensor([[1.0, 2.0, 0.0]])
    is_legal = torch.tensor([[True, True, False]])
    losses = label_losses(wanted + 7, wanted, is_legal, 0.1)

    torch.testing.assert_close(losses, torch.zeros(2))
    torch.testing.assert_close(centre(wanted, is_legal), torch.tensor([[-0.5, 0.5, 0.0]]))


def test_a_wrong_order_of_actions_costs_both_ways():
    wanted, found = torch.tensor([[1.0, 2.0, 0.0]]), torch.tensor([[2.0, 1.0, 0.0]])
    losses = label_losses(found, wanted, torch.tensor([[True, True, False]]), 1.0)

    # Both advantages are off by one, half squared; softmax 0.731 and 0.269 differ by one in log.
    torch.testing.assert_close(losses, torch.tensor([0.25, 0.4621]), atol=1e-4, rtol=0)


def test_labels_teach_to_lose_less_by_labels(tmp_path: Path, labels: Path):
    trainer = ExpertTrainer(
        SETTINGS, tmp_path, labels, PACKAGED,
        weights=LabelWeights(advantage=10.0), precision=torch.float32,
    )  # fmt: skip
    losses = [trainer.run_generation(trainer.editions[0]) for _ in range(16)]
    first, last = losses[0], losses[-1]

    assert last["advantage"] < first["advantage"]
    assert last["policy"] < first["policy"]


def test_a_training_that_was_ended_goes_on_and_is_judged(tmp_path: Path, labels: Path):
    def trainer() -> ExpertTrainer:
        return ExpertTrainer(SETTINGS, tmp_path, labels, PACKAGED, precision=torch.float32)

    before = trainer()
    before.run_generation(before.editions[0])
    before.save()
    after = trainer()
    verdict = after.judge(PACKAGED, deals=20)

    assert after.progress.rounds == before.progress.rounds
    assert verdict["is_enough"] == (float(verdict["gain"] or 0) >= 5)
    assert verdict["regret"] is not None
    assert verdict["regret"] >= 0


def test_late_choices_of_self_play_are_labels_too(tmp_path: Path):
    torch.manual_seed(1)
    actions = action_count(edition(KEY))
    ignorant = tmp_path / "ignorant.npz"  # that of the package knows late choices already
    arrays = network_arrays(large_network().state_dict(), actions)
    np.savez_compressed(ignorant, allow_pickle=False, **arrays)
    trainer = ExpertTrainer(
        SETTINGS, tmp_path, None, ignorant,
        weights=LabelWeights(advantage=10.0), solver=ChoiceSolver(14, 6), precision=torch.float32,
    )  # fmt: skip
    losses = [trainer.run_generation(trainer.editions[0]) for _ in range(16)]

    assert trainer.judge(PACKAGED, deals=2)["regret"] is None
    assert np.mean([one["advantage"] for one in losses[-4:]]) < np.mean(
        [one["advantage"] for one in losses[:4]]
    )


def test_the_choices_solved_in_all_units_of_a_generation_are_learned_from(tmp_path: Path):
    choices = 3  # of each round
    trainer = ExpertTrainer(
        replace(SETTINGS, units=4), tmp_path, None, PACKAGED,
        solver=ChoiceSolver(14, choices), precision=torch.float32,
    )  # fmt: skip
    trainer.run_generation(trainer.editions[0])
    first = trainer.solved
    trainer.run_generation(trainer.editions[0])

    assert first is not None
    assert trainer.solved is not None
    assert SETTINGS.rounds < len(first) <= choices * SETTINGS.rounds
    assert len(trainer.solved) <= choices * SETTINGS.rounds


def test_a_population_is_refused_where_choices_are_solved(tmp_path: Path):
    with pytest.raises(ValueError, match="without --population"):
        ExpertTrainer(
            replace(SETTINGS, population=0.3), tmp_path, None, PACKAGED, solver=ChoiceSolver(14, 2)
        )


def test_a_policy_gradient_is_refused(tmp_path: Path, labels: Path):
    with pytest.raises(ValueError, match="no policy gradient"):
        ExpertTrainer(replace(SETTINGS, policy=0.5), tmp_path, labels, PACKAGED)


def test_nothing_to_learn_from_is_refused(tmp_path: Path):
    with pytest.raises(ValueError, match="nothing to learn from"):
        ExpertTrainer(SETTINGS, tmp_path, None, PACKAGED, precision=torch.float32)
