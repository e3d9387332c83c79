import json
import os
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

import bottleimp
from bottleimp.kernel.compile.cache import MAX_BUILD_FOLDERS, KernelCache, remove_old_builds
from bottleimp.kernel.compile.jit import jit

pytestmark = pytest.mark.slow  # each compiles in processes of their own

SOURCES = Path(bottleimp.__file__).parent

# Prints an answer, how many functions were compiled on the way, and the log.
PROGRAM = """
import json, logging, sys
from io import StringIO
from numba.core.event import install_recorder
said = StringIO()
logging.basicConfig(stream=said, format="%(message)s")
from bottleimp.game.deal import Deal
from bottleimp.kernel.playouts import playout_scores
from bottleimp.kernel.rng import playout_stream
from bottleimp.rules.editions import edition
with install_recorder("numba:compile") as compilations:
    if sys.argv[1] == "stream":
        found = int(playout_stream(1, 2))
    else:
        deal = Deal.in_order(edition(sys.argv[1]))
        layout, position = deal.edition.layout, deal.initial_position
        found = playout_scores(layout, position, seed=1, playouts=50).tolist()
print(json.dumps([found, len(compilations.buffer), said.getvalue()]))
"""

# Put before it: the process stops, as one does that is put aside, when it begins to compile.
STOPPING = """
import os, signal
from numba.core.event import Listener, register
class Stops(Listener):
    def on_start(self, event):
        os.kill(os.getpid(), signal.SIGSTOP)
    def on_end(self, event):
        pass
register("numba:compile", Stops())
"""


@dataclass(frozen=True)
class Filled:
    """A copy of the package, a cache that it has filled, and the scores that it found."""

    package: Path
    cache: Path
    scores: list[list[int]] | int


def copied(package: Path, target: Path) -> Path:
    """A copy that no one edits meanwhile, of what a playout needs."""
    target.mkdir()
    files = (
        "__init__.py",
        "atomic_files.py",
        "compiler.py",
        "errors.py",
        "lazy_imports.py",
        "messages.py",
        "parsing.py",
    )
    for part in (*files, "rules", "game", "kernel"):
        source = package / part
        if source.is_dir():
            shutil.copytree(source, target / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target / part)
    return target


