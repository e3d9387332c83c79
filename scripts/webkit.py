"""Where a WebKit for the tests is: nothing is ever downloaded.

WebKitGTK's driver is looked for on the search path, with the small browser that it drives and a
screen of no machine to show it on: on Debian the packages `webkit2gtk-driver` and `xvfb`.
"""

import shutil
from pathlib import Path
from typing import NamedTuple

LIBRARIES = (Path("/usr/lib"), Path("/usr/libexec"))
BROWSERS = ("*/webkit2gtk-4.*/MiniBrowser", "webkit2gtk-4.*/MiniBrowser")


class WebKitPrograms(NamedTuple):
    """What it takes to drive a WebKit."""

    driver: Path
    browser: Path
    screen: Path


def find_webkit() -> WebKitPrograms | None:
    """A WebKit on this machine; None where something of it is missing."""
    driver, screen = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
    browser = next(
        (found for folder in LIBRARIES for name in BROWSERS for found in folder.glob(name)), None
    )
    if driver is None or screen is None or browser is None:
        return None
    return WebKitPrograms(Path(driver), browser, Path(screen))
