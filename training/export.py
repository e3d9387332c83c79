"""Write a checkpoint's averaged weights as the package reads them."""

import sys
from pathlib import Path

import numpy as np
import torch


def arrays(state: dict[str, torch.Tensor], actions: int) -> dict[str, np.ndarray]:
    """The network as arrays of halves, by the names that `players.network` reads."""
    half = {
        name: weight.to(torch.float32).numpy().astype(np.float16) for name, weight in state.items()
    }
    out = {"entry": half["entry.weight"].T.copy(), "entry_bias": half["entry.bias"]}
    count = sum(1 for name in half if name.endswith("first.weight"))
    for n in range(count):
        for part in ("first", "second"):
            out[f"{n}.{part}"] = half[f"blocks.{n}.{part}.weight"].T.copy()
            out[f"{n}.{part}_bias"] = half[f"blocks.{n}.{part}.bias"]
    heads = half["exit.weight"].reshape(-1, actions, half["exit.weight"].shape[1])
    out["exits"] = heads.transpose(0, 2, 1).copy()
    out["exit_biases"] = half["exit.bias"].reshape(-1, actions)
    return out


def export(checkpoint: Path, target: Path, actions: int) -> None:
    saved = torch.load(checkpoint, weights_only=False)
    state = saved.get("average", saved)
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("wb") as opened:
        np.savez_compressed(opened, **arrays(state, actions))


if __name__ == "__main__":
    export(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
