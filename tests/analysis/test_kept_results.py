"""The results that are kept in the repository: those of contests that take hours."""

import re
from pathlib import Path

import pytest

from bottleimp.analysis.arena.tournament import ContestResults, Tournament, open_tournament
from bottleimp.analysis.arena.tournament_report import as_head_to_head
from bottleimp.analysis.report.strength_page import comparison_table, is_search_player
from tests.support.archives import unpack
from tests.support.sources.pages import ROOT

pytestmark = pytest.mark.slow

ARCHIVE = ROOT / "benchmarks" / "strength.tar.xz"
PAGE = ROOT / "docs" / "explanation" / "strength.md"
MOST_BYTES = 4_000_000


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Tournament:
    folder: Path = tmp_path_factory.mktemp("kept")
    unpack(ARCHIVE, folder)
    return open_tournament(folder)


@pytest.fixture(scope="module")
def results(kept: Tournament) -> list[ContestResults]:
    return [kept.results(one) for one in kept.stopping_rules]


@pytest.mark.wide
def test_kept_results_are_those_of_the_players_as_they_are(results: list[ContestResults]) -> None:
    """Play them anew, or leave them out of the archive, when the weights have changed."""
    assert results
    assert not [
        one.file.name for one in results if one.has_outdated_weights or one.has_unknown_weights
    ]
    assert all(one.deals for one in results)


@pytest.mark.wide
def test_the_page_about_strength_says_what_was_kept(
    kept: Tournament, results: list[ContestResults]
) -> None:
    page = set(PAGE.read_text(encoding="utf-8").splitlines())
    duels = [as_head_to_head(one, kept.seed) for one in results if one.contest.compares_two]
    rows = [
        row
        for duel in duels
        for one in duel.results
        if is_search_player(one.player) or is_search_player(one.against)
        for row in list(comparison_table([(duel, one)]))[2:]
    ]

    assert rows
    assert not [row for row in rows if row not in page]


def test_the_guide_names_the_players_whose_results_are_kept(kept: Tournament) -> None:
    guide = (ROOT / "docs" / "how-to" / "run-a-tournament.md").read_text(encoding="utf-8")
    (sentence,) = (line for line in guide.splitlines() if "are kept in the repository" in line)
    players = {name for one in kept.stopping_rules for name in one.players}

    assert players - {"rules_of_thumb", "uniform"} == set(re.findall("`(.+?)`", sentence))


def test_what_is_kept_is_small() -> None:
    assert ARCHIVE.stat().st_size < MOST_BYTES
