"""`bottleimp selfplay`: computer players play, and their rounds are written as a data set."""

import argparse
import sys
from pathlib import Path

from bottleimp.analysis.arena.preparation import prepare_players
from bottleimp.analysis.arena.progress import PREPARING_MESSAGE, make_progress
from bottleimp.cli.arena import MAX_SEED, positive_integer
from bottleimp.cli.simulate import DEFAULT_EDITION
from bottleimp.cli.workers import add_worker_options, chosen_pool
from bottleimp.compiler import require_compiler
from bottleimp.parsing import count_text, integer_argument
from bottleimp.players.catalogue import player_names
from bottleimp.rules.editions import edition_from_text

DEFAULT_ROUNDS = 10_000


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
        "--output",
        type=Path,
        required=True,
        metavar="FOLDER",
        help="write the data set there; one that is there already is completed",
    )
    parser.add_argument(
        "--edition",
        default=DEFAULT_EDITION,
        metavar="KEY",
        help=f"such as matagot/5-teams or classic/4,face-value; default {DEFAULT_EDITION}",
    )
    parser.add_argument(
        "--rounds",
        type=positive_integer,
        default=DEFAULT_ROUNDS,
        metavar="N",
        help=f"how many rounds the data set is to have; default {DEFAULT_ROUNDS}",
    )
    parser.add_argument(
        "--seed",
        type=integer_argument(0, MAX_SEED),
        default=0,
        metavar="N",
        help="a number that fixes deals and players; default 0",
    )
    add_worker_options(parser)
    parser.add_argument(
        "--records", action="store_true", help="write the rounds as records too, as text"
    )


def run(arguments: argparse.Namespace) -> int:
    """Play what is missing of the data set, and say what there is; the exit status."""
    # Its modules say so in one sentence where pyarrow is missing.
    from bottleimp.data.selfplay import SelfplaySettings, play_facts  # noqa: PLC0415
    from bottleimp.data.writing import write_dataset  # noqa: PLC0415

    edition = edition_from_text(arguments.edition)
    settings = SelfplaySettings(edition.text, tuple(arguments.players), arguments.seed)
    settings.require_players()
    require_compiler("Rounds in lock-step")
    with (
        make_progress(edition.text, arguments.rounds, PREPARING_MESSAGE, unit="rounds") as shown,
        chosen_pool(arguments) as pool,
    ):
        prepare_players(edition, settings.players, shown.say)
        # The rounds themselves are compiled by a player that needs nothing else.
        play_facts(SelfplaySettings(edition.text, ("uniform",), 0), 0, 1)
        dataset = write_dataset(
            arguments.output,
            settings,
            arguments.rounds,
            records=arguments.records,
            pool=pool,
            progress=shown.advance,
        )
    size = sum(file.stat().st_size for file in dataset.files)
    sys.stdout.write(
        f"{dataset.folder}: {count_text(dataset.rounds, 'round')} of {edition.text} in"
        f" {count_text(len(dataset.files), 'file')}, {size / 1e6:.1f} MB\n"
    )
    return 0
