"""Learn from searched values: `python -m training.expert bright-house --labels F --folder G`.

Half of every batch are decisions of fresh self-play with the results as targets, as in
`training.train`; half are labels: those of `training.labels`, and late choices of the same
self-play with the exact value of every action (`training.solved_choices`), as many of either where
there are both.  Of a label is learned by how much each action is better than the mean of all, and
which are worth taking; what the round is worth comes from self-play.  It begins with the network
that it is to replace, made as wide as is asked for.

At the end the network plays 2,000 duplicate deals among the one it is to replace, and `gate.json`
in the folder says whether it gains enough.
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

from bottleimp.errors import BottleImpError
from bottleimp.kernel.encoding.features import Features
from bottleimp.kernel.round_batch import RoundBatch
from bottleimp.players.network import network_file, network_from_arrays, points_per_unit
from training.acting import Actor, TrainingBatch, Transitions, best_actions
from training.duel import load_network_file, play_duel
from training.export import load_weights, network_arrays
from training.labels import label_files, read_labels
from training.network import device_by_name
from training.policy import log_policy
from training.precision import add_device_options, precision_by_name
from training.settings import (
    MODE_EDITIONS,
    TrainingSettings,
    add_setting_options,
    chosen_settings,
)
from training.solved_choices import ChoiceSolver
from training.targets import Float32Array, SettledResults
from training.train import train
from training.trainer import Trainer
from training.units import RoundUnit
from training.weights.widening import widen_weights

GATE_DEALS = 2_000
GATE_SEED = 20_261_123  # of the deals on which a new network plays among the old one
GATE_GAIN = 5.0  # points a round among the old network
HELD_OUT_FILES = 20  # of so many files of labels one is never learned from
ADVANTAGE, POLICY = "advantage", "policy"


@dataclass(frozen=True)
class LabelWeights:
    """How much labels count beside the results of self-play."""

    advantage: float = 1.0
    policy: float = 0.1
    temperature: float = 0.15  # of the softmax of the labels, in units of value


class LabelSet:
    """Labels on the learner's device."""

    def __init__(
        self, features: Features, gains: Float32Array, unit: float, device: torch.device
    ) -> None:
        self.features = torch.from_numpy(features).to(device)
        values = torch.from_numpy(gains / unit).to(device)
        self.is_legal = ~values.isnan()
        self.values = values.nan_to_num(0.0)

    def __len__(self) -> int:
        return len(self.features)

    def draw(
        self, count: int, generator: torch.Generator
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Features, values and what is legal of so many labels, drawn by lot."""
        rows = torch.randint(len(self), (count,), generator=generator, device=self.features.device)
        return self.features[rows], self.values[rows], self.is_legal[rows]


def read_label_sets(folder: Path, unit: float, device: torch.device) -> tuple[LabelSet, LabelSet]:
    """The labels to learn from, and those held out; raises ValueError where there are too few."""
    taught, held = split_label_files(folder)
    return read_label_set(taught, unit, device), read_label_set(held, unit, device)


def split_label_files(folder: Path) -> tuple[list[Path], list[Path]]:
    """The files to learn from, and those held out; raises ValueError where there are too few."""
    files = label_files(folder)
    held = files[::HELD_OUT_FILES]
    taught = [file for file in files if file not in held]
    if not taught:
        raise ValueError(f"{folder} holds too few files of labels: {len(files)}.")
    return taught, held


def read_label_set(files: list[Path], unit: float, device: torch.device) -> LabelSet:
    """The labels of some files."""
    read = [read_labels(file) for file in files]
    features = np.concatenate([labels.features for labels in read])
    return LabelSet(features, np.concatenate([labels.values for labels in read]), unit, device)


def centre(values: torch.Tensor, is_legal: torch.Tensor) -> torch.Tensor:
    """The values less the mean of the legal actions; 0 for the others."""
    values = values * is_legal
    mean = values.sum(dim=1, keepdim=True) / is_legal.sum(dim=1, keepdim=True)
    return (values - mean) * is_legal


def label_losses(
    values: torch.Tensor, wanted: torch.Tensor, is_legal: torch.Tensor, temperature: float
) -> torch.Tensor:
    """How far the network's values are from labels: by advantage, and by what is worth taking.

    The second is the divergence of the softmax of the network's values from that of the labels.
    """
    error = centre(values, is_legal) - centre(wanted, is_legal)
    squared = functional.smooth_l1_loss(error, torch.zeros_like(error), beta=2.0, reduction="sum")
    own = log_policy(values, is_legal, temperature)
    aim = log_policy(wanted, is_legal, temperature).exp()
    divergence = (aim * (aim.clamp_min(1e-9).log() - own)).sum(dim=1)
    return torch.stack([squared / is_legal.sum(), divergence.mean()])


def mean_regret(values: torch.Tensor, labels: LabelSet) -> float:
    """How many units the action that the network values highest is worse than the best label."""
    chosen = values.masked_fill(~labels.is_legal, -torch.inf).argmax(dim=1, keepdim=True)
    best = labels.values.masked_fill(~labels.is_legal, -torch.inf).amax(dim=1, keepdim=True)
    return float((best - labels.values.gather(1, chosen)).mean())


class ExpertTrainer(Trainer):
    """Learns from results and from labels, half and half.

    Raises ValueError where there are neither labels in a folder nor choices to be solved, and for
    a population where choices are solved, else as `Trainer` does.
    """

    def __init__(
        self, settings: TrainingSettings, folder: Path, labels: Path | None, old: Path, *,
        weights: LabelWeights | None = None, solver: ChoiceSolver | None = None,
        device: torch.device | None = None, precision: torch.dtype | None = None,
    ) -> None:  # fmt: skip
        if labels is None and solver is None:
            raise ValueError("There is nothing to learn from: no labels, and no choices to solve.")
        if solver is not None and settings.population:
            raise ValueError(
                "Choices are solved only where the learner plays alone, without --population."
            )
        super().__init__(settings, folder, old, device=device, precision=precision, snapshots=0)
        self.label_weights = weights or LabelWeights()
        self.unit = points_per_unit(self.editions[0])
        self.taught: LabelSet | None = None
        self.held_out: LabelSet | None = None
        if labels is not None:
            self.taught, self.held_out = read_label_sets(labels, self.unit, self.device)
        self.solver = solver
        self.solved_units: list[tuple[Features, Float32Array]] = []
        self.solved: LabelSet | None = None  # of the present generation

    def load_start_weights(self, start: Path) -> None:
        """Take over the weights of a network that may be smaller, and play exactly as it does."""
        self.network.load_state_dict(widen_weights(load_weights(start), self.network.state_dict()))
        self.average_weights = {k: v.detach().clone() for k, v in self.network.state_dict().items()}

    @property
    def loss_weights(self) -> dict[str, float]:
        """How much each loss counts."""
        extra = {ADVANTAGE: self.label_weights.advantage, POLICY: self.label_weights.policy}
        return super().loss_weights | extra

    def play_units(self, units: Sequence[RoundUnit]) -> list[TrainingBatch]:
        """What is to be learned from each unit; the choices solved on the way are in `solved`."""
        self.solved_units = []
        batches = super().play_units(units)
        if self.solved_units:
            features, gains = map(np.concatenate, zip(*self.solved_units, strict=True))
            self.solved = LabelSet(features, gains, self.unit, self.device)
        return batches

    def play_rounds(self, rounds: RoundBatch, actor: Actor) -> list[Transitions]:
        """Play all rounds to their end, and solve late choices on the way."""
        if self.solver is None:
            return actor.play_rounds(rounds)
        self.solver.begin(len(rounds.rows), self.random)
        watch = partial(self.solver.watch, choose=partial(best_actions, actor.network))
        kept = actor.play_rounds(rounds, watch)
        self.solved_units.append(self.solver.labels())
        return kept

    def settled_results(self) -> Sequence[SettledResults]:
        """The rounds just played whose results were solved."""
        return () if self.solver is None else self.solver.settled

    def losses(self, batch: TrainingBatch) -> torch.Tensor:
        """The losses in a batch of self-play, then those of as many labels drawn by lot."""
        sources = [labels for labels in (self.taught, self.solved) if labels is not None]
        drawn = [labels.draw(len(batch.features) // len(sources), self.generator)
                 for labels in sources]  # fmt: skip
        features, wanted, is_legal = (torch.cat(parts) for parts in zip(*drawn, strict=True))
        is_half = self.precision is not torch.float32
        with torch.autocast(self.device.type, dtype=torch.bfloat16, enabled=is_half):
            out = self.network(features.to(self.precision))
        found = label_losses(out.float()[:, 0], wanted, is_legal, self.label_weights.temperature)
        return torch.cat([super().losses(batch), found])

    def held_out_regret(self) -> float | None:
        """What the averaged network loses a choice, in points, by the labels held out, if any."""
        if self.held_out is None:
            return None
        network = network_from_arrays(network_arrays(self.average_weights, self.actions))
        values = network.values(self.held_out.features.cpu().numpy())
        return mean_regret(torch.from_numpy(values).to(self.device), self.held_out) * self.unit

    def judge(self, old: Path, deals: int) -> dict[str, float | bool | None]:
        """What the averaged network gains among the old one, and whether that is enough."""
        edition = self.editions[0]
        new = network_from_arrays(network_arrays(self.average_weights, self.actions))
        other = load_network_file(old, self.actions)
        gain, error = play_duel(new, other, edition, deals, GATE_SEED)
        return {
            "gain": gain, "gain_error": error, "deals": deals, "is_enough": gain >= GATE_GAIN,
            "regret": self.held_out_regret(),
        }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("mode", choices=MODE_EDITIONS)
    parser.add_argument("--labels", type=Path, help="folder of training.labels; default none")
    parser.add_argument(
        "--solved-cards", type=int, default=0,
        help="cards in hands from which on choices of self-play are solved; default 0: none are",
    )  # fmt: skip
    parser.add_argument(
        "--solved-choices", type=int, default=2, help="of each round that are solved; default 2"
    )
    parser.add_argument(
        "--settled-cards", type=int, default=0,
        help="cards in hands from which on the solved result of a round counts for the choices"
        " before; default 0: the one that was played does",
    )  # fmt: skip
    parser.add_argument(
        "--early-share", type=float, default=0.0,
        help="of the rounds of which an earlier choice is played on and then solved; default 0",
    )  # fmt: skip
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--total-rounds", type=int, help="end after so many, of all calls")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--old", type=Path, help="the network to replace; default: the package's")
    parser.add_argument("--deals", type=int, default=GATE_DEALS)
    add_device_options(parser)
    for name, value in vars(LabelWeights()).items():
        parser.add_argument(f"--label-{name}", type=float, default=value)
    add_setting_options(parser, TrainingSettings("", size=384, blocks=3, rate=5e-4, trace=0.7))
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    device = device_by_name(arguments.device)
    old = arguments.old or Path(str(network_file(arguments.mode)))
    weights = {name: getattr(arguments, f"label_{name}") for name in vars(LabelWeights())}
    solver = None
    if arguments.solved_cards:
        solver = ChoiceSolver(
            arguments.solved_cards, arguments.solved_choices, arguments.early_share,
            settled_cards=arguments.settled_cards,
        )  # fmt: skip
    if solver is None and arguments.labels is None:
        parser.error("give --labels, --solved-cards, or both")
    try:
        trainer = ExpertTrainer(
            TrainingSettings(MODE_EDITIONS[arguments.mode], **chosen_settings(arguments)),
            arguments.folder / arguments.mode, arguments.labels, old,
            weights=LabelWeights(**weights), solver=solver, device=device,
            precision=precision_by_name(arguments.precision, device),
        )  # fmt: skip
    except (BottleImpError, OSError, ValueError) as problem:
        parser.error(str(problem))
    train(trainer, arguments.minutes * 60, total=arguments.total_rounds)
    verdict = trainer.judge(old, arguments.deals)
    (trainer.folder / "gate.json").write_text(json.dumps(verdict, indent=1) + "\n")
    print(json.dumps(verdict), flush=True)


if __name__ == "__main__":
    main()
