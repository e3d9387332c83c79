"""Training itself, on a small network: what is saved, gone on from, compared and exported."""

import json
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from bottleimp.analysis.evaluation.open_hand_evaluation import OpenHandRounds, PlayerDecider
from bottleimp.analysis.evaluation.responders import NetworkSource, create_decider
from bottleimp.errors import BottleImpError
from bottleimp.kernel.round_batch import RoundBatch
from bottleimp.players.network import NetworkPlayer, network_from_arrays

torch = pytest.importorskip("torch", reason="NOT RUN: PyTorch is in no lock of ours")

from tests.support.sources.repository import ROOT  # noqa: E402  (only where PyTorch is)
from training import precision  # noqa: E402
from training.exploiter import Exploiter, FrozenNetworkPlayer, player_seeds  # noqa: E402
from training.export import action_count, export, load_weights, network_arrays, state_dict_of  # noqa: E402
from training.model_card import CARD_FILE  # noqa: E402  (only where PyTorch is)
from training.network import device_by_name  # noqa: E402
from training.provenance import FROM_SCRATCH, UNKNOWN_ORIGIN_NOTE  # noqa: E402
from training.settings import TrainingSettings  # noqa: E402
from training.train import train  # noqa: E402
from training.trainer import Trainer  # noqa: E402

pytestmark = pytest.mark.slow

SMALL = TrainingSettings("classic/4", size=16, blocks=1, rounds=32, batch=128)
ROUNDS = 32
APART = "benchmarks/panel/apart-1/4.npz"


@pytest.fixture(autouse=True)
def one_thread():
    torch.set_num_threads(1)


def trained(folder: Path, generations: int = 2, settings: TrainingSettings = SMALL) -> Trainer:
    """A trainer after some generations, saved."""
    trainer = Trainer(settings, folder)
    for _ in range(generations):
        trainer.run_generation(trainer.editions[0])
        trainer.progress.seconds += 1.0
    trainer.save()
    return trainer


def same(one: dict[str, object], other: dict[str, object]) -> bool:
    """Whether two states hold the same weights."""
    return one.keys() == other.keys() and all(torch.equal(one[name], other[name]) for name in one)


def asked_rounds() -> RoundBatch:
    """Rounds at their first decision."""
    rounds = RoundBatch.allocate(Trainer(SMALL, Path("nowhere")).editions[0], ROUNDS)
    rounds.deal(seed=4, first=0)
    rounds.next_decisions()
    return rounds


def test_a_generation_teaches_the_network_something(tmp_path):
    trainer = Trainer(SMALL, tmp_path)
    before = {name: weight.clone() for name, weight in trainer.network.state_dict().items()}

    losses = trainer.run_generation(trainer.editions[0])

    assert SMALL.rounds == trainer.progress.rounds
    assert all(0 < loss < 100 for loss in losses.values())
    assert not same(before, trainer.network.state_dict())


def test_training_goes_on_from_the_state_that_was_saved(tmp_path):
    saved = trained(tmp_path)

    resumed = Trainer(SMALL, tmp_path)

    assert same(saved.network.state_dict(), resumed.network.state_dict())
    assert same(saved.average_weights, resumed.average_weights)
    assert saved.progress == resumed.progress
    assert saved.phases_so_far() == resumed.phases_so_far()
    ours, theirs = saved.optimiser.state_dict(), resumed.optimiser.state_dict()
    assert all(same(ours["state"][n], theirs["state"][n]) for n in ours["state"])


def test_training_goes_on_in_the_same_way_whenever_it_is_stopped(tmp_path):
    trained(tmp_path)
    one, other = Trainer(SMALL, tmp_path), Trainer(SMALL, tmp_path)

    assert one.run_generation(one.editions[0]) == other.run_generation(other.editions[0])
    assert same(one.network.state_dict(), other.network.state_dict())


def test_a_checkpoint_without_phases_is_gone_on_from(tmp_path):
    old = trained(tmp_path)
    file = tmp_path / "checkpoint.pt"
    saved = torch.load(file, weights_only=False)
    del saved["phases"]
    torch.save(saved, file)

    earlier, now = trained(tmp_path, 1).phases

    assert (
        earlier.first,
        earlier.last,
        earlier.seconds,
        earlier.note,
    ) == (0, 64, 2.0, UNKNOWN_ORIGIN_NOTE)
    assert (now.first, now.last, now.seconds) == (64, 96, 1.0)
    assert now.start == "the checkpoint after 64 rounds"
    assert old.progress.rounds == earlier.last


