"""Archives of the project's own, unpacked."""

import tarfile
from pathlib import Path


def unpack(archive: Path, folder: Path) -> None:
    """Unpack all of the archive into the folder."""
    with tarfile.open(archive) as opened:
        if hasattr(tarfile, "data_filter"):
            opened.extractall(folder, filter="data")
        else:  # Python 3.11 before its fourth release
            opened.extractall(folder)
