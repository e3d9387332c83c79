"""The page about the architecture shows the layers that are checked, and names files that exist."""

import re

import pytest

from scripts import architecture_page
from tests.support.sources import pages

PAGE = "explanation/architecture.md"
PACKAGE = pages.ROOT / "src" / "bottleimp"
TEXT = pages.read(PAGE)
CONTRACTS = architecture_page.contracts()
# From the root, or from the package where the page speaks of one file after another.
PATHS = sorted(set(re.findall(r"`((?:\w[\w.-]*/)+[\w.-]+)`", TEXT)))
QUESTION = re.compile(r"^\| [^|]+\? \| (.+) \|$", re.MULTILINE)


def exists(path: str) -> bool:
    """Whether the path leads somewhere, from the root or from the package."""
    return (pages.ROOT / path).exists() or (PACKAGE / path).exists()


def test_the_drawings_and_tables_are_current() -> None:
    assert architecture_page.page() == TEXT


@pytest.mark.parametrize("package", CONTRACTS)
def test_every_contract_of_layers_is_drawn(package: str) -> None:
    assert f"<!-- made from the contracts: {package} -->" in TEXT


@pytest.mark.parametrize("package", CONTRACTS)
def test_a_drawing_has_every_package_of_its_contract_from_top_to_bottom(package: str) -> None:
    drawn = architecture_page.drawing(CONTRACTS[package])
    boxes = [re.findall(r"\w+", line) for line in drawn.splitlines() if line.startswith("|")]

    assert boxes == CONTRACTS[package].existing


@pytest.mark.parametrize("package", CONTRACTS)
def test_every_package_says_what_it_holds(package: str) -> None:
    modules = architecture_page.rows(CONTRACTS[package], CONTRACTS)

    assert [module for module in modules if not architecture_page.docstring(module)] == []


def test_a_path_on_the_page_exists() -> None:
    missing = [path for path in PATHS if not (exists(path) or (PACKAGE.parent / path).exists())]

    assert PATHS
    assert missing == []


def test_newcomers_questions_are_answered_by_paths_alone() -> None:
    answers = QUESTION.findall(TEXT)

    assert len(answers) >= 10
    assert [text for text in answers if not re.fullmatch(r"`[^`]+`(?:, `[^`]+`)*", text)] == []
    assert [
        path for text in answers for path in re.findall(r"`([^`]+)`", text) if "/" not in path
    ] == []


def test_the_files_on_the_way_of_a_click_exist() -> None:
    (picture,) = (block for block in pages.blocks(PAGE, "text") if "browser" in block[:20])
    named = re.findall(r"[\w/]+\.(?:py|ts)\b", picture)

    assert named != []
    assert [name for name in named if not (exists(name) or exists(f"server/{name}"))] == []
