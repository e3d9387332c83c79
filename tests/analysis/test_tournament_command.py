"""`bottleimp tournament` as it is typed."""

import argparse
import json

import pytest

from bottleimp.analysis.arena.contests import Contest, ContestKind, make_contest
from bottleimp.analysis.arena.result_files import LOCK_FILE, claimed_folder
from bottleimp.analysis.arena.tournament import (
    SETTINGS_FILE,
    StoppingRule,
    Tournament,
    open_tournament,
)
from bottleimp.cli import tournament as tournament_command
from bottleimp.cli.tournament import contests_from_arguments, pairings, stored_contests
from bottleimp.errors import BottleImpError, UnknownName

HEURISTIC, CHANCE = "rules_of_thumb", "uniform"


def parsed(*words: str) -> argparse.Namespace:
    """The options as typed."""
    parser = argparse.ArgumentParser()
    tournament_command.add_arguments(parser)
    return parser.parse_args(words)


@pytest.mark.slow
def test_a_tournament_is_played_reported_resumed_and_verified(tmp_path, capsys):
    folder, file = str(tmp_path / "played"), tmp_path / "found.json"
    words = [
        folder,
        "--players",
        HEURISTIC,
        CHANCE,
        "--editions",
        "classic/lopaka",
        "--processes",
        "1",
    ]

    assert tournament_command.run(parsed(*words, "--deals", "5", "--json", str(file))) == 0
    first = capsys.readouterr().out
    assert "classic/lopaka: 2 players, 10 rounds, seed 0" in first
    assert json.loads(file.read_text(encoding="utf-8"))["editions"][0]["rounds"] == 10
    assert tournament_command.run(parsed(folder, "--report-only")) == 0
    shown = capsys.readouterr()
    assert first == shown.out
    assert shown.err == "report: reading the results\nreport: 1/1 editions\n"
    assert tournament_command.run(parsed(folder, "--verify", "1")) == 0
    assert "came out the same" in capsys.readouterr().out


def test_everybody_meets_everybody_in_every_mode():
    chosen = contests_from_arguments(
        parsed("x", "--players", HEURISTIC, CHANCE, "information_set:5")
    )

    assert sum(of.kind is ContestKind.HEAD_TO_HEAD for of in chosen) == 11 * 3
    assert sum(of.kind is ContestKind.POOL for of in chosen) == 11


def test_some_meet_only_those_they_are_to_be_measured_by():
    assert list(pairings(["a", "b"], ["b", "c"])) == [("a", "b"), ("a", "c"), ("b", "c")]


def test_mixed_line_ups_are_left_out_where_not_all_meet():
    chosen = contests_from_arguments(
        parsed("x", "--players", HEURISTIC, "--against", CHANCE, "information_set:5")
    )

    assert {of.kind for of in chosen} == {ContestKind.HEAD_TO_HEAD}


def test_one_way_seats_one_among_those_they_are_measured_by():
    words = (
        "--players",
        CHANCE,
        "--against",
        HEURISTIC,
        CHANCE,
        "--one-vs-population",
        "--editions",
        "classic/3",
    )
    (of,) = contests_from_arguments(parsed("x", *words))

    assert (of.kind, of.players) == (ContestKind.ONE_VS_POPULATION, (CHANCE, HEURISTIC))
    with pytest.raises(BottleImpError, match="--one-vs-population needs --against"):
        contests_from_arguments(parsed("x", "--players", CHANCE, HEURISTIC, "--one-vs-population"))


def test_one_player_is_no_tournament():
    with pytest.raises(BottleImpError, match="two or more"):
        contests_from_arguments(parsed("x", "--players", HEURISTIC))


def test_unknown_names_are_refused(tmp_path):
    with pytest.raises(UnknownName, match="classic/4"):
        contests_from_arguments(parsed("x", "--editions", "classik/4"))
    with pytest.raises(UnknownName, match="uniform"):
        contests_from_arguments(parsed("x", "--players", "uniforn", HEURISTIC))


def test_files_that_cannot_be_written_are_refused_before_play(tmp_path):
    with pytest.raises(BottleImpError, match="cannot be written"):
        tournament_command.run(parsed(str(tmp_path), "--page", str(tmp_path / "none" / "x.md")))
    with pytest.raises(BottleImpError, match=r"strength: a page is a file such as .*strength\.md"):
        tournament_command.run(parsed(str(tmp_path), "--page", str(tmp_path / "strength")))


def test_a_folder_in_which_nothing_was_played_is_refused_and_no_page_lost(tmp_path):
    folder, page = str(tmp_path / "none"), tmp_path / "strength.md"
    page.write_text("what was there", encoding="utf-8")

    for words in (("--report-only", "--page", str(page)), ("--verify", "3")):
        with pytest.raises(BottleImpError, match="holds no tournament"):
            tournament_command.run(parsed(folder, *words))

    assert page.read_text(encoding="utf-8") == "what was there"


@pytest.mark.parametrize("option", ["--exploitability", "--panel", "--training-curves", "--levels"])
def test_what_is_for_a_page_is_refused_without_one_and_if_it_is_not_there(tmp_path, option):
    words = (str(tmp_path / "played"), option, str(tmp_path / "none"))

    with pytest.raises(BottleImpError, match=f"{option} is for a page"):
        tournament_command.run(parsed(*words))
    with pytest.raises(BottleImpError, match="There is no "):
        tournament_command.run(parsed(*words, "--page", str(tmp_path / "strength.md")))


