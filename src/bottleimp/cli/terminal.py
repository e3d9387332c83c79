"""The subcommand `terminal`: a match in this terminal, against computer players or at a server."""

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from platformdirs import user_data_path

from bottleimp.client.invitation import DEFAULT_SERVER, Invitation
from bottleimp.client.server_api import ServerApi
from bottleimp.errors import BottleImpError
from bottleimp.languages.language import (
    Language,
    environment_language,
    first_language,
    languages,
)
from bottleimp.parsing import integer_argument, parse_integer, shorten
from bottleimp.players.catalogue import player_names, require_player
from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.rules.editions import edition_from_text
from bottleimp.terminal.remote.tokens import load_tokens, save_token
from bottleimp.terminal.screens.app import LaunchOptions, TerminalApp
from bottleimp.terminal.screens.remote_app import RemoteApp
from bottleimp.terminal.session.hangup import ending_without_terminal
from bottleimp.terminal.session.local import require_places
from bottleimp.terminal.session.saved_matches import MAX_PACE, MatchFolder

SERVER_ALONE = ("server", "name")  # options of a table of a server
HERE_ALONE = ("edition", "players", "seed", "pace", "new")  # and of a table of this terminal
FOLDER_NAME = "terminal"  # within the data folder
REFUSED = 2  # exit status when what was asked for cannot be done
SEED_BITS = 256


pace_argument = integer_argument(0, MAX_PACE)


def seed_argument(text: str) -> int:
    """A seed."""
    number = parse_integer(text, 0, 2**SEED_BITS - 1)
    if number is None:
        raise argparse.ArgumentTypeError(
            f"{shorten(text)!r} is not a whole number of up to {SEED_BITS} bits"
        )
    return number


def language_argument(text: str) -> Language:
    """A language of the table by its code."""
    language = first_language((text,))
    if language is None:
        known = ", ".join(each.code for each in languages())
        raise argparse.ArgumentTypeError(
            f"{shorten(text)!r} is no language of the table; known are {known}"
        )
    return language


def table_language(asked: Language | None, remembered: str) -> Language:
    """The language that is asked for, else the one chosen last time, else that of the system."""
    return asked or first_language((remembered,)) or environment_language(os.environ)


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
        f" known are {', '.join(player_names())}, players of installed packages,"
        " and package.module:Class",
    )
    parser.add_argument(
        "--seed",
        type=seed_argument,
        metavar="N",
        help="a number that fixes every deal and every computer player",
    )
    parser.add_argument(
        "--pace",
        type=pace_argument,
        metavar="MS",
        help=f"pause after each play of a computer player in milliseconds, 0 to {MAX_PACE};"
        " remembered if you change it at the table",
    )
    parser.add_argument(
        "--new", action="store_true", help="begin a new match even if one can be continued"
    )
    parser.add_argument(
        "--join",
        metavar="CODE|LINK",
        help="play at a table of a server: its five letters, its link, or the link of your seat",
    )
    parser.add_argument(
        "--server",
        metavar="ADDRESS",
        help=f"where a code given to --join is looked up; default {DEFAULT_SERVER}",
    )
    parser.add_argument("--name", help="what you are called at that table")
    parser.add_argument(
        "--language",
        type=language_argument,
        metavar="CODE",
        help="language of the table, such as de or fr; without it the one that you chose on the"
        " first screen, or else that of the system",
    )
    parser.add_argument(
        "--data",
        type=Path,
        metavar="FOLDER",
        help="where matches and settings are kept, instead of the usual data folder",
    )


def require_fitting_options(arguments: argparse.Namespace) -> None:
    """Raises BottleImpError for an option of one kind of table with the other kind."""
    names: Sequence[str]
    if arguments.join is None:
        names, why_not = SERVER_ALONE, "of a server; name the table with --join as well."
    else:
        names, why_not = HERE_ALONE, "here; the one of --join has its own."
    for name in names:
        value: object = getattr(arguments, name)
        if value is not None and value is not False and value != []:
            raise BottleImpError(f"--{name} is for a table {why_not}")


def run(arguments: argparse.Namespace) -> int:
    """Plays until the person leaves; the exit status.

    Raises BottleImpError for an edition or a player that does not exist, for a player that fails,
    for options that do not go together, and for a table that cannot be joined.
    """
    require_fitting_options(arguments)
    # What is wrong with a link is said before anything is made for it.
    invitation = (
        None
        if arguments.join is None
        else Invitation.parse(arguments.join, arguments.server or DEFAULT_SERVER)
    )
    for name in arguments.players:
        require_player(name)
    edition = None if arguments.edition is None else edition_from_text(arguments.edition)
    if edition is not None:
        require_places(edition, arguments.players)
    data = (
        user_data_path("bottleimp", appauthor=False) if arguments.data is None else arguments.data
    )
    folder = MatchFolder(data / FOLDER_NAME)
    try:
        folder.prepare()
    except OSError as problem:
        print(f"The folder {folder.path} cannot be used: {problem.strerror}.", file=sys.stderr)
        return REFUSED
    is_terminal = sys.stdin.isatty() and sys.stderr.isatty()  # Textual draws on standard error
    if not is_terminal or os.environ.get("TERM") == "dumb":
        print("The table needs a terminal to be drawn in.", file=sys.stderr)
        return REFUSED
    if not can_show_table(sys.stderr.encoding):
        print(
            f"The table needs a terminal that shows UTF-8, and this one is set to"
            f" {sys.stderr.encoding}. Set LC_ALL to C.UTF-8, or to a language of yours in UTF-8.",
            file=sys.stderr,
        )
        return REFUSED
    settings = folder.load_settings()
    language = table_language(arguments.language, settings.language)
    if invitation is not None:
        return join_server_table(invitation, arguments.name or "", folder, language)
    if arguments.pace is not None:
        settings = replace(settings, pace=arguments.pace)
    wish = LaunchOptions(edition, tuple(arguments.players), arguments.seed, arguments.new)
    app = TerminalApp(folder, wish, settings, language)
    with ending_without_terminal():
        app.run()
    if app.problem is not None:
        raise app.problem
    print(app.lost_match or f"Matches are kept in {folder.path.absolute()}.")
    return app.return_code or 0


def can_show_table(encoding: str) -> bool:
    """Whether a terminal with this encoding can show the signs of the table."""
    try:
        "●—é◆".encode(encoding)
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def is_known(invitation: Invitation, token: str) -> bool:
    """Whether the server knows the token; another one may be at the same address now."""
    table = replace(invitation, key=None).resolve_table(token)
    try:
        ServerApi(invitation.server, token).fetch_events(table)
    except Refused as refusal:
        return refusal.code is not RefusalCode.UNKNOWN_GUEST
    return True


def join_server_table(
    invitation: Invitation, name: str, folder: MatchFolder, language: Language
) -> int:
    """Plays at a table of a server; the exit status.  Raises Refused and ClientError."""
    token = load_tokens(folder.path).get(invitation.server)
    if token is None or not is_known(invitation, token):
        token = ServerApi(invitation.server).create_guest()
        try:
            save_token(folder.path, invitation.server, token)
        except OSError as problem:
            text = f"Who you are cannot be kept, so your seat ends with this: {problem.strerror}."
            print(text, file=sys.stderr)
    table = invitation.resolve_table(token)
    app = RemoteApp(invitation.server, table, token, name, folder, language)
    with ending_without_terminal():
        app.run()
    return app.return_code or 0
