"""Trainings of several modes and seeds at once on one device, and the mean of those of each mode.

    python -m training.side_by_side plan.toml --folder runs --minutes 9

A single training leaves most of a GPU idle, since it also plays rounds on the processor.  The plan
says what runs, in TOML:

    [settings]  # of all trainings, named as for training.train
    rounds = 8192
    rate = 3e-4

    [[training]]
    mode = "lopaka"
    seeds = [1, 2, 3]
    start = "src/bottleimp/players/networks/lopaka.npz"
    size = 384  # settings of this mode alone

Every seed is a process of its own, which is told like any `training.train`: its checkpoint is
`runs/SEED/MODE`, its messages are in `runs/SEED/MODE.log`.  The same command goes on where the
last one ended.  At the end `runs/averaged/MODE` has the mean of all seeds of a mode; of
one seed alone that is its training itself.
"""

import argparse
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from training.plan import PlannedTraining, option_words, plan_from_text
from training.train import add_run_options
from training.weights.averaging import write_mean

LOG_LINES = 5  # of a training that failed, which are shown


def run_plan(
    trainings: Sequence[PlannedTraining], folder: Path, more: Sequence[str]
) -> dict[str, list[int]]:
    """Run all of them to their end; for each mode the seeds that ended well.

    `more` are words that every command gets.  Of the others the last lines are printed.
    """
    running = []
    try:
        for one in trainings:
            for seed in one.seeds:
                log = folder / str(seed) / f"{one.mode}.log"
                log.parent.mkdir(parents=True, exist_ok=True)
                with log.open("ab") as messages:
                    process = subprocess.Popen(
                        [*one.command(seed, folder), *more], stdout=messages, stderr=messages
                    )
                running.append((one.mode, seed, log, process))
        well: dict[str, list[int]] = {one.mode: [] for one in trainings}
        for mode, seed, log, process in running:
            if process.wait() == 0:
                well[mode].append(seed)
                continue
            last = log.read_text(errors="replace").splitlines()[-LOG_LINES:]
            print(f"{mode} with the seed {seed} failed ({process.returncode}):", *last, sep="\n  ")
        return well
    finally:
        for _, _, _, process in running:
            process.terminate()


def write_average(trainings: Sequence[Path], folder: Path) -> Path:
    """Write the mean of these folders of one mode into `folder`, one alone as it is; its file."""
    if len(trainings) > 1:
        return write_mean(trainings, folder)
    (training,) = trainings
    target = folder / training.name / "checkpoint.pt"
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(training / "checkpoint.pt", target)
    return target


def main() -> int:
    """Run the plan; the exit status is 1 if a training failed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("plan", type=Path, help="a file in TOML")
    parser.add_argument("--folder", type=Path, required=True)
    add_run_options(parser)
    arguments = parser.parse_args()
    try:
        trainings = plan_from_text(arguments.plan.read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        parser.error(str(problem))
    more = ["--snapshots", "0"]
    for name, value in vars(arguments).items():
        if name not in ("plan", "folder") and value is not None:
            more += option_words(name, value)
    well = run_plan(trainings, arguments.folder, more)
    for mode, seeds in well.items():
        if seeds:
            ended = [arguments.folder / str(seed) / mode for seed in seeds]
            file = write_average(ended, arguments.folder / "averaged")
            told = f"the mean of {len(seeds)} trainings" if len(seeds) > 1 else "the one training"
            print(f"{file} has {told} of {mode}", flush=True)
    return 0 if all(list(one.seeds) == well[one.mode] for one in trainings) else 1


if __name__ == "__main__":
    sys.exit(main())
