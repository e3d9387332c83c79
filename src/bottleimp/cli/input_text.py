"""The text that a command is given: a file, or what another program writes."""

import sys
from pathlib import Path


def input_text(file: str) -> str:
    """The text of a file in UTF-8, or of the standard input for `-`, whatever the locale.

    Editors of some systems put a mark before the first letter, which is left out.  Raises OSError
    and UnicodeDecodeError.
    """
    content = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    return content.decode("utf-8-sig")
