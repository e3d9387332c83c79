"""Measurements that are resumed where they stopped, played one after another."""

import argparse
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import TypeVar

from bottleimp.analysis.arena.progress import make_progress
from bottleimp.cli.workers import chosen_pool

Measurement = TypeVar("Measurement")


def play_measurements(
    arguments: argparse.Namespace,
    measurements: Sequence[Measurement],
    title: Callable[[Measurement], str],
    play: Callable[[Measurement, Path, int, Executor | None], Iterator[int]],
) -> None:
    """Play each until its file in the folder has all deals, and show how far it is.

    `play` yields how many deals there are, whenever some are kept.
    """
    with chosen_pool(arguments) as pool:
        for measurement in measurements:
            with make_progress(title(measurement), arguments.deals) as shown:
                for deals in play(measurement, arguments.folder, arguments.deals, pool):
                    shown.advance(deals - shown.done)
