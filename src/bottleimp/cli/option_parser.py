"""How a subcommand reads its options, and how it refuses those that there are not.

A wrong word gets one sentence: argparse would first print all that the command takes, which for a
server are twenty lines.
"""

import argparse
import re
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from typing import NoReturn, Protocol

from bottleimp.errors import BottleImpError

REFUSED = 2  # exit status when what was asked for cannot be done
OPTION = re.compile(r"--[a-z][a-z-]+")


class Writable(Protocol):
    """What argparse writes to."""

    def write(self, text: str, /) -> object:
        """Writes the text."""


class OptionParser(argparse.ArgumentParser):
    """A parser that refuses in one sentence and says where there is more."""

    def error(self, message: str) -> NoReturn:
        """Ends the program with the sentence; raises SystemExit."""
        self.exit(REFUSED, f"{self.prog}: {message}; {self.prog} --help says more\n")

    def _print_message(self, message: str, file: Writable | None = None) -> None:
        """Writes --help and --version; raises OSError where argparse would pass over it."""
        if file is sys.stdout:
            print(message, end="", flush=True)
        else:
            super()._print_message(message, file)


def parse_options(parser: OptionParser, words: Sequence[str]) -> argparse.Namespace:
    """What the words say.

    Raises BottleImpError for words that the command does not know, SystemExit for a value that is
    none or missing, and after --help.
    """
    options, unknown = parser.parse_known_args(words)
    if not unknown:
        return options
    name = unknown[0].partition("=")[0]
    if not name.startswith("-"):
        raise BottleImpError(f"{name!r} is one word too many; {parser.prog} --help says more.")
    near = get_close_matches(name, sorted(set(OPTION.findall(parser.format_help()))), n=3)
    hint = f"did you mean {' or '.join(near)}?" if near else f"{parser.prog} --help lists all."
    raise BottleImpError(f"There is no option called {name!r}; {hint}")
