"""The folder in which a server keeps its data, made for its owner alone."""

import os
from pathlib import Path

from bottleimp.protocol.refusals import StorageError

FOLDER_MODE = 0o700  # for a new folder: the database holds cards of running rounds
FILE_MODE = 0o600  # for a new file, whatever the folder allows


def make_folder(folder: Path) -> None:
    """Makes the data folder if there is none; raises StorageError, in one sentence."""
    try:
        folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    except OSError as problem:
        raise StorageError(
            f"The data folder {folder} cannot be made: {os_error_text(problem)}."
        ) from None


def require_usable_folder(folder: Path) -> None:
    """Raises StorageError where the folder cannot be made or written; it makes nothing."""
    there = next(place for place in (folder, *folder.absolute().parents) if place.exists())
    if not there.is_dir():
        raise StorageError(f"The data folder {folder} cannot be made: {there} is no folder.")
    if not os.access(there, os.W_OK | os.X_OK):
        raise StorageError(
            f"The data folder {folder} cannot be used: this user may not write {there}."
        )


def os_error_text(problem: OSError) -> str:
    """What the system said, without number and path."""
    return (problem.strerror or str(problem)).lower()
