"""The repository as the tests of this folder see it: its root, its files, its modules."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PACKAGE = ROOT / "src" / "bottleimp"
# Made by the build hook or by a build of the site, or by nobody's hand.
LEFT_OUT = {"__pycache__", "static", "node_modules", "notebook_runs", ".venv", ".check"}


def files(*folders: str, suffix: str) -> list[Path]:
    """Every file below these folders of the root whose name ends so, in order."""
    return [
        path
        for folder in folders
        for path in sorted((ROOT / folder).rglob(f"*{suffix}"))
        if not LEFT_OUT & set(path.relative_to(ROOT).parts)
    ]


def tracked() -> list[Path]:
    """Every file that git tracks; none where this is not a clone."""
    try:
        done = subprocess.run(
            ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return []
    paths = (ROOT / name for name in done.stdout.split("\0") if name)
    return [path for path in paths if path.is_file()]


def name(path: Path) -> str:
    """The path from the root, as people write it."""
    return path.relative_to(ROOT).as_posix()
