import subprocess
import sys

import pytest

from bottleimp.errors import UnknownName
from bottleimp.players.catalogue import build_player, create_player, player_kind, player_names

HEAVY = {"numpy", "numba", "bottleimp.players.rules_of_thumb", "bottleimp.kernel"}


def test_an_unknown_player_is_refused_with_the_near_names():
    with pytest.raises(UnknownName, match="rules_of_thumb") as refusal:
        create_player("rule_of_thumbs", seed=0)

    assert refusal.value.near == ("rules_of_thumb",)


@pytest.mark.parametrize("name", player_names())
def test_every_player_says_in_a_sentence_how_it_plays(name):
    about = player_kind(name).about

    assert about[0].isupper()
    assert about.endswith(".")


@pytest.mark.parametrize("name", player_names())
def test_every_row_of_the_table_builds_a_player(name):
    assert callable(build_player(name).choose_actions)


def test_the_names_are_known_without_loading_what_players_need():
    code = "import sys, bottleimp.players.catalogue; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()

    assert HEAVY & set(loaded) == set()
