"""`bottleimp arena`: computer players meet on duplicate deals."""

import argparse
import sys
from pathlib import Path

from bottleimp.analysis.arena.arena_report import as_json, format_report
from bottleimp.analysis.arena.head_to_head import (
    DEFAULT_DEALS,
    HeadToHead,
    round_robin,
)
from bottleimp.analysis.arena.preparation import prepare_players
from bottleimp.analysis.arena.progress import PREPARING_MESSAGE, make_progress
from bottleimp.analysis.arena.result_files import require_place_for_json, write_atomically
from bottleimp.analysis.arena.variance_reduction import NETWORK, network_value_function
from bottleimp.cli.workers import add_worker_options, chosen_pool
from bottleimp.errors import BottleImpError
from bottleimp.parsing import integer_argument, shorten
from bottleimp.players.catalogue import player_names, require_mode, require_player
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text, edition_keys

ALL = "all"
MIN_PLAYERS = 2
MAX_SEED = 2**256 - 1
MAX_COUNT = 10**12  # deals, processes and whatever else is counted
positive_integer = integer_argument(1, MAX_COUNT)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "players",
        nargs="+",
        metavar="PLAYER",
        help=f"two or more of {', '.join(player_names())}, a player of an installed package,"
        " or package.module:Class",
    )
    parser.add_argument(
        "--edition",
        action="append",
        metavar="KEY",
        help=f"such as matagot/5-teams, or {ALL}; may be given again; default classic/4",
    )
    parser.add_argument(
        "--deals",
        type=positive_integer,
        default=DEFAULT_DEALS,
        metavar="N",
        help=f"how many deals each pair plays, in every seat; default {DEFAULT_DEALS}",
    )
    parser.add_argument(
        "--seed",
        type=integer_argument(0, MAX_SEED),
        default=0,
        metavar="N",
        help="a number that fixes deals and players; default 0",
    )
    parser.add_argument(
        "--half-width",
        type=positive_number,
        metavar="W",
        help="stop before --deals once the intervals are as narrow as +-W",
    )
    parser.add_argument(
        "--until-decided",
        action="store_true",
        help="stop before --deals once both differences are told from zero; intervals are wider,"
        " so that looking again and again does not spoil them",
    )
    add_worker_options(parser)
    parser.add_argument(
        "--variance-reduction",
        metavar="VALUES",
        help="also report the differences with reduced variance, by the values of a network: "
        f"{NETWORK}, or a file of weights (.npz)",
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results there too")


def positive_number(text: str) -> float:
    """A positive number."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"{shorten(text)!r} is not a number above 0")
    return number


def run(arguments: argparse.Namespace) -> int:
    """Play, and write a table for each edition as it is done; the exit status."""
    editions = editions_from_arguments(arguments.edition or ["classic/4"])
    players = list(dict.fromkeys(arguments.players))
    for name in players:
        require_player(name)
        for edition in editions:
            require_mode(name, edition.mode)
    if len(players) < MIN_PLAYERS:
        raise BottleImpError("The arena compares two or more different players.")
    require_place_for_json(arguments.json)
    for edition in editions if arguments.variance_reduction is not None else ():
        network_value_function(arguments.variance_reduction, edition)
    pairs = len(players) * (len(players) - 1) // 2
    found: list[HeadToHead] = []
    with chosen_pool(arguments) as pool:
        for edition in editions:
            total = pairs * arguments.deals
            with make_progress(edition.text, total, PREPARING_MESSAGE) as shown:
                prepare_players(edition, players, shown.say)
                comparisons = round_robin(
                    edition,
                    players,
                    deals=arguments.deals,
                    seed=arguments.seed,
                    target_half_width=arguments.half_width,
                    until_decided=arguments.until_decided,
                    value_function_name=arguments.variance_reduction,
                    pool=pool,
                    progress=shown.advance,
                )
            found += comparisons
            sys.stdout.write(format_report(comparisons) + "\n")
            sys.stdout.flush()
            if arguments.json is not None:
                write_atomically(arguments.json, as_json(found))
    return 0


def editions_from_arguments(texts: list[str]) -> tuple[Edition, ...]:
    """The editions by these names, each once; raises UnknownName."""
    names = [key for text in texts for key in (edition_keys() if text == ALL else (text,))]
    return tuple(edition_from_text(name) for name in dict.fromkeys(names))
