"""Intervals where little was seen, players who never met, and the same rounds in two contests."""

import re
from dataclasses import asdict, replace
from math import inf, isinf
from pathlib import Path

import numpy as np
import pytest

from bottleimp.analysis.arena.arena_report import format_estimate, format_share
from bottleimp.analysis.arena.ratings import (
    RatedRounds,
    Strength,
    linear_strengths,
    openskill_ratings,
)
from bottleimp.analysis.arena.statistics import (
    Estimate,
    estimate,
    largest_share,
    smallest_share,
)
from bottleimp.analysis.arena.tournament_report import strength_row
from bottleimp.analysis.evaluation.exploitability import (
    make_measurement,
    short_name,
)
from bottleimp.analysis.evaluation.exploitability_report import ResponderGains, gain_rows
from bottleimp.analysis.evaluation.panel_measurement import (
    make_panel_measurement,
    run_panel_measurement,
)
from bottleimp.analysis.evaluation.panel_report import (
    panel_section,
    read_panel_results,
    surrogate_estimate,
)
from bottleimp.analysis.evaluation.responders import NetworkSource
from bottleimp.analysis.report.strength_page import format_interval
from bottleimp.cli.main import main
from bottleimp.players.network import Network
from bottleimp.rules.editions import edition
from tests.support.players.networks import drawn_network, written

KEY = "classic/4"


def rounds(players: tuple[str, ...], deals: list[int], seated: list[list[int]]) -> RatedRounds:
    """Rounds of two sides in which a player of a higher number makes more points."""
    who = np.array(seated)
    random = np.random.default_rng(1)
    return RatedRounds(players, np.array(deals), who, who + random.normal(0, 1, who.shape))


# --- ratings ----------------------------------------------------------------------------------


def test_players_who_never_met_have_no_common_scale() -> None:
    pairs = [[0, 1], [2, 3]] * 20
    apart = rounds(("a", "b", "c", "d"), list(range(40)), pairs)
    joined = rounds(("a", "b", "c", "d"), list(range(41)), [*pairs, [1, 2]])

    assert set(apart.groups) == {frozenset("ab"), frozenset("cd")}
    assert len(joined.groups) == 1
    for found in (linear_strengths(apart, 20), openskill_ratings(apart, 3)):
        assert all(isinf(one.low) and isinf(one.high) for one in found)
    assert not any(isinf(one.low) for one in linear_strengths(joined, 20)[:2])


def test_a_player_of_few_of_the_deals_has_no_interval() -> None:
    few = rounds(("a", "b", "c"), list(range(60)), [[0, 1]] * 55 + [[0, 2]] * 5)
    many = rounds(("a", "b", "c"), list(range(60)), [[0, 1]] * 40 + [[0, 2]] * 20)
    small = rounds(("a", "b"), list(range(5)), [[0, 1]] * 5)

    assert [isinf(one.high) for one in linear_strengths(few, 20)] == [False, False, True]
    assert [isinf(one.high) for one in linear_strengths(many, 20)] == [False] * 3
    assert [isinf(one.high) for one in linear_strengths(small, 20)] == [False] * 2


def test_a_strength_without_an_interval_is_told_with_a_dash() -> None:
    unknown = Strength("a", 1.0, -inf, inf)

    assert strength_row(unknown) == ("a", "+1.00", "-")
    assert format_interval(unknown) == "+1.0 (-)"
    assert format_interval(replace(unknown, low=0.5, high=1.5)) == "+1.0 (+0.5 to +1.5)"


def test_rounds_that_two_contests_played_count_once() -> None:
    one = rounds(("a", "b"), [0, 0, 1], [[0, 1], [1, 0], [0, 1]])
    renamed = RatedRounds(("b", "a"), one.deals, 1 - one.player_indices, one.points)
    both = one.concatenate(renamed)
    more = one.concatenate(replace(renamed, deals=renamed.deals + 2))

    assert len(both.deals) == 6
    assert both.without_repeats().points.tolist() == one.points.tolist()
    assert len(more.without_repeats().deals) == 6


# --- shares and regressions -------------------------------------------------------------------


