"""Which module of the server may know what."""

import ast
from pathlib import Path

import pytest

import bottleimp.server

MODULES = sorted(Path(bottleimp.server.__file__).parent.rglob("*.py"))


def importers(module: str, name: str) -> set[str]:
    """The server's modules that import this name."""
    return {path.stem for path in MODULES if imports(path.read_text("utf-8"), module, name)}


def imports(code: str, module: str, name: str) -> bool:
    """Whether the code imports this name, from its module or from the package around it."""
    return any(
        isinstance(node, ast.ImportFrom)
        and node.module in (module, module.rpartition(".")[0])
        and any(alias.name == name for alias in node.names)
        for node in ast.walk(ast.parse(code))
    )


def test_a_name_is_found_from_its_module_and_from_the_package_around_it() -> None:
    of_module = "from bottleimp.game.round import Phase, Round"
    of_package = "from bottleimp.game import Round"
    other = "from bottleimp.game.round import Phase"
    found = [imports(c, "bottleimp.game.round", "Round") for c in (of_module, of_package, other)]

    assert found == [True, True, False]


def test_rounds_are_known_to_the_fold_the_decisions_the_projection_and_the_replays_alone() -> None:
    assert importers("bottleimp.game.round", "Round") == {
        "daily_deals",  # a round that computer players finish
        "decisions",
        "round_replay",  # rounds that are over
        "shown_round",
        "variation",
        "table_state",
        "round_projection",
    }


@pytest.mark.slow
def test_deals_are_made_in_one_place() -> None:
    assert importers("bottleimp.game.deal", "Deal") == {"deals"}


def test_the_table_of_seeds_is_written_once_read_by_the_store_and_copied_whole() -> None:
    assert importers("bottleimp.server.storage.schema", "secret") == {
        "event_store",
        "transfer",
        "writes",
    }


@pytest.mark.slow
def test_what_leaves_a_table_comes_from_the_projection() -> None:
    assert importers("bottleimp.server.views.projection", "TableProjection") == {
        "replay",
        "shown_round",
    }
    assert importers("bottleimp.server.views.projection", "project_table") == {
        "lesson_table",
        "step_advice",
    }
    assert importers("bottleimp.server.views.projection", "event_frame") == {
        "frames",
        "lesson_table",
        "shown_round",
    }


def test_player_processes_know_neither_tables_nor_storage() -> None:
    tree = ast.parse(next(p for p in MODULES if p.match("engines/main.py")).read_text("utf-8"))
    imported = {n.module for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)}

    known = {
        "typing",
        "dataclasses",
        "bottleimp.errors",
        "bottleimp.players.catalogue",
        "bottleimp.server.engines.ipc",
    }
    assert known == imported
