"""Write checkpoints as the package reads them, with a card that tells where they come from.

`python -m training.export checkpoints src/bottleimp/players/networks`
"""

import argparse
import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch

from bottleimp.players.network import (
    GAP_WORTH,
    SCALE_SUFFIX,
    StoredArray,
    dequantize,
    network_from_arrays,
)
from training.model_card import CARD_FILE, FROZEN_NETWORKS, card_entry, merge_cards
from training.provenance import code_version, phases_in
from training.weights.files import write_weights
from training.weights.gap_worth import gap_worth_array, measure_gap_worth

Float16Array = npt.NDArray[np.float16]

MAX_BYTE_WEIGHT = 127  # of a weight in a byte
MIN_SCALE = 6e-5  # of a scale, so that it is not lost in half precision


def network_arrays(state: Mapping[str, torch.Tensor], actions: int) -> dict[str, Float16Array]:
    """The network as arrays of halves, by the names that `players.network` reads."""
    half: dict[str, Float16Array] = {
        name: weight.float().cpu().numpy().astype(np.float16) for name, weight in state.items()
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
    out["where"] = half["where.weight"].T.copy()
    out["where_bias"] = half["where.bias"]
    return out


def state_dict_of(arrays: Mapping[str, StoredArray]) -> dict[str, torch.Tensor]:
    """The weights of a network in arrays, by the names that `training.network` reads."""
    wide = {name: torch.from_numpy(array) for name, array in dequantize(arrays).items()}
    state = {"entry.weight": wide["entry"].T, "entry.bias": wide["entry_bias"]}
    for n in range(sum(1 for name in wide if name.endswith(".first"))):
        for part in ("first", "second"):
            state[f"blocks.{n}.{part}.weight"] = wide[f"{n}.{part}"].T
            state[f"blocks.{n}.{part}.bias"] = wide[f"{n}.{part}_bias"]
    exits = wide["exits"].permute(0, 2, 1)
    state["exit.weight"] = exits.reshape(-1, exits.shape[2])
    state["exit.bias"] = wide["exit_biases"].reshape(-1)
    state["where.weight"], state["where.bias"] = wide["where"].T, wide["where_bias"]
    return {name: weight.contiguous() for name, weight in state.items()}


def load_weights(file: Path) -> dict[str, torch.Tensor]:
    """The weights in a file: of the package's kind, a checkpoint (its average), or a snapshot."""
    if file.suffix == ".npz":
        with np.load(file) as saved:
            return state_dict_of(dict(saved))
    saved = torch.load(file, map_location="cpu", weights_only=False)
    return {name: weight.float() for name, weight in saved.get("average", saved).items()}


def quantize(saved: Mapping[str, Float16Array]) -> dict[str, StoredArray]:
    """The same with every matrix in whole numbers from -127 to 127 and a scale for each column."""
    out: dict[str, StoredArray] = {}
    for name, array in saved.items():
        if array.ndim == 1 or name.endswith("biases"):
            out[name] = array
            continue
        wide = array.astype(np.float32)
        scale = np.maximum(np.abs(wide).max(axis=-2, keepdims=True) / MAX_BYTE_WEIGHT, MIN_SCALE)
        scale = scale.astype(np.float16).astype(np.float32)
        out[name] = np.rint(wide / scale).clip(-MAX_BYTE_WEIGHT, MAX_BYTE_WEIGHT).astype(np.int8)
        out[name + SCALE_SUFFIX] = scale.astype(np.float16)
    return out


def action_count(state: Mapping[str, torch.Tensor]) -> int:
    """How many actions the network values."""
    return len(state["exit.bias"]) // 3


def export(folder: Path, target: Path) -> None:
    """Write the averaged weights of every mode in the folder, and what the card says of them.

    What the card says of other networks in the target stays.  Raises ValueError where there is no
    checkpoint.
    """
    checkpoints = sorted(folder.glob("*/checkpoint.pt"))
    if not checkpoints:
        raise ValueError(f"There is no MODE/checkpoint.pt in {folder}.")
    target.mkdir(parents=True, exist_ok=True)
    networks: dict[str, object] = {}
    for checkpoint in checkpoints:
        saved = torch.load(checkpoint, map_location="cpu", weights_only=False)
        mode, state = checkpoint.parent.name, saved["average"]
        packed = quantize(network_arrays(state, action_count(state)))
        if any(phase.settings.get("policy") for phase in phases_in(saved)):
            worth = measure_gap_worth(network_from_arrays(packed), mode)
            packed[GAP_WORTH] = gap_worth_array(worth)
        write_weights(target / f"{mode}.npz", packed)
        networks[mode] = card_entry(saved)
    networks |= {
        name: told for name, told in FROZEN_NETWORKS.items() if (target / f"{name}.npz").exists()
    }
    commit, changed = code_version()
    exported = {"commit": commit, "changed": changed, "torch": str(torch.__version__)}
    file = target / CARD_FILE
    before = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    card = merge_cards(before, networks, exported)
    file.write_text(json.dumps(card, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    """Write checkpoints as the package reads them, with their model card."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("checkpoints", type=Path, help="a folder with a folder for each mode")
    parser.add_argument("target", type=Path, help="the folder of the networks and their card")
    arguments = parser.parse_args()
    try:
        export(arguments.checkpoints, arguments.target)
    except ValueError as problem:
        parser.error(str(problem))


if __name__ == "__main__":
    main()
