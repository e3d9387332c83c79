"""Rounds that go along with a batch: players that search see in them what the batch shows."""

import numpy as np
import pytest

from bottleimp.kernel.encoding.features import features_of
from bottleimp.kernel.encoding.info_state_rows import info_state_row
from bottleimp.kernel.round_batch import RoundBatch
from bottleimp.rules.cardsets import members
from bottleimp.rules.editions import edition
from training.observable_rounds import ObservableRounds

pytestmark = pytest.mark.slow

KEYS = (
    "classic/4",
    "classic/lopaka",
    "classic/bright-house",
    "matagot/devils-eye",
    "matagot/5-teams",
    "matagot/6",
)
ROUNDS = 6


@pytest.mark.parametrize("key", KEYS)
def test_what_is_observed_is_what_the_batch_shows(key: str) -> None:
    playing = edition(key)
    random = np.random.default_rng(3)
    rounds = RoundBatch.allocate(playing, ROUNDS)
    rounds.deal(seed=8, first=0)
    numbers = np.arange(0, ROUNDS, 2)
    beside = ObservableRounds(rounds, numbers)

    while rounds.next_decisions():
        live = np.flatnonzero(rounds.turns >= 0)
        for number in np.intersect1d(live, numbers).tolist():
            seen = beside.observe(number)
            assert seen.seat == rounds.turns[number]
            np.testing.assert_array_equal(features_of(seen), rounds.features[number])
            np.testing.assert_array_equal(
                info_state_row(seen), rounds.info_state_rows(np.array([number]))[0]
            )
        actions = np.full(ROUNDS, -1, np.int64)
        actions[live] = [random.choice(tuple(members(int(rounds.legal[n])))) for n in live]
        rounds.step(actions)
        beside.step(actions)

    with pytest.raises(ValueError, match="Round 2 is over"):
        beside.observe(2)
