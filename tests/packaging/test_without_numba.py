"""Where numba has no package the same rules run as plain Python, and what cannot says so."""

import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from bottleimp.analysis.arena.lineups import arena_deal
from bottleimp.analysis.arena.whole_rounds import play_round
from bottleimp.cli.option_parser import REFUSED
from bottleimp.players.catalogue import create_player, player_kind, player_names
from bottleimp.rules.editions import edition
from tests.support.packaging.installation import PATIENCE
from tests.support.packaging.without_numba import PlainPython
from tests.support.sources import repository

SEARCHING = [name for name in player_names() if player_kind(name).needs_compiler]
IMPORT_EVERYTHING = """
import importlib, pkgutil, sys, bottleimp
NEEDS_NUMBA = (
    "cache", "frozen_layout_type", "numba_internals", "numba_jit", "numba_primitives", "policy_type"
)
for module in pkgutil.walk_packages(bottleimp.__path__, "bottleimp."):
    last_name = module.name.rpartition(".")[2]
    if {"__main__", "envs", "data", "ray_pool"} & set(module.name.split(".")):
        continue  # a program, and what needs an extra
    if last_name not in NEEDS_NUMBA:
        importlib.import_module(module.name)
print(sorted({"numba", "llvmlite"} & set(sys.modules)))
"""
PLAY = """
from bottleimp import create_player, edition, play_round
from bottleimp.analysis import arena_deal
for key in KEYS:
    for name in PLAYERS:
        played = edition(key)
        players = [create_player(name, seed) for seed in range(played.seats)]
        print(key, name, *play_round(arena_deal(played, 1, 0), players).scores)
"""
# An exchange, an open hand and two hands, and teams of two kinds.
KEYS = ("classic/3", "classic/bright-house", "matagot/4-teams", "matagot/6-teams-222")
PLAYERS = ("rules_of_thumb", "network", "first_evening", "self_taught", "uniform")
OFFERS = """
from bottleimp.players.catalogue import offered_player_names
from bottleimp.players.default_players import hint_players, usual_stand_in
print(*offered_player_names())
print(*hint_players(), usual_stand_in("newcomer"))
"""
SIT_DOWN = """
import asyncio, sys
from pathlib import Path
from bottleimp.rules.editions import edition
from bottleimp.terminal.screens.app import LaunchOptions, TerminalApp
from bottleimp.terminal.session.saved_matches import MatchFolder, TerminalSettings
from tests.support.terminal.sitting import Sitting

async def main():
    wish = LaunchOptions(edition("classic/3"), ("rules_of_thumb", "self_taught"), 7, True)
    app = TerminalApp(MatchFolder(Path("matches")), wish, TerminalSettings(pace=0))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        at = Sitting(app, pilot)
        await at.play_round()
        print(*at.scene.match.results[0].scores, "numba" in sys.modules)

asyncio.run(main())
"""


@pytest.fixture
def plain(tmp_path: Path) -> PlainPython:
    return PlainPython.prepare(tmp_path)


@pytest.mark.slow
def test_every_module_that_is_not_numbas_own_can_be_imported(plain: PlainPython) -> None:
    done = plain.python("-c", IMPORT_EVERYTHING)

    assert (done.stdout, done.stderr) == ("[]\n", "")


@pytest.mark.slow
def test_rules_of_thumb_networks_and_levels_play_as_with_numba(plain: PlainPython) -> None:
    done = plain.python("-c", f"KEYS, PLAYERS = {KEYS!r}, {PLAYERS!r}\n{PLAY}")

    expected = []
    for key in KEYS:
        played = edition(key)
        for name in PLAYERS:
            players = [create_player(name, seed) for seed in range(played.seats)]
            scores = play_round(arena_deal(played, 1, 0), players).scores
            assert scores is not None
            expected.append(" ".join(map(str, (key, name, *scores))))
    assert (done.stdout.splitlines(), done.stderr) == (expected, "")


