import ast
import importlib.metadata
import json
import sys
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from scripts import lock_file
from tests.support.sources import repository

MOST = 15
PYPROJECT = tomllib.loads((repository.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
GROUPS = PYPROJECT["dependency-groups"]
LOCK = (repository.ROOT / lock_file.FILE).read_text(encoding="utf-8")
SECTIONS = {name: lock_file.entries(text) for name, text in lock_file.sections(LOCK).items()}
# Asked for by name, never imported: programs, and plug-ins that pytest or Sphinx finds by itself.
PROGRAMS = {
    "babel", "codespell", "deno", "furo", "hatchling", "import-linter", "mypy", "myst-parser",
    "pytest-cov", "pytest-randomly", "pytest-xdist", "ruff", "sphinx-gallery", "towncrier", "uv",
}  # fmt: skip
# The extra that the package itself never imports.
DOCS = "docs"
# Imported by other libraries that we do import: Starlette, uvicorn and SQLAlchemy speak through
# these, and the card games of PettingZoo run on them.
SPOKEN_THROUGH = {"httpx2", "psycopg", "pygame-ce", "rlcard", "websockets"}
# Imported, and brought by a package whose version has an upper bound: no release of ours can be
# installed with one that no longer brings it.
BROUGHT = {"h11": "uvicorn", "llvmlite": "numba"}
# Where the package is not installed, its modules do not tell its name.
NAMES = {"open_spiel": "open-spiel", "pyspiel": "open-spiel"}
OURS = {"bottleimp", "scripts", "tests", "benchmarks", "docs", "training", "hatch_build"}


def test_the_program_needs_few_packages():
    assert len(required(PYPROJECT["project"]["dependencies"])) <= MOST


@pytest.mark.slow
def test_what_the_program_needs_is_what_it_imports():
    needed = required(PYPROJECT["project"]["dependencies"]) | optional()

    assert imported("src") - needed == BROUGHT.keys()
    assert needed - imported("src") - SPOKEN_THROUGH == set()


@pytest.mark.parametrize(("brought", "bringer"), BROUGHT.items())
def test_what_another_package_brings_is_brought_by_every_version_of_it_that_will_do(
    brought, bringer
):
    (asked,) = [
        asked
        for asked in map(Requirement, PYPROJECT["project"]["dependencies"])
        if asked.name == bringer
    ]

    assert "<" in {bound.operator for bound in asked.specifier}
    assert brought in required(importlib.metadata.requires(bringer) or [])


@pytest.mark.slow
def test_only_what_an_extra_is_for_imports_what_is_optional():
    elsewhere = [
        repository.name(path)
        for path in repository.files("src", suffix=".py")
        if not {"envs", "data"} & set(path.parts) and optional() & imported(str(path))
    ]

    assert elsewhere == [
        "src/bottleimp/execution/ray_pool.py",
        "src/bottleimp/server/push/encryption.py",
        "src/bottleimp/server/push/vapid.py",
    ]


@pytest.mark.slow
def test_what_the_checks_need_is_what_they_import():
    program = required(PYPROJECT["project"]["dependencies"]) | BROUGHT.keys()
    groups = {name for group in GROUPS.values() for name in required(group)}
    used = imported("tests", "scripts", "benchmarks", "docs", "hatch_build.py")

    assert used - program - groups == set()
    assert groups - used - PROGRAMS - SPOKEN_THROUGH == set()


def test_the_licence_of_each_library_of_the_browser_stands_in_the_notice():
    libraries = json.loads((repository.ROOT / "deno.json").read_text(encoding="utf-8"))["imports"]
    lines = (repository.ROOT / "NOTICE").read_text(encoding="utf-8").splitlines()

    assert [name for name in libraries if name not in lines] == []


def test_the_build_requirements_stand_in_the_list_too():
    assert PYPROJECT["build-system"]["requires"] == GROUPS["build"]


@pytest.mark.parametrize("section", ["run", "build", "check", "lock", "bench"])
def test_the_list_holds_what_is_asked_for_at_a_version_that_will_do(section):
    asked = PYPROJECT["project"]["dependencies"] if section == "run" else GROUPS[section]
    pinned = {
        canonicalize_name(name): entry.split("==")[1].split()[0]
        for entries in SECTIONS.values()
        for name, entry in entries.items()
    }
    unfit = [
        text
        for text in asked
        if not Requirement(text).specifier.contains(
            pinned.get(canonicalize_name(Requirement(text).name), "0")
        )
    ]

    assert unfit == []


@pytest.mark.parametrize("section", SECTIONS)
def test_every_package_of_the_list_has_hashes_and_no_address(section):
    entries = SECTIONS[section].values()

    assert [entry for entry in entries if "--hash=sha256:" not in entry or "://" in entry] == []


def optional() -> set[str]:
    """The packages that the extras ask for, for the program itself."""
    extras = PYPROJECT["project"]["optional-dependencies"]
    return {name for extra in extras.keys() - {DOCS} for name in required(extras[extra])}


def required(requirements: list[str]) -> set[str]:
    """The packages that these requirements ask for."""
    return {canonicalize_name(Requirement(text).name) for text in requirements}


@cache
def packages_of_modules() -> Mapping[str, list[str]]:
    """The packages that each module of the environment is from."""
    return importlib.metadata.packages_distributions()


def imported(*places: str) -> set[str]:
    """The packages, neither ours nor Python's own, that are imported in these places."""
    packages = packages_of_modules()
    modules = {
        module.partition(".")[0]
        for place in places
        for path in python_files(place)
        for module in imports(ast.parse(path.read_text(encoding="utf-8")))
    }
    foreign = modules - set(sys.stdlib_module_names) - OURS
    names = {module: packages.get(module, [module])[0] for module in foreign} | NAMES
    return {canonicalize_name(names[module]) for module in foreign}


def python_files(place: str) -> list[Path]:
    """The place itself, or the Python files below it."""
    path = repository.ROOT / place
    return [path] if path.is_file() else repository.files(place, suffix=".py")


def imports(tree: ast.Module) -> set[str]:
    """The modules that are imported anywhere in the file."""
    plain = (node for node in ast.walk(tree) if isinstance(node, ast.Import))
    chosen = (node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))
    names = {alias.name for node in plain for alias in node.names}
    return names | {node.module for node in chosen if node.module}
