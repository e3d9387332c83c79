"""Where one action is far better than any other, the players of the package take it.

The gaps are wide (see `clear_positions`), so weights that were trained further pass as well.  If
one day they do not, look at the position before writing the file anew.
"""

import pytest

from bottleimp.players.catalogue import create_player
from tests.support.players.clear_positions import Position, kept

positions = pytest.mark.parametrize(
    "position", kept(), ids=lambda one: f"{one.edition} {one.kind} {one.best}"
)


@pytest.mark.slow
@positions
@pytest.mark.parametrize("name", ["network", "imp:96"])
def test_what_is_clearly_best_is_chosen(name: str, position: Position) -> None:
    assert position.best_action() == create_player(name, seed=3).choose(position.seen())


@positions
def test_the_best_action_is_one_of_several(position: Position) -> None:
    legal = position.seen().legal_actions

    assert position.best_action() in legal
    assert len(legal) > 1
