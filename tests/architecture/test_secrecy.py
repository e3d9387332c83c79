import ast
from pathlib import Path

import pytest

from tests.support.sources import repository

# These hold what no seat may see.
HIDDEN_FROM_SEATS = {"Deal", "Match", "Position", "Round"}
SECRETS = {"Deal", "Round"}
PLAYERS = repository.files("src/bottleimp/players", suffix=".py")
SERVER = repository.files("src/bottleimp/server", suffix=".py")
TERMINAL = repository.files("src/bottleimp/terminal", suffix=".py")
ENVIRONMENTS = repository.files("src/bottleimp/envs", suffix=".py")
# Dealing, the fold of the log, the projection of a round for a viewer, finished rounds, and the
# round of a day, which computer players finish.
KNOW_A_ROUND = {
    "src/bottleimp/server/replays/daily_deals.py",
    "src/bottleimp/server/replays/round_replay.py",
    "src/bottleimp/server/replays/shown_round.py",
    "src/bottleimp/server/replays/variation.py",
    "src/bottleimp/server/state/deals.py",
    "src/bottleimp/server/state/decisions.py",
    "src/bottleimp/server/state/table_state.py",
    "src/bottleimp/server/views/round_projection.py",
}
# The session in process, and what it saves; and the deal that a server shows once a round is over.
TERMINAL_KNOWS_A_ROUND = {
    "src/bottleimp/terminal/remote/remote_scene.py",
    "src/bottleimp/terminal/session/local.py",
    "src/bottleimp/terminal/session/local_players.py",
    "src/bottleimp/terminal/session/local_replay.py",
    "src/bottleimp/terminal/session/lesson_session.py",
    "src/bottleimp/terminal/session/saved_matches.py",
}
# What the vector environment replays for an observation; and the states of OpenSpiel's games.
ENVIRONMENTS_KNOW_A_ROUND = {
    "src/bottleimp/envs/open_spiel_v0.py",
    "src/bottleimp/envs/recorded_rounds.py",
}


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
    assert names_imported(path) & HIDDEN_FROM_SEATS == set()


def test_in_the_server_only_the_fold_and_the_projection_know_a_round() -> None:
    found = {repository.name(path) for path in SERVER if names_imported(path) & SECRETS}

    assert found == KNOW_A_ROUND


def test_in_the_terminal_only_the_session_knows_a_round() -> None:
    found = {repository.name(path) for path in TERMINAL if names_imported(path) & SECRETS}

    assert found == TERMINAL_KNOWS_A_ROUND


def test_in_the_environments_only_replays_and_states_of_games_know_a_round() -> None:
    found = {repository.name(path) for path in ENVIRONMENTS if names_imported(path) & SECRETS}

    assert found == ENVIRONMENTS_KNOW_A_ROUND
