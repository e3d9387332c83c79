"""The real scripts on a small project: what is installed is the real build section of the list."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import time
from pathlib import Path
from zipfile import ZipFile

import pytest

from scripts import environment, lock_file

# Those that pyenv keeps, where there is pyenv; elsewhere only the syntax is tested.
OLD_PYTHONS = [
    str(path)
    for version in ("2.7", "3.6", "3.8", "3.10")
    for path in Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")).glob(
        f"versions/{version}.*/bin/python"
    )
]
PROGRAM = '''"""Says what it was called with."""

import sys


def start() -> None:
    """Prints the arguments."""
    print(*sys.argv[1:])
'''
WITHOUT_VENV = """
import runpy, sys
sys.modules["ensurepip"] = None
sys.path.insert(0, ".")
sys.argv = ["play"]
runpy.run_path("play", run_name="__main__")
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A small project in which `./play` has been run once."""
    root = small_project(tmp_path_factory.mktemp("project"))
    started = play(root)
    assert started.returncode == 0, started.stderr
    return root


@pytest.mark.wide
def test_the_first_start_installs_and_then_becomes_the_program(tmp_path):
    root = small_project(tmp_path / "first")

    started = play(root, "--port", "8123")

    assert started.stdout == "play --port 8123\n"
    assert "Fetching packages (run, build)" in started.stderr


@pytest.mark.wide
@pytest.mark.slow
def test_the_second_start_only_starts(project):
    before = os.times()
    started = play(project, "--help")
    spent = os.times().children_user - before.children_user

    assert (started.stdout, started.stderr) == ("play --help\n", "")
    assert spent < 3  # seconds of the processor, which do not depend on what else it does


@pytest.mark.wide
@pytest.mark.slow
def test_only_what_has_changed_is_done_again(project):
    (project / "web/styles/table.css").write_text("main { color: teal }\n")
    after_a_style = play(project)
    pyproject = project / "pyproject.toml"
    pyproject.write_text(pyproject.read_text() + "# changed\n")
    after_the_project = play(project)

    assert steps(after_a_style) == ["Bundling the browser table"]
    assert steps(after_the_project) == ["Installing the program"]


@pytest.mark.wide
def test_an_installation_that_was_cut_off_starts_over(tmp_path):
    root = small_project(tmp_path / "cut")
    killed_while_fetching(root)

    started = play(root)

    assert started.returncode == 0
    assert any(step.startswith("Making .venv anew") for step in steps(started))


def test_a_folder_goes_once_nobody_writes_there_any_more(tmp_path, monkeypatch):
    """As the pip of an installation that was killed does for a moment."""
    folder = tmp_path / "cut"
    folder.mkdir()
    left, rmdir = iter(range(3)), os.rmdir

    def written_meanwhile(path, **where):
        for number in left:
            (folder / str(number)).touch()
            break
        rmdir(path, **where)

    monkeypatch.setattr(os, "rmdir", written_meanwhile)
    environment.remove_folder(folder)

    assert not folder.exists()


def test_a_folder_in_which_somebody_goes_on_writing_is_given_up(tmp_path, monkeypatch):
    folder = tmp_path / "cut"
    folder.mkdir()
    rmdir = os.rmdir

    def written_meanwhile(path, **where):
        (folder / "more").touch()
        rmdir(path, **where)

    monkeypatch.setattr(os, "rmdir", written_meanwhile)

    with pytest.raises(OSError, match="not empty"):
        environment.remove_folder(folder, patience=0.3)


@pytest.mark.wide
@pytest.mark.slow
def test_a_folder_that_was_moved_makes_its_environment_anew(project, tmp_path):
    moved = tmp_path / "moved"
    shutil.copytree(project, moved, symlinks=True)

    started = play(moved)

    assert any(step.startswith("Making .venv anew") for step in steps(started))
    assert started.returncode == 0


@pytest.mark.wide
@pytest.mark.slow
def test_without_a_network_one_sentence_says_so(tmp_path):
    root = small_project(tmp_path / "offline")
    nowhere = {
        "PIP_CONFIG_FILE": os.devnull, "PIP_FIND_LINKS": "", "PIP_NO_CACHE_DIR": "1",
        "PIP_INDEX_URL": "http://127.0.0.1:9/simple", "PIP_RETRIES": "0",
    }  # fmt: skip

    started = play(root, variables=nowhere)

    assert started.returncode == 1
    assert "the package index cannot be reached" in started.stderr.splitlines()[-1]


@pytest.mark.wide
@pytest.mark.slow
def test_a_package_with_another_hash_is_refused(tmp_path):
    root = small_project(tmp_path / "hash")
    path = root / lock_file.FILE
    path.write_text(re.sub(r"sha256:....", "sha256:0000", path.read_text()))

    started = play(root)

    assert started.returncode == 1
    assert "its hash differs" in started.stderr.splitlines()[-1]


@pytest.mark.wide
def test_a_wheel_holds_the_bundle_and_no_typescript(project, tmp_path):
    python = (
        project / ".venv" / Path(environment.program("python")).relative_to(environment.VENV_FOLDER)
    )
    done = run(
        [str(python), "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)], project
    )
    names = ZipFile(next(tmp_path.glob("*.whl"))).namelist()

    assert done.returncode == 0
    assert "bottleimp/server/static/manifest.json" in names
    assert [
        name for name in names if name.endswith((".ts", ".css")) and "/static/" not in name
    ] == []


def test_a_source_distribution_holds_what_the_bundle_is_made_from(tmp_path):
    root = small_project(tmp_path / "sources")
    (root / "web" / "styles" / "table.css").write_text("main { color: teal }\n")

    done = run(
        [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(tmp_path)], root
    )
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as archive:
        names = archive.getnames()

    assert done.returncode == 0
    assert "bottleimp-0/web/styles/table.css" in names


def test_a_python_that_cannot_make_environments_is_told_what_to_install(tmp_path):
    root = small_project(tmp_path / "bare")

    done = run([sys.executable, "-c", WITHOUT_VENV], root)

    assert done.returncode == 1
    assert f"apt install python{environment.python_version()}-venv" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("script", ["play", "check"])
@pytest.mark.parametrize("python", OLD_PYTHONS)
def test_an_old_python_says_in_one_sentence_what_is_wanted(python, script):
    done = run([python, script], environment.ROOT)

    assert done.returncode == 1
    assert done.stderr.startswith("Bottle Imp needs Python 3.11 or later; this is Python ")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("script", ["play", "check"])
def test_an_old_python_can_read_the_scripts(script):
    source = (environment.ROOT / script).read_text(encoding="ascii")
    tree = ast.parse(source, feature_version=(3, 4))
    too_new = (ast.JoinedStr, ast.FunctionDef, ast.Starred, ast.NamedExpr)

    assert [node for node in ast.walk(tree) if isinstance(node, too_new)] == []


def small_project(root: Path) -> Path:
    """The real scripts, list and build hook around a program of a few lines."""
    for name in (
        "play",
        "pyproject.toml",
        "hatch_build.py",
        "deno.json",
        "deno.lock",
        "LICENSE",
        "NOTICE",
    ):
        root.mkdir(parents=True, exist_ok=True)
        shutil.copy(environment.ROOT / name, root / name)
    shutil.copytree(
        environment.ROOT / "scripts", root / "scripts", ignore=shutil.ignore_patterns("__pycache__")
    )
    parts = lock_file.sections((environment.ROOT / lock_file.FILE).read_text(encoding="utf-8"))
    (root / lock_file.FILE).write_text(f"# [run]\n\n# [build]\n{parts['build']}", encoding="utf-8")
    (root / "README.md").write_text("# Small\n")
    package = root / "src" / "bottleimp"
    package.mkdir(parents=True)
    (root / "web" / "styles").mkdir(parents=True)
    (package / "__init__.py").write_text('"""Small."""\n\n__version__ = "0"\n')
    (package / "__main__.py").write_text(PROGRAM)
    return root


def play(root: Path, *arguments: str, variables: dict[str, str] | None = None):
    """Runs `./play` in the project."""
    return run([sys.executable, "play", *arguments], root, variables)


def run(command: list[str], root: Path, variables: dict[str, str] | None = None):
    """Runs a command in a folder, with these variables besides the usual."""
    environ = {**os.environ, **(variables or {})}
    return subprocess.run(
        command, cwd=root, env=environ, capture_output=True, text=True, timeout=300, check=False
    )


def steps(done: subprocess.CompletedProcess[str]) -> list[str]:
    """What the script said it was doing, without explanations."""
    return re.findall(r"^([\w .:,]+?)(?: \(.*)? \.\.\.$", done.stderr, re.MULTILINE)


def killed_while_fetching(root: Path) -> None:
    """Starts `./play` and kills it as soon as it notes that it is fetching packages."""
    with subprocess.Popen(
        [sys.executable, "play"], cwd=root, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        note = root / ".venv" / "installed.json"
        while process.poll() is None and not note.exists():
            time.sleep(0.01)
        process.kill()
    assert json.loads(note.read_text())["unfinished"]
