"""Learn from searched values: `python -m training.expert bright-house --labels F --folder G`.

Half of every batch are decisions of fresh self-play with the results as targets, as in
`training.train`; half are labels of `training.labels`.  Of a label is learned by how much each
action is better than the mean of all, and which are worth taking; what the round is worth comes
from self-play.  It begins with the network that it is to replace, made as wide as is asked for.

At the end the network plays 2,000 duplicate deals among the one it is to replace, and `gate.json`
in the folder says whether it gains enough.
"""

import argparse
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

from bottleimp.kernel.encoding.feature_bits import points_per_feature
from bottleimp.players.network import network_file, network_from_arrays
from training.acting import TrainingBatch
from training.duel import load_network_file, play_duel
from training.export import load_weights, network_arrays
from training.labels import Labels, label_files, read_labels
from training.network import STEPS_PER_UNIT, device_by_name
from training.precision import PRECISIONS, precision_by_name
from training.settings import MODE_EDITIONS, TrainingSettings
from training.train import Trainer, train
from training.widening import widen_weights

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

    def __init__(self, labels: Labels, unit: float, device: torch.device) -> None:
        self.features = torch.from_numpy(labels.features).to(device)
        values = torch.from_numpy(labels.values / unit).to(device)
        self.is_legal = ~values.isnan()
        self.values = values.nan_to_num(0.0)

    def __len__(self) -> int:
        return len(self.features)


def read_label_sets(folder: Path, unit: float, device: torch.device) -> tuple[LabelSet, LabelSet]:
    """The labels to learn from, and those held out; raises ValueError where there are too few."""
    files = label_files(folder)
    held = files[::HELD_OUT_FILES]
    taught = [file for file in files if file not in held]
    if not taught:
        raise ValueError(f"{folder} holds too few files of labels: {len(files)}.")
    return read_label_set(taught, unit, device), read_label_set(held, unit, device)


def read_label_set(files: list[Path], unit: float, device: torch.device) -> LabelSet:
    """The labels of some files."""
    parts = zip(*map(read_labels, files), strict=True)
    return LabelSet(Labels(*(np.concatenate(part) for part in parts)), unit, device)


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
    own = (values / temperature).masked_fill(~is_legal, -torch.inf).log_softmax(dim=1)
    aim = (wanted / temperature).masked_fill(~is_legal, -torch.inf).softmax(dim=1)
    divergence = (aim * (aim.clamp_min(1e-9).log() - own.masked_fill(~is_legal, 0.0))).sum(dim=1)
    return torch.stack([squared / is_legal.sum(), divergence.mean()])


def mean_regret(values: torch.Tensor, labels: LabelSet) -> float:
    """How many units the action that the network values highest is worse than the best label."""
    chosen = values.masked_fill(~labels.is_legal, -torch.inf).argmax(dim=1, keepdim=True)
    best = labels.values.masked_fill(~labels.is_legal, -torch.inf).amax(dim=1, keepdim=True)
    return float((best - labels.values.gather(1, chosen)).mean())


class ExpertTrainer(Trainer):
    """Learns from results and from labels, half and half."""

    def __init__(
        self, settings: TrainingSettings, folder: Path, labels: Path, old: Path, *,
        weights: LabelWeights | None = None, device: torch.device | None = None,
        precision: torch.dtype | None = None,
    ) -> None:  # fmt: skip
        super().__init__(settings, folder, old, device=device, precision=precision, snapshots=0)
        self.label_weights = weights or LabelWeights()
        self.unit = STEPS_PER_UNIT * points_per_feature(self.editions[0].layout)
        self.taught, self.held_out = read_label_sets(labels, self.unit, self.device)

    def load_start_weights(self, start: Path) -> None:
        """Take over the weights of a network that may be smaller, and play exactly as it does."""
        self.network.load_state_dict(widen_weights(load_weights(start), self.network.state_dict()))
        self.average_weights = {k: v.detach().clone() for k, v in self.network.state_dict().items()}

    @property
    def loss_weights(self) -> dict[str, float]:
        """How much each loss counts."""
        extra = {ADVANTAGE: self.label_weights.advantage, POLICY: self.label_weights.policy}
        return super().loss_weights | extra

    def losses(self, batch: TrainingBatch) -> torch.Tensor:
        """The losses in a batch of self-play, then those of as many labels drawn by lot."""
        count = len(batch.features)
        rows = torch.randint(
            len(self.taught), (count,), generator=self.generator, device=self.device
        )
        with torch.autocast(
            self.device.type, dtype=torch.bfloat16, enabled=self.precision is not torch.float32
        ):
            out = self.network(self.taught.features[rows].to(self.precision))
        found = label_losses(
            out.float()[:, 0], self.taught.values[rows], self.taught.is_legal[rows],
            self.label_weights.temperature,
        )  # fmt: skip
        return torch.cat([super().losses(batch), found])

    def held_out_regret(self) -> float:
        """What the averaged network loses a choice, in points, by the labels held out."""
        network = network_from_arrays(network_arrays(self.average_weights, self.actions))
        values = network.values(self.held_out.features.cpu().numpy())
        return mean_regret(torch.from_numpy(values).to(self.device), self.held_out) * self.unit

    def judge(self, old: Path, deals: int) -> dict[str, float | bool]:
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
    parser.add_argument("--labels", type=Path, required=True, help="folder of training.labels")
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--total-rounds", type=int, help="end after so many, of all calls")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--old", type=Path, help="the network to replace; default: the package's")
    parser.add_argument("--deals", type=int, default=GATE_DEALS)
    parser.add_argument("--device", help="such as cpu or cuda; default: cuda where there is one")
    parser.add_argument("--precision", choices=PRECISIONS, help="default: whichever is faster here")
    for name, value in vars(LabelWeights()).items():
        parser.add_argument(f"--label-{name}", type=float, default=value)
    defaults = vars(TrainingSettings("", size=384, blocks=3, rate=5e-4, trace=0.7))
    for name, value in defaults.items():
        if name != "edition":
            parser.add_argument(f"--{name.replace('_', '-')}", type=type(value), default=value)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    device = device_by_name(arguments.device)
    old = arguments.old or Path(str(network_file(arguments.mode)))
    chosen = {name: getattr(arguments, name) for name in defaults if name != "edition"}
    weights = {name: getattr(arguments, f"label_{name}") for name in vars(LabelWeights())}
    trainer = ExpertTrainer(
        TrainingSettings(MODE_EDITIONS[arguments.mode], **chosen),
        arguments.folder / arguments.mode, arguments.labels, old,
        weights=LabelWeights(**weights), device=device,
        precision=precision_by_name(arguments.precision, device),
    )  # fmt: skip
    train(trainer, arguments.minutes * 60, total=arguments.total_rounds)
    verdict = trainer.judge(old, arguments.deals)
    (trainer.folder / "gate.json").write_text(json.dumps(verdict, indent=1) + "\n")
    print(json.dumps(verdict), flush=True)


if __name__ == "__main__":
    main()
