"""The wheel plays where there is no repository: in a new environment and an empty folder."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urljoin
from urllib.request import urlopen
from zipfile import ZipFile

import pytest

from scripts import environment
from tests.architecture.test_sizes import WHEEL
from tests.support.packaging import installation
from tests.support.packaging.installation import PATIENCE, Installation

pytestmark = pytest.mark.slow
# A whole computer player that needs nothing but the standard library.
PLAYER = environment.ROOT / "examples" / "http_player.py"
SOURCES = environment.ROOT / "src" / "bottleimp"
LOCALE = "bottleimp/languages/locale"
TRANSLATIONS = sorted((environment.ROOT / "translations").glob("*.po"))
# The sources of the browser table, which the wheel holds bundled, have other endings.
PACKAGED = (".py", ".typed", ".npz", ".json", ".html", ".tcss", ".mo")


@pytest.fixture(scope="module")
def place(built_wheel, tmp_path_factory):
    """The environment in which the wheel is installed."""
    return installation.installed(built_wheel, tmp_path_factory.mktemp("installed"))


def test_the_wheel_has_at_most_ten_megabytes(built_wheel):
    assert built_wheel.stat().st_size <= WHEEL


def test_the_wheel_holds_all_of_the_package_and_nothing_else(built_wheel):
    names = set(ZipFile(built_wheel).namelist())
    folders = {name.partition("/")[0] for name in names}
    wanted = {
        path.relative_to(SOURCES.parent).as_posix()
        for path in SOURCES.rglob("*")
        if path.suffix in PACKAGED and not {"__pycache__", "static"} & set(path.parts)
    }
    (description,) = folders - {"bottleimp"}

    assert set() == wanted - names
    assert {f"{LOCALE}/{path.stem}/LC_MESSAGES/bottleimp.mo" for path in TRANSLATIONS} == {
        name for name in names if name.startswith(LOCALE)
    }
    assert [name for name in names if name.endswith(".ts")] == []
    assert description.endswith(".dist-info")


@pytest.mark.wide
def test_a_program_that_looks_into_the_repository_is_found_out(place):
    """Without this the tests below could not fail for what their last lines say."""
    path = str(environment.ROOT / "pyproject.toml")
    place.run("python", "-c", f"open({path!r}).close()")
    opened = place.opened()
    place.notes.unlink()

    assert [path] == opened


def test_the_command_says_its_version(place, built_wheel):
    done = place.run("bottleimp", "--version")

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip() == built_wheel.name.split("-")[1]
    assert place.opened() == []


def test_the_program_is_imported_from_where_it_was_installed(place):
    done = place.run("python", "-c", "import bottleimp; print(bottleimp.__file__)")

    assert Path(done.stdout.strip()).is_relative_to(place.folder)
    assert place.opened() == []


def test_play_serves_a_round_against_computer_players_and_ends_when_told(place, tmp_path):
    with served(place, tmp_path / "data") as (server, address):
        player = [sys.executable, str(PLAYER), address, "--pace", "0", "--rounds", "1"]
        played = installation.run(player, tmp_path, {**os.environ})
        server.terminate()
        rest = server.communicate(timeout=PATIENCE)[0]

    scores = re.findall(r"^.+: -?\d+$", played.stdout, re.MULTILINE)
    assert (played.returncode, played.stderr) == (0, "")
    assert len(scores) == 4
    if os.name != "nt":  # where a process that is told to end is killed
        assert server.returncode == 0, rest
    assert place.opened() == []


@pytest.mark.wide
def test_play_serves_the_bundled_browser_table(place, tmp_path):
    with served(place, tmp_path / "data") as (_, address), urlopen(address) as response:
        page = response.read().decode()
        linked = re.findall(r'<(?:script|link)[^>]+(?:src|href)="([^"]+)"', page)
        statuses = {link: status(urljoin(address, link)) for link in linked}

    assert any(link.endswith(".js") for link in linked)
    assert any(link.endswith(".css") for link in linked)
    assert {200} == set(statuses.values()), statuses
    assert place.opened() == []


@pytest.mark.wide
@pytest.mark.skipif(os.name == "nt", reason="needs a terminal that a program can open")
def test_the_terminal_shows_its_first_screen_and_is_left_by_a_key(place, tmp_path):
    command = [place.program("bottleimp"), "terminal", "--data", str(tmp_path / "data")]
    seen, left = at_a_terminal(command, place, shown="What do you want to play?", key="q")

    assert left == 0, seen
    assert "Matches are kept in" in seen
    assert place.opened() == []


def test_the_arena_plays_a_contest(place, tmp_path):
    result = tmp_path / "result.json"
    players = ("uniform", "rules_of_thumb")
    done = place.run("bottleimp", "arena", *players, "--deals", "2", "--json", str(result))

    assert done.returncode == 0, done.stderr
    assert "uniform and rules_of_thumb, 2 deals" in done.stdout
    assert json.loads(result.read_text())
    assert place.opened() == []


@contextmanager
def served(place: Installation, data: Path) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """`bottleimp play` in a process of its own, and its address."""
    options = ("--data", str(data), "--port", "0", "--workers", "1", "--no-browser")
    with subprocess.Popen(
        [place.program("bottleimp"), "play", *options],
        cwd=place.workplace, env=place.variables(), stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, encoding="utf-8",
    ) as process:  # fmt: skip
        limit = threading.Timer(PATIENCE, process.kill)
        limit.start()
        try:
            yield process, announced(process)
        finally:
            limit.cancel()
            process.kill()


def announced(process: "subprocess.Popen[str]") -> str:
    """The address that the server says; it serves by then."""
    assert process.stdout is not None
    said = ""
    while line := process.stdout.readline():
        said += line
        if line.startswith("Stop with"):
            found = re.search(r"http://\S+", said)
            assert found, said
            return found[0]
    raise AssertionError(said)


def status(address: str) -> int:
    """The status with which the address answers."""
    with urlopen(address) as response:
        return int(response.status)


def at_a_terminal(
    command: list[str], place: Installation, *, shown: str, key: str
) -> tuple[str, int]:
    """Presses the key once this is shown; all that was written to the terminal, and the status."""
    import pty  # noqa: PLC0415 - Windows has neither of these
    import termios  # noqa: PLC0415

    outer, inner = pty.openpty()
    termios.tcsetwinsize(inner, (24, 80))
    variables = place.variables() | {"TERM": "xterm-256color"}
    process = subprocess.Popen(
        command, cwd=place.workplace, env=variables, stdin=inner, stdout=inner, stderr=inner,
        start_new_session=True,
    )  # fmt: skip
    os.close(inner)
    limit = threading.Timer(PATIENCE, os.killpg, (process.pid, signal.SIGKILL))
    limit.start()
    written, pressed = "", False
    try:
        while part := read(outer):
            written += part
            if shown in written and not pressed:
                os.write(outer, key.encode())
                pressed = True
        assert pressed, written
        return written, process.wait()
    finally:
        limit.cancel()
        os.close(outer)


def read(terminal: int) -> str:
    """What comes next; nothing once nobody writes there any more."""
    try:
        return os.read(terminal, 1 << 16).decode(errors="replace")
    except OSError:
        return ""
