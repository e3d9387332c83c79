"""A generation of rounds in units, which this process plays, or workers of a pool.

What a unit comes to follows from it alone, to the last bit on one kind of processor, so it does
not matter who plays it, nor how often its worker was lost.
"""

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch

from bottleimp.execution.task_pool import map_tasks
from bottleimp.kernel.round_batch import RoundBatch
from bottleimp.rules.editions import edition_from_text
from training.acting import ActingSettings, Actor, TrainingBatch, build_batch, points_of
from training.network import TorchNetwork
from training.precision import PRECISIONS
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

    def build(self) -> TorchNetwork:
        """The network on the processor, in the number format in which it acts."""
        network = TorchNetwork(*self.shape)
        network.load_state_dict({name: torch.from_numpy(w) for name, w in self.weights.items()})
        acting: TorchNetwork = network.to(PRECISIONS[self.precision])
        return acting


@dataclass(frozen=True)
class UnitTask:
    """A unit, and all that a worker needs to play it."""

    unit: RoundUnit
    network: NetworkCopy
    settings: ActingSettings


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
        kept = actor.play_rounds(rounds)
        gains = relative_gains(rounds.edition, points_of(rounds))
        batch = build_batch(rounds, kept, gains, task.settings.trace)
    return BatchArrays(
        np.packbits(batch.features.numpy(), axis=1), batch.features.shape[1],
        batch.actions.numpy(), batch.targets.numpy(), batch.card_locations.numpy(),
    )  # fmt: skip


def play_units(
    pool: Executor, units: Sequence[RoundUnit], network: NetworkCopy, settings: ActingSettings,
    device: torch.device,
) -> list[TrainingBatch]:  # fmt: skip
    """What workers come to, unit by unit, on the learner's device."""
    tasks = [UnitTask(unit, network, settings) for unit in units]
    return [found.to_device(device) for found in map_tasks(pool, play_unit, tasks)]


def join_batches(batches: Sequence[TrainingBatch]) -> TrainingBatch:
    """All decisions, in order."""
    if len(batches) == 1:
        return batches[0]
    return TrainingBatch(*(torch.cat(parts) for parts in zip(*batches, strict=True)))
