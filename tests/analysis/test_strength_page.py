"""The page about strength, made from a small folder."""

import json
import re
from xml.etree import ElementTree as ET

import pytest

from bottleimp.analysis.arena.contests import ContestKind, make_contest
from bottleimp.analysis.arena.tournament import StoppingRule, open_tournament, play_contests
from bottleimp.analysis.arena.tournament_report import edition_reports
from bottleimp.analysis.report.strength_page import downsample, plots, read_curves, write_page
from bottleimp.errors import BottleImpError

HEURISTIC, CHANCE, SEARCHING = "rules_of_thumb", "uniform", "flat_monte_carlo:2"
LOPAKA = "classic/lopaka"


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    folder = tmp_path_factory.mktemp("page")
    tournament = open_tournament(folder / "played", 1)
    pairs = [(HEURISTIC, CHANCE), (SEARCHING, CHANCE)]
    contests = [make_contest(ContestKind.HEAD_TO_HEAD, LOPAKA, pair) for pair in pairs]
    contests.append(make_contest(ContestKind.POOL, LOPAKA, (HEURISTIC, CHANCE, SEARCHING)))
    tournament.stopping_rules.update(dict.fromkeys(contests, StoppingRule(None, 3)))
    play_contests(tournament, contests)
    curve = [{"rounds": 1000 * n, "seconds": 60.0 * n, "value": 1 / n} for n in range(1, 900)]
    (folder / "curves" / "lopaka").mkdir(parents=True)
    (folder / "curves" / "lopaka" / "curve.json").write_text(json.dumps(curve), encoding="utf-8")
    write_page(
        folder / "strength.md", edition_reports(tournament), (CHANCE, HEURISTIC), folder / "curves"
    )
    return folder / "strength.md"


@pytest.mark.slow
def test_the_page_has_a_cross_table_of_players_without_search(page):
    text = page.read_text(encoding="utf-8")

    assert re.search(r"^\| `rules_of_thumb` \|  \| \+\d+\.\d ± \d+\.\d \|$", text, re.MULTILINE)


def test_the_page_begins_with_who_is_how_strong(page):
    text = page.read_text(encoding="utf-8")

    assert re.search(r"^\| \[classic/lopaka\]\(#classiclopaka\) \| `.+` \+\d", text, re.MULTILINE)


def test_players_that_search_have_a_table_of_their_own(page):
    rows = page.read_text(encoding="utf-8").splitlines()

    assert any(row.startswith(f"| `{SEARCHING}` | `uniform` |") for row in rows)
    assert any(row.startswith(f"| `uniform` | `{SEARCHING}` |") for row in rows)


def test_levels_are_compared_with_the_level_below(page):
    text = page.read_text(encoding="utf-8")

    assert f"| `{LOPAKA}` | `{HEURISTIC}` | `{CHANCE}` | +" in text


def test_the_page_names_the_deals(page):
    assert re.search(r"\| `[0-9a-f]{64}` \|", page.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("stops", "said"),
    [
        ([StoppingRule(None, 1)], "1 deals"),
        ([StoppingRule(2.0, 2), StoppingRule(0.5, 1)], "± 0.5, 2; 1 to 2 deals"),
        ([StoppingRule(2.0, 1), StoppingRule(None, 1)], "± 2; 1 deals"),
    ],
)
def test_the_page_says_in_short_when_play_was_to_stop(tmp_path, stops, said):
    tournament = open_tournament(tmp_path / "played", 1)
    pairs = [(HEURISTIC, CHANCE), (SEARCHING, CHANCE)]
    tournament.stopping_rules |= {
        make_contest(ContestKind.HEAD_TO_HEAD, LOPAKA, pair): stop
        for pair, stop in zip(pairs, stops, strict=False)
    }
    play_contests(tournament, list(tournament.stopping_rules))

    write_page(tmp_path / "strength.md", edition_reports(tournament), (), None)

    assert f"| {said} | 1 |" in (tmp_path / "strength.md").read_text(encoding="utf-8")


def test_every_plot_of_the_page_is_there(page):
    links = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", page.read_text(encoding="utf-8"))

    assert links == ["strength/classic-lopaka.svg", "strength/training-lopaka.svg"]
    for link in links:
        ET.parse(page.parent / link)


def test_the_page_says_how_long_the_training_took(page):
    assert "| lopaka | 899,000 | 15.0 |" in page.read_text(encoding="utf-8")


def test_a_curve_that_is_none_is_refused(tmp_path):
    (tmp_path / "4.curve.json").write_text('[{"value": 1}]', encoding="utf-8")

    with pytest.raises(BottleImpError, match="has no rounds"):
        read_curves(tmp_path)


def test_curves_stand_under_their_mode(tmp_path):
    (tmp_path / "4.curve.json").write_text('[{"rounds": 1, "value": 2}]', encoding="utf-8")

    assert read_curves(tmp_path) == {"4": [{"rounds": 1, "value": 2}]}


def test_gains_are_drawn_with_intervals_where_there_are_any():
    losses = [{"rounds": 1000.0 * n, "seconds": 60.0 * n, "value": 1 / n} for n in range(1, 9)]
    look = {"rounds": 9000.0, "seconds": 540.0, "value": 0.1}
    look |= {"gain": 2.0, "gain_error": 0.5, "against": 4000.0}

    ((_, picture),) = plots((), {"lopaka": [*losses, look]})

    assert "points a round gained among the snapshot before" in picture
    assert picture.count('class="mark"') == 1
    assert "against" not in picture
    assert picture.count("<polyline") == 2


def test_a_curve_of_losses_alone_has_no_gains():
    ((_, picture),) = plots((), {"lopaka": [{"rounds": 1.0, "value": 2.0}]})

    assert "gained" not in picture


def test_many_points_of_a_curve_are_averaged_to_few():
    points = downsample([(n, 2 * n) for n in range(1000)])

    assert len(points) <= 240
    assert points[0] == (2, 4)
