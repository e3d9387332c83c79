"""`bottleimp panel`: players among strangers, resumed where it stopped."""

import argparse
from pathlib import Path

from bottleimp.analysis.arena.result_files import (
    json_text,
    require_place_for_json,
    write_atomically,
)
from bottleimp.analysis.evaluation.panel import Half, read_panel
from bottleimp.analysis.evaluation.panel_measurement import (
    PanelMeasurement,
    make_panel_measurement,
    own_network_file,
    player_label,
    run_panel_measurement,
)
from bottleimp.analysis.evaluation.panel_report import (
    PanelComparison,
    panel_as_json,
    panel_section,
    read_panel_results,
)
from bottleimp.analysis.evaluation.responders import NETWORK
from bottleimp.analysis.report.panel_plots import write_panel_plots
from bottleimp.cli.measuring import (
    DEFAULT_SEED,
    add_deal_options,
    add_folder_options,
    measure_and_report,
    settle_options,
)
from bottleimp.errors import BottleImpError
from bottleimp.rules.editions import edition_from_text

DEFAULT_DEALS = 200
DEFAULT_EDITION = "classic/4"
DEFAULTS = {
    "edition": (DEFAULT_EDITION,),
    "players": (NETWORK,),
    "baseline": NETWORK,
    "deals": DEFAULT_DEALS,
    "seed": DEFAULT_SEED,
}
FOR_REPORTS = ("network", "baseline", "json", "plots")  # of the options


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_folder_options(parser)
    parser.add_argument(
        "--players",
        nargs="+",
        metavar="PLAYER",
        help=f"who is measured, each alone: players, or files of weights (.npz); default {NETWORK}",
    )
    parser.add_argument(
        "--edition",
        action="append",
        metavar="KEY",
        help=f"may be given again; default {DEFAULT_EDITION}",
    )
    parser.add_argument(
        "--members",
        nargs="+",
        metavar="PLAYER",
        help="among copies of whom; default the half of the panel that serves for measuring",
    )
    parser.add_argument(
        "--panel-networks",
        type=Path,
        metavar="FOLDER",
        help="where the weights of the panel's networks lie, which then belong to it too",
    )
    parser.add_argument(
        "--network",
        metavar="FILE",
        help="weights (.npz) by which the players network and imp play; default those of the"
        " package",
    )
    parser.add_argument(
        "--baseline",
        metavar="NAME",
        help=f"the player of the folder with which all are compared; default {NETWORK}",
    )
    add_deal_options(parser, DEFAULT_DEALS)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures there")
    parser.add_argument(
        "--plots",
        type=Path,
        metavar="FOLDER",
        help="write plots there, as SVG: rounds with the bottle, and beside a baseline the mean and"
        " the worst gain of other players",
    )


def run(arguments: argparse.Namespace) -> int:
    """Measure, report; the exit status."""
    if arguments.plots is not None and arguments.plots.is_file():
        raise BottleImpError(f"{arguments.plots} is a file; --plots names a folder.")
    require_place_for_json(arguments.json)
    settle_options(arguments, DEFAULTS, FOR_REPORTS)
    baseline = baseline_from_arguments(arguments)

    def read(folder: Path) -> list[PanelComparison]:
        return read_panel_results(folder, baseline)

    def section(folder: Path) -> list[str]:
        found = read(folder)
        return list(panel_section(found, baseline)) if found else []

    measure_and_report(
        arguments, measurements_from_arguments,
        lambda one: f"{one.edition} {one.label} among {one.member}",
        run_panel_measurement, read, section,
    )  # fmt: skip
    found = read(arguments.folder)
    if arguments.json is not None:
        write_atomically(arguments.json, json_text(panel_as_json(found, baseline), 1))
    if arguments.plots is not None:
        write_panel_plots(arguments.plots, found, baseline)
    return 0


def baseline_from_arguments(arguments: argparse.Namespace) -> str:
    """The baseline as results are labelled; any but `network` that nobody measures is refused."""
    wanted: str = arguments.baseline
    plain = player_label(wanted, None)
    by_file = player_label(wanted, own_network_file(wanted, arguments.network))
    if not arguments.report_only and wanted in arguments.players:
        return by_file
    found = {one.results.player for one in read_panel_results(arguments.folder, plain)}
    for label in (plain, by_file):
        if label in found:
            return label
    if wanted == NETWORK:
        return plain
    raise BottleImpError(f"{arguments.folder} has no results of {wanted} to compare with.")


def measurements_from_arguments(arguments: argparse.Namespace) -> list[PanelMeasurement]:
    """What is to be measured; raises BottleImpError where something cannot be."""
    return [
        make_panel_measurement(text, player, member, arguments.seed, arguments.network)
        for text in dict.fromkeys(arguments.edition)
        for player in dict.fromkeys(arguments.players)
        for member in members_from_arguments(arguments, text)
        if member != player
    ]


def members_from_arguments(arguments: argparse.Namespace, edition_text: str) -> list[str]:
    """Among whom the players sit in an edition."""
    if arguments.members is not None:
        return list(dict.fromkeys(arguments.members))
    mode = edition_from_text(edition_text).mode
    found = [*read_panel().player_names(Half.MEASURING, mode)]
    if arguments.panel_networks is not None:
        found += read_panel().network_files(Half.MEASURING, mode, arguments.panel_networks)
    return found