def test_phases_follow_the_settings(tmp_path):
    trained(tmp_path, 1)
    trained(tmp_path, 1)

    first, second = trained(tmp_path, 1, replace(SMALL, trace=0.5)).phases

    assert (first.first, first.last, first.seconds, first.start) == (0, 64, 2.0, FROM_SCRATCH)
    assert (
        second.first,
        second.last,
        second.seconds,
        second.settings["trace"],
    ) == (64, 96, 1.0, 0.5)


def test_a_training_may_begin_with_the_weights_of_another(tmp_path):
    other = trained(tmp_path / "other")

    trainer = Trainer(SMALL, tmp_path / "own", tmp_path / "other" / "checkpoint.pt")

    assert same(other.average_weights, trainer.network.state_dict())
    assert "the weights of other/checkpoint.pt, SHA-256" in str(trainer.phases[0].start)


@pytest.mark.parametrize("name", ["src/bottleimp/players/networks/reference-4.npz", APART])
def test_a_training_does_not_begin_with_a_network_that_serves_for_measuring(tmp_path, name: str):
    with pytest.raises(BottleImpError, match="measuring alone"):
        Trainer(SMALL, tmp_path, ROOT / name)


def test_an_exploiter_of_a_measuring_network_does_not_begin_with_it(tmp_path):
    victim = ROOT / APART

    assert Exploiter(SMALL, tmp_path / "of", str(victim), 1, None).victim == victim.name
    with pytest.raises(BottleImpError, match="measuring alone"):
        Exploiter(SMALL, tmp_path / "from", str(victim), 1, victim)


def test_a_training_goes_on_from_an_exported_network_as_its_card_tells(tmp_path):
    before = trained(tmp_path / "4")
    export(tmp_path, tmp_path / "out")

    other = replace(SMALL, trace=0.5)
    trainer = Trainer(other, tmp_path / "own", tmp_path / "out" / "4.npz")

    assert (trainer.progress.rounds, trainer.schedule_start) == (64, 64)
    assert (before.phases_so_far()[-1].seconds, 2) == (
        trainer.progress.seconds,
        len(trainer.phases),
    )
    assert SMALL.rate == trainer.anneal(SMALL.rate, SMALL.final_rate)  # anew, from its beginning


def test_gains_of_before_go_on_into_the_card_of_a_network_that_began_with_another(tmp_path):
    before = trained(tmp_path / "4")
    gain = {"rounds": 64, "gain": 1.25, "against": 32}
    before.progress.curve.append(gain)
    before.save()
    export(tmp_path, tmp_path / "out")

    Trainer(SMALL, tmp_path / "more" / "4", tmp_path / "out" / "4.npz").save()
    export(tmp_path / "more", tmp_path / "out")

    card = json.loads((tmp_path / "out" / CARD_FILE).read_text("utf-8"))
    assert card["networks"]["4"]["gains"] == [gain]


def test_an_export_of_one_mode_leaves_the_others_in_the_card(tmp_path):
    trained(tmp_path / "first" / "4")
    export(tmp_path / "first", tmp_path / "out")
    trained(tmp_path / "second" / "3", 1, replace(SMALL, edition="classic/3"))
    export(tmp_path / "second", tmp_path / "out")

    card = json.loads((tmp_path / "out" / CARD_FILE).read_text("utf-8"))
    assert {name: told["rounds"] for name, told in card["networks"].items()} == {"4": 64, "3": 32}


