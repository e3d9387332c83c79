"""`bottleimp verify`: repeat the deals of a finished match and say whether they were fair."""

import argparse
import json
import sys
from pathlib import Path

from bottleimp.errors import BottleImpError, NotationError
from bottleimp.game.verification import Verdict, verified
from bottleimp.parsing import parse_json

FAILED = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "file", help="the file that a table offers at /t/TABLE/export.json; - for standard input"
    )


def run(arguments: argparse.Namespace) -> int:
    """Check every round; 1 if anything is wrong."""
    verdicts = checked(arguments.file)
    for verdict in verdicts:
        for line in said(verdict):
            print(line)
    wrong = sum(bool(verdict.wrong) for verdict in verdicts)
    if not verdicts:
        print("No round is finished: there is nothing to check yet.")
    elif wrong:
        print(f"{wrong} of {len(verdicts)} rounds are not as promised.")
    else:
        print("Every deal is the one that was promised.")
    return FAILED if wrong else 0


def checked(file: str) -> tuple[Verdict, ...]:
    """The verdicts on a file; raises BottleImpError when it cannot be read."""
    try:
        content = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
        return verified(parse_json(content))
    except OSError as problem:
        raise BottleImpError(f"{file} cannot be read: {problem.strerror}.") from None
    except (UnicodeDecodeError, json.JSONDecodeError):
        raise BottleImpError(f"{file} is not JSON.") from None
    except NotationError as problem:
        raise BottleImpError(f"{file}: {problem}.") from problem


def said(verdict: Verdict) -> list[str]:
    """What to print of a round."""
    if verdict.wrong:
        return [f"Round {verdict.round}: WRONG. {sentence}" for sentence in verdict.wrong]
    number = verdict.contributions
    players = "1 player" if number == 1 else f"{number} players"
    mixed = f"what {players} contributed" if number else "nothing else"
    found = f"The seed is the one promised, and the deal follows from it and {mixed}."
    return [f"Round {verdict.round}: right. {found}"]
