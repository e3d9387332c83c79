"""The pages of the docs as tests read them: their paths, code blocks and links."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
DOCS = ROOT / "docs"


def all_pages() -> list[Path]:
    """Every page of the docs, and those at the root."""
    return [*sorted(DOCS.rglob("*.md")), *sorted(ROOT.glob("*.md"))]


def name(path: Path) -> str:
    """The path from the root."""
    return path.relative_to(ROOT).as_posix()


def read(page: str) -> str:
    """The text of a page of the docs."""
    return (DOCS / page).read_text(encoding="utf-8")


def blocks(page: str, language: str) -> list[str]:
    """The code blocks of a page in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```", read(page), re.MULTILINE | re.DOTALL)


def links(path: Path) -> list[str]:
    """Where the links of a page lead, those to other sites left out."""
    text = re.sub(r"```.*?```|`[^`\n]*`", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    inline = re.findall(r"\]\(([^)\s]+)\)", text)
    named = re.findall(r"^\[[^\]]+\]: (\S+)", text, re.MULTILINE)
    return [link for link in [*inline, *named] if "://" not in link]


def headings(path: Path) -> set[str]:
    """The names by which links may lead to a heading of the page."""
    lines = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", line.lower()).replace(" ", "-") for line in lines}
