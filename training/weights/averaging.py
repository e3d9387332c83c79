"""The mean of trainings that began alike.

    python -m training.weights.averaging one/4 two/4 --folder averaged

Trainings that go on from the same weights with other seeds learn much the same, and each has luck
and noise of its own.  The mean of their weights keeps what they share.  Every folder is one of
`training.train`, named after its mode; a checkpoint with the mean, its optimiser left out, is
written into `--folder`, from where `training.export` or `training.weights.blending` reads it.
"""

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

import torch

from training.export import load_weights
from training.model_card import AVERAGED, history_parts, phases_with_blend
from training.provenance import FROM_SCRATCH, TrainingPhase, phases_in
from training.settings import SettingValue

Weights = Mapping[str, torch.Tensor]


def mean_weights(networks: Sequence[Weights]) -> dict[str, torch.Tensor]:
    """The mean of all, weight by weight; raises ValueError for networks of different shapes."""
    shapes = [{name: tuple(w.shape) for name, w in one.items()} for one in networks]
    if any(other != shapes[0] for other in shapes):
        raise ValueError("The networks differ in shape, so no mean of them is a network.")
    return {
        name: torch.stack([one[name].float() for one in networks]).mean(dim=0)
        for name in networks[0]
    }


def own_phases(
    phases: Sequence[TrainingPhase], others: Sequence[TrainingPhase]
) -> tuple[TrainingPhase, ...]:
    """The phases after those in which two trainings were still one."""
    shared = 0
    while shared < min(len(phases), len(others)) and phases[shared] == others[shared]:
        shared += 1
    return tuple(phases[shared:])


def unseeded_settings(phases: Sequence[TrainingPhase]) -> list[dict[str, SettingValue]]:
    """The settings of every phase, all of them as if they had one seed."""
    return [{**phase.settings, "seed": 0} for phase in phases]


def average_checkpoints(files: Sequence[Path]) -> dict[str, object]:
    """The first checkpoint with the mean of all weights, which tells how the others came to be.

    Raises ValueError for fewer than two, for different shapes, for the same training twice,
    for trainings of which the card could not say that all began with the same weights, and for
    those that differ in more than their seeds.
    """
    if len(files) < 2:
        raise ValueError("A mean is of two trainings or more.")
    saved = [torch.load(file, map_location="cpu", weights_only=False) for file in files]
    phases = [phases_in(one) for one in saved]
    own = [
        own_phases(phases[0], phases[1]),
        *(own_phases(other, phases[0]) for other in phases[1:]),
    ]
    if not all(own):
        raise ValueError("Two of the checkpoints are of one training, so their mean is of no use.")
    starts = {one[0].start for one in own}
    if len(starts) > 1 or starts <= {None, FROM_SCRATCH}:
        raise ValueError("The trainings are not known to have begun with the same weights.")
    if any(other != unseeded_settings(own[0]) for other in map(unseeded_settings, own)):
        raise ValueError("The trainings differ in more of their settings than the seed.")
    mean = mean_weights([load_weights(file) for file in files])
    told = [
        [phase.to_dict() for phase in phases_with_blend(one)[-len(other) :]]
        for one, other in zip(saved[1:], own[1:], strict=True)
    ]
    return {**history_parts(saved[0]), "network": mean, "average": mean, AVERAGED: told}


def write_mean(trainings: Sequence[Path], folder: Path) -> Path:
    """Write the mean of these folders, named after one mode, into `folder`; its file.

    Raises ValueError for different modes and as `average_checkpoints` does.
    """
    modes = {training.resolve().name for training in trainings}
    if len(modes) > 1:
        raise ValueError(f"The trainings are of different modes: {', '.join(sorted(modes))}.")
    mean = average_checkpoints([training / "checkpoint.pt" for training in trainings])
    target = folder / modes.pop() / "checkpoint.pt"
    target.parent.mkdir(parents=True, exist_ok=True)
    torch.save(mean, target)
    return target


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("trainings", type=Path, nargs="+", help="folders named after their mode")
    parser.add_argument("--folder", type=Path, required=True)
    arguments = parser.parse_args()
    try:
        write_mean(arguments.trainings, arguments.folder)
    except ValueError as problem:
        parser.error(str(problem))


if __name__ == "__main__":
    main()
