"""Compiled code kept on disk, never stale.

Numba's own cache looks only at the file of the function that it compiles; a rule edited in another
file would go on answering from the old build.  Here the folder is named for a hash of everything
that goes into compiled code: the sources of the compiled packages, the versions of Python, numba
and llvmlite, the processor.  An edited rule has another folder, and old folders are swept away.
One file holds the code of one function for one signature and is put in place at once, so several
processes may compile at the same time; a file that is missing, cut short or damaged is compiled
anew.  A folder that cannot be written costs speed at the next start, nothing else.
"""

import logging
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import llvmlite
import numba
from platformdirs import user_cache_path

from bottleimp.atomic_files import replace_file
from bottleimp.kernel.compile.compiled_sources import SOURCE_HASH
from bottleimp.kernel.compile.numba_internals import FunctionCache, read_compiled, write_compiled
from bottleimp.kernel.compile.numba_primitives import CPU_FEATURES, CPU_NAME, TARGET_TRIPLE

logger = logging.getLogger(__name__)

CACHE_VARIABLE: Final = "BOTTLEIMP_CACHE"  # the environment variable that moves the cache
FOLDER_PREFIX: Final = "kernel-"  # only folders of this name are ever swept
MAX_BUILD_FOLDERS: Final = 4  # for switching between branches and Pythons
OWNER_ONLY_MODE: Final = 0o600  # what is loaded runs
DIGEST_SIZE: Final = sha256().digest_size


def build_hash() -> str:
    """A hash of all that compiled code depends on besides the signature."""
    digest = sha256()
    for part in (
        sys.version, numba.__version__, llvmlite.__version__, TARGET_TRIPLE, CPU_NAME,
        CPU_FEATURES, str(int(numba.config.OPT)), SOURCE_HASH,
    ):  # fmt: skip
        digest.update(part.encode() + b"\0")
    return digest.hexdigest()[:32]


BUILD_KEY: Final = build_hash()


def cache_root() -> Path:
    """Where the folders of all builds lie."""
    moved = os.environ.get(CACHE_VARIABLE)
    return Path(moved) if moved else user_cache_path("bottleimp")


def build_folder() -> Path:
    """Where this build lies."""
    return cache_root() / f"{FOLDER_PREFIX}{BUILD_KEY}"


@lru_cache(maxsize=8)
def prepare_folder(path: Path) -> bool:
    """Whether the folder can be written; old folders beside it are swept.

    Says so once in the log if it cannot.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
        os.utime(path)
        with tempfile.TemporaryFile(dir=path):
            pass
    except OSError as problem:
        logger.warning("compiled code is not kept: %s", problem)
        return False
    remove_old_builds(path)
    return True


def remove_old_builds(path: Path) -> None:
    """Remove the folders of old builds, all but the last few used."""
    try:
        others = [
            (other.stat().st_mtime, other)
            for other in path.parent.glob(f"{FOLDER_PREFIX}*")
            if other != path and other.is_dir()
        ]
    except OSError:  # another process sweeps too
        return
    for _, other in sorted(others, reverse=True)[MAX_BUILD_FOLDERS - 1 :]:
        shutil.rmtree(other, ignore_errors=True)


class KernelCache(FunctionCache):  # type: ignore[misc]  # numba counts as untyped
    """The compiled code of one function, one file for each signature.

    Numba's own cache keeps an index from signatures to files; two processes that write it at the
    same time can leave a signature pointing at the code of another.  Here the name of the file
    is a hash of function and signature, and there is no index.
    """

    def __init__(self, function: Callable[..., object]) -> None:
        self.function = function
        self.is_enabled = True

    @property
    def cache_path(self) -> str:
        """The folder, as numba's statistics show it."""
        return str(build_folder())

    def enable(self) -> None:
        """Use the files."""
        self.is_enabled = True

    def disable(self) -> None:
        """Leave the files alone."""
        self.is_enabled = False

    def flush(self) -> None:
        """Forget what is kept of this function."""
        for file in build_folder().glob(f"{self.function.__qualname__}-*.code"):
            file.unlink(missing_ok=True)

    def file_path(self, signature: object) -> Path:
        """Where the code for this signature lies."""
        about = f"{self.function.__module__}.{self.function.__qualname__}{signature!r}"
        key = sha256(about.encode()).hexdigest()[:32]
        return build_folder() / f"{self.function.__qualname__}-{key}.code"

    # `Any`: a compile result and a target context of numba, which counts as untyped.
    def load_overload(self, signature: object, target_context: Any) -> Any:
        """The compiled code; None if it is not kept."""
        if not self.is_enabled:
            return None
        try:
            kept = self.file_path(signature).read_bytes()
        except OSError:
            return None
        digest, code = kept[:DIGEST_SIZE], kept[DIGEST_SIZE:]
        if sha256(code).digest() != digest:
            logger.warning("a damaged file of compiled code is made anew")
            return None
        return read_compiled(target_context, code)

    def save_overload(self, signature: object, data: Any) -> None:
        """Keep the compiled code; a file appears whole or not at all."""
        if not self.is_enabled or not prepare_folder(build_folder()):
            return
        code = write_compiled(data)
        file = self.file_path(signature)
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            replace_file(file, sha256(code).digest() + code, OWNER_ONLY_MODE)
        except OSError as problem:
            logger.warning("compiled code is not kept: %s", problem)
