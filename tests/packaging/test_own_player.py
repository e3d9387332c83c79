"""The package that newcomers copy: installed, tested, checked and played with as its page says."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.packaging.installation import PATIENCE
from tests.support.sources import markdown, repository

pytestmark = pytest.mark.slow
TEMPLATE = repository.ROOT / "examples" / "own_player"
MYPY_CACHE = repository.ROOT / ".mypy_cache" / "outside"  # of what is checked by other settings
PIP = (
    "-m", "pip", "--quiet", "--disable-pip-version-check", "install", "--no-index", "--no-deps",
    "--no-build-isolation",
)  # fmt: skip


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package, and beside it a folder in which it is installed."""
    folder = tmp_path_factory.mktemp("newcomer")
    unwanted = shutil.ignore_patterns("__pycache__", ".*_cache")
    copied = shutil.copytree(TEMPLATE, folder / "own_player", ignore=unwanted)
    done = run(copied, *PIP, "--target", str(folder / "installed"), str(copied))
    assert (done.returncode, done.stderr) == (0, "")
    return copied


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """What came of Python in the copy, with what is installed beside it."""
    path = [folder.parent / "installed", repository.ROOT / "src"]
    variables = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(map(str, path)),
        "MYPY_CACHE_DIR": str(MYPY_CACHE),
    }
    return subprocess.run(
        [sys.executable, *words],
        cwd=folder, env=variables, capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip


@pytest.mark.wide
def test_its_own_tests_pass(copy: Path) -> None:
    done = run(copy, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:randomly")

    assert done.returncode == 0, done.stdout


def test_it_passes_mypy_as_strict_as_can_be(copy: Path) -> None:
    """With the types of the package alone: none of our own configuration is near."""
    done = run(copy, "-m", "mypy", "src", "tests")

    assert done.stdout == "Success: no issues found in 3 source files\n"


@pytest.mark.wide
def test_players_of_the_tutorial_pass_it_too(copy: Path) -> None:
    page = repository.ROOT / "docs" / "tutorials" / "first-player.md"
    code = "\n\n".join(block.text for block in markdown.blocks(page, "python"))
    (copy.parent / "tutorial.py").write_text(code, encoding="utf-8")
    done = run(copy, "-m", "mypy", "--strict", str(copy.parent / "tutorial.py"))

    assert done.stdout == "Success: no issues found in 1 source file\n"


@pytest.mark.parametrize(
    "words",
    [
        ("arena", "low_first", "uniform", "--edition", "classic/3", "--deals", "2"),
        ("simulate", "low_first", "uniform", "--edition", "classic/3"),
        (
            *("tournament", "results", "--players", "low_first", "uniform", "--deals", "1"),
            *("--editions", "classic/3", "--pool-deals", "0"),
        ),
    ],
    ids=lambda words: words[0],
)
def test_a_command_knows_it_in_every_process(words: tuple[str, ...], copy: Path) -> None:
    more = () if words[0] == "simulate" else ("--processes", "2")
    done = run(copy, "-m", "bottleimp", *words, *more)

    assert done.returncode == 0, done.stderr
    assert "low_first" in done.stdout


def test_a_server_starts_with_it(copy: Path) -> None:
    words = ("serve", "--check", "--data", "data", "--outside-players", "low_first")
    done = run(copy, "-m", "bottleimp", *words)

    assert done.returncode == 0, done.stderr
