"""A computer player of somebody else may fail; the terminal says so in one sentence."""

import asyncio
import sys

import pytest

from bottleimp.players.outside_players import load_outside_player
from bottleimp.rules.editions import edition
from bottleimp.terminal.screens.app import LaunchOptions, TerminalApp
from bottleimp.terminal.screens.start_screen import StartScreen
from bottleimp.terminal.session.saved_matches import MatchFolder
from bottleimp.terminal.session.warmup import compiled_players, warm_up_players
from tests.support.terminal.sitting import EXPERIENCED, Sitting, sitting

MODULE = "strange_company"
RAISES = f"The computer player {{}} failed in line 7 of {MODULE}.py (ValueError: no idea at all)."
SOURCE = """
from bottleimp.players import SequentialPlayer


class Raises(SequentialPlayer):
    def choose(self, observation, seed):
        raise ValueError("no idea\\nat all")


class Cheats:
    def choose_actions(self, decisions):
        return decisions.legal * 0 + 10_000
"""


@pytest.fixture
def _company(tmp_path, monkeypatch):
    """Outside players in a module that can be imported."""
    (tmp_path / f"{MODULE}.py").write_text(SOURCE, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield
    forget()


def forget():
    """Nothing of the module is known any longer."""
    sys.modules.pop(MODULE, None)
    load_outside_player.cache_clear()


async def problem_of(folder, name):
    """How the application ends against such a player: the problem and the exit status."""
    wish = LaunchOptions(edition("classic/3"), (name,), seed=1, is_new=True)
    app = TerminalApp(MatchFolder(folder), wish, EXPERIENCED)
    async with app.run_test() as pilot:
        await Sitting(app, pilot).until(lambda: app._exit)
        return app.problem, app.return_code


@pytest.mark.usefixtures("_company")
@pytest.mark.parametrize(
    ("player", "reason"),
    [
        ("Raises", RAISES),
        ("Cheats", "{} chose 10000, which is not a legal action."),
    ],
)
def test_a_player_that_fails_ends_the_terminal_with_one_sentence(player, reason, tmp_path):
    name = f"{MODULE}:{player}"
    problem, status = asyncio.run(problem_of(tmp_path / "data", name))

    assert str(problem) == reason.format(name)
    assert status == 2
    assert len(MatchFolder(tmp_path / "data").unfinished_matches()[0]) == 1


@pytest.mark.usefixtures("_company")
def test_a_player_that_fails_while_it_is_got_ready_is_not_ready():
    name, three = f"{MODULE}:Raises", edition("classic/3")
    asyncio.run(warm_up_players((name,), three))

    assert name in compiled_players((name,), three)


def test_more_players_than_the_chosen_edition_has_places_for_are_refused_on_the_first_screen(
    tmp_path,
):
    async def tried():
        wish = LaunchOptions(opponents=("uniform", "uniform", "rules_of_thumb"))
        app = TerminalApp(MatchFolder(tmp_path), wish, EXPERIENCED)
        async with app.run_test() as pilot:
            at = Sitting(app, pilot)
            await at.press("home", "down", "down", "enter")
            assert isinstance(app.screen, StartScreen)
            assert "There is 1 place for others, but 3 players are named." in " ".join(
                at.text.split()
            )

    asyncio.run(tried())


@pytest.mark.usefixtures("_company")
def test_a_match_whose_player_is_gone_stays_and_so_does_the_first_screen(tmp_path):
    folder = tmp_path / "data"
    asyncio.run(problem_of(folder, f"{MODULE}:Raises"))
    (tmp_path / f"{MODULE}.py").unlink()
    forget()

    async def tried():
        async with sitting(folder, is_new=False) as at:
            await at.press("enter")
            assert isinstance(at.app.screen, StartScreen)
            assert f"{MODULE} cannot be imported" in at.text
            await at.press("end", "enter")
            await at.until(lambda: not isinstance(at.app.screen, StartScreen))
            await at.asked()
            await at.choose_something()

    asyncio.run(tried())

    assert len(MatchFolder(folder).unfinished_matches()[0]) == 2
