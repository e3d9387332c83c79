import numpy as np
import pytest

from bottleimp.game.actions import action_from_number, action_number
from bottleimp.game.deal import Deal
from bottleimp.game.round import Round
from bottleimp.kernel.arrays import IntArray
from bottleimp.kernel.encoding.features import features_of
from bottleimp.kernel.encoding.info_state_rows import info_state_row
from bottleimp.kernel.encoding.position_rows import position_template, read_position
from bottleimp.kernel.round_batch import ROUND_OVER, RoundBatch
from bottleimp.knowledge.observation import observe
from bottleimp.rules.cardsets import members
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition, edition_keys
from tests.support.short_runs import sparing

ROUNDS = 6
# Compiling an edition takes seconds; the others are tested in the long run.
TYPICAL = ("classic/4", "classic/bright-house", "matagot/devils-eye", "classic/lopaka", "matagot/5")


def plain_round(playing: Edition, row: IntArray) -> Round:
    """The round just dealt in a row."""
    position = read_position(position_template(playing), row)
    hands = tuple(playing.deck.cards_of(int(hand)) for hand in position.hands)
    return Round(Deal(playing, hands, playing.deck.cards_of(int(position.passed[-1]))))


def past_forced_actions(played: Round) -> Round:
    while len(played.legal_actions) == 1:
        played = played.play(played.legal_actions[0])
    return played


@pytest.mark.slow
@pytest.mark.parametrize("key", sparing(edition_keys(), TYPICAL))
def test_rounds_side_by_side_show_each_seat_what_its_observation_shows(key: str) -> None:
    playing = edition(key)
    rounds = RoundBatch.allocate(playing, ROUNDS)
    rounds.deal(seed=5, first=0)
    plain = [plain_round(playing, row) for row in rounds.rows]
    random = np.random.default_rng(1)

    while rounds.next_decisions():
        actions = np.full(ROUNDS, -1, np.int64)
        live = np.flatnonzero(rounds.turns != ROUND_OVER)
        info_states = dict(zip(live.tolist(), rounds.info_state_rows(live), strict=True))
        for number, played in enumerate(plain):
            if rounds.turns[number] == ROUND_OVER:
                continue
            now = past_forced_actions(played)
            assert now.turn == rounds.turns[number]
            seen = observe(now, now.turn)
            np.testing.assert_array_equal(features_of(seen), rounds.features[number])
            np.testing.assert_array_equal(info_state_row(seen), info_states[number])
            legal = list(members(int(rounds.legal[number])))
            assert [action_number(playing, action) for action in now.legal_actions] == legal
            actions[number] = random.choice(legal)
            plain[number] = now.play(action_from_number(playing, int(actions[number])))
        rounds.step(actions)

    scores = [past_forced_actions(played).scores for played in plain]
    assert scores == [tuple(row) for row in rounds.returns().tolist()]


def test_the_same_seed_deals_the_same_rounds() -> None:
    one, other = (RoundBatch.allocate(edition("classic/4"), 4) for _ in range(2))
    one.deal(seed=3, first=10)
    other.deal(seed=3, first=12)

    np.testing.assert_array_equal(one.rows[2:], other.rows[:2])


def test_an_onlooker_has_no_information_state_of_its_own() -> None:
    with pytest.raises(ValueError, match="onlooker"):
        features_of(observe(Round(Deal.from_seed(edition("classic/4"), 1)), None))
