"""The site of the documentation is built without a warning, and is whole."""

import zlib
from pathlib import Path

import pytest

from scripts import docs_site
from scripts.public_names import PACKAGES, home, public_names

PAGE = "<html><body id='top'>{}</body></html>"


@pytest.mark.wide
@pytest.mark.slow
def test_the_site_is_built_without_a_warning_and_every_link_in_it_leads_somewhere(tmp_path, capfd):
    built = docs_site.build(tmp_path / "site")

    assert (capfd.readouterr().err, built) == ("", True)
    assert docs_site.broken_links(tmp_path / "site") == []
    assert undescribed_names(tmp_path / "site") == []
    assert missing_pages(tmp_path / "site") == []
    assert notebooks_without_pictures(tmp_path / "site") == []
    assert (tmp_path / "site" / "searchindex.js").is_file()


@pytest.mark.slow
def test_a_site_with_a_warning_is_not_built(tmp_path, capfd):
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "conf.py").write_text('extensions = ["myst_parser"]\n')
    (docs / "index.md").write_text("# Title\n\n[nothing](none.md)\n")

    assert not docs_site.build(tmp_path / "site", docs)
    assert "none.md" in capfd.readouterr().err


@pytest.mark.parametrize(
    "link",
    ["other.html", "other.html#below", "#top", "style.css?v=1", "https://example.org/none"],
)
def test_a_link_that_leads_somewhere_is_not_reported(tmp_path, link):
    write_site(tmp_path, link)

    assert docs_site.broken_links(tmp_path) == []


@pytest.mark.parametrize("link", ["none.html", "other.html#above", "#below", "none.css"])
def test_a_link_that_leads_nowhere_is_reported_with_its_page(tmp_path, link):
    write_site(tmp_path, link)

    assert docs_site.broken_links(tmp_path) == [f"index.html: {link}"]


def write_site(folder: Path, link: str) -> None:
    """Two pages and a style sheet; the first page has the link."""
    (folder / "index.html").write_text(PAGE.format(f"<a href='{link}'>there</a>"))
    (folder / "other.html").write_text(PAGE.format("<h2 id='below'>Below</h2>"))
    (folder / "style.css").write_text("")


def undescribed_names(site: Path) -> list[str]:
    """The public names that the site's inventory of names lacks."""
    entries = (site / "objects.inv").read_bytes().split(b"\n", 4)[4]
    described = {line.split(" ")[0] for line in zlib.decompress(entries).decode().splitlines()}
    names = [found for package in PACKAGES for found in public_names(package)]
    wanted = {f"{home(found)}.{found.name}" for found in names}
    return sorted(wanted - described)


def missing_pages(site: Path) -> list[str]:
    """The pages of the docs without a page of the site."""
    pages = sorted(docs_site.DOCS.rglob("*.md"))
    paths = [page.relative_to(docs_site.DOCS).with_suffix(".html") for page in pages]
    return [str(path) for path in paths if not (site / path).is_file()]


def notebooks_without_pictures(site: Path) -> list[str]:
    """The notebooks whose page of the site shows no picture, or which have no page."""
    pages = [
        site / "lab-notebook" / "notebook_runs" / f"{script.stem}.html"
        for script in sorted(docs_site.DOCS.glob("lab-notebook/notebooks/*.py"))
    ]
    return [
        page.name
        for page in pages
        if not page.is_file() or "data:image/svg+xml," not in page.read_text(encoding="utf-8")
    ]
