"""`bottleimp warmup`: compile ahead what computer players need."""

import argparse
import sys
import time

from bottleimp.players.catalogue import must_play, player_kind
from bottleimp.players.warmup import compiled_players, editions_first_met, is_warm, warm_up
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "--edition",
        action="append",
        metavar="KEY",
        help="such as classic/4; may be given again; default all of them",
    )
    parser.add_argument(
        "--player",
        action="append",
        metavar="NAME",
        help=f"may be given again; default {', '.join(compiled_players())}",
    )


def run(arguments: argparse.Namespace) -> int:
    """Compile, and say for each edition when it is done; the exit status."""
    players = tuple(dict.fromkeys(arguments.player or compiled_players()))
    editions = chosen_editions(arguments.edition)
    for edition in editions:
        for player in players:
            player_kind(player)
            must_play(player, edition.mode)
    for edition in editions:
        if is_warm(edition, players):
            say(f"{edition.text}: was ready")
            continue
        begun = time.monotonic()
        warm_up(edition, players)
        say(f"{edition.text}: ready after {time.monotonic() - begun:.0f} s")
    return 0


def chosen_editions(texts: list[str] | None) -> tuple[Edition, ...]:
    """The editions by these names, each once, or all; raises UnknownName."""
    if not texts:
        return editions_first_met()
    return tuple(edition_from_text(text) for text in dict.fromkeys(texts))


def say(line: str) -> None:
    """Write a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
