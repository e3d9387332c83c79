"""Relative scores, compiled and for many rounds, against their definition in plain Python."""

import numpy as np
import pytest

from bottleimp.analysis.arena.lineups import playing_sides
from bottleimp.kernel.compile.frozen_layout import freeze_layout
from bottleimp.kernel.compile.jit import jit
from bottleimp.kernel.relative_scores import (
    mean_relative_scores,
    relative_score,
    relative_scores,
)
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition, edition_from_text, edition_keys
from bottleimp.rules.position import Layout
from tests.support.short_runs import ONE_OF_EACH_KIND, sparing

ROUNDS = 20


@jit
def compiled_relative_score(layout: Layout, scores: tuple[int, ...], seat: int) -> float:
    return relative_score(layout, scores, seat)


def mean(values: list[float]) -> float:
    return sum(values) / len(values)


def lead(playing: Edition, points: list[float], seats: tuple[int, ...]) -> float:
    """The mean of the seats less the mean of those that decide and are on other sides."""
    own_sides = {playing.sides[seat] for seat in seats}
    others = [
        points[seat]
        for seat, side in enumerate(playing.sides)
        if side not in own_sides and seat not in playing.driven
    ]
    return mean([points[seat] for seat in seats]) - mean(others)


def random_points(playing: Edition) -> np.ndarray:
    return np.random.default_rng(7).integers(-40, 120, (ROUNDS, playing.seats))


@pytest.mark.parametrize("key", edition_keys())
def test_all_seats_of_many_rounds_have_the_relative_scores_of_the_definition(key: str) -> None:
    playing = edition_from_text(key)
    points = random_points(playing)

    expected = [
        [lead(playing, row, (seat,)) for seat in range(playing.seats)] for row in points.tolist()
    ]

    assert relative_scores(playing, points).tolist() == expected


@pytest.mark.parametrize("key", edition_keys())
def test_a_side_leads_by_its_mean_over_the_others(key: str) -> None:
    playing = edition_from_text(key)
    points = random_points(playing)
    for side in playing_sides(playing):
        expected = [lead(playing, row, side) for row in points.tolist()]

        assert mean_relative_scores(playing, points, side).tolist() == expected


@pytest.mark.parametrize("key", sparing(edition_keys(), ONE_OF_EACH_KIND))
def test_compiled_code_takes_doubled_scores_back_to_points(key: str) -> None:
    playing = edition_from_text(key)
    layout = freeze_layout(playing.layout)
    points = random_points(playing).tolist()
    for row in points:
        scores = tuple(score * weight for score, weight in zip(row, playing.weights, strict=True))
        for seat in range(playing.seats):
            found = compiled_relative_score(layout, scores, seat)

            assert found == lead(playing, row, (seat,))


def test_partners_are_left_out_of_the_mean_of_the_others() -> None:
    playing = edition("matagot/4-teams")  # seats 0 and 2 are partners, the others play alone

    assert relative_scores(playing, np.array([[10, 3, 32, 9]])).tolist() == [[4, -14, 26, -6]]
