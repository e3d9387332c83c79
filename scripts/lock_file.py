"""The one list of what is installed, requirements.lock, and its sections.

A section opens with a line like `# [check]`; an entry is a package, its version and its hashes.
Standard library only: `./play` reads the list before anything is installed.
"""

import re

FILE = "requirements.lock"


def entries(text: str) -> dict[str, str]:
    """The entries by package name, in the order of the list; an entry ends without a new line."""
    found: dict[str, str] = {}
    name = ""
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if not line[0].isspace():
            name = re.split(r"[=\s;]", line, maxsplit=1)[0]
        found[name] = f"{found[name]}\n{line}" if name in found else line
    return found


def sections(text: str) -> dict[str, str]:
    """The text of each section by its name, in the order of the list."""
    parts = re.split(r"^# \[(\w+)\]$", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))
