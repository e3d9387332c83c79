"""The virtual environment `.venv` beside the scripts, made and kept up to date.

Everything comes from requirements.lock with its hashes checked, build requirements included; then
the browser table is bundled and the program itself is put in, editable, without asking the network.
What has been done is noted in `.venv/installed.json`, so that the next start does nothing at all.
While something is being installed the note says so: an installation that was cut off starts over.

Standard library only.
"""

import contextlib
import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from scripts import lock_file

ROOT = Path(__file__).resolve().parent.parent
VENV_FOLDER = ROOT / ".venv"
RECORD_FILE = VENV_FOLDER / "installed.json"
BINARIES_FOLDER = VENV_FOLDER / ("Scripts" if os.name == "nt" else "bin")
# The program and its build hook are installed anew when one of these changes.
PROJECT_SOURCES = ("pyproject.toml", "hatch_build.py")
# The browser table is bundled anew, and translations compiled, when one of these changes.
WEB_SOURCES = ("hatch_build.py", "deno.json", "deno.lock", "translations", "web")
RUN_SECTIONS = ("run", "build")
CHECK_SECTIONS = ("run", "build", "check")
OFFLINE_SIGNS = (
    "NewConnectionError",
    "ConnectTimeoutError",
    "ConnectionError",
    "Max retries exceeded",
    "NameResolutionError",
    "ProxyError",
    "ReadTimeoutError",
    "Temporary failure in name resolution",
    "(from versions: none)",
)


class SetupError(Exception):
    """The environment cannot be made; the message is a sentence for whoever started the script."""


class InstallRecord(NamedTuple):
    """What stands in `.venv/installed.json`: digests of what each step was done from."""

    python: str
    root: str
    unfinished: bool
    packages: dict[str, str]
    project: str
    web: str


def program(name: str) -> str:
    """The path of an installed program."""
    return str(BINARIES_FOLDER / (name + ".exe" if os.name == "nt" else name))


def enter_environment() -> None:
    """Runs this script anew by the Python of `.venv`, unless that is the one that runs it."""
    if Path(sys.prefix).resolve() != VENV_FOLDER.resolve():
        os.execv(program("python"), [program("python"), *sys.argv])


def prepare_environment(wanted: Sequence[str]) -> None:
    """Brings `.venv` to where the sections wanted, the program and its bundle are installed."""
    if is_ready(read_record(), wanted):
        return
    with exclusive_lock():
        note = working_record()
        if any(note.packages.get(name) != digest for name, digest in digests(wanted).items()):
            note = install_packages(note, wanted)
        if note.web != digest_of(WEB_SOURCES):
            note = bundle_web(note)
        if note.project != digest_of(PROJECT_SOURCES):
            install_project(note)


def is_ready(note: InstallRecord | None, wanted: Sequence[str]) -> bool:
    """Whether nothing has changed since everything wanted was installed."""
    return (
        note is not None
        and matches_this_machine(note)
        and all(note.packages.get(name) == digest for name, digest in digests(wanted).items())
        and note.web == digest_of(WEB_SOURCES)
        and note.project == digest_of(PROJECT_SOURCES)
    )


def matches_this_machine(note: InstallRecord) -> bool:
    """Whether `.venv` is whole, stands where it was made, and has the Python it was made with."""
    return (
        not note.unfinished
        and (note.python, note.root) == (python_version(), str(ROOT))
        and Path(program("python")).exists()
    )


def python_version() -> str:
    """The version that decides which files fit, such as `3.13`."""
    return "{}.{}".format(*sys.version_info)


# ---------------------------------------------------------------- the steps


def working_record() -> InstallRecord:
    """The note of an environment that works; a broken or unfinished one is made anew."""
    note = read_record()
    if note is not None and matches_this_machine(note):
        return note
    fresh = InstallRecord(
        python_version(), str(ROOT), unfinished=False, packages={}, project="", web=""
    )
    if note is None and is_foreign_environment():
        return fresh
    create_environment()
    return fresh


def is_foreign_environment() -> bool:
    """Whether `.venv` is a working environment of this Python that somebody else made."""
    check = "import sys, pip; print('{}.{}'.format(*sys.version_info))"
    with contextlib.suppress(OSError):
        done = subprocess.run(
            [program("python"), "-c", check], capture_output=True, text=True, check=False
        )
        return done.stdout.strip() == python_version()
    return False


