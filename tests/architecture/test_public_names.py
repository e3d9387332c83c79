"""Each package says what is public: importable from there, documented and typed."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module

import pytest

from scripts.public_names import PACKAGES, PublicName, public_names

NAMES = [found for package in PACKAGES for found in public_names(package)]
# What `import` alone may load, beside the standard library and ours.
LIGHT_PACKAGES = ("bottleimp", "bottleimp.rules", "bottleimp.game", "bottleimp.knowledge")
LAZY_PACKAGES = (
    "bottleimp", "bottleimp.kernel", "bottleimp.players", "bottleimp.analysis", "bottleimp.client",
    "bottleimp.data",
)  # fmt: skip
HEAVY = {"numba", "llvmlite", "numpy", "msgspec", "websockets", "openskill", "pyarrow"}


def label(found: PublicName) -> str:
    return f"{found.package}.{found.name}"


def test_a_public_name_can_be_imported_from_its_package() -> None:
    others = [
        label(found)
        for found in NAMES
        if getattr(import_module(found.package), found.name)
        is not getattr(import_module(found.module), found.name)
    ]

    assert NAMES
    assert others == []


def test_a_public_name_is_documented() -> None:
    silent = [label(found) for found in NAMES if not found.docstring.strip()[:1].isupper()]
    parts = [
        (label(found), part) for found in NAMES for part in undocumented_parts(found.definition)
    ]

    assert silent == []
    assert parts == []


def test_a_public_name_is_typed() -> None:
    untyped = [
        (label(found), part) for found in NAMES for part in untyped_functions(found.definition)
    ]

    assert untyped == []


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_lists_its_names_in_order_and_shows_them(package: str) -> None:
    module = import_module(package)
    names = [name for name in module.__all__ if not name.startswith("__")]

    assert sorted(set(names), key=sorting_key) == names
    assert set(names) <= set(dir(module))


@pytest.mark.parametrize("package", LAZY_PACKAGES)
def test_a_name_that_a_package_does_not_have_is_refused(package: str) -> None:
    with pytest.raises(AttributeError, match=f"{package}' has no attribute 'missing'"):
        getattr(import_module(package), "missing")  # noqa: B009 - mypy knows that it is missing


@pytest.mark.parametrize("package", sorted({*LIGHT_PACKAGES, *LAZY_PACKAGES}))
def test_importing_a_package_loads_no_other_library(package: str) -> None:
    code = f"import sys, {package}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert HEAVY & set(done.stdout.split()) == set()


@pytest.mark.parametrize("package", LIGHT_PACKAGES[1:])
def test_using_a_light_package_loads_no_other_library(package: str) -> None:
    code = f"import sys; from {package} import *; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert HEAVY & set(done.stdout.split()) == set()


def sorting_key(name: str) -> tuple[int, str]:
    """Constants, then classes, then functions, as ruff sorts them."""
    is_constant = name.isupper()
    return (0 if is_constant else 1 if name[0].isupper() else 2), name


def public_functions(definition: ast.stmt) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """The function itself, or the public methods of the class."""
    steps = definition.body if isinstance(definition, ast.ClassDef) else [definition]
    for step in steps:
        match step:
            case ast.FunctionDef(name) | ast.AsyncFunctionDef(name) if not name.startswith("_"):
                yield step


def undocumented_parts(definition: ast.stmt) -> list[str]:
    """The public methods without a docstring."""
    return [step.name for step in public_functions(definition) if not ast.get_docstring(step)]


def untyped_functions(definition: ast.stmt) -> list[str]:
    """The public methods and functions with a parameter or a result of no type."""
    return [
        step.name
        for step in public_functions(definition)
        if step.returns is None
        or any(
            argument.annotation is None and argument.arg not in ("self", "cls")
            for argument in [
                *step.args.posonlyargs, *step.args.args, *step.args.kwonlyargs,
            ]
        )
    ]  # fmt: skip
