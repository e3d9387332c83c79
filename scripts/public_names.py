"""The public names of the package: what each package lists in `__all__`, and where it is defined.

The docstring of a constant or an alias is the string that follows it.
"""

import ast
import importlib
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src"
PACKAGES = (
    "bottleimp",
    "bottleimp.rules",
    "bottleimp.game",
    "bottleimp.knowledge",
    "bottleimp.kernel",
    "bottleimp.players",
    "bottleimp.analysis",
    "bottleimp.client",
    "bottleimp.envs",
    "bottleimp.data",
)

Definition = ast.ClassDef | ast.FunctionDef | ast.Assign | ast.AnnAssign


class PublicName(NamedTuple):
    """A name that a package offers, and where it is defined."""

    package: str
    name: str
    module: str
    definition: Definition
    docstring: str

    @property
    def kind(self) -> str:
        """`class`, `function` or `value`."""
        if isinstance(self.definition, ast.ClassDef):
            return "class"
        return "function" if isinstance(self.definition, ast.FunctionDef) else "value"


def public_names(package: str) -> list[PublicName]:
    """What the package lists in `__all__`, in that order; raises LookupError for what is nowhere.

    Names with double underscores are left out.
    """
    listed: list[str] = importlib.import_module(package).__all__
    return [find_name(package, name) for name in listed if not name.startswith("__")]


def home(found: PublicName) -> str:
    """The package whose page describes the name: the one below which it is defined.

    Where that is in no package of the list, it is the one that offers the name.
    """
    below = [package for package in PACKAGES[1:] if f"{found.module}.".startswith(f"{package}.")]
    return max(below, key=len, default=found.package)


def find_name(package: str, name: str) -> PublicName:
    """The name where it is defined, however many packages hand it on."""
    module = package
    while (source := imported_from(module).get(name)) is not None:
        module = source
    for definition, docstring in definitions(module):
        if name in defined_names(definition):
            return PublicName(package, name, module, definition, docstring)
    raise LookupError(f"{package}.{name} is defined nowhere")


@cache
def imported_from(module: str) -> dict[str, str]:
    """The module from which each name is imported, below `if TYPE_CHECKING:` too."""
    return {
        alias.name: node.module
        for node in ast.walk(syntax_tree(module))
        if isinstance(node, ast.ImportFrom) and node.module is not None
        for alias in node.names
    }


@cache
def definitions(module: str) -> tuple[tuple[Definition, str], ...]:
    """The classes, functions and values of a module, each with its docstring or none."""
    found: list[tuple[Definition, str]] = []
    for node in syntax_tree(module).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            found.append((node, ast.get_docstring(node) or ""))
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            found.append((node, ""))
        elif found and isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            definition, docstring = found[-1]
            if isinstance(definition, ast.Assign | ast.AnnAssign):
                found[-1] = definition, docstring or str(node.value.value)
    return tuple(found)


def defined_names(definition: Definition) -> set[str]:
    """The names that a statement defines."""
    if isinstance(definition, ast.ClassDef | ast.FunctionDef):
        return {definition.name}
    targets = definition.targets if isinstance(definition, ast.Assign) else [definition.target]
    return {target.id for target in targets if isinstance(target, ast.Name)}


@cache
def syntax_tree(module: str) -> ast.Module:
    """A module of the package, parsed."""
    path = SOURCE / Path(*module.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return ast.parse(file.read_text(encoding="utf-8"))
