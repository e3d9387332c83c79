import numpy as np
import pytest

from bottleimp.kernel.encoding.features import features_of
from bottleimp.kernel.round_batch import RoundBatch
from bottleimp.kernel.sampling.history_sampler import sample_histories
from bottleimp.kernel.sampling.world_template import WorldTemplate, world_template_of
from bottleimp.kernel.search.one_ply import sample_uniform_worlds
from bottleimp.knowledge.observation import observe
from bottleimp.rules.cardsets import lowest
from bottleimp.rules.editions import edition, edition_keys
from tests.support.random_rounds import asked_in_turn
from tests.support.short_runs import sparing

WORLDS = 4
# Compiling an edition takes seconds; the others are tested in the long run.
TYPICAL = ("classic/4", "classic/bright-house", "matagot/devils-eye", "classic/lopaka", "matagot/5")


def replayed(rounds: RoundBatch, actions: np.ndarray, template: WorldTemplate) -> None:
    """Take the actions of each past, then reach the seat's own decision."""
    for step in range(actions.shape[1]):
        rounds.observe()
        for number in range(WORLDS):
            assert rounds.legal[number] >> actions[number, step] & 1
        rounds.step(actions[:, step])
    made = 0
    rounds.observe()
    while rounds.turns[0] != template.seat or made < len(template.start.pending_actions):
        if rounds.turns[0] == template.seat:
            rounds.step(np.full(WORLDS, template.start.pending_actions[made]))
            made += 1
        else:
            rounds.step(np.array([lowest(int(legal)) for legal in rounds.legal]))
        rounds.observe()


@pytest.mark.slow
@pytest.mark.parametrize("key", sparing(edition_keys(), TYPICAL))
def test_every_past_leads_to_what_the_seat_has_seen(key: str) -> None:
    playing = edition(key)
    for played, seat in asked_in_turn(playing, 7):
        if len(played.legal_actions_for(seat)) > 1:
            observation = observe(played, seat)
            template = world_template_of(observation)
            worlds = sample_uniform_worlds(template, WORLDS, seed=3)
            rounds = RoundBatch.allocate(playing, WORLDS)
            actions = sample_histories(observation, template, worlds, 4, rounds.rows)
            replayed(rounds, actions, template)
            expected = features_of(observation)
            for number in range(WORLDS):
                np.testing.assert_array_equal(expected, rounds.features[number])