@pytest.mark.parametrize("name", SEARCHING)
def test_a_player_that_searches_says_in_one_sentence_why_it_cannot(
    name: str, plain: PlainPython
) -> None:
    done = plain.bottleimp("simulate", name)

    assert done.returncode == REFUSED
    assert done.stderr.startswith(f"bottleimp: The searches of the player {name} need numba, which")
    assert done.stderr.endswith(" and a few other systems.\n")
    assert done.stderr.count("\n") == 1


def test_people_are_offered_the_players_that_can_play(plain: PlainPython) -> None:
    offered, helpers = plain.python("-c", OFFERS).stdout.splitlines()

    assert set(SEARCHING) & set(offered.split()) == set()
    assert "self_taught" in offered.split()
    assert helpers.split() == ["self_taught", "regular"]


@pytest.mark.slow
def test_the_arena_plays_one_round_after_another_and_says_why(plain: PlainPython) -> None:
    options = ["--edition", "classic/lopaka", "--deals", "20", "--processes", "1"]
    done = plain.bottleimp("arena", "uniform", "rules_of_thumb", *options)

    assert done.returncode == 0
    assert "20 deals, 40 rounds" in done.stdout
    assert done.stderr.splitlines()[:2] == [
        "classic/lopaka: getting the players ready",
        "classic/lopaka: numba is not installed, so rounds are played one by one in plain Python",
    ]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("warmup",), "Compiled players need numba"),
        (
            ("exploitability", "out", "--deals", "1", "--processes", "1"),
            "rounds in lock-step need numba",
        ),
        (
            ("panel", "out", "--players", "uniform", "--deals", "1", "--processes", "1"),
            "rounds in lock-step need numba",
        ),
        (("arena", "imp", "uniform"), "The searches of the player imp need numba"),
    ],
)
def test_a_command_that_needs_numba_says_so(
    words: tuple[str, ...], said: str, plain: PlainPython
) -> None:
    done = plain.bottleimp(*words)

    assert done.returncode == REFUSED
    assert said in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr


def test_records_are_written_and_checked(plain: PlainPython) -> None:
    done = plain.bottleimp("simulate", "network", "rules_of_thumb", "--rounds", "2")
    (plain.folder / "rounds.txt").write_text(done.stdout, encoding="utf-8")
    checked = plain.bottleimp("record", "check", "rounds.txt")

    assert (done.returncode, done.stderr) == (0, "")
    assert (checked.returncode, checked.stderr) == (0, "")


def test_perft_counts_the_same(plain: PlainPython) -> None:
    done = plain.bottleimp("perft", "--depth", "2")

    assert done.stdout.splitlines() == ["exchange 1 9", "exchange 2 72", "play 1 8", "play 2 13"]


@pytest.mark.slow
def test_a_round_is_played_at_the_terminal(plain: PlainPython) -> None:
    done = plain.python("-W", "default", "-c", SIT_DOWN)

    assert re.fullmatch(r"(-?\d+ ){3}False\n", done.stdout), done.stderr


@pytest.mark.wide
@pytest.mark.slow
def test_a_round_is_played_at_a_table_of_a_server(plain: PlainPython) -> None:
    """The computer players choose in processes of their own, which have no numba either."""
    options = ("--data", "data", "--port", "0", "--workers", "1", "--no-browser")
    with subprocess.Popen(
        [sys.executable, "-m", "bottleimp", "play", *options],
        cwd=plain.folder, env=plain.variables(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True,
    ) as server:  # fmt: skip
        limit = threading.Timer(PATIENCE, server.kill)
        limit.start()
        try:
            assert server.stdout is not None
            addresses = (re.search(r"http://\S+", line) for line in server.stdout)
            address = next(found[0] for found in addresses if found)
            player = str(repository.ROOT / "examples" / "http_player.py")
            played = plain.python(player, address, "--pace", "0", "--rounds", "1")
        finally:
            limit.cancel()
            server.kill()

    assert (played.returncode, played.stderr) == (0, "")
    assert len(re.findall(r"^.+: -?\d+$", played.stdout, re.MULTILINE)) == 4
