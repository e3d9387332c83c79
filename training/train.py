"""Deep Monte-Carlo self-play for one edition: `python -m training.train classic/4 --minutes 28`.

Every seat plays by the same network, mostly the action of the highest value; when a round is
over, each action taken is regressed on the result of its seat.  Checkpoints are written often and
training resumes from them.
"""

import argparse
import json
import time
from concurrent.futures import Executor
from pathlib import Path

import torch

from bottleimp.errors import BottleImpError
from bottleimp.execution.pools import open_pool
from training.network import device_by_name
from training.policy import PolicyTrainer
from training.precision import add_device_options, precision_by_name
from training.settings import (
    MODE_EDITIONS,
    TrainingSettings,
    add_setting_options,
    chosen_settings,
)
from training.trainer import EVALUATION_DEALS, SNAPSHOT_ROUNDS, Trainer

SAVE_SECONDS = 60


def train(
    trainer: Trainer, seconds: float, deals: int = EVALUATION_DEALS, total: int | None = None
) -> None:
    """Train for so long, saving often; the curve gets a line every few generations.

    At each snapshot it gets a line with what was gained since the one before, over so many deals.
    The seconds of the progress are those of training alone.  With `total` the training ends after
    so many rounds, those of earlier calls included.
    """
    start_time = saved = time.monotonic()
    while (now := time.monotonic()) - start_time < seconds and not has_ended(trainer, total):
        number = trainer.progress.rounds // trainer.settings.rounds
        edition = trainer.editions[number % len(trainer.editions)]
        losses = trainer.run_generation(edition)
        number += 1
        trainer.progress.seconds += time.monotonic() - now
        is_due = trainer.due_snapshot > trainer.last_snapshot
        gained = trainer.evaluate_snapshot(deals) if is_due else {}
        if number % 10 == 0 or gained:
            line = {
                "rounds": trainer.progress.rounds, "seconds": trainer.progress.seconds,
                **losses, **gained,
            }  # fmt: skip
            trainer.progress.curve.append(line)
        if is_due or time.monotonic() - saved > SAVE_SECONDS:
            trainer.save()
            saved = time.monotonic()
    trainer.save()


def has_ended(trainer: Trainer, total: int | None) -> bool:
    """Whether as many rounds are played as were asked for."""
    return total is not None and trainer.progress.rounds >= total


def add_run_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that say how long a training runs, and where."""
    parser.add_argument("--minutes", type=float, default=28)
    parser.add_argument("--total-rounds", type=int, help="end after so many, of all calls")
    add_device_options(parser)
    parser.add_argument("--commit", help="that of the code, where it runs without its repository")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument(
        "modes", nargs="+", choices=[*MODE_EDITIONS, "all"], metavar="MODE",
        help="modes, or all; they take turns",
    )  # fmt: skip
    add_run_options(parser)
    parser.add_argument("--slice", type=float, default=60, help="seconds a turn")
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--start", type=Path, help="a checkpoint of another mode to begin with")
    parser.add_argument(
        "--snapshots", type=int, default=SNAPSHOT_ROUNDS,
        help="rounds between snapshots, which are compared; 0: none",
    )  # fmt: skip
    parser.add_argument(
        "--deals", type=int, default=EVALUATION_DEALS, help="deals on which they are compared"
    )
    parser.add_argument(
        "--processes", type=int, default=1, help="that play the units of a generation; default 1"
    )
    parser.add_argument(
        "--ray", metavar="ADDRESS", help="have a Ray cluster play them: its HOST:PORT, or local"
    )
    add_setting_options(parser, TrainingSettings(""))
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    device = device_by_name(arguments.device)
    precision = precision_by_name(arguments.precision, device)
    print(f"computes in {precision} on {device}", flush=True)
    modes = list(MODE_EDITIONS) if arguments.modes == ["all"] else arguments.modes
    with open_pool(arguments.processes, arguments.ray) as pool:
        train_modes(parser, arguments, modes, device, precision, pool)


def train_modes(
    parser: argparse.ArgumentParser, arguments: argparse.Namespace, modes: list[str],
    device: torch.device, precision: torch.dtype, pool: Executor | None,
) -> None:  # fmt: skip
    """Train the modes in turns until the time is over or all have their rounds.

    What a trainer refuses, the parser does.
    """
    start_time = time.monotonic()
    chosen = chosen_settings(arguments)
    while modes and time.monotonic() - start_time < arguments.minutes * 60:
        for mode in [*modes]:
            settings = TrainingSettings(MODE_EDITIONS[mode], **chosen)
            kind = PolicyTrainer if settings.policy else Trainer
            try:
                trainer = kind(
                    settings, arguments.folder / mode, arguments.start,
                    device=device, snapshots=arguments.snapshots, commit=arguments.commit,
                    precision=precision, pool=pool,
                )  # fmt: skip
            except (BottleImpError, OSError, ValueError) as problem:
                parser.error(str(problem))
            left = arguments.minutes * 60 - (time.monotonic() - start_time)
            train(trainer, min(arguments.slice, left), arguments.deals, arguments.total_rounds)
            last = trainer.progress.curve[-1:] or [{"rounds": trainer.progress.rounds}]
            print(mode, json.dumps({k: round(v, 4) for k, v in last[0].items()}), flush=True)
            if has_ended(trainer, arguments.total_rounds):
                modes.remove(mode)


if __name__ == "__main__":
    main()
