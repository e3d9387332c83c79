"""Notebooks are scripts, run when the site is built; here with fewer rounds."""

import re
from pathlib import Path

import pytest

from benchmarks.round_findings import Rounds, card_sales, rounds_of, seat_worth, trick_prices
from bottleimp.analysis.report.plots import Picture, bar_chart
from bottleimp.data import SelfplaySettings, write_dataset
from docs.extensions.index_navigation import is_below
from docs.extensions.notebook_links import run_of
from scripts import docs_site

NOTEBOOK = docs_site.DOCS / "lab-notebook" / "notebooks" / "ten_thousand_rounds.py"
COUNT = 300
CONFIGURATION = """\
from docs.conf import sphinx_gallery_conf
extensions = [
    "myst_parser", "docs.extensions.index_navigation", "docs.extensions.notebook_links",
    "sphinx_gallery.gen_gallery",
]
exclude_patterns = ["lab-notebook/notebooks/*", "lab-notebook/notebook_runs/index.rst"]
html_theme = "furo"
"""
SCRIPT = '"""\nTitle\n=====\n\nText.\n"""\n\n# %%\n# A sum.\n\nprint(40 + 2)\n'
PAGES = {
    "conf.py": CONFIGURATION,
    "index.md": "# Title\n\n- [Lab](lab-notebook/index.md)\n",
    "lab-notebook/index.md": "# Lab\n\n- [A sum](notebooks/a_sum.py): of two numbers\n",
    "lab-notebook/notebooks/GALLERY_HEADER.rst": ":orphan:\n\nTitle\n=====\n\nText.\n",
}


@pytest.fixture(scope="module")
def found() -> dict[str, object]:
    """What the notebook knows in the end."""
    source = NOTEBOOK.read_text(encoding="utf-8")
    source, number = re.subn(r"^ROUNDS = .*$", f"ROUNDS = {COUNT}", source, flags=re.MULTILINE)
    assert number == 1
    names: dict[str, object] = {}
    exec(compile(source, NOTEBOOK, "exec"), names)
    return names


@pytest.fixture(scope="module")
def rounds(tmp_path_factory: pytest.TempPathFactory) -> Rounds:
    settings = SelfplaySettings("classic/3", ("rules_of_thumb",), seed=2026)
    return rounds_of(write_dataset(tmp_path_factory.mktemp("rounds"), settings, COUNT))


def test_a_notebook_finds_what_the_analysis_of_a_million_rounds_finds(found, rounds):
    last = [100 * sale.last for sale in card_sales(rounds) if sale.last]
    worth = seat_worth(rounds)

    assert [bar.value for bar in found["last_prices"]] == pytest.approx(last)
    assert found["means"] == pytest.approx([trick.mean for trick in trick_prices(rounds)])
    assert found["gains"].mean(axis=0) == pytest.approx([gain.mean for _, gain, _ in worth])
    assert [(found["owners"] == seat).mean() for seat in range(3)] == pytest.approx(
        [stuck for *_, stuck in worth]
    )


def test_a_notebook_leaves_no_file_behind(found):
    assert not Path(found["folder"].name).exists()


def test_a_picture_in_a_notebook_has_its_title_for_those_who_do_not_see_it():
    shown = bar_chart('Points & "prices"', "points", [])

    assert isinstance(shown, Picture)
    assert shown._repr_html_().startswith(
        '<img alt="Points &amp; &quot;prices&quot;" src="data:image/svg+xml,%3Csvg%20'
    )


@pytest.mark.slow
def test_a_site_shows_what_a_notebook_prints_on_a_page_to_which_its_links_lead(tmp_path, capfd):
    docs = write_docs(tmp_path, SCRIPT)
    built = docs_site.build(tmp_path / "site", docs)

    assert (capfd.readouterr().err, built) == ("", True)
    assert docs_site.broken_links(tmp_path / "site") == []
    lab = (tmp_path / "site/lab-notebook/index.html").read_text(encoding="utf-8")
    run = (tmp_path / "site/lab-notebook/notebook_runs/a_sum.html").read_text(encoding="utf-8")
    assert re.search('href="notebook_runs/a_sum.html"><span[^>]*>A sum</span></a>: of', lab)
    assert "<span></span>42\n" in run


@pytest.mark.slow
def test_a_notebook_that_fails_stops_the_build(tmp_path, capfd):
    assert not docs_site.build(tmp_path / "site", write_docs(tmp_path, SCRIPT + "1 / 0\n"))
    assert "ZeroDivisionError" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("page", "link", "run"),
    [
        ("lab-notebook/index", "notebooks/a.py", "lab-notebook/notebook_runs/a"),
        ("explanation/strategy", "../lab-notebook/notebooks/a.py", "lab-notebook/notebook_runs/a"),
        ("lab-notebook/index", "the-table.md", ""),
    ],
)
def test_a_link_to_a_notebook_leads_to_its_run(page, link, run):
    assert run_of(page, link) == run


def test_the_run_of_a_notebook_lies_below_the_page_of_the_folder_of_notebooks():
    assert is_below("lab-notebook/index", "lab-notebook/notebook_runs/a")
    assert not is_below("explanation/index", "lab-notebook/notebook_runs/a")


def write_docs(folder: Path, script: str) -> Path:
    """Small docs with one notebook."""
    docs = folder / "docs"
    for name, text in {**PAGES, "lab-notebook/notebooks/a_sum.py": script}.items():
        (docs / name).parent.mkdir(parents=True, exist_ok=True)
        (docs / name).write_text(text, encoding="utf-8")
    return docs
