"""The design has one set of values, and one system of sizes."""

import re
from pathlib import Path

import pytest

STYLES = Path(__file__).parents[3] / "web" / "styles"
TOKENS = STYLES / "tokens.css"
SHEETS = sorted(path for path in STYLES.glob("*.css") if path != TOKENS)
COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b|\b(?:rgb|hsl|oklch)\(")
TOKEN = re.compile(r"^\s*(--[\w-]+):", re.MULTILINE)
USE = re.compile(r"var\((--[\w-]+)")
CONDITION = re.compile(r"@media[^{]*\b(?:width|height|orientation|aspect-ratio)\b[^{]*")


def text(path: Path) -> str:
    """The sheet without its comments."""
    return re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
def test_colours_are_written_among_the_tokens_alone(path: Path) -> None:
    assert COLOUR.findall(text(path)) == []


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
def test_sizes_of_the_screen_are_asked_of_containers(path: Path) -> None:
    if path.stem in ("home", "pages"):
        pytest.skip("pages that scroll")

    assert CONDITION.findall(text(path)) == []


def test_every_token_is_used() -> None:
    used = {name for path in (*SHEETS, TOKENS) for name in USE.findall(text(path))}

    assert sorted(set(TOKEN.findall(text(TOKENS))) - used) == []
