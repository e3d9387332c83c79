"""Measurements that are resumed where they stopped, played one after another."""

import argparse
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import TypeVar

from bottleimp.analysis.arena.progress import make_progress
from bottleimp.analysis.arena.result_files import claimed_folder
from bottleimp.analysis.evaluation.deal_files import may_have_mixed_code
from bottleimp.cli.arena import MAX_SEED, positive_integer
from bottleimp.cli.workers import add_worker_options, chosen_pool
from bottleimp.errors import BottleImpError
from bottleimp.parsing import integer_argument

Measurement = TypeVar("Measurement")
MIXED_CODE = (
    "The players of this package have, or may have, changed between these results: their code was"
    " not the same for all files, or some do not say what it was."
)
FOR_EVERY_REPORT = ("folder", "report_only", "processes", "ray")  # of the options
DEFAULT_SEED = 0


def add_deal_options(parser: argparse.ArgumentParser, default_deals: int) -> None:
    """Declare which deals are played, how many, and by how many processes.

    Options that say what is measured are None until `settle_options` gives them their defaults.
    """
    parser.add_argument(
        "--deals",
        type=positive_integer,
        metavar="N",
        help=f"default {default_deals}",
    )
    parser.add_argument(
        "--seed",
        type=integer_argument(0, MAX_SEED),
        metavar="N",
        help=f"a number that fixes the deals; default {DEFAULT_SEED}",
    )
    add_worker_options(parser)


def add_folder_options(parser: argparse.ArgumentParser) -> None:
    """Declare where results are kept, and whether they are only shown."""
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where the results are kept")
    parser.add_argument(
        "--report-only",
        action="store_true",
        help="play nothing; report all that stands in the folder",
    )


def settle_options(
    arguments: argparse.Namespace, defaults: Mapping[str, object], of_reports: Collection[str] = ()
) -> None:
    """Give options that were left out their defaults.

    Where only a report is wanted, options that say what is measured are refused; `of_reports` are
    those of the command that its reports look at.  Raises BottleImpError.
    """
    for name, value in vars(arguments).items() if arguments.report_only else ():
        if name not in (*FOR_EVERY_REPORT, *of_reports) and value is not None:
            raise BottleImpError(
                f"--{name.replace('_', '-')} says what is measured; --report-only reports all that"
                " stands in the folder."
            )
    for name, default in defaults.items():
        if getattr(arguments, name) is None:
            setattr(arguments, name, default)


def measure_and_report(
    arguments: argparse.Namespace,
    measurements: Callable[[argparse.Namespace], Sequence[Measurement]],
    title: Callable[[Measurement], str],
    play: Callable[[Measurement, Path, int, Executor | None], Iterator[int]],
    require_readable: Callable[[Path], object],
    section: Callable[[Path], Iterable[str]],
) -> None:
    """Measure unless a report alone is wanted, and print what stands in the folder.

    `require_readable` raises BottleImpError for a folder with files that no such measurement wrote.
    Raises BottleImpError for such a folder before play, where there are no results, and where
    something cannot be measured.
    """
    if arguments.folder.is_file():
        raise BottleImpError(f"{arguments.folder} is a file; the results are kept in a folder.")
    if not arguments.report_only:
        wanted = measurements(arguments)
        require_readable(arguments.folder)
        play_measurements(arguments, wanted, title, play)
    found = list(section(arguments.folder))
    if not found:
        raise BottleImpError(f"{arguments.folder} holds no results: nothing was measured there.")
    if may_have_mixed_code(arguments.folder):
        found.append(MIXED_CODE)
    sys.stdout.write("\n".join(found) + "\n")


def play_measurements(
    arguments: argparse.Namespace,
    measurements: Sequence[Measurement],
    title: Callable[[Measurement], str],
    play: Callable[[Measurement, Path, int, Executor | None], Iterator[int]],
) -> None:
    """Play each until its file in the folder has all deals, and show how far it is.

    `play` yields how many deals there are, whenever some are kept.
    """
    with claimed_folder(arguments.folder), chosen_pool(arguments) as pool:
        for measurement in measurements:
            with make_progress(title(measurement), arguments.deals) as shown:
                for deals in play(measurement, arguments.folder, arguments.deals, pool):
                    shown.advance(deals - shown.done)