def started(
    cache: Path, package: Path, key: str = "classic/3", program: str = PROGRAM
) -> subprocess.Popen[str]:
    """A process with the package and the cache folder given.

    It plays rounds of the edition out, or asks a stream for a number, which compiles faster.
    """
    environment = {
        **os.environ,
        "BOTTLEIMP_CACHE": str(cache),
        "PYTHONPATH": str(package.parent),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    return subprocess.Popen(
        [sys.executable, "-c", program, key], env=environment, stdout=subprocess.PIPE, text=True
    )


def answer(process: subprocess.Popen[str]) -> tuple[list[list[int]] | int, int, str]:
    """What it found, how many functions it compiled, and its log."""
    printed, _ = process.communicate(timeout=300)

    assert process.returncode == 0
    found, compilations, log = json.loads(printed)
    return found, compilations, log


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Filled:
    folder = tmp_path_factory.mktemp("filled")
    package = copied(SOURCES, folder / "bottleimp")
    scores, compilations, log = answer(started(folder / "cache", package))

    assert compilations > 0
    assert not log
    return Filled(package, folder / "cache", scores)


@pytest.mark.wide
def test_a_second_start_compiles_nothing(filled: Filled) -> None:
    assert (filled.scores, 0, "") == answer(started(filled.cache, filled.package))


def test_an_edited_rule_never_answers_from_an_old_build(filled: Filled, tmp_path: Path) -> None:
    package = copied(filled.package, tmp_path / "bottleimp")
    rule = package / "rules" / "tricks.py"
    as_written = rule.read_text()

    assert (filled.scores, 0, "") == answer(started(filled.cache, package))

    rule.write_text(as_written.replace("highest(buyers if buyers else trick)", "highest(trick)"))
    without_buying, compilations, _ = answer(started(filled.cache, package))

    assert filled.scores != without_buying
    assert compilations > 0

    rule.write_text(as_written)

    assert (filled.scores, 0, "") == answer(started(filled.cache, package))


def test_a_rule_edited_before_numba_is_loaded_leaves_code_under_the_old_key(
    filled: Filled, tmp_path: Path
) -> None:
    """The process still runs the rule as it was, though the file is another by then."""
    package = copied(filled.package, tmp_path / "bottleimp")
    rule = package / "rules" / "tricks.py"
    editing = f"""
import bottleimp.kernel.rng, pathlib
pathlib.Path({str(rule)!r}).write_text("raise AssertionError")
"""
    answer(started(tmp_path / "cache", filled.package, "stream"))
    _, compilations, log = answer(
        started(tmp_path / "cache", package, "stream", f"{editing}\n{PROGRAM}")
    )

    assert (compilations, log) == (0, "")


@pytest.mark.wide
def test_a_damaged_file_is_made_anew(filled: Filled, tmp_path: Path) -> None:
    found, _, _ = answer(started(tmp_path, filled.package, "stream"))
    for kept in tmp_path.rglob("*.code"):
        code = bytearray(kept.read_bytes())
        code[len(code) // 2] ^= 1
        kept.write_bytes(code)
    found_again, compilations, log = answer(started(tmp_path, filled.package, "stream"))

    assert found == found_again
    assert compilations > 0
    assert "damaged" in log
    assert (found, 0, "") == answer(started(tmp_path, filled.package, "stream"))


def test_a_folder_that_cannot_be_written_costs_only_a_line_in_the_log(
    filled: Filled, tmp_path: Path
) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("no folder")
    found, compilations, log = answer(started(in_the_way, filled.package, "stream"))

    assert isinstance(found, int)
    assert compilations > 0
    assert log.count("compiled code is not kept") == 1


@pytest.mark.wide
def test_processes_that_compile_at_once_do_not_disturb_one_another(
    filled: Filled, tmp_path: Path
) -> None:
    """Numba's own cache would mix up their files: it numbers them by an index that both write."""
    keys = ("classic/3", "classic/lopaka")
    at_once = [started(tmp_path, filled.package, key) for key in keys]
    together = [answer(process) for process in at_once]
    afterwards = [answer(started(tmp_path, filled.package, key)) for key in keys]

    assert filled.scores == together[0][0]
    assert [(scores, 0, "") for scores, _, _ in together] == afterwards
    assert not list(tmp_path.rglob("*.part"))


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="Windows stops no process")
def test_nobody_waits_for_a_process_that_was_stopped_while_it_compiled(
    filled: Filled, tmp_path: Path
) -> None:
    stopped = started(tmp_path, filled.package, "stream", STOPPING + PROGRAM)
    came_to = os.waitid(os.P_PID, stopped.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
    try:
        _, compilations, log = answer(started(tmp_path, filled.package, "stream"))
    finally:
        stopped.kill()
        stopped.communicate()

    assert came_to is not None
    assert came_to.si_code == os.CLD_STOPPED
    assert compilations > 0
    assert not log


def test_old_builds_are_swept_and_nothing_else(tmp_path: Path) -> None:
    for age in range(10):
        build = tmp_path / f"kernel-{age}"
        build.mkdir()
        os.utime(build, (1_000_000 - age, 1_000_000 - age))
    (tmp_path / "other").mkdir()
    remove_old_builds(tmp_path / "kernel-7")
    left = {place.name for place in tmp_path.iterdir()}

    assert {"kernel-7", "other", *(f"kernel-{age}" for age in range(MAX_BUILD_FOLDERS - 1))} == left


def test_a_function_of_a_package_that_the_key_does_not_cover_is_refused() -> None:
    def misplaced() -> int:
        return 0

    misplaced.__module__ = "bottleimp.server.table"

    with pytest.raises(ValueError, match=r"bottleimp\.server\.table is not covered"):
        jit(misplaced)


def test_a_cache_can_be_emptied_and_left_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("BOTTLEIMP_CACHE", str(tmp_path))
    kept = KernelCache(remove_old_builds)
    file = kept.file_path("a signature")
    file.parent.mkdir()
    file.write_bytes(b"code")
    kept.disable()

    assert kept.load_overload("a signature", None) is None
    kept.enable()
    kept.flush()

    assert not file.exists()
    assert str(file.parent) == kept.cache_path
