"""The wheel, built from the source distribution and installed where nothing else is.

Beside the wheel the new environment holds the packages of the section `run` of requirements.lock,
as links to those installed here, so nothing is downloaded.  A hook in it notes every file of the
repository that a process of this environment opens.
"""

import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from scripts import environment, lock_file
from tests.support.archives import unpack

# Long enough for a busy machine that has to compile what the computer players need.
PATIENCE = 600.0  # seconds
# Written into the new environment; it runs before anything else there.
HOOK = """
import os, sys

def note(event, arguments, repository={repository!r}, kept={kept!r}, notes={notes!r}):
    if event not in ("open", "import"):
        return
    path = arguments[event == "import"]
    if not isinstance(path, str):
        return
    path = os.path.abspath(path)
    if path.startswith(repository) and not path.startswith(kept):
        with open(notes, "a", encoding="utf-8") as file:
            print(path, file=file)

sys.addaudithook(note)
"""


class Installation(NamedTuple):
    """An environment with the wheel in it, and a folder without anything to work in."""

    folder: Path
    workplace: Path
    notes: Path

    def program(self, name: str) -> str:
        """The path of a program of the environment."""
        binaries = "Scripts" if os.name == "nt" else "bin"
        return str(self.folder / binaries / (f"{name}.exe" if os.name == "nt" else name))

    def variables(self) -> dict[str, str]:
        """The environment variables, less those by which the repository could be found."""
        unwanted = ("PYTHON", "VIRTUAL_ENV", "BOTTLEIMP_CHROMIUM", "COV_", "COVERAGE")
        kept = {key: text for key, text in os.environ.items() if not key.startswith(unwanted)}
        return kept | {"PYTHONUNBUFFERED": "1", "BOTTLEIMP_WARMUP": "no"}

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        """What came of a program of the environment."""
        return run([self.program(command[0]), *command[1:]], self.workplace, self.variables())

    def opened(self) -> list[str]:
        """The files of the repository that were opened by programs of the environment."""
        return self.notes.read_text(encoding="utf-8").splitlines() if self.notes.exists() else []


def source_distribution(folder: Path) -> Path:
    """The source distribution of the repository, made in this folder."""
    return built("sdist", environment.ROOT, folder)


def wheel(source: Path, folder: Path) -> Path:
    """The wheel, made in this folder from a source distribution and from nothing else."""
    unpack(source, folder)
    (unpacked,) = (path for path in folder.iterdir() if path.is_dir())
    # The build hook finds the packages that deno has fetched before.
    (unpacked / ".venv").mkdir()
    (unpacked / ".venv" / "deno").symlink_to(
        environment.VENV_FOLDER / "deno", target_is_directory=True
    )
    return built("wheel", unpacked, folder)


def installed(built_wheel: Path, folder: Path) -> Installation:
    """An environment with the wheel and what it needs."""
    installation = Installation(folder / "environment", folder / "workplace", folder / "opened")
    installation.workplace.mkdir()
    venv.create(installation.folder, symlinks=os.name != "nt")
    python = installation.program("python")
    pip = [
        sys.executable, "-m", "pip", "--python", python, "--quiet", "--disable-pip-version-check",
        "install", "--no-index", "--no-deps", str(built_wheel),
    ]  # fmt: skip
    succeeded(run(pip, folder, environment.clean_environment()))
    packages = folder_of_packages(installation)
    for part in required_parts():
        link_or_copy(part, packages / part.name)
    hook = HOOK.format(
        repository=f"{environment.ROOT}{os.sep}",
        kept=f"{environment.VENV_FOLDER}{os.sep}",
        notes=str(installation.notes),
    )
    (packages / "audited.py").write_text(hook, encoding="utf-8")
    (packages / "audited.pth").write_text("import audited\n", encoding="utf-8")
    return installation


def folder_of_packages(installation: Installation) -> Path:
    """Where the environment keeps its packages."""
    ask = "import sysconfig; print(sysconfig.get_path('purelib'))"
    return Path(succeeded(installation.run("python", "-c", ask)).stdout.strip())


def required_parts() -> Iterator[Path]:
    """The files and folders of all packages that the program needs, as they lie installed here."""
    text = (environment.ROOT / lock_file.FILE).read_text(encoding="utf-8")
    for name, entry in lock_file.entries(lock_file.sections(text)["run"]).items():
        try:
            distribution = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            if ";" in entry.splitlines()[0]:  # for another system or another Python
                continue
            raise
        yield from parts_of(distribution)


def add_packages(installation: Installation, *names: str) -> None:
    """Adds packages that are installed here, with all that they need."""
    packages = folder_of_packages(installation)
    waiting, added = list(names), set[str]()
    while waiting:
        name = canonicalize_name(waiting.pop())
        if name in added:
            continue
        added.add(name)
        distribution = metadata.distribution(name)
        for part in parts_of(distribution):
            if not (packages / part.name).exists():
                link_or_copy(part, packages / part.name)
        waiting.extend(
            needed.name
            for needed in map(Requirement, distribution.requires or ())
            if needed.marker is None or needed.marker.evaluate({"extra": ""})
        )


def parts_of(distribution: metadata.Distribution) -> Iterator[Path]:
    """The files and folders of a package, as they lie installed here."""
    parts = {file.parts[0] for file in distribution.files or ()} - {"..", "__pycache__"}
    for part in sorted(parts):
        yield Path(str(distribution.locate_file(part)))


def link_or_copy(source: Path, target: Path) -> None:
    """Puts the file or folder there; a copy where the system lets nobody make links."""
    try:
        target.symlink_to(source, target_is_directory=source.is_dir())
    except OSError:
        if source.is_dir():
            shutil.copytree(source, target)
        else:
            shutil.copy(source, target)


def built(target: str, root: Path, folder: Path) -> Path:
    """What hatchling makes of the project, in this folder; asks the network for nothing."""
    before = set(folder.iterdir())
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)]
    succeeded(run(command, root, environment.clean_environment()))
    (made,) = set(folder.iterdir()) - before
    return made


def run(
    command: list[str], folder: Path, variables: dict[str, str]
) -> subprocess.CompletedProcess[str]:
    """What came of a command in this folder."""
    return subprocess.run(
        command, cwd=folder, env=variables, capture_output=True, text=True, encoding="utf-8",
        timeout=PATIENCE, check=False,
    )  # fmt: skip


def succeeded(done: subprocess.CompletedProcess[str]) -> subprocess.CompletedProcess[str]:
    """The same, after a look at its exit status."""
    assert done.returncode == 0, done.stdout + done.stderr
    return done
