"""The design has one set of values, and one system of sizes."""

import re
from pathlib import Path

import pytest

import hatch_build

ROOT = Path(__file__).parents[3]
WEB = ROOT / hatch_build.WEB
STYLES = WEB / "styles"
TEMPLATES = ROOT / hatch_build.SERVER / "pages" / "templates"
ENTRY_POINTS = [WEB / name for name in hatch_build.ENTRY_POINTS]
TOKENS = STYLES / "tokens.css"
SHEETS = sorted(path for path in STYLES.glob("*.css") if path != TOKENS)
COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b|\b(?:rgb|hsl|oklch)\(")
TOKEN = re.compile(r"^\s*(--[\w-]+):", re.MULTILINE)
USE = re.compile(r"var\((--[\w-]+)")
IMPORT = re.compile(r"""@import "([^"]+)";""")
LINK = re.compile(r"""static\("([^"]+)"\)""")
CONDITION = re.compile(r"@media[^{]*\b(?:width|height|orientation|aspect-ratio)\b[^{]*")

# A space, a rounding or a size of letters that is no token; a range between two may be both.
OWN_LENGTH = re.compile(
    r"\b(?:gap|margin[\w-]*|padding[\w-]*|border-radius|font-size): (?![^;]*(?:clamp|min)\()[^;]*?"
    r"[\d.]+rem"
)


def text(path: Path) -> str:
    """The sheet without its comments."""
    return re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
def test_colours_are_written_among_the_tokens_alone(path: Path) -> None:
    assert COLOUR.findall(text(path)) == []


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
def test_sizes_of_the_screen_are_asked_of_containers(path: Path) -> None:
    if path.stem == "zoom":  # it lets the root scroll, which has no container
        assert len(CONDITION.findall(text(path))) == 1
    else:
        assert CONDITION.findall(text(path)) == []


@pytest.mark.parametrize("name", ["home", "pages"])
def test_pages_take_space_and_type_from_the_tokens(name: str) -> None:
    assert OWN_LENGTH.findall(text(STYLES / f"{name}.css")) == []


def test_every_token_is_used() -> None:
    used = {name for path in (*SHEETS, TOKENS) for name in USE.findall(text(path))}

    assert sorted(set(TOKEN.findall(text(TOKENS))) - used) == []


def test_every_sheet_is_part_of_a_page() -> None:
    entries = [path for path in ENTRY_POINTS if path.suffix == ".css"]
    parts = {
        (path.parent / name).resolve() for path in entries for name in IMPORT.findall(text(path))
    }

    assert sorted(parts.union(entries) & {*SHEETS, TOKENS}) == sorted([*SHEETS, TOKENS])


def test_pages_link_to_what_is_bundled() -> None:
    bundled = {path.with_suffix(hatch_build.SUFFIXES[path.suffix]).name for path in ENTRY_POINTS}
    copied = {path.name for pattern in hatch_build.COPIED for path in WEB.rglob(pattern)}
    linked = {name for path in TEMPLATES.glob("*.html") for name in LINK.findall(path.read_text())}

    assert sorted(linked - bundled - copied) == []
