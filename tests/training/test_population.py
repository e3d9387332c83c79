"""Training among a population: who sits where, what is learned, who is refused, and going on."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bottleimp.analysis.evaluation.panel import Half, read_panel
from bottleimp.errors import BottleImpError
from bottleimp.execution.process_pool import process_pool
from bottleimp.kernel.round_batch import RoundBatch
from bottleimp.kernel.styles.style import STYLES
from bottleimp.rules.editions import edition

torch = pytest.importorskip("torch", reason="NOT RUN: PyTorch is in no lock of ours")

from tests.support.sources.repository import ROOT  # noqa: E402  (only where PyTorch is)
from training import population as population_module  # noqa: E402
from training.acting import ActingSettings, Actor  # noqa: E402
from training.drawn_styles import DRAWN_STYLES, draw_styles  # noqa: E402
from training.exploiter import Exploiter  # noqa: E402
from training.network import TorchNetwork  # noqa: E402
from training.policy import PolicyTrainer  # noqa: E402
from training.population import LEARNER, Population, past_selves  # noqa: E402
from training.settings import TrainingSettings, training_players  # noqa: E402
from training.train import main as train_main  # noqa: E402
from training.train import train  # noqa: E402
from training.trainer import Trainer  # noqa: E402

pytestmark = pytest.mark.slow

SHARE = 0.3
SMALL = TrainingSettings(
    "classic/4", size=16, blocks=1, rounds=32, batch=128, units=2, population=SHARE
)
SEARCHED = replace(SMALL, responder_to_searchers=0.2, searchers="perfect_information:4")
APART = ROOT / "benchmarks" / "panel" / "apart-1" / "4.npz"
MEASURING = read_panel().player_names(Half.MEASURING, "4")
TRAINING = read_panel().player_names(Half.TRAINING, "4")
TOTAL, SNAPSHOTS = 160, 32
SEED = 7


@pytest.fixture(autouse=True)
def one_thread():
    torch.set_num_threads(1)


def weights(trainer: Trainer) -> dict[str, bytes]:
    """All that was learned, to the last bit."""
    return {name: w.numpy().tobytes() for name, w in trainer.network.state_dict().items()}


def trained(folder: Path, total: int = TOTAL, settings: TrainingSettings = SMALL) -> Trainer:
    trainer = Trainer(settings, folder, precision=torch.float32, snapshots=SNAPSHOTS)
    train(trainer, seconds=600, deals=10, total=total)
    return trainer


def small_network() -> TorchNetwork:
    network: TorchNetwork = Trainer(SMALL, Path("nowhere"), precision=torch.float32).network
    return network


def network_for(key: str) -> TorchNetwork:
    return TorchNetwork(*Trainer(replace(SMALL, edition=key), Path("nowhere")).shape)


def play_dealt_rounds(
    population: Population, network: TorchNetwork, key: str, count: int
) -> tuple[RoundBatch, set[tuple[int, int]]]:
    """Rounds of the population and a learner, and the round and seat of what is kept."""
    rounds = RoundBatch.allocate(edition(key), count)
    rounds.deal(seed=4, first=0)
    actor = Actor(network, ActingSettings(0.1, 0.05, 0.9), torch.Generator().manual_seed(1))
    with torch.inference_mode():
        kept = population.play_rounds(rounds, actor, SEED)
    return rounds, {(row, seat) for k in kept for row, seat in zip(k.rounds, k.turns, strict=True)}


def learner_seats(population: Population, key: str, count: int) -> set[tuple[int, int]]:
    """The round and seat of all that the learner decides in those rounds."""
    random = np.random.default_rng([SEED, population_module.POPULATION_STREAM])
    who = population.draw_members(edition(key), count, random)
    return {(row, seat) for row, seat in zip(*np.nonzero(who == LEARNER), strict=True)}


@pytest.mark.parametrize("key", ["classic/4", "classic/lopaka", "matagot/5-teams"])
def test_the_population_has_its_share_and_the_learner_a_seat_in_each_round(key: str) -> None:
    playing = edition(key)
    seats = [seat for seat in range(playing.seats) if seat not in playing.driven]
    population = Population(SHARE, TRAINING, [small_network()] * 2)
    who = population.draw_members(playing, 20_000, np.random.default_rng(5))[:, seats]

    others = who[who != LEARNER]
    without = SHARE ** len(seats) / len(seats)  # given back to the learner where it had no seat
    assert len(others) / who.size == pytest.approx(SHARE - without, abs=0.01)
    assert (who == LEARNER).any(axis=1).all()
    assert (others >= len(TRAINING)).mean() == pytest.approx(0.5, abs=0.02)
    assert set(others.tolist()) == set(range(len(TRAINING) + 2))


def test_without_networks_the_players_have_all_seats_of_the_population() -> None:
    who = Population(0.5, TRAINING).draw_members(
        edition("classic/4"), 500, np.random.default_rng(5)
    )

    assert set(who.ravel().tolist()) == {LEARNER, *range(len(TRAINING))}


@pytest.mark.parametrize("key", ["classic/4", "classic/lopaka", "matagot/5-teams"])
def test_a_responder_sits_alone_among_copies_of_one_player(key: str) -> None:
    playing = edition(key)
    seats = [seat for seat in range(playing.seats) if seat not in playing.driven]
    population = Population(SHARE, TRAINING, [small_network()], responder_share=1.0)
    who = population.draw_members(playing, 5_000, np.random.default_rng(5))[:, seats]

    assert ((who == LEARNER).sum(axis=1) == 1).all()
    others = np.sort(who, axis=1)[:, 1:]
    assert (others == others[:, :1]).all()
    assert set(others.ravel().tolist()) == set(range(len(TRAINING)))
    of_each_seat = (who == LEARNER).mean(axis=0)
    assert of_each_seat == pytest.approx(1 / len(seats), abs=0.03)


@pytest.mark.parametrize("share", [-0.1, 1.1])
def test_a_share_of_rounds_as_a_responder_that_cannot_be_is_refused(share: float) -> None:
    with pytest.raises(BottleImpError, match="responder"):
        Population(SHARE, TRAINING, responder_share=share)


def test_a_responder_without_players_is_refused() -> None:
    with pytest.raises(BottleImpError, match="there must be such players"):
        Population(SHARE, (), [small_network()], responder_share=0.5)


def test_a_responder_to_networks_sits_alone_among_copies_of_one() -> None:
    population = Population(SHARE, TRAINING, [small_network()] * 2, responder_to_networks_share=0.6)
    who = population.draw_members(edition("classic/4"), 5_000, np.random.default_rng(5))
    others = np.sort(who, axis=1)[:, 1:]
    is_responder = (others == others[:, :1]).all(axis=1) & (others[:, 0] >= len(TRAINING))

    assert is_responder.mean() == pytest.approx(0.6, abs=0.03)
    assert set(others[is_responder].ravel().tolist()) == {len(TRAINING), len(TRAINING) + 1}


def test_without_a_responder_to_networks_nothing_else_is_drawn() -> None:
    expected, found = (
        Population(
            SHARE,
            TRAINING,
            [small_network()],
            responder_share=0.5,
            responder_to_networks_share=share,
        ).draw_members(edition("classic/4"), 200, np.random.default_rng(5))
        for share in (0.0, 1e-9)
    )

    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize(("share", "networks"), [(0.5, 0), (1.1, 1), (-0.1, 1)])
def test_a_responder_to_networks_that_cannot_be_is_refused(share: float, networks: int) -> None:
    with pytest.raises(BottleImpError, match="responder to networks"):
        Population(SHARE, TRAINING, [small_network()] * networks, responder_to_networks_share=share)


def test_a_responder_to_players_that_search_sits_alone_among_copies_of_one() -> None:
    members = ("perfect_information:4", "information_set:20")
    population = Population(
        SHARE, TRAINING, [small_network()], responder_share=0.5, responder_to_searchers_share=0.6,
        searcher_names=members,
    )  # fmt: skip
    first = len(population.players) + 1
    who = population.draw_members(edition("classic/4"), 5_000, np.random.default_rng(5))
    is_responder = (who >= first).any(axis=1)

    assert is_responder.mean() == pytest.approx(0.6, abs=0.03)
    assert ((who[is_responder] == LEARNER).sum(axis=1) == 1).all()
    others = np.sort(who[is_responder], axis=1)[:, 1:]
    assert (others == others[:, :1]).all()
    assert set(others.ravel().tolist()) == {first, first + 1}


def test_without_a_responder_to_players_that_search_nothing_else_is_drawn() -> None:
    expected, found = (
        Population(
            SHARE, TRAINING, [small_network()], responder_share=0.5,
            responder_to_searchers_share=share, searcher_names=members,
        ).draw_members(edition("classic/4"), 200, np.random.default_rng(5))
        for share, members in ((0.0, ()), (1e-9, ("perfect_information:4",)))
    )  # fmt: skip

    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize(
    ("share", "members", "told"),
    [
        (1.1, ("imp",), "from 0 to 1"),
        (0.5, (), "are named"),
        (0.0, ("imp",), "are named"),
        (0.5, ("rules_of_thumb",), "does not search"),
    ],
)
def test_a_responder_to_players_that_search_that_cannot_be_is_refused(
    share: float, members: tuple[str, ...], told: str
) -> None:
    with pytest.raises(BottleImpError, match=told):
        Population(SHARE, TRAINING, responder_to_searchers_share=share, searcher_names=members)


@pytest.mark.parametrize("key", ["classic/lopaka", "matagot/5-teams"])
def test_a_responder_to_players_that_search_learns_from_its_own_decisions(key: str) -> None:
    population = Population(
        SHARE, TRAINING, responder_to_searchers_share=1.0, searcher_names=("perfect_information:4",)
    )
    rounds, deciders = play_dealt_rounds(population, network_for(key), key, 8)

    assert deciders == learner_seats(population, key, 8)
    assert (rounds.turns < 0).all()


def test_drawn_styles_come_up_as_often_as_all_with_a_name() -> None:
    population = Population(SHARE, TRAINING, [small_network()], responder_share=1.0, drawn_seed=3)
    who = population.draw_members(edition("classic/4"), 4_000, np.random.default_rng(5))
    members = who.max(axis=1)

    named = (members < len(TRAINING)).mean()
    assert named == pytest.approx(0.5, abs=0.03)
    assert set(population.players[len(TRAINING) :]) == {population.players[-1]}


def test_drawn_styles_are_many_and_the_same_for_a_seed_and_nobody_with_a_name() -> None:
    styles = draw_styles(3)

    assert styles == draw_styles(3) != draw_styles(4)
    assert len(set(styles)) == DRAWN_STYLES
    assert not set(styles) & set(STYLES.values())
    weights = np.array(styles)
    assert (weights == 0).mean() == pytest.approx(0.5, abs=0.1)
    assert 0.7 < weights[:, 0].mean() < 1  # most see the price of the bottle


def test_drawn_styles_play_all_rounds_to_their_end() -> None:
    key = "matagot/5-teams"
    population = Population(SHARE, TRAINING, responder_share=1.0, drawn_seed=3)
    rounds, _ = play_dealt_rounds(population, network_for(key), key, 40)

    assert (rounds.turns < 0).all()


def test_only_the_decisions_of_the_learner_are_kept() -> None:
    population = Population(SHARE, TRAINING, [small_network()])
    rounds, deciders = play_dealt_rounds(population, small_network(), "classic/4", 40)

    assert deciders == learner_seats(population, "classic/4", 40)
    assert (rounds.turns < 0).all()


@pytest.mark.parametrize("name", MEASURING)
def test_whoever_serves_for_measuring_is_refused(name: str) -> None:
    with pytest.raises(BottleImpError, match="measuring alone"):
        Population(SHARE, (*TRAINING, name))


def test_all_of_the_training_half_and_nobody_else_is_trained_with() -> None:
    assert training_players("4") == TRAINING
    assert set(TRAINING) & set(MEASURING) == set()


@pytest.mark.parametrize("share", [-0.1, 0.95])
def test_a_share_that_leaves_no_seat_is_refused(share: float, tmp_path: Path) -> None:
    with pytest.raises(BottleImpError, match="share"):
        Trainer(replace(SMALL, population=share), tmp_path, precision=torch.float32)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--population-networks", str(APART)), "measuring alone"),
        (("--responder-to-searchers", "0.5", "--searchers", "style_lowest"), "measuring alone"),
        (("--responder-to-searchers", "0.5", "--searchers", "style_lowest:4"), "style_lowest"),
        (("--population-networks", "gone.npz"), "no file gone.npz"),
        (("--start", "gone.npz"), "gone.npz"),
        (("--seed", "-1"), "non-negative"),
    ],
)
def test_the_command_refuses_in_a_sentence_before_it_trains(
    words: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    folder = tmp_path / "runs"
    options = ["--population", "0.3", "--precision", "float32", "--folder", str(folder), *words]
    monkeypatch.setattr(sys, "argv", ["train", "4", *options])

    with pytest.raises(SystemExit) as refused:
        train_main()

    assert refused.value.code == 2
    assert said in capsys.readouterr().err
    assert not folder.exists()


@pytest.mark.parametrize(
    "told",
    [
        {"responder": 0.3},
        {"responder_to_networks": 0.3},
        {"drawn_styles": 7},
        {"population_networks": "a.npz"},
        {"responder_to_searchers": 0.5, "searchers": "perfect_information:4"},
    ],
)
@pytest.mark.parametrize("kind", [Trainer, PolicyTrainer])
def test_who_is_in_the_population_is_not_said_where_there_is_none(
    kind: type[Trainer], told: dict[str, Any], tmp_path: Path
) -> None:
    settings = replace(SMALL, population=0.0, units=1, policy=0.5, **told)

    with pytest.raises(ValueError, match="Without a population"):
        kind(settings, tmp_path)


def test_players_that_search_are_no_population() -> None:
    with pytest.raises(BottleImpError, match="search"):
        Population(SHARE, ("imp",))


def test_an_exploiter_has_no_population(tmp_path: Path) -> None:
    with pytest.raises(BottleImpError, match="no --population"):
        Exploiter(SMALL, tmp_path, "uniform", 1, None)


def test_past_selves_are_those_before_the_rounds_played(tmp_path: Path) -> None:
    for mark in (1000, 250, 500):
        (tmp_path / f"snapshot-{mark}.pt").touch()

    assert [file.name for file in past_selves(tmp_path, 500)] == [
        "snapshot-250.pt",
        "snapshot-500.pt",
    ]


def test_a_training_among_a_population_goes_on_as_if_it_had_not_been_ended(tmp_path: Path) -> None:
    whole = trained(tmp_path / "whole", settings=SEARCHED)
    trained(tmp_path / "cut", TOTAL - 64, SEARCHED)
    # What a run that was killed may leave: a snapshot of rounds that are to be played again.
    (tmp_path / "cut" / f"snapshot-{TOTAL}.pt").write_bytes(b"not read")
    resumed = trained(tmp_path / "cut", settings=SEARCHED)

    assert len(past_selves(tmp_path / "whole", TOTAL)) > population_module.PAST_SELVES
    assert weights(resumed) == weights(whole)


def test_workers_teach_the_same_network_among_a_population(tmp_path: Path) -> None:
    here = trained(tmp_path / "here", 64, SEARCHED)
    with process_pool(2) as pool:
        trainer = Trainer(
            SEARCHED, tmp_path / "pool", precision=torch.float32, snapshots=SNAPSHOTS, pool=pool
        )
        train(trainer, seconds=600, deals=10, total=64)

    assert weights(trainer) == weights(here)


def test_a_population_changes_what_is_learned(tmp_path: Path) -> None:
    alone = trained(tmp_path / "alone", 32, replace(SMALL, population=0.0))

    assert weights(trained(tmp_path / "population", 32)) != weights(alone)


def test_a_network_from_a_file_sits_down_too(tmp_path: Path) -> None:
    trained(tmp_path / "other", 32)
    named = replace(SMALL, population_networks=str(tmp_path / "other" / "checkpoint.pt"))

    with_it = trained(tmp_path / "with", 32, named)

    assert weights(with_it) != weights(trained(tmp_path / "without", 32))
