"""The page about the layers names what there is."""

import re
import tomllib

import pytest

from tests.docs import pages

PAGE = "explanation/architecture.md"
PACKAGE = pages.ROOT / "src" / "bottleimp"
TEXT = pages.read(PAGE)
SETTINGS = tomllib.loads((pages.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
CONTRACTS = SETTINGS["tool"]["importlinter"]["contracts"]
LAYERS = [
    re.findall(r"\w+", layer) for contract in CONTRACTS for layer in contract.get("layers", ())
]
MODULES = sorted(set(re.findall(r"`(\w+/\w+\.py)`", TEXT)))


@pytest.mark.parametrize("module", MODULES)
def test_a_module_named_on_the_page_is_there(module: str) -> None:
    assert (PACKAGE / module).is_file()


def test_the_files_in_the_picture_of_a_click_are_there() -> None:
    (picture,) = (block for block in pages.blocks(PAGE, "text") if "browser" in block[:20])
    named = set(re.findall(r"\w+\.(?:py|ts)\b", picture))
    sources = (*(PACKAGE / "server").rglob("*.py"), *(pages.ROOT / "web").rglob("*.ts"))
    there = {path.name for path in sources}

    assert named
    assert set() == named - there


def test_the_table_of_layers_is_that_of_the_contract() -> None:
    rows = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", TEXT, re.MULTILINE)

    assert LAYERS == [re.findall(r"\w+", row) for row in rows]


def test_the_page_says_which_layers_do_not_exist_yet() -> None:
    missing = {
        name
        for layer in LAYERS
        for name in layer
        if not (PACKAGE / name).is_dir() and not (PACKAGE / f"{name}.py").is_file()
    }

    assert missing == set(re.findall(r"^`(\w+)` does not exist yet", TEXT, re.MULTILINE))
