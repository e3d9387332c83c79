"""The program where numba and llvmlite cannot be imported, by it or by any process it starts."""

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from tests.support.packaging.installation import PATIENCE
from tests.support.sources import repository

# Python imports a module of this name before anything else.
MODULE = "sitecustomize.py"
BLOCK = """
import sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("numba", "llvmlite"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Blocked())
"""


class PlainPython(NamedTuple):
    """A folder that keeps numba out of every Python that looks for modules there first."""

    folder: Path

    @classmethod
    def prepare(cls, folder: Path) -> "PlainPython":
        """The folder with its module."""
        (folder / MODULE).write_text(BLOCK, encoding="utf-8")
        return cls(folder)

    def variables(self) -> dict[str, str]:
        """The environment variables of such a Python."""
        path = [self.folder, repository.ROOT / "src", repository.ROOT]
        return {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(map(str, path)),
            "PYTHONUNBUFFERED": "1",
        }

    def python(self, *words: str) -> subprocess.CompletedProcess[str]:
        """What came of such a Python with these words."""
        return subprocess.run(
            [sys.executable, "-W", "error", *words],
            cwd=self.folder, env=self.variables(), capture_output=True, text=True,
            timeout=PATIENCE, check=False,
        )  # fmt: skip

    def bottleimp(self, *words: str) -> subprocess.CompletedProcess[str]:
        """What came of a command of `bottleimp`."""
        return self.python("-m", "bottleimp", *words)
