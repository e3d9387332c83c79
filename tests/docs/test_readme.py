"""What the first page says is what happens."""

import subprocess
import sys
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.support.patience import PATIENCE
from tests.support.sources import markdown, repository

README = repository.ROOT / "README.md"
INSTALL = repository.ROOT / "docs" / "how-to" / "install.md"
PROJECT = tomllib.loads((repository.ROOT / "pyproject.toml").read_text("utf-8"))["project"]
COMPILER = "numba"


@pytest.mark.slow
def test_the_second_block_plays_a_round_in_five_lines_and_prints_what_the_page_says(tmp_path):
    (block,) = markdown.blocks(README, "python")
    printed, *_ = markdown.blocks(README, "text")
    lines = [line for line in block.text.splitlines() if line.strip()]
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", block.text],
        cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip

    assert len(lines) == 5
    assert (done.stdout.strip(), done.stderr) == (printed.text.strip(), "")


def test_the_page_about_installing_lists_every_extra():
    text = INSTALL.read_text(encoding="utf-8")
    extras = PROJECT["optional-dependencies"]

    assert [extra for extra in extras if f"| `{extra}` |" not in text] == []


def test_the_page_about_installing_names_all_that_musl_needs():
    (line,) = [
        line
        for block in markdown.blocks(INSTALL, "text")
        for line in block.text.splitlines()
        if "segno" in line
    ]
    needed = {canonicalize_name(Requirement(text).name) for text in PROJECT["dependencies"]}

    assert set(line.split()) - {"pip", "install"} == needed - {COMPILER}


def test_numba_is_left_out_where_it_has_no_package():
    (marker,) = [
        Requirement(text).marker
        for text in PROJECT["dependencies"]
        if Requirement(text).name == COMPILER
    ]
    systems = {
        ("linux", "x86_64", "3.11"): True,
        ("linux", "aarch64", "3.14"): True,
        ("linux", "riscv64", "3.12"): False,
        ("darwin", "arm64", "3.11"): True,
        ("darwin", "x86_64", "3.13"): False,
        ("win32", "AMD64", "3.11"): True,
        ("win32", "ARM64", "3.11"): False,
        ("win32", "ARM64", "3.12"): True,
    }

    for (system, machine, python), expected in systems.items():
        place = {
            "sys_platform": system,
            "platform_machine": machine,
            "python_version": python,
            "platform_python_implementation": "CPython",
        }
        assert (marker and marker.evaluate(place)) == expected


def test_libraries_of_which_private_parts_are_used_have_an_upper_bound():
    bounded = [
        Requirement(text).name
        for text in PROJECT["dependencies"]
        if any(part.operator == "<" for part in Requirement(text).specifier)
    ]

    assert bounded == ["numba", "uvicorn"]
