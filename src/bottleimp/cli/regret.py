"""`bottleimp regret`: what players give away at their choices, resumed where it stopped."""

import argparse

from bottleimp.analysis.evaluation.regret import (
    RegretMeasurement,
    make_regret_measurement,
    run_regret_measurement,
)
from bottleimp.analysis.evaluation.regret_report import read_regrets, regret_section
from bottleimp.analysis.evaluation.responders import NETWORK
from bottleimp.cli.measuring import (
    DEFAULT_SEED,
    add_deal_options,
    add_folder_options,
    measure_and_report,
    settle_options,
)
from bottleimp.parsing import integer_argument

DEFAULT_DEALS = 100
DEFAULT_EDITION = "classic/4"
DEFAULT_PLAYERS = ("imp", NETWORK, "rules_of_thumb")
DEFAULT_JUDGE_WORLDS = 4_800
MAX_JUDGE_WORLDS = 1_000_000
DEFAULTS = {
    "edition": (DEFAULT_EDITION,),
    "players": DEFAULT_PLAYERS,
    "population": NETWORK,
    "judge_worlds": DEFAULT_JUDGE_WORLDS,
    "deals": DEFAULT_DEALS,
    "seed": DEFAULT_SEED,
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_folder_options(parser)
    parser.add_argument(
        "--players",
        nargs="+",
        metavar="PLAYER",
        help="whose choices are judged: players, or files of weights (.npz); default"
        f" {' '.join(DEFAULT_PLAYERS)}",
    )
    parser.add_argument(
        "--edition",
        action="append",
        metavar="KEY",
        help=f"may be given again; for three players or more; default {DEFAULT_EDITION}",
    )
    parser.add_argument(
        "--population",
        metavar="PLAYER",
        help=f"who plays the rounds from which choices are drawn; default {NETWORK}",
    )
    parser.add_argument(
        "--judge-network",
        metavar="FILE",
        help="weights (.npz) by which the judge thinks; default those of the package, which know"
        " no better than the players",
    )
    parser.add_argument(
        "--judge-worlds",
        type=integer_argument(1, MAX_JUDGE_WORLDS),
        metavar="N",
        help="worlds that the judge plays out in each of its two evaluations of a choice; default"
        f" {DEFAULT_JUDGE_WORLDS}",
    )
    add_deal_options(parser, DEFAULT_DEALS)


def run(arguments: argparse.Namespace) -> int:
    """Measure, report; the exit status."""
    settle_options(arguments, DEFAULTS)
    measure_and_report(
        arguments, measurements_from_arguments,
        lambda one: f"{one.edition} {' '.join(one.players)}",
        run_regret_measurement, read_regrets, regret_section,
    )  # fmt: skip
    return 0


def measurements_from_arguments(arguments: argparse.Namespace) -> list[RegretMeasurement]:
    """What is to be measured; raises BottleImpError where something cannot be."""
    return [
        make_regret_measurement(
            text, list(dict.fromkeys(arguments.players)), arguments.population,
            arguments.judge_worlds, arguments.judge_network, arguments.seed,
        )
        for text in dict.fromkeys(arguments.edition)
    ]  # fmt: skip
