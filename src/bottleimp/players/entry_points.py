"""Players that other installed packages offer by a short name.

A package declares them as entry points of the group `bottleimp.players`; each leads to a class
`package.module:Class`, which is an outside player like any other.  The names of this package come
first: nobody can take them.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import entry_points
from types import MappingProxyType

from bottleimp.errors import BottleImpError

ENTRY_POINT_GROUP = "bottleimp.players"
"""The group of entry points in which a package names its players."""

INSTALLED_NAME = re.compile(r"[a-z][a-z0-9_-]*")


@dataclass(frozen=True)
class InstalledPlayer:
    """A player of an installed package: its name, its class, and the packages that offer it."""

    name: str
    target: str  # package.module:Class
    packages: tuple[str, ...]  # with their versions; more than one if they use the same name


@lru_cache(maxsize=1)
def installed_players() -> Mapping[str, InstalledPlayer]:
    """The players of all installed packages by name; nothing of them is imported."""
    found: dict[str, InstalledPlayer] = {}
    for point in sorted(entry_points(group=ENTRY_POINT_GROUP), key=lambda point: point.value):
        source = "a package" if point.dist is None else f"{point.dist.name} {point.dist.version}"
        before = found.get(point.name)
        packages = (source,) if before is None else (*before.packages, source)
        if INSTALLED_NAME.fullmatch(point.name):
            found[point.name] = InstalledPlayer(
                point.name, point.value.replace(" ", ""), tuple(dict.fromkeys(packages))
            )
    return MappingProxyType(found)


def installed_player(name: str) -> InstalledPlayer | None:
    """The installed player of this name, if there is one.

    Raises BottleImpError where two packages use the name.
    """
    found = installed_players().get(name)
    if found is not None and len(found.packages) > 1:
        raise BottleImpError(
            f"The player {name} is offered by {' and by '.join(found.packages)};"
            " name it by its class, package.module:Class."
        )
    return found
