"""Many rounds solved at once have the values that they have one by one."""

import numpy as np
import pytest

from bottleimp.kernel.arrays import FloatArray
from bottleimp.kernel.encoding.position_rows import write_position
from bottleimp.kernel.round_batch import RoundBatch
from bottleimp.rules.editions import edition
from bottleimp.solving import TranspositionTable, UtilityMeasure, maximin_objective, solve_value
from bottleimp.solving.open_rounds import maximin_gains
from tests.support.random_rounds import asked_in_turn

LIMIT = 1 << 30
LATE = 10  # cards in hands


def late_rounds(key: str, seed: int) -> tuple[RoundBatch, FloatArray]:
    """Rounds of one deal near its end, one after each card, and the value of each for seat 0."""
    playing = edition(key)
    late = [
        played.position
        for played, _ in asked_in_turn(playing, seed)
        if played.tricks and sum(map(int.bit_count, played.position.hands)) <= LATE
    ]
    rounds = RoundBatch.allocate(playing, len(late))
    for row, position in zip(rounds.rows, late, strict=True):
        write_position(position, row)
    objective = maximin_objective(playing.layout, 0, UtilityMeasure.GAIN)
    values = [solve_value(playing.layout, position, objective) for position in late]
    return rounds, np.array(values, np.float64)


@pytest.mark.slow
@pytest.mark.parametrize("key", ["classic/bright-house", "classic/lopaka", "matagot/devils-eye"])
def test_rounds_have_the_values_that_they_have_alone(key: str) -> None:
    table = TranspositionTable(1 << 10)
    for seed in range(5):
        rounds, expected = late_rounds(key, seed)
        deals = np.full(len(rounds.rows), seed)

        np.testing.assert_allclose(maximin_gains(rounds, deals, 0, LIMIT, table), expected)


@pytest.mark.slow
def test_the_limit_holds_for_all_rounds_together() -> None:
    rounds, expected = late_rounds("classic/bright-house", 1)
    found = maximin_gains(rounds, np.arange(len(rounds.rows)), 0, 3, TranspositionTable(1 << 10))

    assert np.isnan(found).any()
    np.testing.assert_allclose(found[~np.isnan(found)], expected[~np.isnan(found)])
