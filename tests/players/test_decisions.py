"""What players are asked is the same, whether it comes as arrays or as observations."""

import numpy as np
import pytest

from bottleimp.analysis.arena.lineups import arena_deal, decision_batch
from bottleimp.analysis.evaluation.open_hand_evaluation import OpenHandRounds, seat_seeds
from bottleimp.errors import BottleImpError
from bottleimp.kernel.round_batch import ROUND_OVER
from bottleimp.players.catalogue import build_player
from bottleimp.players.decision_seed import decision_seed
from bottleimp.players.decisions import DecisionBatch
from bottleimp.players.player import SeatPlayer
from bottleimp.rules.editions import edition
from tests.support.short_runs import sparing

DEALS = 3
SEED = 6
KEYS = sparing(
    ("classic/4", "classic/bright-house", "classic/lopaka", "matagot/5-teams"), ("classic/4",)
)


def decisions_of(tables: OpenHandRounds) -> DecisionBatch:
    """The decisions in all rounds that are not over."""
    live = np.flatnonzero(tables.rounds.turns != ROUND_OVER)
    return decision_batch(tables.rounds, live, tables.seeds, tables.observation)


@pytest.mark.parametrize("key", KEYS)
def test_arrays_and_observations_tell_the_same_and_get_the_same_answers(key: str) -> None:
    playing = edition(key)
    tables = OpenHandRounds.from_deals(
        [arena_deal(playing, SEED, number) for number in range(DEALS)],
        [()] * DEALS,
        [seat_seeds(playing, SEED, number) for number in range(DEALS)],
    )
    players = [build_player(name) for name in ("uniform", "rules_of_thumb", "newcomer")]
    while tables.rounds.next_decisions():
        arrays = decisions_of(tables)
        seen = DecisionBatch.from_observations(arrays.observations, arrays.seeds)
        for name in ("features", "info_states", "legal", "legal_mask", "decision_points"):
            np.testing.assert_array_equal(getattr(arrays, name), getattr(seen, name), name)
        assert arrays.decision_seeds == tuple(map(decision_seed, seen.seeds, seen.observations))
        for player in players:
            together = player.choose_actions(arrays).tolist()
            assert player.choose_actions(seen).tolist() == together
            alone = [
                SeatPlayer(player, seed).choose(one)
                for one, seed in zip(seen.observations, seen.seeds, strict=True)
            ]
            numbers = [list(one.legal_actions).index(action) for one, action in
                       zip(seen.observations, alone, strict=True)]  # fmt: skip
            legal = [np.flatnonzero(row).tolist() for row in seen.legal_mask]
            assert [row[k] for row, k in zip(legal, numbers, strict=True)] == together
        actions = np.full(DEALS, -1, np.int64)
        actions[tables.rounds.turns != ROUND_OVER] = players[0].choose_actions(arrays)
        tables.step(actions)


def test_rounds_without_history_have_no_observations() -> None:
    with pytest.raises(BottleImpError, match="without observations"):
        _ = DecisionBatch(edition("classic/4"), (1,)).observations
