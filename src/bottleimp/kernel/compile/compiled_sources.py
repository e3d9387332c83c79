"""Hashes of the sources of packages, and that of the files that go into compiled code.

That one is taken when this module is imported, as the modules that will be compiled are: these
files may be edited while the process runs, and numba may be loaded long after.
"""

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Final

COMPILED_PACKAGES: Final = ("rules", "kernel", "solving")
PACKAGE_FOLDER: Final = Path(__file__).parents[2]


def hash_of_sources(packages: Sequence[str], folder: Path = PACKAGE_FOLDER) -> str:
    """A hash of the names and the texts of the files of these packages, 64 hexadecimal digits."""
    digest = sha256()
    for file in (file for name in packages for file in sorted((folder / name).rglob("*.py"))):
        text = file.read_bytes()
        digest.update(f"{file.relative_to(folder).as_posix()}\0{len(text)}\0".encode() + text)
    return digest.hexdigest()


SOURCE_HASH: Final = hash_of_sources(COMPILED_PACKAGES)
