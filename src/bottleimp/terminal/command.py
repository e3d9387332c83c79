"""The subcommand `terminal`: a match against computer players in this terminal."""

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from platformdirs import user_data_path

from bottleimp.players.catalogue import player_kind, player_names
from bottleimp.rules.editions import edition_from_text
from bottleimp.terminal.app import TerminalApp, Wish
from bottleimp.terminal.saving import SLOWEST, Folder

FOLDER = "terminal"  # within the data folder
REFUSED = 2  # exit status when what was asked for cannot be done
SEED_BITS = 256


def whole_number(text: str, most: int) -> int:
    """The number written, from 0 to the most allowed; raises the error argparse shows."""
    if not text.isdecimal() or int(text) > most:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0 to {most}")
    return int(text)


def milliseconds(text: str) -> int:
    """A pace."""
    return whole_number(text, SLOWEST)


def seed(text: str) -> int:
    """A seed."""
    if not text.isdecimal() or int(text).bit_length() > SEED_BITS:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of up to 256 bits")
    return int(text)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument(
        "--edition",
        metavar="KEY",
        help="what to play, such as classic/lopaka or classic/4,target=200;"
        " without it a first screen asks",
    )
    parser.add_argument(
        "--players",
        nargs="+",
        metavar="NAME",
        default=[],
        help="computer players, clockwise from your left, repeated as often as it takes;"
        f" known are {', '.join(player_names())}",
    )
    parser.add_argument(
        "--seed",
        type=seed,
        metavar="N",
        help="a number that fixes every deal and every computer player",
    )
    parser.add_argument(
        "--pace",
        type=milliseconds,
        metavar="MS",
        help=f"pause after each play of a computer player in milliseconds, 0 to {SLOWEST};"
        " remembered if you change it at the table",
    )
    parser.add_argument(
        "--new", action="store_true", help="begin a new match even if one can be continued"
    )
    parser.add_argument(
        "--data",
        type=Path,
        metavar="FOLDER",
        help="where matches and settings are kept, instead of the usual data folder",
    )


def run(arguments: argparse.Namespace) -> int:
    """Plays until the person leaves; the exit status.

    Raises BottleImpError for an edition or a player that does not exist.
    """
    for name in arguments.players:
        player_kind(name)
    edition = None if arguments.edition is None else edition_from_text(arguments.edition)
    data = (
        user_data_path("bottleimp", appauthor=False) if arguments.data is None else arguments.data
    )
    folder = Folder(data / FOLDER)
    try:
        folder.prepared()
    except OSError as problem:
        print(f"The folder {folder.path} cannot be used: {problem.strerror}.", file=sys.stderr)
        return REFUSED
    if not (sys.stdin.isatty() and sys.stderr.isatty()):  # Textual draws on standard error
        print("The table needs a terminal to be drawn in.", file=sys.stderr)
        return REFUSED
    settings = folder.settings()
    if arguments.pace is not None:
        settings = replace(settings, pace=arguments.pace)
    wish = Wish(edition, tuple(arguments.players), arguments.seed, arguments.new)
    TerminalApp(folder, wish, settings).run()
    print(f"Matches are kept in {folder.path.absolute()}.")
    return 0
