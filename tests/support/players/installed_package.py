"""A package with players as `pip` would have installed it, in a folder on the path for tests."""

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from bottleimp.players.entry_points import installed_players
from bottleimp.players.outside_players import load_outside_player


def write_distribution(folder: Path, package: str, players: Mapping[str, str]) -> None:
    """What an installation leaves of a package whose entry points name these players."""
    about = folder / f"{package}-1.2.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.2\n", encoding="utf-8"
    )
    lines = [f"{name} = {target}" for name, target in players.items()]
    (about / "entry_points.txt").write_text(
        "\n".join(["[bottleimp.players]", *lines, ""]), encoding="utf-8"
    )


@contextmanager
def installed_package(
    folder: Path, players: Mapping[str, str], package: str = "strangers"
) -> Iterator[None]:
    """As long as it lasts, the package is installed in a folder that is on the path."""
    write_distribution(folder, package, players)
    sys.path.append(str(folder))
    forget()
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        forget()


def forget() -> None:
    """Lets the next question look into the folders anew."""
    installed_players.cache_clear()
    load_outside_player.cache_clear()
