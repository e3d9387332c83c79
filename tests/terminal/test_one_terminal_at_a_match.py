"""A saved match is played at one terminal at a time, and goes on where it was left."""

import asyncio
import subprocess
import sys
from contextlib import asynccontextmanager

import pytest

from bottleimp.errors import MatchError
from bottleimp.terminal.screens.start_screen import StartScreen
from bottleimp.terminal.session.local import LocalSession
from bottleimp.terminal.session.match_file import LOCK_SUFFIX, MatchFile
from bottleimp.terminal.session.saved_matches import MATCH_SUFFIX
from tests.support.terminal.sitting import sitting

IN_ANOTHER_TERMINAL = "This match is open in another terminal"
HOLD = """
import sys
from pathlib import Path
from bottleimp.terminal.session.match_file import MatchFile

held = MatchFile(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


def tricks(at):
    """How many tricks the person has seen."""
    return len(at.scene.observation.tricks)


@asynccontextmanager
async def two_terminals(folder):
    """One at a match in its second trick, and one at a first screen that offers this match."""
    async with (
        sitting(folder, "classic/3") as first,
        sitting(folder, is_new=False) as second,
    ):
        await first.play_until(lambda scene: len(scene.observation.tricks) > 1)
        yield first, second


@pytest.mark.slow
def test_a_match_that_is_open_is_not_opened_in_another_terminal(tmp_path):
    async def tried():
        async with two_terminals(tmp_path) as (first, second):
            (path,) = tmp_path.glob(f"*{MATCH_SUFFIX}")
            before = path.read_bytes()
            await second.press("enter")

            assert isinstance(second.app.screen, StartScreen)
            assert IN_ANOTHER_TERMINAL in " ".join(second.text.split())
            assert path.read_bytes() == before
            await first.play_until(lambda scene: len(scene.observation.tricks) > 2)

    asyncio.run(tried())


@pytest.mark.slow
def test_a_match_closed_in_one_terminal_goes_on_from_there_in_another(tmp_path):
    async def gone_on():
        async with two_terminals(tmp_path) as (first, second):
            seen = first.scene.observation
            await first.press("m")
            await second.press("enter")
            await second.asked()

            assert second.scene.observation == seen

    asyncio.run(gone_on())


@pytest.mark.slow
def test_a_match_that_ended_in_another_terminal_is_not_begun_again(tmp_path):
    async def tried():
        async with two_terminals(tmp_path) as (first, second):
            await first.press("m")
            (path,) = tmp_path.glob(f"*{MATCH_SUFFIX}")
            path.unlink()
            await second.press("enter")

            assert "This match can no longer be continued." in second.text
            assert not path.exists()

    asyncio.run(tried())


def test_a_terminal_that_is_left_gives_its_match_back(tmp_path):
    async def left():
        async with sitting(tmp_path, "classic/3") as at:
            await at.asked()
            await at.choose_something()

    asyncio.run(left())
    (path,) = tmp_path.glob(f"*{MATCH_SUFFIX}")

    assert not list(tmp_path.glob(f"*{LOCK_SUFFIX}"))
    MatchFile(path).release()


def test_a_match_given_back_is_no_longer_written(tmp_path):
    async def played():
        async with sitting(tmp_path, "classic/3") as at:
            await at.asked()
            session = at.table._session
            assert isinstance(session, LocalSession)
            (path,) = tmp_path.glob(f"*{MATCH_SUFFIX}")
            before = path.read_bytes()
            session.close()
            await at.choose_something()

            assert path.read_bytes() == before

    asyncio.run(played())


@pytest.mark.slow
def test_a_killed_terminal_leaves_its_match_free(tmp_path):
    path = tmp_path / f"some{MATCH_SUFFIX}"
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline().strip() == b"held"
        with pytest.raises(MatchError, match=IN_ANOTHER_TERMINAL):
            MatchFile(path)
    finally:
        process.kill()
        process.communicate()

    assert path.with_name(path.name + LOCK_SUFFIX).exists()
    MatchFile(path).release()
