"""What trainings side by side are told: a plan in TOML, for `training.side_by_side`.

Nothing here needs PyTorch.
"""

import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from bottleimp.analysis.evaluation.panel import read_panel
from bottleimp.errors import BottleImpError
from training.settings import (
    MODE_EDITIONS,
    OLD_NAMES,
    POPULATION_SETTINGS,
    SettingValue,
    TrainingSettings,
    check_settings,
    option_name,
)

DEFAULTS = vars(TrainingSettings(""))
NOT_PLANNED = {"edition", "seed"}  # which follow from the mode and from `seeds`


@dataclass(frozen=True)
class PlannedTraining:
    """The trainings of one mode, alike but for their seeds."""

    mode: str
    seeds: tuple[int, ...]
    start: Path | None  # the weights that all of them begin with
    settings: Mapping[str, SettingValue]

    def command(self, seed: int, folder: Path) -> list[str]:
        """That of the training with this seed, its time and its device left out."""
        words = [sys.executable, "-m", "training.train", self.mode]
        words += ["--folder", str(folder / str(seed)), "--seed", str(seed)]
        if self.start is not None:
            words += ["--start", str(self.start)]
        for name, value in self.settings.items():
            words += option_words(name, value)
        return words


def option_words(name: str, value: SettingValue) -> list[str]:
    """An option of `training.train` as its command line has it."""
    return [option_name(name), str(value)]


def checked_settings(table: Mapping[str, object]) -> dict[str, SettingValue]:
    """The settings of a table of the plan; raises ValueError for one that no training has."""
    settings: dict[str, SettingValue] = {}
    for told, value in table.items():
        name = OLD_NAMES.get(told, told)
        if name in settings:
            raise ValueError(f"A plan says {name!r} twice, by its old name too.")
        if name not in DEFAULTS or name in NOT_PLANNED:
            raise ValueError(f"A plan has no setting {name!r}.")
        kind = type(DEFAULTS[name])
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        fits = is_number if kind is float else type(value) is kind
        if not fits or not isinstance(value, int | float | str):
            raise ValueError(f"{name} is to be of type {kind.__name__}, not {value!r}.")
        settings[name] = value
    return settings


def merge_settings(
    shared: Mapping[str, SettingValue], own: Mapping[str, SettingValue]
) -> dict[str, SettingValue]:
    """The settings of a training, without a population where its own say that it has none."""
    if own.get("population") == 0:
        shared = {name: value for name, value in shared.items() if name not in POPULATION_SETTINGS}
    return {**shared, **own}


def require_possible(training: PlannedTraining) -> None:
    """Raises ValueError for a population that it cannot have, and weights it may not begin with."""
    settings = TrainingSettings(
        MODE_EDITIONS[training.mode],
        **training.settings,  # type: ignore[arg-type]  # of which the types were checked
    )
    try:
        check_settings(settings)
        if training.start is not None:
            read_panel().require_training_half([], [training.start])
    except (BottleImpError, ValueError) as problem:
        raise ValueError(f"The training of {training.mode} is not possible. {problem}") from None


def plan_from_text(text: str) -> list[PlannedTraining]:
    """The trainings of a plan; raises ValueError that says what is wrong with it."""
    plan = tomllib.loads(text)
    if strange := sorted(plan.keys() - {"settings", "training"}):
        raise ValueError(f"A plan has no part {strange[0]!r}, only settings and training.")
    shared = checked_settings(plan.get("settings", {}))
    trainings = []
    for table in plan.get("training", []):
        own = dict(table)
        mode, seeds, start = (own.pop(name, None) for name in ("mode", "seeds", "start"))
        if mode not in MODE_EDITIONS:
            raise ValueError(f"There is no mode {mode!r}; there are {', '.join(MODE_EDITIONS)}.")
        if not (isinstance(seeds, list) and seeds and all(type(seed) is int for seed in seeds)):
            raise ValueError(f"The training of {mode} needs a list of seeds, whole numbers.")
        if min(seeds) < 0:
            raise ValueError(f"The training of {mode} has the seed {min(seeds)}, which is below 0.")
        if len(set(seeds)) < len(seeds):
            raise ValueError(f"The training of {mode} has a seed twice.")
        if start is not None and not (isinstance(start, str) and Path(start).is_file()):
            raise ValueError(f"The training of {mode} cannot begin with {start!r}: no such file.")
        where = Path(start) if start is not None else None
        settings = merge_settings(shared, checked_settings(own))
        trainings.append(PlannedTraining(mode, tuple(seeds), where, settings))
        require_possible(trainings[-1])
    modes = [training.mode for training in trainings]
    if not modes or len(set(modes)) < len(modes):
        raise ValueError("A plan has trainings, at most one for each mode.")
    return trainings
