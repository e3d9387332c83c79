import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.patience import PATIENCE
from tests.support.sources import markdown, repository

COMPILING = 5 * PATIENCE  # `bottleimp warmup` where nothing is compiled yet
# These run against a server, in tests/client/test_client_page.py.
NEEDS_A_SERVER = ("docs/how-to/write-a-client-in-python.md",)
PYTHON_PAGES = [
    page
    for page in markdown.PAGES
    if markdown.blocks(page, "python") and repository.name(page) not in NEEDS_A_SERVER
]
COMMANDS = [
    (repository.name(page), line)
    for page in markdown.PAGES
    for block in markdown.blocks(page, "sh")
    for line in block.text.splitlines()
    if line.strip() and not line.startswith("#")
]
OURS = [(page, line) for page, line in COMMANDS if line.startswith("bottleimp ")]
# These serve until they are stopped, or write golden files.
NOT_RUN = (
    "bottleimp play", "bottleimp serve", "bottleimp terminal", "bottleimp record update-golden",
    "bottleimp admin",
)  # fmt: skip
NAMED_BY_TWO = ("admin", "record")  # whose own subcommands have the options
# What commands that take a while say of how far they are.
PROGRESS = re.compile(
    r"\S+: (getting the players ready.*|compil(ing for|ed after) .*|\d+/\d+ (deals|rounds))"
)


def test_every_link_to_a_file_leads_somewhere():
    lost = [
        (repository.name(page), link)
        for page in markdown.PAGES
        for link in markdown.links(page)
        if leads_nowhere(page, link)
    ]

    assert lost == []


def test_every_page_of_the_docs_can_be_reached_from_the_first():
    docs = set(repository.files("docs", suffix=".md"))

    assert sorted(map(str, docs - reached(repository.ROOT / "docs" / "index.md", set()))) == []


@pytest.mark.slow
@pytest.mark.parametrize("page", PYTHON_PAGES, ids=repository.name)
def test_the_python_on_a_page_runs_from_top_to_bottom(page, tmp_path):
    code = "\n".join(block.text for block in markdown.blocks(page, "python"))
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip

    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(("page", "line"), COMMANDS, ids=str)
def test_a_command_on_a_page_names_a_program_that_is_there(page, line):
    assert program(line)


@pytest.mark.slow
@pytest.mark.parametrize(("page", "line"), OURS, ids=str)
def test_a_command_of_ours_on_a_page_runs(page, line, tmp_path):
    words = shlex.split(line, comments=True)
    only_asked = line.startswith(NOT_RUN)
    if only_asked:
        words = [*words[: 3 if words[1] in NAMED_BY_TWO else 2], "--help"]
    done = subprocess.run(
        [str(program(line)), *words[1:]],
        cwd=tmp_path, capture_output=True, text=True, timeout=COMPILING, check=False,
    )  # fmt: skip
    complaints = [part for part in done.stderr.splitlines() if not PROGRESS.fullmatch(part)]

    assert (done.returncode, complaints) == (0, [])
    assert not only_asked or options(line) <= options(done.stdout)


def leads_nowhere(page: Path, link: str) -> bool:
    """Whether a link within the repository has no target; other links are not followed."""
    if re.match(r"[a-z]+:", link):
        return False
    path, _, heading = link.partition("#")
    target = (page.parent / path) if path else page
    if not target.exists():
        return True
    return bool(heading) and heading not in markdown.anchors(target)


def program(line: str) -> str | None:
    """The path of the program that the line begins with; None where there is none."""
    word = shlex.split(line, comments=True)[0]
    if "/" in word:
        path = repository.ROOT / word
        return str(path) if os.access(path, os.X_OK) else None
    beside = shutil.which(word, path=str(Path(sys.executable).parent))
    return beside or shutil.which(word) or (word if word == "cd" else None)


def options(text: str) -> set[str]:
    """The long options that the text names."""
    return set(re.findall(r"--[\w-]+", text))


def reached(page: Path, seen: set[Path]) -> set[Path]:
    """The pages seen so far, this page, and all to which its links lead."""
    seen.add(page)
    for link in markdown.links(page):
        target = (page.parent / link.partition("#")[0]).resolve()
        if target.suffix == ".md" and target.is_file() and target not in seen:
            reached(target, seen)
    return seen
