"""The page about computer players repeats figures of the page about strength, and settings."""

import re

import pytest

from bottleimp.players.catalogue import player_kind, player_names
from bottleimp.players.levels import LEVELS
from tests.support.sources import pages

TEXT = pages.read("explanation/computer-players.md")
STRENGTH = pages.read("explanation/strength.md")
ROW = re.compile(
    r"^\| ([\w -]+) \| `(\w+)(:\d+)?` \| \w+ \| ([+-][\d.]+ ± [\d.]+)(?:, among `(\w+)`)? \|",
    re.MULTILINE,
)
ROWS = ROW.findall(TEXT)  # title, name, budget, strength, among whom
LIMITS = {
    name: (float(tolerance), memory == "yes", float(loss))
    for name, tolerance, memory, loss in re.findall(
        r"^\| `(\w+)` \| ([\d.]+) \| (yes|no) \| ([\d.]+) \|$", TEXT, re.MULTILINE
    )
}


def classic_4() -> str:
    """The part of the page about strength that tells of the mode."""
    return STRENGTH.partition("\n## classic/4\n")[2].partition("\n## ")[0]


def difference(name: str, among: str) -> str:
    """One of the first among copies of the second, as a table of the page says it."""
    lines = classic_4().splitlines()
    for line in lines:
        if line.startswith(f"| `{name}` | `{among}` |"):
            return line.split(" | ")[2]
    header = next(line for line in lines if line.startswith("| | `"))
    column = header.split(" | ").index(f"`{among}`")
    row = next(line for line in lines if line.startswith(f"| `{name}` | "))
    return row.split(" | ")[column]


@pytest.mark.parametrize(("title", "name", "budget", "strength", "among"), ROWS)
def test_a_strength_is_that_of_the_page_about_strength(
    title: str, name: str, budget: str, strength: str, among: str
) -> None:
    assert difference(f"{name}{budget}", among or "network").rstrip(" |") == strength
    assert player_kind(name).title == title


def test_every_player_that_people_are_offered_is_on_the_page() -> None:
    offered = {name for name in player_names() if player_kind(name).is_offered}

    assert {name for _, name, *_ in ROWS} == offered


def test_the_limits_of_the_levels_are_those_of_the_code() -> None:
    assert {
        name: (level.tolerance, level.has_memory, level.max_loss) for name, level in LEVELS.items()
    } == LIMITS
