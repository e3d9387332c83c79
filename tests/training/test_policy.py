"""The policy gradient: what the critic sees, what is better than expected, and what is learned."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from bottleimp.kernel.round_batch import RoundBatch
from bottleimp.players.network import GAP_WORTH, network_file, network_from_arrays
from bottleimp.rules.cardsets import members
from bottleimp.rules.editions import edition

torch = pytest.importorskip("torch", reason="NOT RUN: PyTorch is in no lock of ours")

from training.acting import Transitions  # noqa: E402  (only where PyTorch is)
from training.export import export  # noqa: E402
from training.network import Critic, TorchNetwork  # noqa: E402
from training.policy import (  # noqa: E402
    HandBits,
    PolicyLessons,
    PolicyTrainer,
    advantages,
    policy_losses,
)
from training.settings import TrainingSettings  # noqa: E402
from training.train import train  # noqa: E402
from training.weights.gap_worth import measure_gap_worth  # noqa: E402

pytestmark = pytest.mark.slow

KEY = "classic/lopaka"
PACKAGED = Path(str(network_file("lopaka")))
SETTINGS = TrainingSettings(
    KEY, rounds=16, batch=64, rate=1e-3, final_rate=1e-3, explore=0.0, final_explore=0.0,
    temperature=0.06, final_temperature=0.06, policy=1.0, critic_rounds=0, population=0.0,
)  # fmt: skip


@pytest.fixture(autouse=True)
def one_thread():
    torch.set_num_threads(1)


def trainer_in(folder: Path, settings: TrainingSettings = SETTINGS) -> PolicyTrainer:
    return PolicyTrainer(settings, folder, PACKAGED, precision=torch.float32)


@pytest.mark.parametrize("key", [KEY, "classic/4", "matagot/6-teams-222"])
def test_the_critic_sees_every_card_where_it_lies(key: str):
    playing = edition(key)
    rounds = RoundBatch.allocate(playing, 5)
    rounds.deal(3, 0)
    rounds.next_decisions()
    hand_bits, size = HandBits(playing), playing.deck.size
    bits = hand_bits.bits(rounds.rows, rounds.turns).reshape(5, -1, size)

    assert bits.shape[1] * size == hand_bits.width
    assert (bits.sum(axis=1) <= 1).all()
    in_hands = np.bitwise_count(rounds.rows[:, hand_bits.columns["hands"]]).sum(axis=1)
    assert (bits[:, : hand_bits.hands].sum(axis=(1, 2)) == in_hands).all()
    for row, seen in enumerate(rounds.info_state_rows(np.arange(5))):
        own = set(np.flatnonzero(bits[row, 0]).tolist())
        assert set(members(int(rounds.legal[row]))) <= own
        assert len(seen) > 0


def test_at_first_the_critic_adds_nothing():
    network = TorchNetwork(10, 4, 8, 2, 3)
    seen = torch.randint(0, 2, (6, 15)).float()

    torch.testing.assert_close(Critic(network, 5)(seen), torch.zeros(6))


def decisions(turn: int) -> Transitions:
    """One decision of a seat in round 0."""
    nothing = torch.zeros(1)
    return Transitions(nothing, nothing, nothing, nothing, nothing, np.array([turn]), np.array([0]))


def test_what_later_decisions_were_judged_counts_as_far_as_the_trace_says():
    kept = [decisions(0), decisions(1), decisions(0)]
    judged = [np.array([value], np.float32) for value in (1.0, 5.0, 3.0)]
    results = np.array([[7.0, -7.0]], np.float32)
    gained, wanted = advantages(kept, judged, results, 0.5)

    # Seat 0 gains 7 - 3 at last; before that 3 - 1 and half of it.  Seat 1 decides once.
    np.testing.assert_allclose(gained, [4.0, -12.0, 4.0])
    np.testing.assert_allclose(wanted, [5.0, -7.0, 7.0])
    np.testing.assert_allclose(advantages(kept, judged, results, 1.0)[1], [7.0, -7.0, 7.0])


def lessons(advantage: float, log_chance: float) -> PolicyLessons:
    nothing = torch.zeros(1)
    is_legal = torch.tensor([[True, True, False]])
    return PolicyLessons(
        nothing, is_legal, torch.tensor([log_chance]), nothing, torch.tensor([advantage]), nothing
    )


def test_an_action_that_turned_out_well_becomes_likelier_within_bounds():
    values = torch.zeros(1, 3, requires_grad=True)
    action = torch.tensor([1])
    policy_losses(values, values.detach(), action, lessons(1.0, -0.6931), 1.0, 0.2)[0].backward()

    assert values.grad is not None
    assert values.grad[0, 1] < 0 < values.grad[0, 0]
    assert values.grad[0, 2] == 0
    values.grad = None
    # It was much less likely when it was taken: the ratio is out of bounds, and no more is gained.
    policy_losses(values, values.detach(), action, lessons(1.0, -2.0), 1.0, 0.2)[0].backward()
    torch.testing.assert_close(values.grad, torch.zeros(1, 3))


def test_distance_and_entropy_are_those_of_the_legal_actions():
    values = torch.tensor([[0.0, 0.0, 9.0]])
    far = torch.tensor([[0.0, 1.0, 0.0]])
    _, distance, spread = policy_losses(values, far, torch.tensor([0]), lessons(0.0, 0.0), 1.0, 0.2)
    chances = np.exp([0.0, 1.0]) / np.exp([0.0, 1.0]).sum()

    assert float(spread) == pytest.approx(-np.log(2))
    assert float(distance) == pytest.approx(float((0.5 * np.log(0.5 / chances)).sum()), abs=1e-5)


def test_what_is_learned_can_be_ended_and_gone_on_with(tmp_path: Path):
    one, other = trainer_in(tmp_path / "one"), trainer_in(tmp_path / "other")
    for _ in range(2):
        one.run_generation(one.editions[0])
    other.run_generation(other.editions[0])
    other.save()
    other = trainer_in(tmp_path / "other")
    losses = other.run_generation(other.editions[0])

    assert losses["distance"] > 0
    for theirs, ours in ((one.network, other.network), (one.critic, other.critic),
                         (one.magnet, other.magnet)):  # fmt: skip
        for name, weight in theirs.state_dict().items():
            torch.testing.assert_close(ours.state_dict()[name], weight, atol=0, rtol=0)


def test_the_critic_learns_before_the_policy_does(tmp_path: Path):
    trainer = trainer_in(tmp_path, replace(SETTINGS, critic_rounds=16))
    weight = trainer.loss_weights["policy"]
    before = {name: w.clone() for name, w in trainer.critic.state_dict().items()}
    trainer.run_generation(trainer.editions[0])

    assert weight == 0
    assert trainer.loss_weights["policy"] == SETTINGS.policy
    assert any((w != before[name]).any() for name, w in trainer.critic.state_dict().items())


def test_the_file_of_its_network_says_what_gaps_are_worth(tmp_path: Path):
    trainer = trainer_in(tmp_path / "lopaka")
    train(trainer, 600, total=16)

    export(tmp_path, tmp_path / "package")

    with np.load(tmp_path / "package" / "lopaka.npz") as exported:
        told = float(exported[GAP_WORTH][0])
        measured = measure_gap_worth(network_from_arrays(dict(exported)), "lopaka")
    assert told == pytest.approx(measured.slope, abs=1e-3)
    assert told < 0.9


def test_a_population_is_not_learned_from(tmp_path: Path):
    trainer = trainer_in(tmp_path, replace(SETTINGS, population=0.5, responder=0.5))
    trainer.run_generation(trainer.editions[0])
    alone = trainer_in(tmp_path / "alone")
    alone.run_generation(alone.editions[0])

    assert trainer.lessons is not None
    assert alone.lessons is not None
    assert 0 < len(trainer.lessons.advantages) < len(alone.lessons.advantages)


@pytest.mark.parametrize(
    "settings",
    [
        replace(SETTINGS, units=2),
        replace(SETTINGS, policy=0.0),
        replace(SETTINGS, final_temperature=0.0),
    ],
)
def test_what_it_cannot_have_is_refused(tmp_path: Path, settings: TrainingSettings):
    with pytest.raises(ValueError, match="policy gradient"):
        trainer_in(tmp_path, settings)
