"""The page for whoever knew the old names leads to names that exist."""

import ast
import re
from functools import cache

import pytest

from tests.support.sources import pages
from training.settings import OLD_NAMES

TEXT = pages.read("reference/old-names.md")
FOLDERS = (pages.ROOT / "src" / "bottleimp", pages.ROOT)


def new_names(title: str) -> list[str]:
    """What stands in code letters in the second column below the headings that begin so."""
    parts = re.split(r"^(#+ .+)$", TEXT, flags=re.MULTILINE)
    tables = [
        body
        for heading, body in zip(parts[1::2], parts[2::2], strict=True)
        if heading.lstrip("# ").startswith(title)
    ]
    rows = [row for body in tables for row in re.findall(r"^\| .+ \| (.+) \|$", body, re.MULTILINE)]
    return sorted({name for row in rows for name in re.findall(r"`([^`]+)`", row)})


def is_module(name: str) -> bool:
    """Whether there is a file or a package of that name."""
    return any(
        (folder / name.replace(".", "/")).is_dir()
        or (folder / name.replace(".", "/")).with_suffix(".py").is_file()
        for folder in FOLDERS
    )


@cache
def classes(module: str) -> set[str]:
    """The names of the classes of a module in the package."""
    path = (FOLDERS[0] / module.replace(".", "/")).with_suffix(".py")
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.ClassDef)}


def test_a_module_on_the_page_exists() -> None:
    names = new_names("Modules")

    assert names
    assert [name for name in names if not is_module(name)] == []


def test_a_class_on_the_page_exists() -> None:
    names = [name.rpartition(".") for name in new_names("Classes")]

    assert names
    assert [name for name in names if name[2] not in classes(name[0])] == []


@pytest.mark.parametrize("name", new_names("Settings"))
def test_a_setting_on_the_page_exists(name: str) -> None:
    assert f"| `{name}` |" in pages.read("reference/configuration.md")


def test_the_page_has_every_name_by_which_older_trainings_are_read() -> None:
    section = TEXT.partition("\n## Options of a training\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)`.* \| `(\w+)` \|$", section, re.MULTILINE)

    assert dict(rows) == OLD_NAMES


@pytest.mark.parametrize("name", new_names("Commands"))
def test_a_command_or_an_option_on_the_page_exists(name: str) -> None:
    words = [word for word in name.split() if word != "bottleimp"]
    commands = pages.read("reference/cli.md") + pages.read("how-to/measure-exploitability.md")

    assert [word for word in words if word not in commands] == []
