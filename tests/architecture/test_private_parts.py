"""What other libraries keep to themselves is used in one module for each library."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "bottleimp"

# library -> its modules without a promise -> the one module that may import them
PRIVATE_MODULES = {
    "numba": (("numba.core", "numba.cpython", "numba.np"), "kernel/compile/numba_internals.py"),
    "uvicorn": (("uvicorn.protocols", "uvicorn._types"), "server/api/websocket_protocol.py"),
    "sqlalchemy": (("sqlalchemy.engine", "sqlalchemy.sql", "sqlalchemy.util"), None),
}


def imported_modules(file: Path) -> Iterator[str]:
    """The modules that a file imports by name, and each name that it takes from a module."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def is_private(module: str, library: str, private_modules: tuple[str, ...]) -> bool:
    """Whether the module is one of these, inside one of them, or has an underscore in its name."""
    if any(module == name or module.startswith(f"{name}.") for name in private_modules):
        return True
    first, *rest = module.split(".")
    return first == library and any(part.startswith("_") for part in rest)


@pytest.mark.slow
@pytest.mark.parametrize("library", PRIVATE_MODULES)
def test_private_modules_of_a_library_are_imported_in_one_place(library: str) -> None:
    private_modules, only_place = PRIVATE_MODULES[library]
    users = {
        file.relative_to(SOURCE).as_posix()
        for file in SOURCE.rglob("*.py")
        for module in imported_modules(file)
        if is_private(module, library, private_modules)
    }

    assert users == ({only_place} if only_place else set())


def test_nobody_reads_the_private_catalogue_of_gettext() -> None:
    users = [file for file in SOURCE.rglob("*.py") if '_catalog"' in file.read_text("utf-8")]

    assert users == []
