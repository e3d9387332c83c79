"""What a newcomer does who has installed the wheel and reads the pages, without the repository."""

import re
import shlex
from importlib import util

import pytest

from tests.support.packaging import installation
from tests.support.sources import markdown, repository

pytestmark = [pytest.mark.slow, pytest.mark.wide]
TUTORIALS = repository.ROOT / "docs" / "tutorials"
RESULT = re.compile(r"^  \S+ +\S+ +[+-]\d+\.\d+ ", re.MULTILINE)


@pytest.fixture
def place(built_wheel, tmp_path):
    """An environment with the wheel, and an empty folder to work in."""
    return installation.installed(built_wheel, tmp_path)


def command(page: str, start: str) -> list[str]:
    """The first command of a tutorial that begins so, with few deals."""
    lines = [
        line
        for block in markdown.blocks(TUTORIALS / page, "text")
        for line in block.text.splitlines()
        if line.startswith(start)
    ]
    words = [word for word in shlex.split(lines[0]) if not word.isdecimal() and word != "--deals"]
    return [*words, "--deals", "2"]


def test_from_the_readme_to_a_player_of_ones_own_in_the_arena(place):
    (readme, *_) = markdown.blocks(repository.ROOT / "README.md", "python")
    (printed, *_) = markdown.blocks(repository.ROOT / "README.md", "text")
    first = place.run("python", "-c", readme.text)
    assert first.stdout.strip() == printed.text.strip()

    (player, *_) = markdown.blocks(TUTORIALS / "first-player.md", "python")
    (place.workplace / "my_players.py").write_text(player.text, encoding="utf-8")
    done = place.run(*command("first-player.md", "bottleimp arena"))

    assert done.returncode == 0, done.stderr
    assert len(RESULT.findall(done.stdout)) == 2
    assert place.opened() == []


@pytest.mark.skipif(
    util.find_spec("torch") is None, reason="NOT RUN: PyTorch is in no lock of ours"
)
def test_from_the_readme_to_a_trained_agent(place):
    installation.add_packages(place, "torch", "gymnasium")
    example = repository.ROOT / "examples" / "ppo.py"
    (place.workplace / "ppo.py").write_bytes(example.read_bytes())
    trained = place.run("python", "ppo.py", "--minutes", "0.05")
    assert trained.returncode == 0, trained.stderr
    assert len(re.findall(r"M decisions: [+-]\d", trained.stdout)) == 2

    done = place.run(*command("first-environment.md", "bottleimp arena"))

    assert done.returncode == 0, done.stderr
    assert len(RESULT.findall(done.stdout)) == 2
    assert place.opened() == []
