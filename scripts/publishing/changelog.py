"""The changelog: gathered from the fragments for a release, and read again for its notes.

`python -m scripts.publishing.changelog gather` puts the fragments of `changelog.d` into
`CHANGELOG.md` under the version of the program, and deletes them; towncrier does it, as
`pyproject.toml` says.  `... notes VERSION` prints what the changelog says of a version.

All but `gather` needs the standard library only: the workflow of a release and the build hook run
it.
"""

import argparse
import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

from scripts import environment

VERSION = re.compile(r'^__version__ = "(.+)"$', re.MULTILINE)


class ChangelogError(Exception):
    """The changelog cannot be written or read; the message is one sentence."""


def version(root: Path) -> str:
    """The version of the program whose sources lie below this folder."""
    found = VERSION.search((root / "src/bottleimp/__init__.py").read_text(encoding="utf-8"))
    if found is None:
        raise ChangelogError("The package does not say its version.")
    return found[1]


def fragments(root: Path) -> list[Path]:
    """The fragments that wait for a release, by name."""
    return sorted(path for path in root.glob("changelog.d/*.md") if path.name != "README.md")


def check(root: Path, released: str) -> None:
    """Raises ChangelogError where this version has been released, or nothing can be gathered."""
    if f"\n## {released}, " in (root / "CHANGELOG.md").read_text(encoding="utf-8"):
        raise ChangelogError(f"The changelog has a section {released} already.")
    if not fragments(root):
        raise ChangelogError("There is no fragment to gather.")
    build(root, "--draft", "--version", released)


def gather(root: Path, date: str) -> None:
    """Writes the section of a new version above those of earlier ones; deletes the fragments."""
    released = version(root)
    check(root, released)
    build(root, "--yes", "--version", released, "--date", date)


def build(root: Path, *options: str) -> str:
    """Lets towncrier build the section of a release; what it prints."""
    command = [
        sys.executable, "-m", "towncrier", "build", "--dir", str(root),
        "--config", str(environment.ROOT / "pyproject.toml"), *options,
    ]  # fmt: skip
    done = subprocess.run(
        command, cwd=environment.ROOT, capture_output=True, text=True, encoding="utf-8", check=False
    )
    if done.returncode:
        raise ChangelogError(f"The fragments cannot be gathered: {done.stderr.strip()}")
    return done.stdout


def notes(root: Path, released: str) -> str:
    """What the changelog says of this version, without the heading."""
    text = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    for part in text.split("\n## ")[1:]:
        heading, _, body = part.partition("\n")
        if heading.partition(",")[0] == released:
            return body.strip() + "\n"
    raise ChangelogError(f"The changelog says nothing of {released}.")


def main(arguments: list[str]) -> int:
    """Does what is asked; the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.publishing.changelog", description=__doc__
    )
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("gather", help="put the fragments into the changelog")
    commands.add_parser("notes", help="print a section").add_argument("version")
    options = parser.parse_args(arguments)
    try:
        if options.command == "gather":
            gather(environment.ROOT, f"{datetime.now(UTC):%Y-%m-%d}")
        else:
            print(notes(environment.ROOT, options.version), end="")
    except ChangelogError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
