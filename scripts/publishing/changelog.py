"""The changelog: gathered from the fragments for a release, and read again for its notes.

`python -m scripts.publishing.changelog gather` puts the fragments of `changelog.d` into
`CHANGELOG.md` under the version of the program, and deletes them.  `... notes VERSION` prints what
the changelog says of a version.

Standard library only: the workflow of a release runs it.
"""

import argparse
import re
import sys
from datetime import UTC, datetime
from pathlib import Path

from scripts import environment

# In the order of the changelog.
HEADINGS = {
    "rules": "Rules",
    "added": "Added",
    "changed": "Changed",
    "fixed": "Fixed",
    "removed": "Removed",
    "speed": "Speed",
}
NO_RELEASE = "There is no release yet.\n"
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


def section(root: Path, released: str, date: str) -> str:
    """What the changelog will say of this release: its fragments by kind."""
    parts = [f"## {released}, {date}\n"]
    for kind, heading in HEADINGS.items():
        items = [item(path) for path in fragments(root) if path.name.split(".")[-2] == kind]
        if items:
            parts.append(f"### {heading}\n\n" + "".join(items))
    return "\n".join(parts)


def item(fragment: Path) -> str:
    """The fragment as an item of a list; its links lead on from the root."""
    text = fragment.read_text(encoding="utf-8").strip().replace("](../", "](")
    lines = text.splitlines()
    return "- " + "\n".join([lines[0], *(f"  {line}".rstrip() for line in lines[1:])]) + "\n"


def check(root: Path, released: str) -> None:
    """Raises ChangelogError where this version has been released, or nothing has changed."""
    if f"\n## {released}, " in (root / "CHANGELOG.md").read_text(encoding="utf-8"):
        raise ChangelogError(f"The changelog has a section {released} already.")
    if not fragments(root):
        raise ChangelogError("There is no fragment to gather.")


def gather(root: Path, date: str) -> None:
    """Writes the section of a new version above those of earlier ones; deletes the fragments."""
    path = root / "CHANGELOG.md"
    text = path.read_text(encoding="utf-8")
    released = version(root)
    check(root, released)
    opening, before, earlier = text.replace(NO_RELEASE, "").partition("\n## ")
    written = f"{opening.rstrip()}\n\n{section(root, released, date)}{before}{earlier}"
    path.write_text(written, encoding="utf-8", newline="\n")
    for fragment in fragments(root):
        fragment.unlink()


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
