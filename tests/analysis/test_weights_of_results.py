"""Results say with which weights they were played, and older ones are not taken for newer."""

import argparse
import json
from pathlib import Path

import msgspec
import pytest

from bottleimp.analysis.arena.contests import (
    Contest,
    ContestKind,
    ResultsHeader,
    encode_header,
    make_contest,
)
from bottleimp.analysis.arena.tournament import (
    StoppingRule,
    Tournament,
    open_tournament,
    play_contests,
    read_header,
)
from bottleimp.analysis.arena.tournament_report import as_json, edition_reports, format_report
from bottleimp.analysis.report.strength_page import page_text
from bottleimp.cli import tournament as tournament_command
from bottleimp.errors import BottleImpError

pytestmark = pytest.mark.slow
LOPAKA = "classic/lopaka"
PLAYERS = ("network", "rules_of_thumb")
DEALS = 5


def small(folder: Path) -> tuple[Tournament, Contest]:
    """A tournament of one duel."""
    of = make_contest(ContestKind.HEAD_TO_HEAD, LOPAKA, PLAYERS)
    tournament = open_tournament(folder, 3)
    tournament.stopping_rules[of] = StoppingRule(None, DEALS)
    tournament.save()
    return tournament, of


@pytest.fixture
def played(tmp_path: Path) -> tuple[Tournament, Contest, Path]:
    """The same, played, and its file."""
    tournament, of = small(tmp_path)
    play_contests(tournament, [of])
    return tournament, of, tmp_path / of.path


def with_heading(file: Path, heading: bytes) -> None:
    """Put another first line into a file of results."""
    file.write_bytes(heading + b"".join(file.read_bytes().splitlines(keepends=True)[1:]))


def asked(folder: Path, *words: str) -> int:
    """`bottleimp tournament` for the same duel with one deal more than is played."""
    parser = argparse.ArgumentParser()
    tournament_command.add_arguments(parser)
    typed = [str(folder), "--players", *PLAYERS, "--editions", LOPAKA, "--processes", "1"]
    return tournament_command.run(parser.parse_args([*typed, "--deals", str(2 * DEALS), *words]))


def test_the_first_line_says_by_which_weights_a_contest_was_played(played):
    tournament, of, file = played

    assert set(of.weights) == {"lopaka"}
    assert of.weights == json.loads(file.read_bytes().splitlines()[0])["weights"]
    assert of.header == read_header(file)
    assert len(tournament.results(of).deals) == DEALS


def test_players_without_a_network_have_no_weights_to_name(tmp_path):
    of = make_contest(ContestKind.HEAD_TO_HEAD, LOPAKA, ["rules_of_thumb", "uniform"])
    tournament = Tournament(tmp_path, 3, {of: StoppingRule(None, DEALS)})
    play_contests(tournament, [of])

    header = read_header(tmp_path / of.path)
    assert header is not None
    assert not header.weights
    assert not tournament.results(of).has_unknown_weights


def test_the_reference_names_its_own_weights_and_not_those_of_its_mode():
    of = make_contest(ContestKind.HEAD_TO_HEAD, "classic/4", ["network", "reference"])

    assert set(of.weights) == {"4", "reference-4"}


@pytest.mark.parametrize("cut", [9, 45, 60])
def test_what_was_cut_in_or_after_the_heading_is_played_on_to_the_same_bytes(played, cut):
    tournament, of, file = played
    whole = file.read_bytes()
    file.write_bytes(whole[:cut])
    play_contests(tournament, [of])

    assert whole == file.read_bytes()


def test_results_of_other_weights_are_reported_with_a_note(played):
    tournament, of, file = played
    with_heading(file, b'{"weights":{"lopaka":"0123"}}\n')
    found = edition_reports(tournament)

    assert f"{of.path}: played with other weights" in format_report(found[0])
    assert [str(of.path)] == json.loads(as_json(found))["editions"][0]["other_weights"]
    assert f"Played with earlier weights of the networks: `{of.path}`" in page_text(
        found, (), {}, "x"
    )


def test_results_of_other_weights_are_not_gone_on_with_but_played_anew_if_wanted(played):
    tournament, of, file = played
    whole = file.read_bytes()
    with_heading(file, b'{"weights":{"lopaka":"0123"}}\n')

    with pytest.raises(BottleImpError, match="other weights"):
        asked(tournament.folder)
    assert asked(tournament.folder, "--replay-outdated") == 0
    assert file.read_bytes().startswith(whole)
    assert len(open_tournament(tournament.folder).results(of).deals) == 2 * DEALS


def test_results_that_say_nothing_of_weights_are_read_and_gone_on_with_and_noted(played):
    tournament, of, file = played
    with_heading(file, b"")
    (found,) = edition_reports(tournament)

    assert found.head_to_heads[0].deals == DEALS
    assert "is not said in 1 files" in format_report(found)
    assert "1 files of results do not say" in page_text([found], (), {}, "x")
    assert asked(tournament.folder) == 0
    assert len(open_tournament(tournament.folder).results(of).deals) == 2 * DEALS


def test_results_of_other_code_of_the_package_are_kept_and_noted_and_not_gone_on_with(played):
    tournament, of, file = played
    whole = file.read_bytes()
    with_heading(file, encode_header(ResultsHeader(of.weights, "0123")))
    found = edition_reports(tournament)

    said = "the players of this package had other code than they have now in 1 files"
    assert said in format_report(found[0])
    assert "In 1 files of results the players of this package had" in page_text(found, (), {}, "x")
    assert [str(of.path)] == json.loads(as_json(found))["editions"][0]["other_code"]
    assert asked(tournament.folder, "--deals", str(DEALS)) == 0  # nothing is added
    with pytest.raises(BottleImpError, match="other code than the players have now"):
        asked(tournament.folder)
    assert asked(tournament.folder, "--replay-outdated") == 0
    assert file.read_bytes().startswith(whole)


def test_results_that_say_nothing_of_the_code_of_the_package_are_gone_on_with_and_noted(played):
    tournament, of, file = played
    with_heading(file, msgspec.json.encode({"weights": of.weights}) + b"\n")
    assert asked(tournament.folder) == 0
    found = edition_reports(open_tournament(tournament.folder))

    assert found[0].head_to_heads[0].deals == 2 * DEALS
    assert read_header(file) == ResultsHeader(of.weights)
    said = "which code the players of this package had is not said in 1 files"
    assert said in format_report(found[0])
    assert "1 files of results do not say which code" in page_text(found, (), {}, "x")
    assert [str(of.path)] == json.loads(as_json(found))["editions"][0]["unknown_code"]


@pytest.mark.parametrize("names_weights", [False, True])
def test_results_that_do_not_say_all_they_were_played_by_are_played_anew_if_wanted(
    played, names_weights
):
    tournament, of, file = played
    whole = file.read_bytes()
    heading = msgspec.json.encode({"weights": of.weights}) + b"\n"
    with_heading(file, heading if names_weights else b"")

    assert asked(tournament.folder, "--replay-outdated") == 0
    assert file.read_bytes().startswith(whole)
    assert not edition_reports(open_tournament(tournament.folder))[0].unknown_code_files


def test_a_folder_of_the_first_format_is_opened(played):
    tournament, of, _ = played
    settings = tournament.folder / "tournament.json"
    about = json.loads(settings.read_text("utf-8"))
    settings.write_text(json.dumps(about | {"format": 1}), encoding="utf-8")

    assert {of} == set(open_tournament(tournament.folder).stopping_rules)
