"""`bottleimp headroom`: how much is left to be gained over players, resumed where it stopped."""

import argparse
import os
import sys
from pathlib import Path

from bottleimp.analysis.arena import processes
from bottleimp.analysis.arena_command import MOST_SEED, above_zero
from bottleimp.analysis.guests import NETWORK, Policy
from bottleimp.analysis.headroom import BELIEFS, Matter, matter, measured
from bottleimp.analysis.headroom_report import headroom_part
from bottleimp.analysis.progress import progress_shown
from bottleimp.errors import BottleImpError
from bottleimp.parsing import integer_argument

DEALS = 100
GUESTS = ("all_seeing:0", "all_seeing:3", "imp", "knowing:128")
EDITION = "classic/4"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where the results are kept")
    parser.add_argument(
        "--edition", action="append", metavar="KEY", help=f"may be given again; default {EDITION}"
    )
    parser.add_argument(
        "--guests",
        nargs="*",
        default=list(GUESTS),
        metavar="GUEST",
        help="all_seeing, knowing, a player, or a file of weights (.npz);"
        f" default {' '.join(GUESTS)}",
    )
    parser.add_argument(
        "--together",
        type=above_zero,
        default=1,
        metavar="N",
        help="how many sides the guests hold as one: with 2, two players collude; default 1",
    )
    parser.add_argument(
        "--host",
        default=NETWORK,
        metavar="PLAYER",
        help=f"who sits in all other seats: a player or a file of weights; default {NETWORK}",
    )
    parser.add_argument(
        "--network",
        metavar="FILE",
        help="weights (.npz) by which network, imp, knowing and all_seeing play and guess;"
        " default those of the package",
    )
    parser.add_argument(
        "--beliefs", action="store_true", help="measure how well hidden cards are guessed, too"
    )
    parser.add_argument(
        "--deals", type=above_zero, default=DEALS, metavar="N", help=f"default {DEALS}"
    )
    parser.add_argument(
        "--seed",
        type=integer_argument(0, MOST_SEED),
        default=0,
        metavar="N",
        help="a number that fixes the deals; default 0",
    )
    parser.add_argument(
        "--jobs",
        type=above_zero,
        default=os.cpu_count() or 1,
        metavar="N",
        help="how many play at a time; default one for each core",
    )
    parser.add_argument(
        "--report-only", action="store_true", help="play nothing; report what stands in the folder"
    )


def run(arguments: argparse.Namespace) -> int:
    """Measure, report; the exit status."""
    if arguments.folder.is_file():
        raise BottleImpError(f"{arguments.folder} is a file; the results are kept in a folder.")
    if not arguments.report_only:
        matters = chosen(arguments)
        with processes(arguments.jobs) as pool:
            for of in matters:
                shown = progress_shown(f"{of.edition} {of.guest}", arguments.deals)
                for deals in measured(of, arguments.folder, arguments.deals, pool, arguments.jobs):
                    shown.advance(deals - shown.done)
                shown.clear()
    found = list(headroom_part(arguments.folder))
    if not found:
        raise BottleImpError(f"{arguments.folder} holds no results: nothing was measured there.")
    sys.stdout.write("\n".join(found) + "\n")
    return 0


def chosen(arguments: argparse.Namespace) -> list[Matter]:
    """What is to be measured; raises BottleImpError where something cannot be."""
    guests = [(guest, arguments.together) for guest in dict.fromkeys(arguments.guests)]
    if arguments.beliefs:
        guests.append((BELIEFS, 1))
    if not guests:
        raise BottleImpError("There is nothing to measure: name --guests, or ask for --beliefs.")
    return [
        matter(text, guest, arguments.host, together, arguments.seed, policy)
        for text in dict.fromkeys(arguments.edition or [EDITION])
        for policy in (Policy(text, arguments.network),)
        for guest, together in guests
    ]
