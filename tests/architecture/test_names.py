"""One word per idea, one idea per word, over the whole package."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.support.sources import repository

MODULES = repository.files("src", suffix=".py")
PROGRAMS = repository.files(
    "src", "tests", "scripts", "benchmarks", "training", "examples", suffix=".py"
)
# Words of the first versions for what the field calls information state, feature, heuristic policy,
# tempering, mute list, timeouts, search and loss group.
RETIRED = frozenset({
    "sight", "sights", "lamp", "lamps", "thumb", "doubt", "hush", "keeper", "thinker", "fate",
    "fates",
})  # fmt: skip
BEGINS_ALIAS = re.compile(r"^[A-Z]\w* = ", re.MULTILINE)
HOLDS_RETIRED = re.compile("|".join(RETIRED), re.IGNORECASE)
# Titles and plain English in which a retired word stands.
PHRASES = ("rules_of_thumb", "in_sight", "out_of_sight")


@pytest.mark.slow
def test_no_two_public_classes_share_a_name():
    places = defaultdict(list)
    for path in MODULES:
        for name in public_classes(path):
            places[name].append(repository.name(path))

    assert {name: paths for name, paths in places.items() if len(paths) > 1} == {}


@pytest.mark.slow
def test_a_type_alias_means_the_same_wherever_it_stands_and_is_no_class():
    meanings = defaultdict(set)
    for path in MODULES:
        if not BEGINS_ALIAS.search(path.read_text(encoding="utf-8")):
            continue
        for name, meaning in type_aliases(path):
            meanings[name].add(meaning)
    classes = {name for path in MODULES for name in public_classes(path)}

    assert {name: found for name, found in meanings.items() if len(found) > 1} == {}
    assert meanings.keys() & classes == set()


@pytest.mark.slow
def test_no_name_holds_a_word_that_was_retired():
    found = {
        f"{repository.name(path)}: {name}"
        for path in PROGRAMS
        if HOLDS_RETIRED.search(path.read_text(encoding="utf-8"))  # few, and parsing takes long
        for name in given_names(path)
        if RETIRED & set(words(name))
    }

    assert found == set()


def words(name: str) -> list[str]:
    """The words of a name, without those phrases that may stand in one."""
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()
    for phrase in PHRASES:
        name = name.replace(phrase, "")
    return name.split("_")


def given_names(path: Path) -> Iterator[str]:
    """The names of variables, parameters, attributes, functions and classes of the module."""
    for node in ast.walk(tree(path)):
        match node:
            case ast.Name(name, ast.Store()) | ast.Attribute(_, name, ast.Store()):
                yield name
            case ast.arg(name) | ast.FunctionDef(name) | ast.ClassDef(name):
                yield name
            case ast.AsyncFunctionDef(name):
                yield name


@cache
def public_classes(path: Path) -> tuple[str, ...]:
    """The classes of the module, and those inside them, whose names do not begin with `_`."""
    return tuple(
        node.name
        for node in ast.walk(tree(path))
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )


def type_aliases(path: Path) -> Iterator[tuple[str, str]]:
    """The names in CapWords that the module gives to a type, and the types."""
    for node in tree(path).body:
        match node:
            case ast.Assign(targets=[ast.Name(name)], value=value):
                meaning = ast.unparse(value)
                if name[0].isupper() and not name.isupper() and "TypeVar" not in meaning:
                    yield name, meaning


def tree(path: Path) -> ast.Module:
    """The module, parsed."""
    return ast.parse(path.read_text(encoding="utf-8"))
