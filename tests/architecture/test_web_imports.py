"""The browser's modules: folders in layers, no circle, and no folder too full to read."""

import re
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from tests.support.sources import pages, repository

WEB = repository.ROOT / "web"
MOST_FILES = 25
# A folder imports from itself and from those before it.
FOLDERS = (
    "offline",
    "net",
    "storage",
    "model",
    "text",
    "sound",
    "assist",
    "cards",
    "motion",
    "people",
    "chat",
    "score",
    "fair",
    "settings",
    "table",
    "learn",
    "replay",
    "pages",
)
STYLES = "styles"
MODULES = repository.files("web", suffix=".ts")
# `import` and `export`, of values or of types, on one line or several.
IMPORT = re.compile(
    r'^(?:import|export)\s[^;"]*?"(\.[^"]+)";|\bimport\("(\.[^"]+)"\)', re.MULTILINE
)


def imported(module: Path) -> set[Path]:
    """The modules that a module imports values or types from."""
    found = IMPORT.findall(module.read_text(encoding="utf-8"))
    return {(module.parent / (one or other)).resolve() for one, other in found}


def test_imports_are_found() -> None:
    table = imported(WEB / "table" / "drawing.ts") | imported(WEB / "table" / "table.ts")

    assert WEB / "table" / "layout.ts" in table  # values
    assert WEB / "net" / "wire.ts" in table  # types
    assert {path for module in MODULES for path in imported(module)} - set(MODULES) == set()


def test_no_module_imports_itself_through_others() -> None:
    graph = {module: imported(module) for module in MODULES}
    circle: list[str] = []

    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        circle = [repository.name(path) for path in error.args[1]]

    assert circle == []


def test_a_module_imports_from_its_folder_and_those_before_it() -> None:
    upwards = [
        (repository.name(module), repository.name(path))
        for module in MODULES
        for path in sorted(imported(module))
        if FOLDERS.index(path.parent.name) > FOLDERS.index(module.parent.name)
    ]

    assert upwards == []


def test_only_one_function_stores_values_so_that_a_full_storage_stops_nothing() -> None:
    storing = [
        module
        for module in MODULES
        if not module.stem.endswith("_test") and ".setItem(" in module.read_text(encoding="utf-8")
    ]

    assert storing == [WEB / "storage" / "store.ts"]


def test_every_folder_has_its_place_in_the_order() -> None:
    assert {path.name for path in WEB.iterdir()} == {*FOLDERS, STYLES}


def test_a_folder_holds_files_that_are_not_tests_and_not_too_many() -> None:
    counts = {
        folder.name: len([path for path in folder.iterdir() if not path.stem.endswith("_test")])
        for folder in WEB.iterdir()
    }

    assert {name: count for name, count in counts.items() if not 0 < count <= MOST_FILES} == {}


def test_the_page_about_the_browser_table_lists_the_folders_in_their_order() -> None:
    text = pages.read("how-to/change-the-browser-table.md")

    assert re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE) == [*FOLDERS, STYLES]
