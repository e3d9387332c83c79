"""Files of results: whole or not at all, with numbers that every reader of JSON takes."""

import json
import math
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bottleimp.atomic_files import replace_file
from bottleimp.errors import BottleImpError
from bottleimp.file_locks import lock_file

LOCK_FILE = ".lock"  # in a folder of results; it stays, and says nothing by itself


@contextmanager
def naming_failures(file: Path) -> Iterator[None]:
    """Raises BottleImpError, which names the file, where it cannot be written."""
    try:
        yield
    except OSError as problem:
        raise BottleImpError(f"{file} cannot be written: {problem.strerror}.") from problem


def encode_text(text: str) -> bytes:
    """The text as this system keeps it in a file."""
    return text.replace("\n", os.linesep).encode()


def write_atomically(file: Path, text: str) -> None:
    """Write the text beside the file and put it in its place; raises BottleImpError."""
    with naming_failures(file):
        replace_file(file, encode_text(text))


def append_text(file: Path, text: str) -> None:
    """Write the text at the end of the file; raises BottleImpError."""
    append_bytes(file, encode_text(text))


def append_bytes(file: Path, content: bytes) -> None:
    """Write the content at the end of the file; raises BottleImpError."""
    with naming_failures(file), file.open("ab") as opened:
        opened.write(content)


def require_place_for_json(file: Path | None) -> None:
    """Refuse a place for results where none can be written; raises BottleImpError."""
    if file is not None and not file.parent.is_dir():
        raise BottleImpError(f"There is no folder {file.parent} to write to.")
    if file is not None and file.is_dir():
        raise BottleImpError(f"{file} is a folder; --json names a file.")


@contextmanager
def claimed_folder(folder: Path) -> Iterator[None]:
    """Have the folder alone, which is made if need be, while results are written to it.

    Raises BottleImpError if another command has it, or if nothing can be written there.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        opened = (folder / LOCK_FILE).open("ab")
    except OSError as problem:
        raise BottleImpError(f"{folder} cannot be written to: {problem.strerror}.") from problem
    with opened:
        try:
            lock_file(opened.fileno())
        except BlockingIOError:
            raise BottleImpError(
                f"Another command writes its results to {folder}; wait until it ends, or name"
                " another folder."
            ) from None
        except OSError:
            pass  # some file systems have no locks
        yield


def finite_or_none(number: float) -> float | None:
    """The number, or None where JSON has none for it: what one deal alone cannot tell."""
    return number if math.isfinite(number) else None


def json_text(content: object, indent: int) -> str:
    """The content as JSON with a line feed; raises ValueError for a number that is not finite."""
    return json.dumps(content, indent=indent, allow_nan=False) + "\n"
