"""The folder in which a server keeps its data, made for its owner alone."""

from pathlib import Path

from bottleimp.protocol.refusals import StorageError

OWNER_ONLY = 0o700  # for a new folder: the database holds cards of running rounds
FOR_OWNER_ONLY = 0o600  # for a new file, whatever the folder allows


def make_folder(folder: Path) -> None:
    """Makes the data folder if there is none; raises StorageError, in one sentence."""
    try:
        folder.mkdir(mode=OWNER_ONLY, parents=True, exist_ok=True)
    except OSError as problem:
        raise StorageError(f"The data folder {folder} cannot be made: {reason(problem)}.") from None


def reason(problem: OSError) -> str:
    """What the system said, without number and path."""
    return (problem.strerror or str(problem)).lower()
