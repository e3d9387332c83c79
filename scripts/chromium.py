"""Where a Chromium for the browser tests is, and how to get one.

Looked for in this order: the variable BOTTLEIMP_CHROMIUM, the search path, the usual places of
macOS and Windows, and what Playwright has downloaded before. `find_or_install_chromium` also asks
Playwright to download one and, on Debian as root, the package manager.

Standard library only; Playwright is asked in a process of its own.
"""

import os
import shutil
import subprocess
from pathlib import Path

from scripts import environment

VARIABLE = "BOTTLEIMP_CHROMIUM"
# The first has no windows at all, which spares the work for them.
EXECUTABLE_NAMES = (
    "chromium-headless-shell",
    "chrome-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
USUAL_PATHS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Google/Chrome/Application/chrome.exe",
)
PLAYWRIGHT_PATH_PROGRAM = """
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    print(playwright.chromium.executable_path)
"""
# Playwright's own list, which a second switch replaces, and the popups of the address bar: nobody
# sees them, and every window loads them anew, which takes as long as to show a table.
UNWANTED_FEATURES = (
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "TcpPortRandomizationWin",
    "ThirdPartyStoragePartitioning",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxPopup",
)
DOWNLOAD_SECONDS = 600
# Of the package manager, the first that there is. The fonts are only recommended by these packages,
# but pages need letters.
BROWSER_PACKAGES = ("chromium-headless-shell", "chromium")
FONT_PACKAGE = "fonts-liberation"


def find_chromium() -> Path | None:
    """A Chromium on this machine; None where there is none."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named) if Path(named).is_file() else None
    on_path = next(filter(None, map(shutil.which, EXECUTABLE_NAMES)), None)
    if on_path is not None:
        return Path(on_path)
    return next(
        (Path(place) for place in USUAL_PATHS if Path(place).is_file()), playwright_chromium()
    )


def playwright_chromium() -> Path | None:
    """The Chromium that Playwright has downloaded; None where it has not."""
    command = [environment.program("python"), "-c", PLAYWRIGHT_PATH_PROGRAM]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return None
    path = Path(done.stdout.strip() or "none")
    return path if done.returncode == 0 and path.is_file() else None


def find_or_install_chromium() -> Path | None:
    """A Chromium on this machine, fetched if need be; None where none could be had."""
    there = find_chromium()
    if there is not None or os.environ.get(VARIABLE):
        return there
    environment.print_line("No Chromium for the browser tests: asking Playwright to download one")
    if succeeds(environment.program("playwright"), "install", "chromium"):
        there = playwright_chromium()
    if there is None and is_root() and shutil.which("apt-get"):
        environment.print_line("Asking the package manager for Chromium")
        succeeds("apt-get", "update", "--quiet")
        install = ("apt-get", "install", "--quiet", "--yes", "--no-install-recommends")
        any(succeeds(*install, package, FONT_PACKAGE) for package in BROWSER_PACKAGES)
        there = find_chromium()
    return there


def launch_arguments() -> list[str]:
    """Switches for a Chromium that talks to nobody but the page it is given."""
    quiet = [
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        f"--disable-features={','.join(UNWANTED_FEATURES)}",
    ]
    # Chromium refuses to run as root inside its sandbox.
    return [*quiet, "--no-sandbox"] if is_root() else quiet


def is_root() -> bool:
    """Whether this process may do everything; never on Windows."""
    return os.name == "posix" and os.geteuid() == 0


def succeeds(*command: str) -> bool:
    """Whether the command exits with 0 in time; what it says goes nowhere."""
    try:
        done = subprocess.run(
            command,
            env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=DOWNLOAD_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0
