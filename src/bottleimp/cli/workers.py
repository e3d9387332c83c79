"""The options that say who plays: processes on this machine, or the machines of a Ray cluster."""

import argparse
import os
from contextlib import AbstractContextManager

from bottleimp.execution.pools import open_pool
from bottleimp.execution.task_pool import TaskPool
from bottleimp.parsing import integer_argument

MAX_PROCESSES = 1000


def add_worker_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "--processes",
        type=integer_argument(1, MAX_PROCESSES),
        default=os.cpu_count() or 1,
        metavar="N",
        help="how many play at a time; changes no result; default one for each core",
    )
    parser.add_argument(
        "--ray",
        metavar="ADDRESS",
        help="play on the Ray cluster at this HOST:PORT instead, with the same results; local"
        " starts one on this machine with --processes workers",
    )


def chosen_pool(arguments: argparse.Namespace) -> AbstractContextManager[TaskPool | None]:
    """The pool that the options ask for."""
    return open_pool(arguments.processes, arguments.ray)
