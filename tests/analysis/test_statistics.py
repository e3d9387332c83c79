import math

import numpy as np
import pytest

from bottleimp.analysis.arena.statistics import (
    AnytimeEstimate,
    Estimate,
    anytime_estimate,
    estimate,
    incomplete_beta,
    t_probability,
    t_quantile,
)


def test_a_mean_and_its_standard_error_are_those_worked_out_by_hand():
    """2, 4, 4, 4, 5, 5, 7, 9: mean 5, squares add to 32, so the error is sqrt(32 / 7 / 8)."""
    found = estimate([2, 4, 4, 4, 5, 5, 7, 9])

    assert found.mean == 5
    assert math.sqrt(32 / 7 / 8) == pytest.approx(found.standard_error)
    assert found.count == 8


def test_the_order_of_the_values_changes_nothing():
    values = [0.1, 1e16, -1e16, 3.7, 2e-9]

    assert estimate(values) == estimate(values[::-1])


def test_one_value_says_nothing_about_its_spread():
    found = estimate([3.0])

    assert found.mean == 3
    assert math.inf == found.half_width()


def test_there_is_no_mean_of_no_values():
    with pytest.raises(ValueError, match="no values"):
        estimate([])


@pytest.mark.parametrize(
    ("probability", "freedom", "quantile"),
    [
        (0.975, 1, 12.7062),
        (0.975, 2, 4.30265),
        (0.95, 4, 2.13185),
        (0.975, 9, 2.26216),
        (0.995, 10, 3.16927),
        (0.975, 30, 2.04227),
        (0.975, 120, 1.97993),
        (0.5, 7, 0.0),
    ],
)
def test_quantiles_of_the_t_distribution_are_those_of_printed_tables(
    probability, freedom, quantile
):
    assert quantile == pytest.approx(t_quantile(probability, freedom), abs=6e-5)


def test_with_many_values_the_t_distribution_is_the_normal_one():
    assert pytest.approx(t_quantile(0.975, 1_000_000), abs=1e-5) == 1.959964


def test_a_t_distribution_with_one_degree_of_freedom_has_the_arc_tangent():
    for value in (0.0, 0.3, 1.0, 4.0, 100.0):
        assert 0.5 + math.atan(value) / math.pi == pytest.approx(t_probability(value, 1))


def test_the_incomplete_beta_function_of_whole_numbers_counts_coin_tosses():
    """I_p(k, n - k + 1) is the chance of at least k heads in n tosses."""
    n, k, p = 9, 4, 0.3
    at_least = sum(math.comb(n, i) * p**i * (1 - p) ** (n - i) for i in range(k, n + 1))

    assert at_least == pytest.approx(incomplete_beta(p, k, n - k + 1))
    assert (incomplete_beta(0, 2, 3), incomplete_beta(1, 2, 3)) == (0, 1)


def test_an_interval_is_the_mean_and_the_quantile_times_the_error_to_both_sides():
    found = Estimate(mean=10, standard_error=2, count=10)

    assert pytest.approx(found.low, abs=1e-4) == 10 - 2.26216 * 2
    assert pytest.approx(found.high, abs=1e-4) == 10 + 2.26216 * 2
    assert found.half_width(0.9) < found.half_width(0.99)


@pytest.mark.parametrize(("probability", "freedom"), [(0.4, 3), (1.0, 3), (0.9, 0)])
def test_a_quantile_that_does_not_exist_is_refused(probability, freedom):
    with pytest.raises(ValueError, match="must be"):
        t_quantile(probability, freedom)


def test_a_confidence_sequence_is_as_wide_as_worked_out_by_hand():
    """At 500 values the squared scale is 5.9915 + log(6.9915) = 7.936 for 95 %."""
    expected = math.sqrt(2 * 8.936 / 7.936 * math.log(math.sqrt(8.936) / 0.05))

    assert expected == pytest.approx(AnytimeEstimate(0, 1, 500).half_width(), rel=1e-4)
    assert AnytimeEstimate(0, 2, 500).half_width() == pytest.approx(2 * expected, rel=1e-4)
    assert anytime_estimate([3.0]).half_width() == math.inf


def test_looking_at_every_hundred_values_spoils_usual_intervals_and_no_confidence_sequence():
    """Of 800 rows of values whose true mean is 0, in how many some look says otherwise."""
    looks, rows = range(100, 2001, 100), 800
    values = np.random.default_rng(3).normal(size=(rows, looks[-1]))
    wrong = {Estimate: np.zeros(rows, bool), AnytimeEstimate: np.zeros(rows, bool)}
    for count in looks:
        means = values[:, :count].mean(axis=1)
        errors = values[:, :count].std(axis=1, ddof=1) / math.sqrt(count)
        for kind, told in wrong.items():
            widths = [kind(0, error, count).half_width() for error in errors.tolist()]
            told[np.abs(means) > widths] = True

    assert wrong[Estimate].mean() > 0.15
    assert wrong[AnytimeEstimate].mean() <= 0.05
