"""The page about computer players repeats figures of the page about trials, and settings."""

import re

import pytest

from bottleimp.players.catalogue import player_kind, player_names
from bottleimp.players.levels import LEVELS
from tests.support.sources import pages

TEXT = pages.read("explanation/computer-players.md")
TRIALS = pages.read("lab-notebook/trials.md")
ROW = re.compile(
    r"^\| ([\w -]+) \| `(\w+)(:\d+)?` \| \w+ \| ([+-]?[\d.]+ ± [\d.]+) \|", re.MULTILINE
)
ROWS = ROW.findall(TEXT)  # title, name, budget, strength
LIMITS = {
    name: (float(tolerance), memory == "yes", float(loss))
    for name, tolerance, memory, loss in re.findall(
        r"^\| `(\w+)` \| ([\d.]+) \| (yes|no) \| ([\d.]+) \|$", TEXT, re.MULTILINE
    )
}


def measured_strengths() -> dict[str, str]:
    """What each player makes among copies of the network of now in `classic/4`."""
    section = TRIALS.partition("\n### Levels after a policy gradient\n")[2].partition("\n#")[0]
    return dict(re.findall(r"^\| `([\w:]+)` \| ([+-]?[\d.]+ ± [\d.]+) \|$", section, re.MULTILINE))


def test_a_strength_is_the_measured_one_and_they_stand_in_order() -> None:
    shown = {f"{name}{budget}": strength for _, name, budget, strength in ROWS}
    values = [float(strength.split()[0]) for strength in shown.values()]

    assert shown == measured_strengths()
    assert values == sorted(values)


@pytest.mark.parametrize(("title", "name", "budget", "strength"), ROWS)
def test_a_player_is_called_as_at_the_table(
    title: str, name: str, budget: str, strength: str
) -> None:
    assert player_kind(name).title == title


def test_every_player_that_people_are_offered_is_on_the_page() -> None:
    offered = {name for name in player_names() if player_kind(name).is_offered}

    assert {name for _, name, *_ in ROWS} == offered


def test_the_limits_of_the_levels_are_those_of_the_code() -> None:
    assert {
        name: (level.tolerance, level.has_memory, level.max_loss) for name, level in LEVELS.items()
    } == LIMITS
