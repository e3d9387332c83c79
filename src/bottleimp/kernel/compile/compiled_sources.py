"""The files that go into compiled code, and a hash of them.

The hash is taken when this module is imported, as the modules that will be compiled are: these
files may be edited while the process runs, and numba may be loaded long after.
"""

from hashlib import sha256
from pathlib import Path
from typing import Final

COMPILED_PACKAGES: Final = ("rules", "kernel", "solving")
PACKAGE_FOLDER: Final = Path(__file__).parents[2]


def source_files() -> tuple[Path, ...]:
    """The files that go into compiled code."""
    return tuple(
        file for name in COMPILED_PACKAGES for file in sorted((PACKAGE_FOLDER / name).rglob("*.py"))
    )


def hash_of_sources() -> str:
    """A hash of the names and the texts of these files, 64 hexadecimal digits."""
    digest = sha256()
    for file in source_files():
        text = file.read_bytes()
        digest.update(
            f"{file.relative_to(PACKAGE_FOLDER).as_posix()}\0{len(text)}\0".encode() + text
        )
    return digest.hexdigest()


SOURCE_HASH: Final = hash_of_sources()
