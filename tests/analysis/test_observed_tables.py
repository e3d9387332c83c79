"""What is observed at tables that keep their history is what their batch of rounds shows."""

import numpy as np
import pytest

from bottleimp.analysis.evaluation.open_hand_evaluation import OpenHandRounds
from bottleimp.kernel.encoding.features import features_of
from bottleimp.kernel.encoding.info_state_rows import info_state_row
from bottleimp.kernel.round_batch import RoundBatch
from bottleimp.rules.cardsets import members
from bottleimp.rules.editions import edition
from tests.kernel.test_batch_search import KEYS

pytestmark = pytest.mark.slow

ROUNDS = 6


@pytest.mark.parametrize("key", KEYS)
def test_what_is_observed_is_what_the_batch_shows(key: str) -> None:
    playing = edition(key)
    random = np.random.default_rng(3)
    rounds = RoundBatch.allocate(playing, ROUNDS)
    rounds.deal(seed=8, first=0)
    numbers = np.arange(0, ROUNDS, 2)
    tables = OpenHandRounds(rounds, (), ())

    while rounds.next_decisions():
        live = np.flatnonzero(rounds.turns >= 0)
        for number in np.intersect1d(live, numbers).tolist():
            seen = tables.observation(number)
            assert seen.seat == rounds.turns[number]
            np.testing.assert_array_equal(features_of(seen), rounds.features[number])
            np.testing.assert_array_equal(
                info_state_row(seen), rounds.info_state_rows(np.array([number]))[0]
            )
        actions = np.full(ROUNDS, -1, np.int64)
        actions[live] = [random.choice(tuple(members(int(rounds.legal[n])))) for n in live]
        tables.step(actions)

    with pytest.raises(ValueError, match="Round 2 is over"):
        tables.observation(2)
