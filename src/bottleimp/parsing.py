"""Numbers and JSON that come from outside, read within bounds.

Python refuses to convert numbers of more than 4,300 digits and raises a ValueError that callers
do not expect; shorter ones may still be far too large.  So every integer in a file, a request, an
option or a form is read here.
"""

import argparse
import json
from collections.abc import Callable
from typing import Any

MOST_BITS_IN_FIGURES = 63  # of a limit; a longer one is shown as a power of two
MAX_DIGITS = 100  # of a number in JSON; a seed of 256 bits has 78


def parse_integer(text: str, minimum: int, maximum: int) -> int | None:
    """The number in a text of ASCII digits; None unless it is from `minimum` to `maximum`.

    `minimum` is 0 or more.  Leading zeros are allowed; a sign, spaces and digits of other
    alphabets are not.
    """
    if not (text.isascii() and text.isdecimal()):
        return None
    digits = text.lstrip("0") or "0"
    if len(digits) > len(str(maximum)):
        return None
    number = int(digits)
    return number if minimum <= number <= maximum else None


def integer_argument(minimum: int, maximum: int) -> Callable[[str], int]:
    """A reader of such numbers for argparse."""
    bits = maximum.bit_length()
    is_long = bits > MOST_BITS_IN_FIGURES and maximum == 2**bits - 1
    shown_maximum = f"2**{bits} - 1" if is_long else str(maximum)

    def read(text: str) -> int:
        number = parse_integer(text, minimum, maximum)
        if number is None:
            raise argparse.ArgumentTypeError(
                f"{shorten(text)!r} is not a whole number from {minimum} to {shown_maximum}"
            )
        return number

    return read


def shorten(text: str, most: int = MAX_DIGITS) -> str:
    """The text as an error message shows it: cut where it has more than so many characters."""
    return text if len(text) <= most else f"{text[:most]}…"


def parse_json(text: str | bytes) -> Any:  # JSON is of any type
    """The JSON value; raises json.JSONDecodeError for whatever cannot be read.

    Numbers of more than 100 digits cannot be read, nor NaN and Infinity, nor values nested so
    deeply that Python gives up.
    """
    try:
        document = text if isinstance(text, str) else text.decode()
    except UnicodeDecodeError as problem:
        raise json.JSONDecodeError("the text is not UTF-8", "", 0) from problem

    def integer(digits: str) -> int:
        if len(digits) > MAX_DIGITS:
            message = f"a number has more than {MAX_DIGITS} digits"
            raise json.JSONDecodeError(message, document, document.find(digits))
        return int(digits)

    def constant(name: str) -> object:
        raise json.JSONDecodeError(f"{name} is no JSON", document, document.find(name))

    try:
        return json.loads(document, parse_int=integer, parse_constant=constant)
    except RecursionError as problem:
        raise json.JSONDecodeError("values are nested too deeply", document, 0) from problem


def count_text(count: int, thing: str) -> str:
    """A count with its noun: `1 table`, `2 tables`."""
    return f"{count} {thing if count == 1 else f'{thing}s'}"
