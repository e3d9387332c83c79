"""Files that are put in the place of others at once, so that no reader finds half of one."""

import contextlib
import glob
import os
import secrets
import time
from pathlib import Path

UNFINISHED = ".part"  # how the names of files end that are not in their place yet
DEFAULT_MODE = 0o666  # less what the system masks out
LEFT_AFTER = 600.0  # seconds after which nobody writes to an unfinished file any more


def replace_file(file: Path, content: bytes, mode: int = DEFAULT_MODE) -> None:
    """Writes the content beside the file and puts it in its place.

    A reader finds the old file or the new one, also after the power has failed.  Several writers
    may do so at once: the last one counts.  Raises OSError, and leaves the old file as it was.
    """
    part = file.with_name(f"{file.name}.{secrets.token_hex(4)}{UNFINISHED}")

    def open_new(path: str, flags: int) -> int:
        return os.open(path, flags, mode)

    try:
        with open(part, "xb", opener=open_new) as opened:
            opened.write(content)
            opened.flush()
            os.fsync(opened.fileno())
        part.replace(file)
        remove_leftovers(file)
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        raise


def remove_leftovers(file: Path) -> None:
    """Deletes what writers that were killed have left beside the file, as far as that can be."""
    for part in file.parent.glob(f"{glob.escape(file.name)}.*{UNFINISHED}"):
        with contextlib.suppress(OSError):
            if time.time() - part.stat().st_mtime > LEFT_AFTER:
                part.unlink()
