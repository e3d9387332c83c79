"""What the command line does: one subcommand after another, each in a module of its own.

A subcommand's module offers `add_arguments(parser)` and `run(arguments) -> int`, the exit status.
It is imported when it is asked for, so that none pays for the others.
"""

import argparse
import errno
import io
import os
import signal
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import NoReturn, Protocol, cast

import bottleimp
from bottleimp.cli.option_parser import REFUSED, OptionParser, parse_options
from bottleimp.errors import BottleImpError, UnknownName
from bottleimp.exit_statuses import INTERRUPTED, TERMINATED
from bottleimp.players.blas_threads import limit_blas_threads
from bottleimp.server.shutdown import shutdown_signals

SERVER_COMMANDS = ("play", "serve")  # told to end while they start, they end as well as later


class Terminated(KeyboardInterrupt):
    """SIGTERM has come: the process ends as after Ctrl+C."""


class SubcommandModule(Protocol):
    """What the module of a subcommand offers."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the options."""

    def run(self, arguments: argparse.Namespace) -> int:
        """Do it; the exit status."""


@dataclass(frozen=True)
class Subcommand:
    """A subcommand: where it is and what it does, in one line and in more."""

    module: str
    summary: str
    details: str = ""


SUBCOMMANDS = {
    "play": Subcommand(
        "bottleimp.cli.play",
        "serve a table and open it in the browser",
        "Chooses a free port, prints the address and opens it in the browser.",
    ),
    "serve": Subcommand(
        "bottleimp.cli.serve",
        "serve tables without opening a browser",
        "With --lan others in the local network can reach it; the address is also shown as a"
        " QR code.",
    ),
    "admin": Subcommand(
        "bottleimp.cli.admin",
        "look after the data of a server",
        "Works on the data folder, whether a server runs on it or not.",
    ),
    "terminal": Subcommand(
        "bottleimp.cli.terminal",
        "play in the terminal",
        "Without --edition a first screen asks what to play.",
    ),
    "arena": Subcommand(
        "bottleimp.cli.arena",
        "let computer players meet on duplicate deals",
        "Every deal is played with every player in every seat; the table shows points per round"
        " with intervals.",
    ),
    "tournament": Subcommand(
        "bottleimp.cli.tournament",
        "let all players meet in all modes, and resume where it stopped",
        "Results are kept in the folder, deal by deal; end it at any moment and call it again.",
    ),
    "exploitability": Subcommand(
        "bottleimp.cli.exploitability",
        "measure how much others can gain over a player",
        "Responders that see all cards, know how the others play or were trained against them sit"
        " down among copies of a player, on duplicate deals; call it again to go on.",
    ),
    "panel": Subcommand(
        "bottleimp.cli.panel",
        "measure players among strangers that play in styles of their own",
        "Each player sits among copies of each member of the panel, on duplicate deals; call it"
        " again to go on.",
    ),
    "regret": Subcommand(
        "bottleimp.cli.regret",
        "measure what players give away at each choice",
        "A judge that thinks far longer values every action at choices drawn from rounds; call it"
        " again to go on.",
    ),
    "simulate": Subcommand(
        "bottleimp.cli.simulate",
        "let computer players play and write records of their rounds",
        "`bottleimp record` reads what it writes; the same seed writes the same again.",
    ),
    "selfplay": Subcommand(
        "bottleimp.cli.selfplay",
        "let computer players play and write their rounds as a data set",
        "Writes Parquet, which `bottleimp.data` and many other programs read; end it at any moment"
        " and call it again. The same seed writes the same bytes again.",
    ),
    "record": Subcommand(
        "bottleimp.cli.record",
        "show, check and convert records of rounds",
        "Records are text or JSON.",
    ),
    "verify": Subcommand(
        "bottleimp.cli.verify",
        "check the deals, plays and scores of a finished match",
        "Repeats every deal from the seed that was promised and what the players contributed,"
        " and says what that proves.",
    ),
    "warmup": Subcommand(
        "bottleimp.cli.warmup",
        "compile ahead what computer players need",
        "A server does so by itself when it is idle; an image of a machine is best made after it."
        " What was compiled before is left as it is.",
    ),
    "perft": Subcommand(
        "bottleimp.cli.perft",
        "count the legal sequences of play to a depth",
        "The counts test one implementation of the rules against another.",
    ),
}


