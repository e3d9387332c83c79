"""A round that is replayed bit by bit is the round that is replayed at once."""

from random import Random

import pytest

from bottleimp.envs.recorded_rounds import ReplayedRounds, replayed_observation
from bottleimp.envs.vector_env import Autoreset, VectorEnv

ROWS = 3


@pytest.mark.parametrize("key", ["classic/3", "matagot/devils-eye"])
def test_what_is_seen_bit_by_bit_is_what_is_seen_at_once(key: str) -> None:
    env, random = VectorEnv(key, ROWS, asks_forced=True, autoreset=Autoreset.DISABLED), Random(4)
    step = env.reset(seed=2)
    dealt = [env._record(row)[0] for row in range(ROWS)]
    replayed = ReplayedRounds(env.edition, dealt)
    compared = 0
    while (step.seats >= 0).any():
        for row in range(ROWS):
            if random.random() < 0.3:  # so that several actions are new now and then
                actions = env._record(row)[1]
                seat = random.choice([None, *range(env.num_seats)])
                expected = replayed_observation(env.edition, dealt[row], actions, seat)
                compared += 1

                assert replayed.observation(row, actions, seat) == expected
        step = env.step(step.action_mask.argmax(axis=1))
    assert compared > ROWS
