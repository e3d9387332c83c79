"""A round that is replayed bit by bit is the round that is replayed at once."""

from random import Random

import pytest

from bottleimp.envs import recorded_rounds
from bottleimp.envs.recorded_rounds import ReplayedRounds, replayed_round
from bottleimp.envs.vector_env import Autoreset, VectorEnv
from bottleimp.knowledge.observation import observe

ROWS = 3


@pytest.mark.parametrize("most", [1, ROWS])
@pytest.mark.parametrize("key", ["classic/3", "matagot/devils-eye"])
def test_what_is_seen_bit_by_bit_is_what_is_seen_at_once(
    key: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recorded_rounds, "MOST_KEPT", most)
    env, random = VectorEnv(key, ROWS, asks_forced=True, autoreset=Autoreset.SAME_STEP), Random(4)
    step, replayed = env.reset(seed=2), ReplayedRounds(env.edition)
    compared = finished = 0
    while finished < 2 * ROWS:
        for row in range(ROWS):
            if random.random() < 0.3:  # so that several actions, or the deal, are new now and then
                dealt, actions = env._record(row)
                seat = random.choice([None, *range(env.num_seats)])
                expected = observe(replayed_round(env.edition, dealt, actions), seat)
                compared += 1

                assert replayed.observation(row, dealt, actions, seat) == expected
        step = env.step(step.action_mask.argmax(axis=1))
        finished += int(step.terminated.sum())
    assert compared > ROWS


def test_an_earlier_moment_of_a_round_is_replayed_from_its_deal() -> None:
    env = VectorEnv("classic/3", 1, asks_forced=True, autoreset=Autoreset.DISABLED)
    step, replayed = env.reset(seed=2), ReplayedRounds(env.edition)
    for _ in range(9):
        step = env.step(step.action_mask.argmax(axis=1))
    dealt, actions = env._record(0)
    replayed.observation(0, dealt, actions, 1)

    earlier = observe(replayed_round(env.edition, dealt, actions[:4]), 1)
    assert replayed.observation(0, dealt, actions[:4], 1) == earlier
