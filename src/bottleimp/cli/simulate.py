"""`bottleimp simulate`: computer players play, and their rounds are written as records."""

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, redirect_stdout, suppress
from functools import partial
from io import FileIO
from pathlib import Path

from bottleimp.analysis.arena.result_files import encode_text, naming_failures
from bottleimp.analysis.arena.simulation import Simulation
from bottleimp.cli.arena import MAX_SEED, positive_integer
from bottleimp.game.notation import write_record
from bottleimp.game.record import to_json
from bottleimp.parsing import integer_argument
from bottleimp.players.catalogue import player_names
from bottleimp.rules.editions import edition_from_text

TEXT, JSON_LINES = "text", "json-lines"
DEFAULT_EDITION = "classic/4"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "players",
        nargs="+",
        metavar="PLAYER",
        help="who plays, clockwise, repeated as often as it takes: package.module:Class, a player"
        f" of an installed package, or one of {', '.join(player_names())}",
    )
    parser.add_argument(
        "--edition",
        default=DEFAULT_EDITION,
        metavar="KEY",
        help=f"such as matagot/5-teams or classic/4,target=200; default {DEFAULT_EDITION}",
    )
    length = parser.add_mutually_exclusive_group()
    length.add_argument(
        "--rounds", type=positive_integer, metavar="N", help="so many single rounds; default 1"
    )
    length.add_argument(
        "--matches", type=positive_integer, metavar="N", help="so many matches to their agreed end"
    )
    parser.add_argument(
        "--seed",
        type=integer_argument(0, MAX_SEED),
        default=0,
        metavar="N",
        help="a number that fixes deals and players; default 0",
    )
    parser.add_argument(
        "--format",
        choices=(TEXT, JSON_LINES),
        default=TEXT,
        help="records as text, or a record as JSON in each line; default text",
    )
    parser.add_argument(
        "--output", type=Path, metavar="FILE", help="write there instead of to standard output"
    )


def run(arguments: argparse.Namespace) -> int:
    """Play, and write each round when it is over; the exit status."""
    simulation = Simulation(edition_from_text(arguments.edition), arguments.players, arguments.seed)
    played = (
        simulation.rounds(arguments.rounds or 1)
        if arguments.matches is None
        else simulation.matches(arguments.matches)
    )
    with opened_output(arguments.output) as write:
        is_first = True
        for one in played:
            if arguments.format == JSON_LINES:
                place = {"match": one.match} if one.match else {}
                content = {**place, "round": one.round, **to_json(one.record)}
                text = json.dumps(content, ensure_ascii=False) + "\n"
            else:
                text = ("" if is_first else "\n") + write_record(one.record)
            write(text)
            is_first = False
    return 0


@contextmanager
def opened_output(file: Path | None) -> Iterator[Callable[[str], None]]:
    """What writes a text to the file, all of it or nothing, or to standard output.

    Raises BottleImpError, as does what it gives, where the file cannot be written.  What players
    print meanwhile goes to the error output.
    """
    standard_output = sys.stdout
    with redirect_stdout(sys.stderr), ExitStack() as stack:
        if file is None:
            yield partial(print, end="", file=standard_output, flush=True)
            return
        with naming_failures(file):
            opened = stack.enter_context(file.open("wb", buffering=0))
        yield partial(write_whole, opened, file)


def write_whole(opened: FileIO, file: Path, text: str) -> None:
    """Write the text at the end, all of it or nothing; raises BottleImpError.

    In a pipe what was written stays.
    """
    kept = opened.tell() if opened.seekable() else None
    content = encode_text(text)
    with naming_failures(file):
        try:
            while content:
                content = content[write_some(opened, content) :]
        except OSError:
            if kept is not None:
                with suppress(OSError):
                    opened.truncate(kept)
            raise


def write_some(opened: FileIO, content: bytes) -> int:
    """Write as much as the file takes; how many bytes that is."""
    return opened.write(content)
