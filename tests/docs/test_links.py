"""Links of the docs lead somewhere, and each page can be reached."""

from pathlib import Path

from tests.support.sources import pages

INDEX = pages.DOCS / "index.md"


def test_every_link_leads_somewhere() -> None:
    lost = [
        (pages.name(path), link)
        for path in pages.all_pages()
        for link in pages.links(path)
        if not leads_somewhere(path, link)
    ]

    assert lost == []


def test_every_page_of_the_docs_is_reached_from_the_first() -> None:
    reached, waiting = set[Path](), [INDEX]
    while waiting:
        path = waiting.pop()
        if path in reached:
            continue
        reached.add(path)
        targets = (target(path, link) for link in pages.links(path))
        waiting += [page for page in targets if page.suffix == ".md" and page.is_file()]

    assert [
        pages.name(path) for path in sorted(pages.DOCS.rglob("*.md")) if path not in reached
    ] == []


def target(path: Path, link: str) -> Path:
    """The file that a link of the page leads to."""
    file = link.partition("#")[0]
    return (path.parent / file).resolve() if file else path


def leads_somewhere(path: Path, link: str) -> bool:
    """Whether the file is there, and the heading in it if one is named."""
    found, heading = target(path, link), link.partition("#")[2]
    return found.exists() and (not heading or heading in pages.headings(found))