@pytest.mark.parametrize("option", ["--json", "--page", "--report-only", "--replay-outdated"])
def test_what_verifying_would_pass_over_is_refused(tmp_path, option):
    words = (option, str(tmp_path / "file.md")) if option in ("--json", "--page") else (option,)

    with pytest.raises(BottleImpError, match=f"{option} does not go with --verify"):
        tournament_command.run(parsed(str(tmp_path / "played"), "--verify", "1", *words))


def test_deals_are_played_again_by_whom_the_options_name(tmp_path):
    stored_tournament(tmp_path).save()

    with pytest.raises(BottleImpError, match="Ray"):
        tournament_command.run(parsed(str(tmp_path), "--verify", "1", "--ray", "nowhere"))


def test_contests_of_which_nothing_was_played_make_no_page_and_prove_nothing(tmp_path):
    tournament = open_tournament(tmp_path / "played", 1)
    tournament.stopping_rules[
        make_contest(ContestKind.HEAD_TO_HEAD, "classic/4", (HEURISTIC, CHANCE))
    ] = StoppingRule(None, 1)
    tournament.save()
    page = tmp_path / "strength.md"

    with pytest.raises(BottleImpError, match="no deal that could be played again"):
        tournament_command.run(parsed(str(tmp_path / "played"), "--verify", "3"))
    with pytest.raises(BottleImpError, match="no results that a page could be made of"):
        tournament_command.run(
            parsed(str(tmp_path / "played"), "--report-only", "--page", str(page))
        )
    assert not page.exists()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ((), {"classic/3", "classic/4", "classic/4,face-value"}),
        (("--editions", "all"), {"classic/3", "classic/4", "classic/4,face-value"}),
        (("--editions", "classic/3", "classic/4"), {"classic/3", "classic/4"}),
        (("--players", HEURISTIC, CHANCE), {"classic/4", "classic/4,face-value"}),
        (("--players", HEURISTIC, "--against", "gone"), {"classic/3"}),
    ],
)
def test_some_editions_and_players_of_a_folder_are_read_alone(tmp_path, words, expected):
    tournament = stored_tournament(tmp_path)

    found = stored_contests(tournament, parsed("x", *words))

    assert {one.edition for one in found} == expected


@pytest.mark.parametrize("action", [("--report-only",), ("--verify", "1")])
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--editions", "classik/4"), "There is no edition called 'classik/4'"),
        (("--players", "uniforn", HEURISTIC), "There is no player called 'uniforn'"),
        (("--editions", "matagot/5"), "holds no contest of these players in these editions"),
        (("--players", CHANCE), "holds no contest of these players in these editions"),
    ],
)
def test_what_a_folder_does_not_hold_is_refused(tmp_path, action, words, said):
    stored_tournament(tmp_path).save()

    with pytest.raises(BottleImpError, match=said):
        tournament_command.run(parsed(str(tmp_path), *action, *words))


def stored_tournament(folder):
    """A tournament of three contests, one with a player who is gone, in which nothing is played."""
    contests = [
        Contest(ContestKind.HEAD_TO_HEAD, "classic/3", ("gone", HEURISTIC)),
        Contest(ContestKind.HEAD_TO_HEAD, "classic/4", (HEURISTIC, CHANCE)),
        Contest(ContestKind.HEAD_TO_HEAD, "classic/4,face-value", (HEURISTIC, CHANCE)),
    ]
    return Tournament(folder, 1, dict.fromkeys(contests, StoppingRule(None, 1)))


@pytest.mark.slow
def test_one_deal_makes_json_that_every_reader_takes(tmp_path):
    file = tmp_path / "found.json"
    words = [
        str(tmp_path / "played"),
        "--players",
        HEURISTIC,
        CHANCE,
        "--editions",
        "classic/lopaka",
    ]
    tournament_command.run(parsed(*words, "--processes", "1", "--deals", "1", "--json", str(file)))

    found = json.loads(file.read_text(encoding="utf-8"), parse_constant=pytest.fail)

    assert {one["low"] for one in found["editions"][0]["strengths"]} == {None}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"seed": 1, "contests": []}', "is not the record of a tournament"),
        ('{"format": 9}', "has format 9; this program reads 3"),
    ],
)
def test_a_record_that_is_none_or_from_later_is_refused(tmp_path, text, said):
    (tmp_path / SETTINGS_FILE).write_text(text, encoding="utf-8")

    with pytest.raises(BottleImpError, match=said):
        open_tournament(tmp_path)


def test_two_commands_do_not_write_to_one_folder(tmp_path):
    words = (str(tmp_path), "--players", HEURISTIC, CHANCE, "--editions", "classic/3")
    with claimed_folder(tmp_path), pytest.raises(BottleImpError, match="Another command writes"):
        tournament_command.run(parsed(*words, "--deals", "5"))

    assert [each.name for each in tmp_path.iterdir()] == [LOCK_FILE]
    open_tournament(tmp_path)  # a new one can be begun there
