"""The libraries that are compared, and what to say of one that is not installed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

from benchmarks.measuring import Contender


@dataclass(frozen=True)
class Options:
    """What the command was asked for, as far as contenders depend on it."""

    edition: str
    rounds: int  # in lock-step


@dataclass(frozen=True)
class Library:
    """A library, what of it is measured, and how to install it."""

    name: str
    packages: tuple[str, ...]  # as the package index names them; the first is the library
    contenders: Callable[[Options], Sequence[Contender]]  # raises ImportError if it is missing
    install: str

    @property
    def versions(self) -> str:
        """The versions of the packages that are installed."""
        found = []
        for package in self.packages:
            try:
                found.append(f"{package} {version(package)}")
            except PackageNotFoundError:
                continue
        return ", ".join(found)


@dataclass(frozen=True)
class Field:
    """The contenders of one table, and what could not be measured."""

    contenders: list[Contender]
    versions: list[str]
    missing: list[str]  # a sentence for each


def gather(libraries: Sequence[Library], options: Options) -> Field:
    """The contenders of those libraries that are installed."""
    field = Field([], [], [])
    for library in libraries:
        try:
            field.contenders.extend(library.contenders(options))
        except ImportError as problem:
            field.missing.append(
                f"**NOT MEASURED: {library.name}** ({problem}). Install it: `{library.install}`."
            )
            continue
        if library.versions:
            field.versions.append(library.versions)
    return field


INSTALL_CARD_GAMES = "pip install pygame-ce rlcard==1.2.0"
INSTALL_RLCARD = "pip install rlcard==1.2.0"
INSTALL_PGX = "pip install pgx==2.6.0"
INSTALL_CHESS = "pip install chess==1.11.2"
INSTALL_SPIEL = "pip install open-spiel==2.0.2"
INSTALL_ENVS = "pip install 'bottleimp[envs]'"
