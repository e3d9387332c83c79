"""Players that are not part of the package: `package.module:Class` wherever a player is named."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from bottleimp.analysis.arena.head_to_head import head_to_head
from bottleimp.analysis.arena.lineups import ScheduledRound, play_rounds
from bottleimp.analysis.arena.whole_rounds import play_round
from bottleimp.cli.main import main
from bottleimp.cli.option_parser import REFUSED
from bottleimp.errors import BottleImpError, BudgetError, PlayerError
from bottleimp.game.deal import Deal
from bottleimp.game.round import Round
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.languages.language import ENGLISH
from bottleimp.players.catalogue import (
    create_player,
    offer_outside_players,
    offered_player_names,
    player_kind,
)
from bottleimp.players.checksums import player_checksums
from bottleimp.players.decisions import DecisionBatch
from bottleimp.players.outside_players import CheckedPlayer, load_outside_player
from bottleimp.players.player import Player, SeatAgent, SeatPlayer, require_player_object
from bottleimp.rules.editions import edition
from bottleimp.server.engines.ipc import ChoiceReply, ChoiceRequest
from bottleimp.server.engines.main import answer_request
from bottleimp.server.settings.sources import ConfigurationError, settings_from
from bottleimp.server.text.words import level_title, offered_level_entries
from tests.support.players.outside_modules import MODULE, outside_module

LOPAKA = edition("classic/lopaka")
VAGUE = """
from bottleimp.players import SequentialPlayer


class Player(SequentialPlayer):
    def choose(self, observation, seed):
        return {answer}
