"""Where a Firefox for the tests is: nothing is ever downloaded.

Looked for in this order: the variable BOTTLEIMP_FIREFOX, the search path, and the usual places of
macOS and Windows.
"""

import os
import shutil
from pathlib import Path

VARIABLE = "BOTTLEIMP_FIREFOX"
EXECUTABLE_NAMES = ("firefox", "firefox-esr")
USUAL_PATHS = (
    "/Applications/Firefox.app/Contents/MacOS/firefox",
    "C:/Program Files/Mozilla Firefox/firefox.exe",
    "C:/Program Files (x86)/Mozilla Firefox/firefox.exe",
)


def find_firefox() -> Path | None:
    """A Firefox on this machine; None where there is none."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named) if Path(named).is_file() else None
    on_path = next(filter(None, map(shutil.which, EXECUTABLE_NAMES)), None)
    if on_path is not None:
        return Path(on_path)
    return next((Path(place) for place in USUAL_PATHS if Path(place).is_file()), None)
