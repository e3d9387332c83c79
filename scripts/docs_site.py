"""The site of the documentation: built with Sphinx from the pages in `docs`, its links followed.

Nothing is fetched.  Every warning of Sphinx and every link that leads nowhere is a failure.
"""

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from scripts import environment

DOCS = environment.ROOT / "docs"
SITE = environment.ROOT / "build" / "site"
STRICT = ("--fail-on-warning", "--keep-going", "--fresh-env", "--quiet", "--no-color")


def build(site: Path, docs: Path = DOCS, python: str = sys.executable) -> bool:
    """Builds the site into this folder, from nothing; whether there was no warning."""
    with tempfile.TemporaryDirectory() as kept:
        command = [
            python, "-m", "sphinx", "--builder", "html", *STRICT,
            "--doctree-dir", kept, str(docs), str(site),
        ]  # fmt: skip
        return subprocess.run(command, cwd=environment.ROOT, check=False).returncode == 0


class PageReader(HTMLParser):
    """What a page links to, and the names in it to which others can link."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.names: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Notes links, pictures, scripts and names."""
        for name, value in attrs:
            if value is None:
                continue
            if name in ("href", "src"):
                self.links.append(value)
            elif name == "id" or (name == "name" and tag == "a"):
                self.names.add(value)


def broken_links(site: Path) -> list[str]:
    """The links within the site that lead nowhere, each with its page."""
    pages = {path.resolve(): read_page(path) for path in sorted(site.rglob("*.html"))}
    return [
        f"{path.relative_to(site.resolve())}: {link}"
        for path, page in pages.items()
        for link in dict.fromkeys(page.links)
        if leads_nowhere(path, link, pages)
    ]


def read_page(path: Path) -> PageReader:
    """The page, read."""
    reader = PageReader()
    reader.feed(path.read_text(encoding="utf-8"))
    return reader


def leads_nowhere(path: Path, link: str, pages: dict[Path, PageReader]) -> bool:
    """Whether the link is one within the site and has no target; other sites are not asked."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return False
    target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    if target in pages:
        return bool(parts.fragment) and unquote(parts.fragment) not in pages[target].names
    return not target.is_file()


def main(arguments: Sequence[str]) -> int:
    """Builds the site where `scripts/docs` wants it; the exit status."""
    (folder,) = arguments or [str(SITE)]
    site = Path(folder)
    environment.remove_folder(site)
    if not build(site):
        return 1
    broken = broken_links(site)
    for line in broken:
        print(f"This link leads nowhere: {line}", file=sys.stderr)
    if not broken:
        print(f"The site is in {site}; open {site / 'index.html'}.")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