"""


@pytest.fixture(autouse=True)
def stranger(tmp_path: Path) -> Iterator[str]:
    with outside_module(tmp_path) as name:
        yield name
    offer_outside_players(())


def opening() -> Observation:
    return observe(Round(Deal.in_order(edition("classic/4"))), 0)


def test_an_outside_player_chooses_as_its_class_says() -> None:
    seen = opening()

    assert create_player("stranger:Highest", 5).choose(seen) == seen.legal_actions[-1]
    assert create_player("stranger:Lowest", 5).choose(seen) == seen.legal_actions[0]


def test_a_kind_is_told_by_the_name_alone_and_imports_nothing() -> None:
    kind = player_kind("not_there.at_all:MyPlayer")

    assert kind.title == "MyPlayer"
    assert kind.is_outside
    assert "not_there" not in sys.modules


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("nowhere:MyPlayer", r"nowhere cannot be imported \(ModuleNotFoundError"),
        ("broken_stranger:MyPlayer", "cannot be imported .*nothing_of_this_name"),
        ("stranger:Missing", "stranger has no class Missing"),
        ("stranger:function", "stranger has no class function"),
        ("stranger:NoPlayer", "is no player: it has no method choose_actions"),
        ("stranger:NeedsMore", r"cannot be built without arguments \(TypeError"),
    ],
)
def test_what_is_no_player_is_refused_in_one_sentence(name: str, said: str, capsys) -> None:
    with pytest.raises(BottleImpError, match=said):
        create_player(name, 0)

    assert main(["simulate", name]) == REFUSED
    assert capsys.readouterr().err.count("\n") == 1


def test_a_player_of_ours_with_a_bad_budget_is_no_outside_player() -> None:
    with pytest.raises(BudgetError):
        create_player("perfect_information:many", 0)


@pytest.mark.parametrize("name", ["stranger:Cheat", "stranger:Silent"])
def test_an_illegal_answer_is_refused_with_the_name(name: str) -> None:
    with pytest.raises(BottleImpError, match=name):
        create_player(name, 0).choose(opening())


def test_an_answer_of_another_type_is_told_with_the_type() -> None:
    with pytest.raises(BottleImpError, match=r"whole numbers of actions, .* type float64"):
        create_player("stranger:Half", 0).choose(opening())


@pytest.mark.parametrize("answer", ["None", "37", "'open-2'"])
def test_an_answer_that_is_no_action_is_told_with_the_name(
    answer: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "vague", None)  # so that the module is forgotten afterwards
    del sys.modules["vague"]
    (tmp_path / "vague.py").write_text(VAGUE.format(answer=answer), encoding="utf-8")
    load_outside_player.cache_clear()
    words = ["arena", "vague:Player", "uniform", "--edition", "classic/bright-house"]

    assert main([*words, "--deals", "1"]) == REFUSED
    assert capsys.readouterr().err.endswith(
        f"vague:Player answered {answer}, which is neither a card nor a choice of an open hand.\n"
    )


def test_a_player_that_fails_is_named_with_the_line_at_which_it_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "vague", None)
    del sys.modules["vague"]
    (tmp_path / "vague.py").write_text(VAGUE.format(answer="1 / 0"), encoding="utf-8")
    load_outside_player.cache_clear()
    words = ["arena", "vague:Player", "uniform", "--edition", "classic/bright-house"]

    assert main([*words, "--deals", "1"]) == REFUSED
    assert capsys.readouterr().err.endswith(
        "bottleimp: The computer player vague:Player failed in line 7 of vague.py"
        " (ZeroDivisionError: division by zero).\n"
    )


def test_it_meets_ours_in_the_arena() -> None:
    found = head_to_head(LOPAKA, "stranger:Highest", "uniform", deals=2)

    assert [one.player for one in found.results] == ["stranger:Highest", "uniform"]


def test_both_kinds_of_class_play_whole_rounds() -> None:
    rounds = [ScheduledRound(0, ("stranger:Highest", "stranger:Lowest", "uniform"))]

    assert len(play_rounds(LOPAKA, 3, rounds)) == 1


@pytest.mark.wide
def test_every_command_finds_it_in_the_working_directory(tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "here.py").write_text(MODULE, encoding="utf-8")
    environment = {**os.environ, "PYTHONSAFEPATH": "1"}
    commands = [
        ["arena", "here:Highest", "uniform", "--edition", LOPAKA.text, "--deals", "1"],
        ["simulate", "here:Highest", "here:Lowest", "--edition", LOPAKA.text],
        ["tournament", "out", "--players", "here:Lowest", "uniform", "--editions", LOPAKA.text]
        + ["--deals", "1", "--pool-deals", "0"],
    ]
    for words in commands:
        if words[0] != "simulate":
            words += ["--processes", "2"]
        done = subprocess.run(
            [sys.executable, "-m", "bottleimp", *words],
            cwd=tmp_path / "work", env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        assert "here:" in done.stdout


def test_a_server_offers_those_of_its_host_and_no_other() -> None:
    settings = settings_from({}, {"BOTTLEIMP_OUTSIDE_PLAYERS": "stranger:Highest, stranger:Lowest"})
    offer_outside_players(settings.outside_players)

    assert offered_player_names()[-2:] == ("stranger:Highest", "stranger:Lowest")
    assert level_title("stranger:Highest", ENGLISH) == "Highest"
    assert "stranger:Lowest" in [one["name"] for one in offered_level_entries(ENGLISH)]
    assert "stranger:Cheat" not in offered_player_names()
    titles = [str(one["title"]) for one in offered_level_entries(ENGLISH)]
    (strongest,) = [title for title in titles if title.endswith(" (strongest)")]
    assert not strongest.startswith(("Highest", "Lowest"))


def test_a_setting_that_names_no_class_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="must list classes such as"):
        settings_from({}, {"BOTTLEIMP_OUTSIDE_PLAYERS": "stranger"})


@pytest.mark.slow
def test_a_server_does_not_start_with_a_player_that_is_none(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bottleimp", "serve", "--check"]
        + ["--data", str(tmp_path / "data"), "--outside-players", "nowhere:MyPlayer"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert done.returncode == REFUSED
    assert "nowhere cannot be imported" in done.stderr


def test_a_player_process_asks_it() -> None:
    seen = opening()

    assert (
        answer_request(ChoiceRequest("stranger:Highest", 1, seen)).action
        == (seen.legal_actions[-1])
    )
    assert answer_request(ChoiceRequest("stranger:Cheat", 1, seen)) == ChoiceReply(
        None, "PlayerError", "an illegal action"
    )


@pytest.mark.parametrize("answer", ["1 / 0", "observation.legal_actions[0].number / 0"])
def test_a_server_is_told_where_a_player_failed_and_no_card(tmp_path: Path, answer: str) -> None:
    (tmp_path / "failing.py").write_text(VAGUE.format(answer=answer), encoding="utf-8")
    reply = answer_request(ChoiceRequest("failing:Player", 1, opening()))

    assert reply.problem == "PlayerError"
    assert re.fullmatch(r"\w+ in line 7 of failing.py", reply.detail)


def test_a_player_that_changes_what_it_is_given_is_checked_by_what_was_legal() -> None:
    with pytest.raises(PlayerError, match="stranger:Meddler chose 1, which is not a legal action"):
        CheckedPlayer("stranger:Meddler", load_outside_player("stranger:Meddler")).choose_actions(
            DecisionBatch.from_observations((opening(),), (1,))
        )


def test_a_changed_module_is_another_player(tmp_path: Path) -> None:
    file = tmp_path / "stranger.py"
    before = player_checksums(["stranger:Highest", "uniform", "network"], "4")
    file.write_text(file.read_text(encoding="utf-8") + "\n# changed\n", encoding="utf-8")
    after = player_checksums(["stranger:Highest", "uniform", "network"], "4")

    assert before.keys() == after.keys() == {"4", "stranger:Highest"}
    assert [name for name in after if after[name] != before[name]] == ["stranger:Highest"]
    assert player_checksums(["nowhere:Class"], "4") == {}


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("my_players.Highest", "package.module:Class"),
        ("IMP:1s", "did you mean imp:1s"),
        ("UNIFORM", "did you mean uniform"),
        ("rules_of_tumb", "did you mean rules_of_thumb"),
    ],
)
def test_a_wrong_name_leads_to_the_right_one(wrong: str, said: str) -> None:
    with pytest.raises(BottleImpError, match=re.escape(said)):
        player_kind(wrong)


def test_what_is_taken_for_a_player_and_is_none_is_named() -> None:
    three = edition("classic/3")
    highest = load_outside_player("stranger:Highest")
    with pytest.raises(PlayerError, match=r"wrap it, as in SeatPlayer"):
        play_round(Deal.in_order(three), [cast("SeatAgent", highest)] * 3)
    with pytest.raises(PlayerError, match="it has no `choose`"):
        play_round(Deal.in_order(three), [cast("SeatAgent", "uniform")] * 3)
    with pytest.raises(TypeError, match="Players are given by name"):
        head_to_head(three, cast("str", highest), "uniform")
    with pytest.raises(PlayerError, match="has the seed of one seat"):
        require_player_object(create_player("uniform", 1))
    require_player_object(highest)
    with pytest.raises(
        PlayerError, match=r"CheckedPlayer is a class: build it first, `CheckedPlayer\(\)`"
    ):
        SeatPlayer(cast("Player", type(highest)), 0)
    with pytest.raises(PlayerError, match="'uniform' is no player: it has no `choose_actions`"):
        SeatPlayer(cast("Player", "uniform"), 0)
    with pytest.raises(PlayerError, match="SeatPlayer is a class: build it first"):
        play_round(Deal.in_order(three), [cast("SeatAgent", SeatPlayer)] * 3)


def test_a_player_without_a_seat_is_refused_and_one_at_a_driven_seat_is_not() -> None:
    three, lopaka = Deal.in_order(edition("classic/3")), Deal.in_order(edition("classic/lopaka"))
    agents = [create_player("uniform", seed) for seed in range(4)]

    with pytest.raises(BottleImpError, match="seat 3, but classic/3 has only the seats 0 to 2"):
        play_round(three, agents)
    with pytest.raises(BottleImpError, match="seat -1, but"):
        play_round(three, {**dict(enumerate(agents[:3])), -1: agents[3]})
    assert play_round(lopaka, agents[:3]).is_over


@pytest.mark.parametrize(
    ("name", "body", "reason"),
    [
        ("leaver", "raise SystemExit(0)", "SystemExit: 0"),
        ("misuser", 'return observation.edition.deck.card("99")', "UnknownName: There is no card"),
    ],
)
def test_a_player_that_ends_or_misuses_the_program_is_named_with_its_line(
    tmp_path: Path, name: str, body: str, reason: str
) -> None:
    module = VAGUE.format(answer="None").replace("return None", body)
    (tmp_path / f"{name}.py").write_text(module, encoding="utf-8")
    with pytest.raises(BottleImpError, match=rf"{name}:Player failed in line \d+ .*{reason}"):
        create_player(f"{name}:Player", 1).choose(opening())


def test_a_module_that_ends_the_program_when_imported_is_named(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text("raise SystemExit(2)", encoding="utf-8")
    with pytest.raises(BottleImpError, match=r"script cannot be imported \(SystemExit: 2\)"):
        load_outside_player("script:Player")
