"""Names that a package offers and imports only when they are asked for.

A package whose modules load numpy or a web library costs nothing until it is used, and
none of its modules waits for all others.  The package says the same names once more below
`if TYPE_CHECKING:`, for editors and mypy; a test compares both.
"""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any


def lazy_imports(package: dict[str, Any], modules: Mapping[str, Sequence[str]]) -> None:
    """Let a package, given by its `globals()`, offer these names of these modules."""
    places = {name: module for module, names in modules.items() for name in names}
    own_name = package["__name__"]

    def find(name: str) -> Any:  # Any: whatever the module calls so
        if name not in places:
            raise AttributeError(f"module {own_name!r} has no attribute {name!r}")
        package[name] = getattr(import_module(places[name]), name)
        return package[name]

    def list_names() -> list[str]:
        return sorted({*package, *places})

    package["__getattr__"] = find
    package["__dir__"] = list_names