def overview_parser() -> OptionParser:
    """The parser that knows the subcommands, but not yet their options."""
    width = max(map(len, SUBCOMMANDS))
    lines = "\n".join(f"  {name:<{width}}  {c.summary}" for name, c in SUBCOMMANDS.items())
    parser = OptionParser(
        prog="bottleimp",
        usage="bottleimp COMMAND [OPTIONS]",
        description="The card game Bottle Imp: tables, computer players and records.",
        epilog=f"commands:\n{lines}\n\nbottleimp COMMAND --help says more about each.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=bottleimp.__version__)
    parser.add_argument("command", metavar="COMMAND", nargs="?", help=argparse.SUPPRESS)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; the exit status."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if argv is None:
        listen_to_signals(arguments)
        prepare_streams()
    limit_blas_threads()  # before a subcommand imports NumPy
    try:
        status = dispatch(arguments)
        sys.stdout.flush()
    except BottleImpError as problem:
        print(f"bottleimp: {problem}", file=sys.stderr)
        return REFUSED
    except Terminated:
        return TERMINATED
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        sys.stderr.close()  # whoever read our output has gone; say nothing more
        return 0
    except OSError as problem:
        if problem.filename is not None:
            print(f"bottleimp: {problem.filename}: {problem.strerror}.", file=sys.stderr)
            return REFUSED
        if problem.errno != errno.ENOSPC:
            raise
        print(f"bottleimp: The output cannot be written: {problem.strerror}.", file=sys.stderr)
        os._exit(REFUSED)  # else Python tries again at the end, and prints a traceback
    return status


def listen_to_signals(arguments: Sequence[str]) -> None:
    """Have SIGTERM end the command in good order."""
    if arguments and arguments[0] in SERVER_COMMANDS:
        shutdown_signals().install()  # their modules take longer to load than anything before
    elif signal.getsignal(signal.SIGTERM) is not signal.SIG_IGN:
        signal.signal(signal.SIGTERM, raise_terminated)


def raise_terminated(_number: int, _frame: FrameType | None) -> NoReturn:
    """Raise Terminated."""
    raise Terminated


def prepare_streams() -> None:
    """See to it that there are streams to write to, and that what is written can be read back."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # whoever started this program has closed it
            nowhere = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - till the end
            setattr(sys, name, nowhere)
    if isinstance(sys.stdout, io.TextIOWrapper):
        # What goes to files and other programs is UTF-8, whatever the locale.
        if sys.stdout.isatty():
            sys.stdout.reconfigure(errors="backslashreplace")
        else:
            sys.stdout.reconfigure(encoding="utf-8")


def dispatch(arguments: list[str]) -> int:
    """Find the subcommand, let it read its options, and run it."""
    parser = overview_parser()
    if not arguments or arguments[0].startswith("-"):
        parse_options(parser, arguments)
        parser.print_help()
        return 0
    name, *rest = arguments
    if name not in SUBCOMMANDS:
        raise UnknownName("command", name, SUBCOMMANDS)
    return subcommand_module(name).run(parse_options(subcommand_parser(name), rest))


def subcommand_module(name: str) -> SubcommandModule:
    """The module of a subcommand."""
    # The import system promises no more than a module; the test of the page about commands does.
    return cast("SubcommandModule", import_module(SUBCOMMANDS[name].module))


def subcommand_parser(name: str) -> OptionParser:
    """The parser of a subcommand's options."""
    command = SUBCOMMANDS[name]
    parser = OptionParser(
        prog=f"bottleimp {name}",
        description=f"{command.summary[0].upper()}{command.summary[1:]}. {command.details}",
        allow_abbrev=False,
    )
    subcommand_module(name).add_arguments(parser)
    return parser
