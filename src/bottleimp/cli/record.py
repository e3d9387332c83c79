"""`bottleimp record`: show, check and convert records, and rewrite the golden ones."""

import argparse
import json
import sys
from pathlib import Path

from bottleimp.analysis.report.golden_records import update_golden_files
from bottleimp.cli.input_text import input_text
from bottleimp.cli.option_parser import REFUSED
from bottleimp.errors import BottleImpError, NotationError
from bottleimp.game.notation import write_record
from bottleimp.game.record import Record, to_json
from bottleimp.game.record_files import read_record_file
from bottleimp.knowledge.narration import Narrator
from bottleimp.knowledge.observation import observe
from bottleimp.parsing import integer_argument

FAILED = 1
MAX_SEATS = 6
GOLDEN_FOLDER = Path("tests/records")
FILE_HELP = "a file of records, text, JSON or JSON lines; - for standard input"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    what = parser.add_subparsers(dest="what", metavar="WHAT", required=True)
    show = what.add_parser("show", help="tell the rounds of a file in words")
    show.add_argument("file", help=FILE_HELP)
    show.add_argument(
        "--seat",
        type=integer_argument(1, MAX_SEATS),
        metavar="N",
        help="as this seat saw it, 1 being the first to lead",
    )
    check = what.add_parser("check", help="say whether files hold legal records")
    check.add_argument("files", nargs="+", metavar="file", help=FILE_HELP)
    convert = what.add_parser("convert", help="print records as text or as JSON")
    convert.add_argument("file", help=FILE_HELP)
    convert.add_argument(
        "--to", choices=("text", "json"), required=True, help="the form to print; must be given"
    )
    golden = what.add_parser("update-golden", help="rewrite the golden records of the test suite")
    golden.add_argument(
        "folder",
        nargs="?",
        type=Path,
        default=GOLDEN_FOLDER,
        help=f"the folder that holds them; default {GOLDEN_FOLDER.as_posix()}",
    )


def run(arguments: argparse.Namespace) -> int:
    """Do what was asked for; the exit status."""
    match arguments.what:
        case "show":
            return show_records(arguments.file, arguments.seat)
        case "check":
            return check_files(arguments.files)
        case "convert":
            return convert_records(arguments.file, arguments.to)
        case _:
            return update_golden_records(arguments.folder)


class UnreadableFile(BottleImpError):
    """A file cannot be read, so nothing can be said of its records."""


def read_source(file: str) -> str:
    """The text of a file; raises UnreadableFile when it cannot be read."""
    try:
        return input_text(file)
    except UnicodeDecodeError:
        raise UnreadableFile(f"{file} is not text in UTF-8.") from None
    except OSError as problem:
        raise UnreadableFile(f"{file} cannot be read: {problem.strerror}.") from None


def read_file(file: str) -> list[Record]:
    """The records of a file, text or JSON; raises BottleImpError with the file and the place."""
    content = read_source(file)
    try:
        return read_record_file(content)
    except NotationError as problem:
        raise BottleImpError(f"{file}: {problem}") from problem


def show_records(file: str, seat: int | None) -> int:
    """Tell the records in words."""
    for record in read_file(file):
        seats = record.round.edition.seats
        if seat is not None and not 1 <= seat <= seats:
            raise BottleImpError(f"There are seats 1 to {seats}, but no seat {seat}.")
        viewer = None if seat is None else seat - 1
        print(record.round.edition.text)
        for line in Narrator(record.names).story(observe(record.round, viewer)):
            print(f"  {line}")
    return 0


def check_files(files: list[str]) -> int:
    """Say of each file whether its records are legal; the exit status."""
    status = 0
    for file in files:
        try:
            count = len(read_file(file))
        except BottleImpError as problem:
            is_unread = isinstance(problem, UnreadableFile)
            print(f"bottleimp: {problem}" if is_unread else problem, file=sys.stderr)
            status = max(status, REFUSED if is_unread else FAILED)
        else:
            print(f"{file}: {count} {'record' if count == 1 else 'records'}, legal")
    return status


def convert_records(file: str, form: str) -> int:
    """Print the records in a form."""
    records = read_file(file)
    if form == "text":
        print("\n".join(write_record(record) for record in records), end="")
    else:
        contents = [to_json(record) for record in records]
        print(json.dumps(contents[0] if len(contents) == 1 else contents, ensure_ascii=False))
    return 0


def update_golden_records(folder: Path) -> int:
    """Rewrite the golden records; their change is to be read line by line."""
    if not folder.is_dir():
        raise BottleImpError(f"There is no folder {folder} with golden records.")
    for file in update_golden_files(folder):
        print(file)
    return 0
