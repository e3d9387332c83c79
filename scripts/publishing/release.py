"""Makes the working tree that of a release: `python -m scripts.publishing.release 0.2.0`.

Writes the version into the package and into both citations, with the date of today, and gathers
the fragments of `changelog.d` into the changelog.  Says what is left to do by hand.
"""

import argparse
import re
import sys
from datetime import UTC, datetime
from pathlib import Path

from scripts import environment
from scripts.publishing import changelog
from scripts.publishing.changelog import ChangelogError

PACKAGE = "src/bottleimp/__init__.py"
CITATION = "CITATION.cff"
CITE_PAGE = "docs/how-to/cite.md"
VERSION = re.compile(r"\d+\.\d+\.\d+(rc\d+)?")
DATE_LINE = "date-released: "
LEFT_TO_DO = """\
The changelog has a section {version} now; read it once from top to bottom.
Then run ./check and publish:

    git commit --all --message "Release {version}"
    git tag v{version}
    git push origin main v{version}
"""


def prepare(root: Path, version: str, date: str) -> None:
    """Writes version and date, and gathers the fragments; nothing where it cannot be released."""
    if VERSION.fullmatch(version) is None:
        raise ChangelogError(f"{version} is no version such as 1.2.0 or 1.2.0rc1.")
    changelog.check(root, version)
    package, citation, page = (root / name for name in (PACKAGE, CITATION, CITE_PAGE))
    write(package, changelog.VERSION.sub(f'__version__ = "{version}"', read(package)))
    write(citation, dated(read(citation), version, date))
    write(page, cited(read(page), version, date))
    changelog.gather(root, date)


def dated(citation: str, version: str, date: str) -> str:
    """The citation of this version, with its date below it."""
    kept = [line for line in citation.splitlines() if not line.startswith(DATE_LINE)]
    at = next(number for number, line in enumerate(kept) if line.startswith("version: "))
    kept[at : at + 1] = [f"version: {version}", f"{DATE_LINE}{date}"]
    return "\n".join(kept) + "\n"


def cited(page: str, version: str, date: str) -> str:
    """The page about citing, with this version and its year in the entry for BibTeX."""
    page = re.sub(r"(version = )\{[^}]*\}", rf"\1{{{version}}}", page)
    return re.sub(r"(year    = )\{[^}]*\}", rf"\1{{{date[:4]}}}", page)


def read(path: Path) -> str:
    """The text of a file."""
    return path.read_text(encoding="utf-8")


def write(path: Path, text: str) -> None:
    """Puts the text there."""
    path.write_text(text, encoding="utf-8", newline="\n")


def main(arguments: list[str]) -> int:
    """Prepares the release; the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.publishing.release", description=__doc__
    )
    parser.add_argument("version")
    version = parser.parse_args(arguments).version
    try:
        prepare(environment.ROOT, version, f"{datetime.now(UTC):%Y-%m-%d}")
    except ChangelogError as error:
        print(error, file=sys.stderr)
        return 1
    print(LEFT_TO_DO.format(version=version), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
