"""Plots are drawings that any reader of SVG accepts."""

from xml.etree import ElementTree as ET

import pytest

from bottleimp.analysis.report.plots import Bar, Curve, bar_chart, line_chart, nice_ticks, si_number

SVG = "{http://www.w3.org/2000/svg}"


def words(picture: str) -> list[str]:
    """All words of a drawing."""
    return ["".join(node.itertext()) for node in ET.fromstring(picture).iter(f"{SVG}text")]


def test_every_bar_has_its_name():
    picture = bar_chart("A <title>", "points", [Bar("a&b", 3, 2, 4), Bar("c", -1, -2, 0)])

    assert {"A <title>", "a&b", "c", "points"} <= set(words(picture))


def test_longer_bars_stand_for_greater_values():
    picture = bar_chart("t", "u", [Bar("a", 4, 3, 5), Bar("b", 2, 1, 3)])
    widths = [float(r.get("width", 0)) for r in ET.fromstring(picture).iter(f"{SVG}rect")]

    assert widths[0] == pytest.approx(2 * widths[1], abs=0.2)


def test_an_interval_without_end_is_drawn_to_the_edge():
    picture = bar_chart("t", "u", [Bar("a", 4, float("-inf"), float("inf"))])

    assert "inf" not in picture
    assert "nan" not in picture


def test_a_curve_goes_through_all_its_points():
    picture = line_chart("t", "rounds", [Curve("loss", [(0, 3), (1000, 2), (2_000_000, 1)])])
    (line,) = ET.fromstring(picture).iter(f"{SVG}polyline")

    assert len((line.get("points") or "").split()) == 3
    assert {"loss", "rounds", "2M"} <= set(words(picture))


def test_intervals_of_a_curve_stand_around_its_points():
    picture = line_chart("t", "rounds", [Curve("gain", [(0, 3), (1000, 2)], [1.0, 2.0])])
    marks = [one for one in ET.fromstring(picture).iter(f"{SVG}line") if one.get("class") == "mark"]

    lengths = [abs(float(one.get("y1", 0)) - float(one.get("y2", 0))) for one in marks]
    assert lengths[1] == pytest.approx(2 * lengths[0], abs=0.2)


def test_a_curve_without_intervals_has_no_marks():
    assert 'class="mark"' not in line_chart("t", "x", [Curve("loss", [(0, 3), (1, 2)])])


def test_a_curve_of_one_point_is_drawn():
    assert "<polyline" in line_chart("t", "x", [Curve("loss", [(5, 3)])])


def test_plots_are_readable_on_dark_pages():
    assert "prefers-color-scheme: dark" in bar_chart("t", "u", [Bar("a", 1, 0, 2)])


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (0, 10, [0, 2, 4, 6, 8, 10]),
        (-3, 4, [-4, -2, 0, 2, 4]),
        (0.1, 0.12, [0.1, 0.105, 0.11, 0.115, 0.12]),
    ],
)
def test_scales_have_round_numbers(low, high, ticks):
    assert ticks == pytest.approx(nice_ticks(low, high))


def test_large_numbers_are_written_short():
    assert [si_number(n) for n in (0, 500, 2e4, 1.5e6, 2e9)] == ["0", "500", "20k", "1.5M", "2G"]
