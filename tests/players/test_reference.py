"""The frozen network by which others are measured."""

import hashlib
from importlib import resources

import pytest

from bottleimp.analysis.arena.head_to_head import head_to_head
from bottleimp.errors import BottleImpError
from bottleimp.players.catalogue import offered_player_names, plays_mode
from bottleimp.players.network import NETWORK_FOLDER, REFERENCE_NETWORK
from bottleimp.rules.editions import edition_from_text

FROZEN = "d8a696e37f456488d02da4aa404864d62c21c61243e6b227b4c766d11b40b1e8"


def test_the_reference_is_what_it_always_was():
    file = resources.files("bottleimp.players") / NETWORK_FOLDER / f"{REFERENCE_NETWORK}.npz"

    assert hashlib.sha256(file.read_bytes()).hexdigest() == FROZEN


def test_the_reference_plays_the_mode_it_was_trained_for():
    found = head_to_head("classic/4", "reference", "uniform", deals=20, seed=5)

    among_uniform, _ = found.results
    assert among_uniform.difference.mean > 20


def test_the_reference_is_refused_in_other_modes():
    with pytest.raises(BottleImpError, match="does not play the mode 3, only 4"):
        head_to_head(edition_from_text("classic/3"), "reference", "uniform", deals=1)


def test_the_reference_is_no_opponent_for_people():
    assert "reference" not in offered_player_names()
    assert plays_mode("reference", "4")
    assert not plays_mode("reference", "6-teams-222")
