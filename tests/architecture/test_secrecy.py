import ast
from pathlib import Path

import pytest

from tests.architecture import repository

# These hold what no seat may see.
ALL_KNOWING = {"Deal", "Match", "Position", "Round"}
SECRETS = {"Deal", "Round"}
PLAYERS = repository.files("src/bottleimp/players", suffix=".py")
SERVER = repository.files("src/bottleimp/server", suffix=".py")
TERMINAL = repository.files("src/bottleimp/terminal", suffix=".py")
# Dealing, the fold of the log, and the projection of a round for a viewer.
IN_THE_SECRET = {"deals.py", "state.py", "round_projection.py"}
# The session in process, and what it saves; and the deal that a server shows once a round is over.
TERMINAL_IN_THE_SECRET = {"local.py", "saving.py", "remote_scene.py"}


def names_imported(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


@pytest.mark.parametrize("path", PLAYERS, ids=repository.name)
def test_a_player_never_gets_hold_of_what_its_seat_cannot_see(path: Path) -> None:
    assert set() == names_imported(path) & ALL_KNOWING


def test_in_the_server_only_the_fold_and_the_projection_know_a_round() -> None:
    found = {path.name for path in SERVER if names_imported(path) & SECRETS}

    assert found == IN_THE_SECRET


def test_in_the_terminal_only_the_session_knows_a_round() -> None:
    found = {path.name for path in TERMINAL if names_imported(path) & SECRETS}

    assert found == TERMINAL_IN_THE_SECRET
