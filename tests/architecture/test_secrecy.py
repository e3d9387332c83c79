import ast

import pytest

from tests.architecture import repository

# These hold what no seat may see.
ALL_KNOWING = {"Deal", "Match", "Position", "Round"}
PLAYERS = repository.files("src/bottleimp/players", suffix=".py")


@pytest.mark.parametrize("path", PLAYERS, ids=repository.name)
def test_a_player_never_gets_hold_of_what_its_seat_cannot_see(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }

    assert set() == names & ALL_KNOWING
