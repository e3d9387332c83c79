"""Results say with which weights they were played, and older ones are not taken for newer."""

import argparse
import json
from pathlib import Path

import pytest

from bottleimp.analysis.arena.contests import Contest, Kind, contest
from bottleimp.analysis.arena.tournament import Stop, Tournament, opened, play, weights_in
from bottleimp.analysis.arena.tournament_report import as_json, found_in, report
from bottleimp.analysis.report.strength_page import page
from bottleimp.cli import tournament as tournament_command
from bottleimp.errors import BottleImpError

pytestmark = pytest.mark.slow
LOPAKA = "classic/lopaka"
PLAYERS = ("network", "rules_of_thumb")
DEALS = 5


def small(folder: Path) -> tuple[Tournament, Contest]:
    """A tournament of one duel."""
    of = contest(Kind.DUEL, LOPAKA, PLAYERS)
    tournament = opened(folder, 3)
    tournament.stops[of] = Stop(None, DEALS)
    tournament.save()
    return tournament, of


@pytest.fixture
def played(tmp_path: Path) -> tuple[Tournament, Contest, Path]:
    """The same, played, and its file."""
    tournament, of = small(tmp_path)
    play(tournament, [of])
    return tournament, of, tmp_path / of.path


def with_heading(file: Path, heading: bytes) -> None:
    """Put another first line into a file of results."""
    file.write_bytes(heading + b"".join(file.read_bytes().splitlines(keepends=True)[1:]))


def asked(folder: Path, *words: str) -> int:
    """`bottleimp tournament` for the same duel with one deal more than is played."""
    parser = argparse.ArgumentParser()
    tournament_command.add_arguments(parser)
    typed = [str(folder), "--players", *PLAYERS, "--modes", LOPAKA, "--jobs", "1"]
    return tournament_command.run(parser.parse_args([*typed, "--deals", str(2 * DEALS), *words]))


def test_the_first_line_says_by_which_weights_a_contest_was_played(played):
    tournament, of, file = played

    assert {"lopaka"} == set(of.weights)
    assert of.weights == json.loads(file.read_bytes().splitlines()[0])["weights"]
    assert DEALS == len(tournament.standings(of).lines)


def test_players_without_a_network_have_no_weights_to_name(tmp_path):
    of = contest(Kind.DUEL, LOPAKA, ["rules_of_thumb", "uniform"])
    tournament = Tournament(tmp_path, 3, {of: Stop(None, DEALS)})
    play(tournament, [of])

    assert weights_in(tmp_path / of.path) is None
    assert not tournament.standings(of).is_unsaid


def test_the_reference_names_its_own_weights_and_not_those_of_its_mode():
    of = contest(Kind.DUEL, "classic/4", ["network", "reference"])

    assert {"4", "reference-4"} == set(of.weights)


@pytest.mark.parametrize("cut", [9, 45, 60])
def test_what_was_cut_in_or_after_the_heading_is_played_on_to_the_same_bytes(played, cut):
    tournament, of, file = played
    whole = file.read_bytes()
    file.write_bytes(whole[:cut])
    play(tournament, [of])

    assert whole == file.read_bytes()


def test_results_of_other_weights_are_reported_with_a_note(played):
    tournament, of, file = played
    with_heading(file, b'{"weights":{"lopaka":"0123"}}\n')
    found = found_in(tournament)

    assert f"{of.path}: played with other weights" in report(found[0])
    assert [str(of.path)] == json.loads(as_json(found))["editions"][0]["other_weights"]
    assert f"Played with earlier weights of the networks: `{of.path}`" in page(found, (), {}, "x")


def test_results_of_other_weights_are_not_gone_on_with_but_played_anew_if_wanted(played):
    tournament, of, file = played
    whole = file.read_bytes()
    with_heading(file, b'{"weights":{"lopaka":"0123"}}\n')

    with pytest.raises(BottleImpError, match="other weights"):
        asked(tournament.folder)
    assert 0 == asked(tournament.folder, "--renew")
    assert file.read_bytes().startswith(whole)
    assert 2 * DEALS == len(opened(tournament.folder).standings(of).lines)


def test_results_that_say_nothing_of_weights_are_read_and_gone_on_with_and_noted(played):
    tournament, of, file = played
    with_heading(file, b"")
    (found,) = found_in(tournament)

    assert DEALS == found.duels[0].deals
    assert "is not said in 1 files" in report(found)
    assert "1 files of results do not say" in page([found], (), {}, "x")
    assert 0 == asked(tournament.folder)
    assert 2 * DEALS == len(opened(tournament.folder).standings(of).lines)


def test_a_folder_of_the_first_format_is_opened(played):
    tournament, of, _ = played
    settings = tournament.folder / "tournament.json"
    about = json.loads(settings.read_text("utf-8"))
    settings.write_text(json.dumps(about | {"format": 1}), encoding="utf-8")

    assert {of} == set(opened(tournament.folder).stops)
