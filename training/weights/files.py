"""Writing files of weights: as numpy's own, and a sixtieth smaller.

Weights hold hardly any repeated bytes.  Where deflate looks for them all the same, the references
to the few that it finds spoil the code for all others.
"""

import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np

LEVEL, MEMORY = 9, 9  # the most that zlib does and takes


def write_weights(file: Path, arrays: Mapping[str, "np.ndarray[Any, Any]"]) -> None:
    """Write the arrays for `numpy.load`, compressed."""
    compressor = zlib.compressobj

    def for_weights(_level: int, method: int, window: int) -> "zlib._Compress":
        return compressor(LEVEL, method, window, MEMORY, zlib.Z_RLE)

    # zipfile, by which numpy writes, has no option for it.
    with mock.patch.object(zlib, "compressobj", for_weights), file.open("wb") as opened:
        np.savez_compressed(opened, allow_pickle=False, **arrays)
