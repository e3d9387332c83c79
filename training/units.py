"""A generation of rounds in units, which this process plays, or workers of a pool.

What a unit comes to follows from it alone, to the last bit on one kind of processor, so it does
not matter who plays it, nor how often its worker was lost.
"""

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch

from bottleimp.execution.task_pool import map_tasks
from bottleimp.kernel.encoding.schema import HAND_CHOICES
from bottleimp.kernel.round_batch import RoundBatch
from bottleimp.rules.editions import edition_from_text
from training.acting import ActingSettings, Actor, TrainingBatch, build_batch, points_of
from training.export import load_weights
from training.network import HEAD_COUNT, TorchNetwork
from training.population import Population, choose_networks
from training.precision import PRECISIONS
from training.settings import TrainingSettings, split_names, training_players
from training.targets import relative_gains

MAX_SEED = 1 << 60


@dataclass(frozen=True)
class RoundUnit:
    """Some rounds of a generation."""

    edition: str
    deal_seed: int  # of the generation
    first: int  # of its rounds
    count: int
    noise_seed: int  # of the unit

    def deal(self) -> RoundBatch:
        """The rounds before their first decision."""
        rounds = RoundBatch.allocate(edition_from_text(self.edition), self.count)
        rounds.deal(self.deal_seed, self.first)
        return rounds


@dataclass(frozen=True)
class NetworkCopy:
    """A network as it travels to a worker."""

    shape: tuple[int, int, int, int, int]
    weights: Mapping[str, npt.NDArray[np.float32]]
    precision: str
    threads: int  # for PyTorch: their number could change the last bit

    @classmethod
    def from_file(cls, file: Path, precision: str, threads: int) -> "NetworkCopy":
        """The network in a file: of the package's kind, a checkpoint (its average), a snapshot."""
        state = load_weights(file)
        size, width = state["entry.weight"].shape
        blocks = sum(1 for name in state if name.endswith("first.weight"))
        actions = len(state["exit.bias"]) // HEAD_COUNT
        places = len(state["where.bias"]) // (actions - HAND_CHOICES)
        weights = {name: weight.numpy() for name, weight in state.items()}
        return cls((width, actions, size, blocks, places), weights, precision, threads)

    def build(self) -> TorchNetwork:
        """The network on the processor, in the number format in which it acts."""
        network = TorchNetwork(*self.shape)
        network.load_state_dict({name: torch.from_numpy(w) for name, w in self.weights.items()})
        acting: TorchNetwork = network.to(PRECISIONS[self.precision])
        return acting


@dataclass(frozen=True)
class PopulationCopy:
    """A population as it travels to a worker."""

    share: float
    names: tuple[str, ...]
    networks: tuple[NetworkCopy, ...]
    responder_share: float
    drawn_seed: int
    responder_to_networks_share: float
    responder_to_searchers_share: float
    searcher_names: tuple[str, ...]

    def build(self, device: torch.device) -> Population:
        """The population, its networks on the device."""
        networks = [copy.build().to(device) for copy in self.networks]
        return Population(
            self.share, self.names, networks, self.responder_share, self.drawn_seed,
            self.responder_to_networks_share, self.responder_to_searchers_share,
            self.searcher_names,
        )  # fmt: skip


def choose_population(
    settings: TrainingSettings, folder: Path, rounds: int, mode: str, precision: torch.dtype,
    random: np.random.Generator,
) -> PopulationCopy | None:  # fmt: skip
    """The other players of a generation; None where the learner is alone.

    Past selves are drawn from the snapshots in the folder after so many rounds.
    """
    if not settings.population:
        return None
    files = choose_networks(folder, rounds, settings.population_networks, random)
    name, threads = str(precision).removeprefix("torch."), torch.get_num_threads()
    copies = tuple(NetworkCopy.from_file(file, name, threads) for file in files)
    return PopulationCopy(
        settings.population, training_players(mode), copies, settings.responder,
        settings.drawn_styles, settings.responder_to_networks if copies else 0.0,
        settings.responder_to_searchers, split_names(settings.searchers),
    )  # fmt: skip


@dataclass(frozen=True)
class UnitTask:
    """A unit, and all that a worker needs to play it."""

    unit: RoundUnit
    network: NetworkCopy
    settings: ActingSettings
    population: PopulationCopy | None


class BatchArrays(NamedTuple):
    """A training batch as it travels back; features are bits, eight to a byte."""

    features: npt.NDArray[np.uint8]
    width: int
    actions: npt.NDArray[np.int64]
    targets: npt.NDArray[np.float32]
    card_locations: npt.NDArray[np.int8]

    def to_device(self, device: torch.device) -> TrainingBatch:
        """The batch as it was."""
        bits = np.unpackbits(self.features, axis=1, count=self.width)
        parts = (bits, self.actions, self.targets, self.card_locations)
        return TrainingBatch(*(torch.tensor(part, device=device) for part in parts))


def split_generation(
    edition: str, rounds: int, units: int, random: np.random.Generator
) -> list[RoundUnit]:
    """The rounds of a generation in so many units; the same deals however many they are."""
    deal_seed = int(random.integers(MAX_SEED))
    ends = [rounds * number // units for number in range(units + 1)]
    return [
        RoundUnit(edition, deal_seed, first, end - first, int(random.integers(MAX_SEED)))
        for first, end in pairwise(ends)
        if end > first
    ]


def play_unit(task: UnitTask) -> BatchArrays:
    """Play a unit on the processor, in whatever process this is."""
    torch.set_num_threads(task.network.threads)
    generator = torch.Generator().manual_seed(task.unit.noise_seed)
    actor = Actor(task.network.build(), task.settings, generator)
    rounds = task.unit.deal()
    with torch.inference_mode():
        if task.population is None:
            kept = actor.play_rounds(rounds)
        else:
            population = task.population.build(torch.device("cpu"))
            kept = population.play_rounds(rounds, actor, task.unit.noise_seed)
        gains = relative_gains(rounds.edition, points_of(rounds))
        batch = build_batch(rounds, kept, gains, task.settings.trace)
    return BatchArrays(
        np.packbits(batch.features.numpy(), axis=1), batch.features.shape[1],
        batch.actions.numpy(), batch.targets.numpy(), batch.card_locations.numpy(),
    )  # fmt: skip


def play_units(
    pool: Executor, units: Sequence[RoundUnit], network: NetworkCopy, settings: ActingSettings,
    device: torch.device, population: PopulationCopy | None = None,
) -> list[TrainingBatch]:  # fmt: skip
    """What workers come to, unit by unit, on the learner's device."""
    tasks = [UnitTask(unit, network, settings, population) for unit in units]
    return [found.to_device(device) for found in map_tasks(pool, play_unit, tasks)]


def join_batches(batches: Sequence[TrainingBatch]) -> TrainingBatch:
    """All decisions, in order."""
    if len(batches) == 1:
        return batches[0]
    return TrainingBatch(*(torch.cat(parts) for parts in zip(*batches, strict=True)))
