"""Markdown pages as the tests of this folder see them: blocks of code, links and headings."""

import re
from pathlib import Path
from typing import NamedTuple

from tests.support.sources import repository

PAGES = [
    *sorted(repository.ROOT.glob("*.md")),
    *repository.files(".github", "docs", "changelog.d", "benchmarks", suffix=".md"),
]
FENCE = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)(?:\s+\"[^\"]*\")?\)")
HEADING = re.compile(r"^#+ +(.+?) *$", re.MULTILINE)


class Block(NamedTuple):
    """A fenced block of code: the page, the line it begins on, its language, its text."""

    page: Path
    line: int
    language: str
    text: str


def blocks(page: Path, language: str) -> list[Block]:
    """The blocks of the page in this language, from the top."""
    text = page.read_text(encoding="utf-8")
    return [
        Block(page, text.count("\n", 0, match.start()) + 1, language, match[2])
        for match in FENCE.finditer(text)
        if match[1] == language
    ]


def links(page: Path) -> list[str]:
    """The targets of the page's links and pictures, those in code left out."""
    prose = re.sub(r"`[^`\n]*`", "", FENCE.sub("", page.read_text(encoding="utf-8")))
    return LINK.findall(prose)


def anchors(page: Path) -> set[str]:
    """The names by which the page's headings can be linked to."""
    prose = FENCE.sub("", page.read_text(encoding="utf-8"))
    return {anchor(heading) for heading in HEADING.findall(prose)}


def anchor(heading: str) -> str:
    """The name of a heading: small letters, hyphens for spaces, other signs left out."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