def test_a_folder_without_checkpoints_is_not_exported(tmp_path):
    with pytest.raises(ValueError, match="There is no MODE/checkpoint"):
        export(tmp_path / "empty", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_training_from_an_exported_network_stopped_and_gone_on_keeps_its_plan(tmp_path):
    trained(tmp_path / "4")
    export(tmp_path, tmp_path / "out")
    trainer = Trainer(SMALL, tmp_path / "own", tmp_path / "out" / "4.npz")
    trainer.run_generation(trainer.editions[0])
    trainer.save()

    resumed = Trainer(SMALL, tmp_path / "own")

    assert (resumed.progress.rounds, resumed.schedule_start) == (96, 64)


@pytest.mark.parametrize(("size", "rounds"), [(8, 0), (32, 64)])
def test_a_larger_network_goes_on_with_the_rounds_of_a_smaller_one(tmp_path, size, rounds):
    trained(tmp_path / "4")
    export(tmp_path, tmp_path / "out")

    trainer = Trainer(replace(SMALL, size=size), tmp_path / "own", tmp_path / "out" / "4.npz")

    assert (trainer.progress.rounds, trainer.schedule_start) == (rounds, rounds)


def test_snapshots_are_compared_and_the_gain_noted_in_the_curve(tmp_path):
    trainer = Trainer(SMALL, tmp_path, snapshots=32)
    trainer.run_generation(trainer.editions[0])
    trainer.save()

    trainer.run_generation(trainer.editions[0])
    found = trainer.evaluate_snapshot(deals=10)
    trainer.save()

    assert found["against"] == 32
    assert abs(found["gain"]) < 60
    assert 0 <= found["gain_error"] < 30
    assert sorted(f.name for f in tmp_path.glob("snap*")) == ["snapshot-32.pt", "snapshot-64.pt"]


def test_a_run_writes_what_was_gained_into_its_curve(tmp_path):
    trainer = Trainer(SMALL, tmp_path, snapshots=32)
    trainer.run_generation(trainer.editions[0])
    trainer.save()

    train(trainer, seconds=1, deals=4)

    curve = json.loads((tmp_path / "curve.json").read_text("utf-8"))
    looks = [line for line in curve if "gain" in line]
    assert [line["rounds"] - 32 for line in looks] == [line["against"] for line in looks]
    assert looks


def test_a_snapshot_compared_with_itself_gains_nothing(tmp_path):
    trainer = Trainer(SMALL, tmp_path, snapshots=32)
    trainer.run_generation(trainer.editions[0])
    trainer.save()
    trainer.progress.rounds = 64

    nothing = {"gain": 0, "gain_error": 0, "against": 32}
    assert nothing == pytest.approx(trainer.evaluate_snapshot(deals=10), abs=1e-9)


def test_the_exported_network_answers_in_numpy_as_the_trained_one_does_in_torch(tmp_path):
    trainer = trained(tmp_path / "4")
    export(tmp_path, tmp_path / "out")
    features = asked_rounds().features

    with np.load(tmp_path / "out" / "4.npz") as saved:
        shipped = network_from_arrays(dict(saved))
    trainer.acting_network.load_state_dict(trainer.average_weights)
    with torch.inference_mode():
        heads, places = trainer.acting_network.heads_and_locations(
            torch.from_numpy(features).float()
        )

    for head in range(3):
        expected = heads[:, head].numpy()
        np.testing.assert_allclose(expected, shipped.values(features, head), atol=0.02)
    chances = places.log_softmax(dim=2).numpy()
    np.testing.assert_allclose(
        chances, shipped.location_log_probabilities(features, places.shape[2]), atol=0.02
    )


def test_weights_come_back_from_the_arrays_of_an_export(tmp_path):
    state = trained(tmp_path).average_weights

    back = state_dict_of(network_arrays(state, action_count(state)))

    assert same(
        {name: weight.half() for name, weight in state.items()},
        {name: weight.half() for name, weight in back.items()},
    )


def test_the_export_tells_of_phases_in_its_card(tmp_path):
    trained(tmp_path / "4")
    export(tmp_path, tmp_path / "out")

    card = json.loads((tmp_path / "out" / CARD_FILE).read_text("utf-8"))

    assert list(card["networks"]) == ["4"]
    (phase,) = card["networks"]["4"]["phases"]
    assert vars(SMALL) == phase["settings"]
    assert phase["threads"] == 1


def test_the_frozen_players_of_an_exploiter_decide_as_the_network_in_their_file(tmp_path):
    trained(tmp_path / "4")
    export(tmp_path, tmp_path)
    file, rounds = tmp_path / "4.npz", asked_rounds()
    tables = OpenHandRounds(rounds, [()] * ROUNDS, player_seeds(rounds, np.random.default_rng(1)))
    rows = np.arange(ROUNDS)

    frozen = FrozenNetworkPlayer(file, rounds.edition, torch.device("cpu"), torch.bfloat16).decide(
        tables, rows
    )

    with np.load(file) as saved:
        exact = PlayerDecider(NetworkPlayer(network_from_arrays(dict(saved)))).decide(tables, rows)
    # In halves two actions of nearly one value may change places.
    assert np.mean(frozen == exact) > 0.8


def test_what_an_exploiter_learned_sits_down_as_a_responder(tmp_path):
    trained(tmp_path / "4")
    export(tmp_path, tmp_path)
    exploiter = Exploiter(SMALL, tmp_path / "mean", str(tmp_path / "4.npz"), 1, None)
    exploiter.run_generation(exploiter.editions[0])
    exploiter.save()
    file = tmp_path / "mean" / "exploiter.npz"

    assert same(
        {name: weight.half() for name, weight in load_weights(file).items()},
        {name: weight.half() for name, weight in exploiter.average_weights.items()},
    )
    assert create_decider(str(file), NetworkSource("classic/4")) is not None


def test_an_exploiter_that_begins_near_its_victim_counts_only_its_own_rounds(tmp_path):
    trained(tmp_path / "4")
    export(tmp_path, tmp_path)
    near = tmp_path / "4.npz"

    exploiter = Exploiter(SMALL, tmp_path / "mean", str(near), 1, near)

    assert (exploiter.progress.rounds, exploiter.progress.seconds) == (0, 0.0)
    assert tuple(phase.first for phase in exploiter.phases) == (0,)


def test_the_faster_number_format_is_chosen_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    cpu = torch.device("cpu")
    times = {torch.float32: 1.0, torch.bfloat16: 8.0}
    monkeypatch.setattr(precision, "matmul_seconds", lambda _device, wanted: times[wanted])

    slow = Trainer(SMALL, tmp_path / "slow")
    times[torch.bfloat16] = 0.5
    quick = Trainer(SMALL, tmp_path / "quick")

    assert (torch.float32, torch.bfloat16) == (slow.precision, quick.precision)
    assert slow.phases[-1].precision == "float32"
    assert quick.phases[-1].precision == "bfloat16"
    assert torch.float32 is precision.precision_by_name("float32", cpu)


@pytest.mark.parametrize("wanted", [torch.float32, torch.bfloat16])
def test_a_generation_is_learned_from_in_either_number_format(wanted, tmp_path: Path):
    trainer = Trainer(SMALL, tmp_path, precision=wanted)

    losses = trainer.run_generation(trainer.editions[0])

    assert all(np.isfinite(loss) for loss in losses.values())
    assert trainer.network.entry.weight.dtype is torch.float32


def test_both_number_formats_are_timed():
    assert precision.fastest_precision(torch.device("cpu")) in (torch.float32, torch.bfloat16)
    assert precision.matmul_seconds(torch.device("cpu"), torch.float32) > 0


def test_what_other_programs_do_meanwhile_is_not_counted(monkeypatch: pytest.MonkeyPatch):
    multiply, waiting = torch.mm, 0.4

    def interrupted(left, right):
        time.sleep(waiting)
        return multiply(left, right)

    monkeypatch.setattr(torch, "mm", interrupted)

    assert precision.matmul_seconds(torch.device("cpu"), torch.float32) < waiting


def test_a_device_can_be_named():
    assert device_by_name("cpu").type == "cpu"
    assert ("cuda" if torch.cuda.is_available() else "cpu") == device_by_name(None).type


def test_a_larger_network_begins_as_the_smaller_one_plays_whatever_the_seed(tmp_path: Path):
    trained(tmp_path / "small")
    start = tmp_path / "small" / "checkpoint.pt"
    larger = replace(SMALL, size=24, blocks=2)
    ones = [
        Trainer(replace(larger, seed=seed), tmp_path / str(seed), start).network.state_dict()
        for seed in (1, 2)
    ]
    rounds = asked_rounds()
    found, expected = (
        network_from_arrays(network_arrays(weights, action_count(weights))).values(rounds.features)
        for weights in (ones[0], load_weights(start))
    )

    assert same(*ones)
    np.testing.assert_allclose(found, expected, atol=1e-2)
