"""Files of results: whole or not at all, with numbers that every reader of JSON takes."""

import json
import math
from pathlib import Path

from bottleimp.errors import BottleImpError


def write_atomically(file: Path, text: str) -> None:
    """Write the text beside the file and put it in its place; raises BottleImpError."""
    part = file.with_name(f"{file.name}.part")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(file)
    except OSError as problem:
        raise BottleImpError(f"{file} cannot be written: {problem.strerror}.") from problem


def finite_or_none(number: float) -> float | None:
    """The number, or None where JSON has none for it: what one deal alone cannot tell."""
    return number if math.isfinite(number) else None


def json_text(content: object, indent: int) -> str:
    """The content as JSON with a line feed; raises ValueError for a number that is not finite."""
    return json.dumps(content, indent=indent, allow_nan=False) + "\n"
