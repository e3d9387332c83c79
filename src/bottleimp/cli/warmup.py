"""`bottleimp warmup`: compile ahead what computer players need."""

import argparse
import sys
import time

from bottleimp.compiler import require_compiler
from bottleimp.players.catalogue import player_kind, require_mode
from bottleimp.players.warmup import editions_in_warmup_order, is_warm, players_to_compile, warm_up
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
        help=f"may be given again; default {', '.join(players_to_compile())}",
    )


def run(arguments: argparse.Namespace) -> int:
    """Compile, and say for each edition when it is done; the exit status."""
    require_compiler("Compiled players")
    players = tuple(dict.fromkeys(arguments.player or players_to_compile()))
    editions = editions_from_arguments(arguments.edition)
    for edition in editions:
        for player in players:
            player_kind(player)
            require_mode(player, edition.mode)
    for edition in editions:
        if is_warm(edition, players):
            print_line(f"{edition.text}: was ready")
            continue
        start = time.monotonic()
        warm_up(edition, players)
        print_line(f"{edition.text}: ready after {time.monotonic() - start:.0f} s")
    return 0


def editions_from_arguments(texts: list[str] | None) -> tuple[Edition, ...]:
    """The editions by these names, each once, or all; raises UnknownName."""
    if not texts:
        return editions_in_warmup_order()
    return tuple(edition_from_text(text) for text in dict.fromkeys(texts))


def print_line(line: str) -> None:
    """Write a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
