"""Players that installed packages name: known by a short name wherever a player is named."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bottleimp.analysis.evaluation.responders import NetworkSource, create_decider
from bottleimp.cli.main import main
from bottleimp.cli.option_parser import REFUSED
from bottleimp.errors import BottleImpError, BudgetError, UnknownName
from bottleimp.game.deal import Deal
from bottleimp.game.round import Round
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.languages.language import ENGLISH
from bottleimp.players.catalogue import (
    create_player,
    offer_outside_players,
    offered_player_names,
    player_kind,
    player_names,
    require_player,
)
from bottleimp.players.entry_points import installed_players
from bottleimp.rules.editions import edition
from bottleimp.server.engines.ipc import ChoiceRequest
from bottleimp.server.engines.main import answer_request
from bottleimp.server.settings.sources import ConfigurationError, settings_from
from bottleimp.server.text.words import level_title, offered_level_entries
from tests.support.players.installed_package import installed_package
from tests.support.players.outside_modules import outside_module

LOPAKA = edition("classic/lopaka")
PLAYERS = {
    "highest_card": "stranger:Highest",
    "lowest-card": "stranger:Lowest",
    "imp": "stranger:Lowest",  # ours, which nobody can take
    "cheat": "stranger:Cheat",
    "gone": "nowhere:MyPlayer",
    "Not A Name": "stranger:Highest",
}


@pytest.fixture(autouse=True)
def strangers(tmp_path: Path) -> Iterator[None]:
    with outside_module(tmp_path), installed_package(tmp_path, PLAYERS):
        yield
    offer_outside_players(())


def opening() -> Observation:
    return observe(Round(Deal.in_order(edition("classic/4"))), 0)


def test_a_player_is_known_by_the_name_that_its_package_gives_it() -> None:
    seen = opening()

    assert create_player("highest_card", 5).choose(seen) == seen.legal_actions[-1]
    assert create_player("lowest-card", 5).choose(seen) == seen.legal_actions[0]


def test_its_kind_tells_the_package_and_imports_nothing() -> None:
    sys.modules.pop("stranger", None)
    kind = player_kind("highest_card")

    assert (kind.name, kind.title) == ("highest_card", "Highest card")
    assert kind.about == "stranger:Highest, from strangers 1.2."
    assert kind.is_outside
    assert "stranger" not in sys.modules


def test_the_names_of_ours_cannot_be_taken() -> None:
    assert not player_kind("imp").is_outside
    assert "imp" in player_names()


def test_a_name_that_could_not_be_typed_is_left_out() -> None:
    assert "Not A Name" not in installed_players()


def test_an_unknown_name_is_refused_with_the_near_ones() -> None:
    with pytest.raises(UnknownName, match="did you mean highest_card"):
        create_player("highest_cards", 0)


def test_it_takes_no_budget() -> None:
    with pytest.raises(BudgetError, match="takes no budget"):
        create_player("highest_card:50", 0)


def test_a_player_that_cannot_be_imported_is_refused_in_one_sentence() -> None:
    with pytest.raises(BottleImpError, match="nowhere cannot be imported"):
        require_player("gone")


def test_an_illegal_answer_is_refused_with_the_class() -> None:
    with pytest.raises(BottleImpError, match="stranger:Cheat chose"):
        create_player("cheat", 0).choose(opening())


def test_two_packages_with_one_name_are_both_told(tmp_path: Path) -> None:
    other = tmp_path / "other"
    with installed_package(other, {"highest_card": "elsewhere:Highest"}, "others"):
        with pytest.raises(BottleImpError, match=r"others 1\.2 and by strangers 1\.2"):
            create_player("highest_card", 0)
        create_player("stranger:Highest", 0)


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        ("arena", "highest_card", "uniform", "--edition", LOPAKA.text, "--deals", "1"),
        ("simulate", "highest_card", "lowest-card", "--edition", LOPAKA.text),
        (
            *("tournament", "out", "--players", "lowest-card", "uniform"),
            *("--editions", LOPAKA.text, "--deals", "1", "--pool-deals", "0"),
        ),
    ],
    ids=lambda words: words[0],
)
def test_a_command_knows_it(
    words: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    own_process = () if words[0] == "simulate" else ("--processes", "1")

    assert main([*words, *own_process]) == 0
    assert "-card" in capsys.readouterr().out.replace("_", "-")


def test_an_exploitability_measurement_knows_it() -> None:
    source = NetworkSource("classic/3", None)

    create_decider("highest_card", source)
    with pytest.raises(UnknownName, match="highest_card"):
        create_decider("highest_cards", source)


def test_the_terminal_knows_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """It gets as far as to miss a terminal."""
    words = ["terminal", "--edition", "classic/4", "--data", str(tmp_path), "--players"]

    assert main([*words, "highest_card"]) == REFUSED
    assert capsys.readouterr().err == "The table needs a terminal to be drawn in.\n"
    assert main([*words, "highest_cards"]) == REFUSED
    assert "highest_card" in capsys.readouterr().err


def test_a_server_offers_it_where_its_host_says_so_and_only_there() -> None:
    assert "highest_card" not in offered_player_names()

    settings = settings_from({}, {"BOTTLEIMP_OUTSIDE_PLAYERS": "highest_card, stranger:Lowest"})
    offer_outside_players(settings.outside_players)

    assert offered_player_names()[-2:] == ("highest_card", "stranger:Lowest")
    assert level_title("highest_card", ENGLISH) == "Highest card"
    assert "highest_card" in [one["name"] for one in offered_level_entries(ENGLISH)]
    assert "lowest-card" not in offered_player_names()


@pytest.mark.parametrize("name", ["highest_cards", "imp", "uniform"])
def test_a_setting_that_names_no_outside_player_is_refused(name: str) -> None:
    with pytest.raises(ConfigurationError, match="must list classes such as"):
        settings_from({}, {"BOTTLEIMP_OUTSIDE_PLAYERS": name})


def test_a_player_process_asks_it() -> None:
    seen = opening()

    assert answer_request(ChoiceRequest("highest_card", 1, seen)).action == seen.legal_actions[-1]