def test_a_share_near_nothing_is_told_by_how_great_it_may_be() -> None:
    never, seldom = estimate([0.0] * 50), estimate([0.0] * 48 + [0.25, 0.25])

    assert format_share(never).startswith("0.0%, at most ")
    assert 0.05 < largest_share(never) < 0.10  # of 50 cases: the rule of three says 6 %
    assert format_share(seldom).startswith("1.0%, at most ")
    assert largest_share(seldom) > seldom.high
    assert format_share(Estimate(0.2, 0.02, 400)) == "20.0% ± 3.9%"


def test_a_share_near_all_is_told_by_how_small_it_may_be() -> None:
    always, mostly = estimate([1.0] * 50), estimate([1.0] * 48 + [0.75, 0.75])

    assert format_share(always, ".0%").startswith("100%, at least ")
    assert smallest_share(always) == 1 - largest_share(estimate([0.0] * 50))
    assert format_share(mostly).startswith("99.0%, at least ")
    assert format_share(estimate([0.5] * 3), ".0%") == "50% ± -"


def test_values_that_are_all_alike_or_one_alone_tell_no_interval() -> None:
    assert format_estimate(estimate([0.0] * 3)) == "0.00 ± -"
    assert format_estimate(estimate([2.5])) == "2.50 ± -"
    assert format_share(estimate([0.0])) == "0.0% ± -"
    assert format_estimate(estimate([1.0, 2.0, 3.0]), "+.1f") == "+2.0 ± 2.5"


@pytest.mark.parametrize("mean", [-0.001, 0.0, 1e-9, 0.001])
def test_a_share_that_a_regression_takes_to_nothing_is_one_of_so_many_values(mean: float) -> None:
    none_of_49 = largest_share(Estimate(0.0, 0.0, 49))

    assert largest_share(Estimate(mean, 0.01, 50, 2)) == pytest.approx(none_of_49, abs=0.005)


@pytest.mark.slow
def test_the_greatest_share_holds_for_rare_events() -> None:
    random = np.random.default_rng(4)
    held = []
    for _ in range(2000):
        found = estimate((random.random((25, 4)) < 0.011).mean(axis=1).tolist())
        upper = largest_share(found) if found.low < 0 or not found.standard_error else found.high
        held.append(upper >= 0.011)

    assert np.mean(held) > 0.94  # Student's interval holds in 69 of 100


@pytest.mark.slow
def test_a_regression_on_few_deals_has_intervals_that_hold() -> None:
    random = np.random.default_rng(7)
    held = []
    for _ in range(3000):
        luck = random.normal(0, 1, 200)
        values = 3 + luck[:20] + random.normal(0, 1, 20)
        found = surrogate_estimate(values, luck)
        held.append(found.low <= 3 <= found.high)

    assert np.mean(held) == pytest.approx(0.95, abs=0.012)


# --- the panel --------------------------------------------------------------------------------


def measured(folder: Path, player: str, member: str, deals: int = 3) -> None:
    measurement = make_panel_measurement(KEY, player, member, 5, None)
    assert list(run_panel_measurement(measurement, folder, deals))[-1] == deals


def test_means_are_over_members_that_all_players_have_met(tmp_path: Path) -> None:
    for member in ("style_lowest", "style_cautious", "style_greedy"):
        measured(tmp_path, "uniform", member)
    for member in ("style_lowest", "style_cautious"):
        measured(tmp_path, "rules_of_thumb", member)
    found = {one.results.player: one for one in read_panel_results(tmp_path, "uniform")}
    rows = [line for line in panel_section(list(found.values()), "uniform") if "| mean" in line]

    assert set(found["uniform"].of_shared) == {"style_lowest", "style_cautious"}
    assert len(found["uniform"].of_members) == 3
    assert [row.split(" | ")[1] for row in rows] == ["mean", "mean of 2"]

    measured(tmp_path, "first_evening", "style_greedy")
    again = read_panel_results(tmp_path, "uniform")
    assert not any(one.has_mean for one in again)
    assert not any("| mean" in line for line in panel_section(again, "uniform"))


