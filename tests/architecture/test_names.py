"""One word per idea, one idea per word, over the whole package."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tests.support.sources import repository

MODULES = repository.files("src", suffix=".py")


def test_no_two_public_classes_share_a_name():
    places = defaultdict(list)
    for path in MODULES:
        for name in public_classes(path):
            places[name].append(repository.name(path))

    assert {name: paths for name, paths in places.items() if len(paths) > 1} == {}


def test_a_type_alias_means_the_same_wherever_it_stands_and_is_no_class():
    meanings = defaultdict(set)
    for path in MODULES:
        for name, meaning in type_aliases(path):
            meanings[name].add(meaning)
    classes = {name for path in MODULES for name in public_classes(path)}

    assert {name: found for name, found in meanings.items() if len(found) > 1} == {}
    assert meanings.keys() & classes == set()


def public_classes(path: Path) -> Iterator[str]:
    """The classes of the module, and those inside them, whose names do not begin with `_`."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield node.name


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
