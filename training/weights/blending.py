"""Mix a network with the one it began with.

    python -m training.weights.blending NEW OLD --share 0.7

A network that goes on from another among other players learns much there and forgets a little of
what it knew at home.  The weighted mean of all weights of the two keeps most of both, since the one
began as a copy of the other.  NEW is a checkpoint; it is written again, with its optimiser left
out, into `--folder`, from where `training.export` reads it.
"""

import argparse
from collections.abc import Mapping
from pathlib import Path

import torch

from bottleimp.analysis.evaluation.panel import read_panel
from bottleimp.errors import BottleImpError
from training.export import load_weights
from training.model_card import BLEND, history_parts
from training.provenance import describe_weights

Weights = Mapping[str, torch.Tensor]


def blend_weights(new: Weights, old: Weights, share: float) -> dict[str, torch.Tensor]:
    """So large a share of the new weights, and the rest of the old ones.

    Raises ValueError for a share that is none, and for networks of different shapes.
    """
    if not 0 <= share <= 1:
        raise ValueError(f"The share of the new weights is from 0 to 1, not {share}.")
    shapes = [{name: tuple(w.shape) for name, w in one.items()} for one in (new, old)]
    if shapes[0] != shapes[1]:
        raise ValueError("The two networks differ in shape, so no mean of them is a network.")
    return {name: share * new[name].float() + (1 - share) * old[name].float() for name in new}


def blend_checkpoint(new: Path, old: Path, share: float) -> dict[str, object]:
    """A checkpoint with the mixed weights in the place of the averaged ones, which tells so.

    Raises BottleImpError for weights that serve for measuring alone, else as `blend_weights` does.
    """
    read_panel().require_training_half([], [new, old])
    saved: dict[str, object] = torch.load(new, map_location="cpu", weights_only=False)
    mixed = blend_weights(load_weights(new), load_weights(old), share)
    told = {"share": share, "other": describe_weights(old)}
    return {**history_parts(saved), "network": mixed, "average": mixed, BLEND: told}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("new", type=Path, help="a checkpoint, in a folder named after its mode")
    parser.add_argument("old", type=Path, help="the network that it began with")
    parser.add_argument("--share", type=float, default=0.7, help="of the new weights; default 0.7")
    parser.add_argument("--folder", type=Path, required=True)
    arguments = parser.parse_args()
    try:
        blended = blend_checkpoint(arguments.new, arguments.old, arguments.share)
    except (BottleImpError, ValueError) as problem:
        parser.error(str(problem))
    target = arguments.folder / arguments.new.resolve().parent.name / "checkpoint.pt"
    target.parent.mkdir(parents=True, exist_ok=True)
    torch.save(blended, target)


if __name__ == "__main__":
    main()