def create_environment() -> None:
    """Makes `.venv` with nothing but pip in it."""
    try:
        import ensurepip  # noqa: F401, PLC0415 - some systems leave these out of Python
        import venv  # noqa: PLC0415
    except ImportError:
        raise SetupError(
            f"This Python cannot make a virtual environment: install its venv module "
            f"(on Debian and Ubuntu: apt install python{python_version()}-venv) and run this again."
        ) from None
    print_line(
        "Making .venv anew: it was unfinished, moved or of another Python"
        if VENV_FOLDER.exists()
        else "Making .venv"
    )
    try:
        remove_folder(VENV_FOLDER)
        venv.create(VENV_FOLDER, with_pip=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise SetupError(f"The folder {VENV_FOLDER} cannot be made: {error}.") from None


def remove_folder(folder: Path, patience: float = 30.0) -> None:
    """Removes the folder; for so many seconds again where something is still written there.

    When an installation is killed, its pip may live on for a moment.
    """
    until = time.monotonic() + patience
    while folder.exists():
        try:
            shutil.rmtree(folder)
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


def install_packages(note: InstallRecord, wanted: Sequence[str]) -> InstallRecord:
    """Installs the sections wanted, and those installed before, at the versions of the list."""
    text = (ROOT / lock_file.FILE).read_text(encoding="utf-8")
    parts = lock_file.sections(text)
    names = [name for name in parts if name in wanted or name in note.packages]
    print_line(f"Fetching packages ({', '.join(names)}); this takes a minute or two, once")
    write_record(note._replace(unfinished=True))
    chosen = VENV_FOLDER / "chosen.txt"
    chosen.write_text("".join(parts[name] for name in names), encoding="utf-8")
    # Only wheels: a source archive would bring build requirements that no list holds.  And nothing
    # is looked for beyond the list, which is complete: older releases of pip find newer releases of
    # what a package wants with an extra, and refuse them for having no hash.
    only_listed = ("--require-hashes", "--no-deps", "--only-binary", ":all:")
    run_pip("install", *only_listed, "--requirement", str(chosen))
    note = note._replace(packages=digests(names))
    write_record(note)
    return note


def bundle_web(note: InstallRecord) -> InstallRecord:
    """Bundles the browser table."""
    print_line("Bundling the browser table")
    command = [program("python"), str(ROOT / "scripts" / "bundle"), "--quiet"]
    done = subprocess.run(command, env=clean_environment(), check=False)
    if done.returncode:
        raise SetupError("The browser table could not be bundled; see above.")
    note = note._replace(web=digest_of(WEB_SOURCES))
    write_record(note)
    return note


def install_project(note: InstallRecord) -> InstallRecord:
    """Installs the program itself, editable; every build requirement is already there."""
    print_line("Installing the program")
    run_pip("install", "--no-build-isolation", "--no-deps", "--no-index", "--editable", str(ROOT))
    note = note._replace(project=digest_of(PROJECT_SOURCES))
    write_record(note)
    return note


def run_pip(*words: str) -> None:
    """Runs the environment's pip; its failure becomes one sentence where the cause is known."""
    command = [
        program("python"),
        "-m",
        "pip",
        "--quiet",
        "--no-input",
        "--disable-pip-version-check",
        *words,
    ]
    done = subprocess.run(
        command,
        env=clean_environment(),
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode == 0:
        return
    if "DO NOT MATCH THE HASHES" in done.stderr:
        raise SetupError(
            "A package that was fetched is not the one on the list: its hash differs. "
            "Nothing was installed."
        )
    if any(sign in done.stderr for sign in OFFLINE_SIGNS):
        raise SetupError(
            "The packages could not be fetched: the package index cannot be reached, or it has "
            "no file for this system. Check the network or proxy and run this again."
        )
    raise SetupError(f"Installing failed:\n{done.stderr.strip()}")


def clean_environment() -> dict[str, str]:
    """The environment variables, less those that would turn `.venv` into another Python.

    And less the one that would let every process compile all that it imports anew.
    """
    unwanted = {"PYTHONHOME", "PYTHONPATH", "PYTHONDONTWRITEBYTECODE"}
    return {name: value for name, value in os.environ.items() if name not in unwanted}


# ---------------------------------------------------------------- the note


def read_record() -> InstallRecord | None:
    """What was noted; None where there is nothing or nothing that can be read."""
    try:
        return InstallRecord(**json.loads(RECORD_FILE.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def write_record(note: InstallRecord) -> None:
    """Notes what has been done, whole or not at all."""
    part = RECORD_FILE.with_suffix(".part")
    part.write_text(json.dumps(note._asdict(), indent=2) + "\n", encoding="utf-8")
    part.replace(RECORD_FILE)


def digests(names: Sequence[str]) -> dict[str, str]:
    """A digest of each of these sections of the list."""
    parts = lock_file.sections((ROOT / lock_file.FILE).read_text(encoding="utf-8"))
    return {name: hashlib.sha256(parts[name].encode()).hexdigest() for name in names}


def digest_of(paths: Sequence[str]) -> str:
    """A digest of the files and of the names and files in the folders."""
    digest = hashlib.sha256()
    for path in (ROOT / name for name in paths):
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file():
                content = hashlib.sha256(file.read_bytes()).hexdigest()
                digest.update(f"{file.relative_to(ROOT).as_posix()} {content}\n".encode())
    return digest.hexdigest()


@contextlib.contextmanager
def exclusive_lock() -> Iterator[None]:
    """Waits until no other script is installing here; Windows does not wait."""
    try:
        import fcntl  # noqa: PLC0415 - Windows has none
    except ImportError:
        yield
        return
    with (ROOT / lock_file.FILE).open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def print_line(line: str) -> None:
    """Tells whoever waits what is being done."""
    print(f"{line} ...", file=sys.stderr, flush=True)
