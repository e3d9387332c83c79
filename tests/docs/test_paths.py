"""Files and modules that the docs name exist, and the benchmarks that they name start."""

import os
import re
import subprocess
import sys

import pytest

from tests.support.sources import pages

FOLDERS = ("src", "web", "tests", "scripts", "benchmarks", "training", "examples", "docs")
PATH = re.compile(rf"`((?:{'|'.join(FOLDERS)})/[\w./-]*\w|(?:\w+/)*\w+\.py)`")
PACKAGE = pages.ROOT / "src" / "bottleimp"
BENCHMARK = re.compile(r"\bpython (-m benchmarks\.[a-z_]+|benchmarks/[a-z_]+\.py)")
MODULE = re.compile(r"\b((?:bottleimp|tests|scripts|benchmarks|training)(?:\.[a-z_0-9]+)+)\b")
# This page is about names that do not exist any more.
PAGES = [
    path
    for path in [
        *pages.all_pages(),
        *sorted((pages.ROOT / "benchmarks").glob("*.md")),
        *sorted((pages.ROOT / "training").glob("*.md")),
        *sorted((pages.ROOT / "changelog.d").glob("*.md")),
    ]
    if path.name != "old-names.md"
]
NAMED_BENCHMARKS = sorted(
    {
        command
        for path in [*PAGES, *sorted((pages.ROOT / "benchmarks").rglob("*.py"))]
        for command in BENCHMARK.findall(path.read_text(encoding="utf-8"))
    }
)
# Made when the package is built, when a language is begun, or by whoever follows the tutorial.
MADE = ("src/bottleimp/server/static", "src/bottleimp/languages/locale", "my_players.py")


def named_in_docs(pattern: re.Pattern[str]) -> list[tuple[str, str]]:
    """The pages, each with something that it names."""
    return [
        (pages.name(page), name)
        for page in PAGES
        for name in pattern.findall(page.read_text(encoding="utf-8"))
    ]


def test_a_path_named_in_the_docs_exists() -> None:
    named = named_in_docs(PATH)
    missing = [one for one in named if not one[1].startswith(MADE) and not exists(one[1])]

    assert named
    assert missing == []


def test_a_module_named_in_the_docs_exists() -> None:
    named = named_in_docs(MODULE)

    assert named
    assert [one for one in named if not is_module(one[1])] == []


@pytest.mark.slow
@pytest.mark.parametrize("command", NAMED_BENCHMARKS)
def test_a_benchmark_named_in_the_docs_or_in_a_docstring_starts(command: str) -> None:
    words = [sys.executable, *command.split(), "--help"]
    newcomer = {**os.environ, "PYTHONPATH": str(pages.ROOT / "src")}  # the root is not on the path
    done = subprocess.run(
        words, cwd=pages.ROOT, env=newcomer, capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("usage: ")


def exists(path: str) -> bool:
    """Whether the path leads somewhere, from the root or inside of the package."""
    return (pages.ROOT / path).exists() or (PACKAGE / path).exists()


def is_module(name: str) -> bool:
    """Whether this is a module or a package, or a name inside of one."""
    base = pages.ROOT / "src" if name.startswith("bottleimp") else pages.ROOT
    path = base / name.replace(".", "/")
    return any(one.is_dir() or one.with_suffix(".py").is_file() for one in (path, path.parent))
