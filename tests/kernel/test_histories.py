import numpy as np
import pytest

from bottleimp.kernel.encoding.info_state import features_of
from bottleimp.kernel.round_batch import Rounds
from bottleimp.kernel.sampling.history_sampler import histories
from bottleimp.kernel.sampling.world_template import Imagined, imagined
from bottleimp.kernel.search.one_ply import even_worlds
from bottleimp.knowledge.observation import observe
from bottleimp.rules.cardsets import lowest
from bottleimp.rules.editions import edition, edition_keys
from tests.support.random_rounds import asked_in_turn
from tests.support.short_runs import sparing

WORLDS = 4
# Compiling an edition takes seconds; the others are tested in the long run.
TYPICAL = ("classic/4", "classic/bright-house", "matagot/devils-eye", "classic/lopaka", "matagot/5")


def replayed(rounds: Rounds, actions: np.ndarray, frame: Imagined) -> None:
    """Take the actions of each past, then reach the seat's own decision."""
    for step in range(actions.shape[1]):
        rounds.look()
        for number in range(WORLDS):
            assert rounds.legal[number] >> actions[number, step] & 1
        rounds.act(actions[:, step])
    made = 0
    rounds.look()
    while rounds.turns[0] != frame.seat or made < len(frame.pending):
        if rounds.turns[0] == frame.seat:
            rounds.act(np.full(WORLDS, frame.pending[made]))
            made += 1
        else:
            rounds.act(np.array([lowest(int(legal)) for legal in rounds.legal]))
        rounds.look()


@pytest.mark.slow
@pytest.mark.parametrize("key", sparing(edition_keys(), TYPICAL))
def test_every_past_leads_to_what_the_seat_has_seen(key: str) -> None:
    playing = edition(key)
    for played, seat in asked_in_turn(playing, 7):
        if len(played.legal_for(seat)) > 1:
            observation = observe(played, seat)
            frame = imagined(observation)
            worlds = even_worlds(frame, WORLDS, seed=3)
            rounds = Rounds.room(playing, WORLDS)
            actions = histories(observation, frame, worlds, 4, rounds.rows)
            replayed(rounds, actions, frame)
            expected = features_of(observation)
            for number in range(WORLDS):
                np.testing.assert_array_equal(expected, rounds.features[number])
