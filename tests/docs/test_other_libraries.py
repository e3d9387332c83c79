"""What the page about other libraries says of those that are installed is what they say."""

import random
import re
from pathlib import Path

import pytest

from tests.support.sources import pages

PAGE = pages.read("explanation/other-libraries.md")
ROW = re.compile(r"^\| `(\w+)` \| (\d+)(?: to (\d+))? \| (yes|no) \| (yes|no) \|$", re.MULTILINE)
CARD_GAMES = {"hanabi", "leduc_holdem", "texas_holdem", "texas_holdem_no_limit"}


@pytest.mark.parametrize(("name", "least", "most", "tensor", "resampled"), ROW.findall(PAGE))
def test_a_trick_taking_game_of_open_spiel_provides_what_the_page_says(
    name, least, most, tensor, resampled
):
    pyspiel = pytest.importorskip("pyspiel")
    games = pyspiel.registered_games()
    game = next(game for game in games if game.short_name == name)

    assert (game.min_num_players, game.max_num_players) == (int(least), int(most or least))
    assert game.provides_information_state_tensor == (tensor == "yes")
    assert can_be_resampled(pyspiel, name) == (resampled == "yes")


def test_petting_zoo_has_the_games_with_cards_that_the_page_names():
    classic = pytest.importorskip("pettingzoo.classic")
    names = {path.stem for path in Path(classic.__file__).parent.glob("*_v[0-9]*.py")}
    games = {name.rpartition("_v")[0] for name in names}

    assert "*classic*: nine, of which four with cards" in PAGE
    assert (len(games), len(CARD_GAMES)) == (9, 4)
    assert games >= CARD_GAMES


def can_be_resampled(pyspiel, name: str) -> bool:
    """Whether hidden cards can be dealt anew after ten decisions by lot."""
    draw = random.Random(1)
    state = pyspiel.load_game(name).new_initial_state()
    decisions = 0
    while decisions < 10 or state.is_chance_node():
        decisions += not state.is_chance_node()
        state.apply_action(draw.choice(state.legal_actions()))
    try:
        state.resample_from_infostate(state.current_player(), draw.random)
    except pyspiel.SpielError:
        return False
    return True
