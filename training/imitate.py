"""Teach a network what another player values: `python -m training.imitate MODE --labels F`.

Labels are those of `training.labels`, of the search or of playouts; nothing is learned from
results.  Its use is in a population: a player that searches is slow, while a network that values
actions as it does decides in many rounds at once.

From one of twenty files of labels nothing is learned; at the end it prints what the network's
choices lose by those, and how often they are the best.
"""

import argparse
import json
import time
from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path

import torch

from bottleimp.kernel.encoding.schema import action_count
from bottleimp.players.network import (
    VALUE_HEAD,
    StoredArray,
    network_from_arrays,
    points_per_unit,
)
from training.expert import (
    LabelSet,
    label_losses,
    mean_regret,
    read_label_set,
    split_label_files,
)
from training.export import Float16Array, network_arrays, quantize
from training.network import TorchNetwork, take_step
from training.precision import fastest_precision
from training.settings import MODE_EDITIONS, first_edition
from training.weights.files import write_weights

BATCH = 2048
FIRST_RATE, LAST_RATE = 2e-3, 5e-5
TEMPERATURE = 0.15  # of the softmax of the labels, in units of value
ADVANTAGE_WEIGHT = POLICY_WEIGHT = 1.0


def imitate(
    mode: str, taught: LabelSet, passes: float, size: int, blocks: int, seed: int
) -> dict[str, Float16Array]:
    """The weights that value actions as the labels do, as arrays for the package.

    Every label is drawn `passes` times on average.
    """
    edition = first_edition(mode)
    torch.manual_seed(seed)
    generator = torch.Generator().manual_seed(seed)
    actions, width = action_count(edition), taught.features.shape[1]
    network = TorchNetwork(width, actions, size, blocks, len(edition.hands) + 1)
    optimiser = torch.optim.AdamW(network.parameters(), lr=FIRST_RATE, weight_decay=1e-4)
    precision = fastest_precision(torch.device("cpu"))
    steps = max(1, int(passes * len(taught) / BATCH))
    for step in range(steps):
        for group in optimiser.param_groups:
            group["lr"] = FIRST_RATE * (LAST_RATE / FIRST_RATE) ** (step / steps)
        features, wanted, is_legal = taught.draw(BATCH, generator)
        with torch.autocast("cpu", torch.bfloat16, enabled=precision is not torch.float32):
            out = network(features.to(precision))
        advantage, policy = label_losses(out.float()[:, 0], wanted, is_legal, TEMPERATURE)
        take_step(ADVANTAGE_WEIGHT * advantage + POLICY_WEIGHT * policy, network, optimiser)
    return network_arrays(keep_value_head(network.state_dict(), actions), actions)


def keep_value_head(state: Mapping[str, torch.Tensor], actions: int) -> dict[str, torch.Tensor]:
    """The same weights with zeros for all that labels teach nothing of, which pack to nothing."""
    out = {name: weight.clone() for name, weight in state.items()}
    for part in ("weight", "bias"):
        out[f"exit.{part}"][(VALUE_HEAD + 1) * actions :] = 0
        out[f"where.{part}"][:] = 0
    return out


def read_all_labels(folders: Sequence[Path], unit: float) -> tuple[LabelSet, LabelSet]:
    """The labels of all folders together: those to learn from, and those held out."""
    splits = [split_label_files(folder) for folder in folders]
    taught, held_out = (list(chain(*files)) for files in zip(*splits, strict=True))
    device = torch.device("cpu")
    return read_label_set(taught, unit, device), read_label_set(held_out, unit, device)


def judge_imitation(
    arrays: Mapping[str, StoredArray], held_out: LabelSet, unit: float
) -> dict[str, float]:
    """What choices lose by labels that were held out, in points, and the share of best ones."""
    values = torch.from_numpy(network_from_arrays(arrays).values(held_out.features.numpy()))
    masked = values.masked_fill(~held_out.is_legal, -torch.inf)
    best = held_out.values.masked_fill(~held_out.is_legal, -torch.inf).argmax(dim=1)
    return {
        "regret": mean_regret(values, held_out) * unit,
        "agreement": float((masked.argmax(dim=1) == best).float().mean()),
    }


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("mode", choices=MODE_EDITIONS)
    parser.add_argument(
        "--labels", type=Path, nargs="+", required=True, help="folders of training.labels"
    )
    parser.add_argument("--file", type=Path, required=True, help="the weights, to be written")
    parser.add_argument("--passes", type=float, default=8, help="how often a label is drawn")
    parser.add_argument("--size", type=int, default=256)
    parser.add_argument("--blocks", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    edition = first_edition(arguments.mode)
    unit = points_per_unit(edition)
    taught, held_out = read_all_labels(arguments.labels, unit)
    start_time = time.monotonic()
    arrays = imitate(
        arguments.mode, taught, arguments.passes, arguments.size, arguments.blocks, arguments.seed
    )
    verdict = judge_imitation(arrays, held_out, unit)
    arguments.file.parent.mkdir(parents=True, exist_ok=True)
    write_weights(arguments.file, quantize(arrays))
    seconds = time.monotonic() - start_time
    print(json.dumps({"labels": len(taught), "seconds": round(seconds), **verdict}), flush=True)


if __name__ == "__main__":
    main()
