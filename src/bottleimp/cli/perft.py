"""`bottleimp perft`: counts of legal sequences by depth."""

import argparse

from bottleimp.kernel import perft
from bottleimp.parsing import integer_argument
from bottleimp.rules.editions import edition_from_text

MAX_DEPTH = 12


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "--edition",
        default="classic/4",
        metavar="KEY",
        help="such as matagot/5-teams; default classic/4",
    )
    parser.add_argument(
        "--depth",
        type=integer_argument(1, MAX_DEPTH),
        default=5,
        metavar="N",
        help=f"1 to {MAX_DEPTH}; default 5",
    )
    parser.add_argument(
        "--divide", action="store_true", help="show the count under each first action"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the counts; the exit status."""
    edition = edition_from_text(arguments.edition)
    for line in perft.perft_lines(edition, arguments.depth, divide=arguments.divide):
        print(line, flush=True)
    return 0