@pytest.mark.parametrize(
    "words",
    [
        ("panel", "--edition", KEY, "--players", "uniform", "--members", "style_lowest"),
        ("exploitability", "--edition", KEY, "--population", "uniform", "--responders", "uniform"),
        ("regret", "--edition", KEY, "--players", "uniform", "--judge-worlds", "4"),
        ("tournament", "--editions", KEY, "--players", "uniform", "first_evening"),
    ],
)
def test_one_deal_has_no_infinite_interval(
    words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command, *options = words

    assert main([command, str(tmp_path), *options, "--deals", "1", "--processes", "1"]) == 0
    text = capsys.readouterr().out
    assert "`uniform`" in text or "uniform  " in text
    assert re.search(r"\binf\b", text) is None


def test_a_file_of_weights_is_a_baseline(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.npz"
    written(drawn_network(edition(KEY)), file)
    players = ["--players", str(file), "uniform", "--members", "style_lowest"]
    call = ["panel", str(tmp_path / "found"), *players, "--deals", "2", "--processes", "1"]

    assert main([*call, "--baseline", str(file)]) == 0
    rows = [line for line in capsys.readouterr().out.splitlines() if line.startswith("| `uniform`")]
    assert "±" in rows[0].split(" | ")[5]  # own points less the baseline's


# --- what tells networks apart ----------------------------------------------------------------


def test_every_weight_of_a_network_counts_in_its_checksum(tmp_path: Path) -> None:
    first = drawn_network(edition(KEY))
    block = first.blocks[0]
    others: list[Network] = [
        replace(first, input_bias=first.input_bias + 1),
        replace(first, blocks=((*block[:3], block[3] + 1), *first.blocks[1:])),
        replace(first, location_bias=first.location_bias + 1),
        replace(first, gap_worth=0.5),
    ]
    sums = set()
    for number, network in enumerate([first, *others]):
        file = tmp_path / f"{number}.npz"
        written(network, file)
        sums.add(NetworkSource(KEY, str(file)).checksum)

    assert len(sums) == 1 + len(others)


def test_files_of_weights_are_told_by_what_is_in_them_and_not_by_where_they_lie(
    tmp_path: Path,
) -> None:
    """The population's file is moved, then gets other weights; two responders have one name."""
    first, moved, other = (tmp_path / folder / "pop.npz" for folder in "abc")
    for file, learned in ((first, 0.0), (moved, 0.0), (other, 1.0)):
        file.parent.mkdir()
        network = drawn_network(edition(KEY))
        written(replace(network, input_weights=network.input_weights + np.float32(learned)), file)
    bound = "perfect_information_bound:0"
    of_first, of_other = (short_name(str(file)) for file in (first, other))
    found = []
    for responder, population, points in (
        (bound, first, 8.0), (bound, other, 5.0), ("imp:1", moved, 2.0),
        (str(first), other, 1.0), (str(other), other, 1.0),
    ):  # fmt: skip
        measurement = make_measurement(
            KEY, str(responder), str(population), 1, 5, NetworkSource(KEY, str(first))
        )
        found.append(ResponderGains(asdict(measurement), *[np.full(3, points)] * 3))
    rows = {row[:2]: row[6] for row in gain_rows(found)}

    assert set(rows) == {
        (f"`{bound}`", f"`{of_first}`"), (f"`{bound}`", f"`{of_other}`"),
        ("`imp:1`", f"`{of_first}`"),
        (f"`{of_first}`", f"`{of_other}`"), (f"`{of_other}`", f"`{of_other}`"),
    }  # fmt: skip
    assert rows["`imp:1`", f"`{of_first}`"] == f"25% ± - of `{bound}`"


@pytest.mark.slow
def test_a_lower_limit_does_not_change_what_was_played(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    call = [
        "tournament", str(folder), "--editions", KEY, "--players", "uniform", "first_evening",
        "--processes", "1",
    ]  # fmt: skip
    report = tmp_path / "found.json"
    for deals in ("100", "20"):
        assert main([*call, "--deals", deals, "--half-width", "0.1", "--json", str(report)]) == 0
    assert '"most_deals": 100' in report.read_text()
