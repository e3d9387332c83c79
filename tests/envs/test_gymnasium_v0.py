import warnings
from typing import Any, cast

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from bottleimp.envs.gymnasium_v0 import BottleImpEnv, BottleImpVectorEnv
from bottleimp.envs.returns import ILLEGAL_REWARD
from bottleimp.errors import BottleImpError, PlayerError, UnknownName
from bottleimp.players.catalogue import create_player
from bottleimp.players.rules_of_thumb import RulesOfThumbPlayer
from tests.support.env_rounds import INTEGER_TYPES

pytestmark = pytest.mark.slow


def legal_actions(info, random):
    """A legal action for each row, or for the one row; 0 where there is none."""
    mask = info["action_mask"]
    return (mask * random.random(mask.shape)).argmax(axis=-1)


def vector(count=6, **arguments):
    return BottleImpVectorEnv(count, "classic/3", **arguments)


def run_to_an_end(envs, seed=1):
    """Step until a round ends: what that step returned."""
    _, info = envs.reset(seed=seed)
    random = np.random.default_rng(seed)
    while True:
        result = envs.step(legal_actions(info, random))
        info = result[-1]
        if result[2].any():
            return result


def test_it_passes_the_check_of_the_library_without_a_warning():
    name = "bottleimp.envs.gymnasium_v0:BottleImp-v0"
    env = gymnasium.make(name, edition="classic/3", disable_env_checker=True, render_mode="ansi")

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped)


def test_one_round_is_one_episode():
    env, random = BottleImpEnv("classic/3", seat=1), np.random.default_rng(1)
    _, info = env.reset(seed=5)
    over, rewards = False, []
    while not over:
        assert info["seat"] == 1
        _, reward, over, _, info = env.step(legal_actions(info, random))
        rewards.append(reward)

    assert not any(rewards[:-1])
    assert rewards[-1] == env.rounds.rounds.scores()[0, 1]
    assert not info["action_mask"].any()


@pytest.mark.parametrize("is_illegal", [False, True])
def test_a_round_that_is_over_stays_over_until_the_next(is_illegal):
    env, random, over = BottleImpEnv("classic/3"), np.random.default_rng(1), False
    _, info = env.reset(seed=5)
    while not over:
        action = info["action_mask"].argmin() if is_illegal else legal_actions(info, random)
        _, _, over, _, info = env.step(action)
    for _ in range(2):
        with pytest.raises(BottleImpError, match="The round is over: call `reset`"):
            env.step(0)
    _, info = env.reset()

    assert not env.step(legal_actions(info, random))[2]


def test_the_same_seed_gives_the_same_round_against_the_same_players():
    one, two = BottleImpEnv("classic/3"), BottleImpEnv("classic/3", RulesOfThumbPlayer())
    for env in (one, two):
        env.reset(seed=8)

    random = np.random.default_rng(1)
    info = one.reset(seed=3)[1]
    two.reset(seed=3)
    for _ in range(5):
        action = legal_actions(info, random)
        (mine, *_, info), (yours, *_) = one.step(action), two.step(action)
        np.testing.assert_array_equal(mine, yours)


class Answering:
    """A player that always gives the same answer."""

    def __init__(self, answer):
        self.answer = answer

    def choose_actions(self, decisions):
        return np.full(len(decisions.legal), self.answer)


@pytest.mark.parametrize("answer", [-1, 3.7, 999])
def test_a_player_whose_answer_is_no_action_is_named(answer):
    with pytest.raises(BottleImpError, match="test_gymnasium_v0:Answering"):
        BottleImpEnv("classic/3", Answering(answer)).reset(seed=1)


def test_an_illegal_action_ends_the_round():
    env = BottleImpEnv("classic/3")
    _, info = env.reset(seed=1)
    illegal = info["action_mask"].argmin()

    assert env.step(illegal)[1:4] == (ILLEGAL_REWARD, True, False)
    envs = vector(2)
    _, info = envs.reset(seed=1)
    actions = info["action_mask"].argmax(axis=1)
    actions[1] = info["action_mask"][1].argmin()
    _, rewards, terminated, truncated, _ = envs.step(actions)
    assert rewards.tolist() == [0.0, ILLEGAL_REWARD]
    assert (terminated.tolist(), truncated.tolist()) == ([False, True], [False, False])


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_the_infos_of_an_illegal_action_are_as_the_library_gives_them(mode):
    def single():
        return gymnasium.make("BottleImp-v0", edition="classic/3", seat=1)

    kinds = [
        gymnasium.vector.SyncVectorEnv([single] * 3, autoreset_mode=mode),
        vector(3, seat=1, autoreset_mode=mode),
    ]
    ended = []
    for envs in kinds:
        _, info = envs.reset(seed=1)
        actions = info["action_mask"].argmax(axis=1)
        actions[1] = info["action_mask"][1].argmin()
        *_, terminated, _, info = envs.step(actions)
        info = info.get("final_info", info)
        marks = {name: column.tolist() for name, column in info.items() if name.startswith("_")}
        ended.append((terminated.tolist(), marks, info["action_mask"][1].tolist()))

    of_library, own = ended
    assert own == of_library


def test_in_the_next_step_mode_the_step_after_the_end_deals_anew():
    envs = vector(autoreset_mode=AutoresetMode.NEXT_STEP)
    *_, ended, _, info = run_to_an_end(envs)
    assert not info["action_mask"][ended].any()

    _, rewards, terminated, _, info = envs.step(info["action_mask"].argmax(axis=1))
    assert info["action_mask"][ended].any(axis=1).all()
    assert not rewards[ended].any()
    assert not terminated[ended].any()


def test_in_the_same_step_mode_the_end_is_kept_in_the_info():
    observations, _, ended, _, info = run_to_an_end(vector(autoreset_mode="SameStep"))

    assert info["action_mask"].any(axis=1).all()
    assert info["_final_obs"].tolist() == ended.tolist()
    row = int(np.flatnonzero(ended)[0])
    assert not info["final_info"]["action_mask"][row].any()
    assert (info["final_obs"][row] != observations[row]).any()


def test_without_autoreset_a_mask_says_which_rounds_begin_anew():
    envs = vector(autoreset_mode=AutoresetMode.DISABLED)
    observations, _, ended, _, info = run_to_an_end(envs)
    with pytest.raises(BottleImpError, match="reset_mask"):
        envs.step(info["action_mask"].argmax(axis=1))

    again, info = envs.reset(options={"reset_mask": ended})
    np.testing.assert_array_equal(again[~ended], observations[~ended])
    assert info["action_mask"].any(axis=1).all()
    assert info["_action_mask"].tolist() == ended.tolist()
    with pytest.raises(ValueError, match="reset_mask"):
        envs.reset(options={"reset_mask": np.zeros(6, bool)})


def test_it_is_made_as_a_vector_by_its_name():
    envs = gymnasium.make_vec(
        "BottleImp-v0", num_envs=3, vectorization_mode="vector_entry_point", edition="classic/3"
    )
    observations, _ = envs.reset(seed=1)

    assert envs.observation_space.contains(observations)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP


def test_the_vector_plays_what_one_environment_plays():
    envs, random = vector(4, seat=2, autoreset_mode="SameStep"), np.random.default_rng(2)
    _, info = envs.reset(seed=1)
    total = np.zeros(4)
    for _ in range(60):
        _, rewards, ended, _, info = envs.step(legal_actions(info, random))
        assert not rewards[~ended].any()
        total += ended

    assert (total >= 3).all()
    assert (info["seat"] == 2).all()


def test_arguments_that_make_no_sense_are_refused():
    with pytest.raises(BottleImpError, match="seats of classic/lopaka are 0, 2"):
        BottleImpEnv("classic/lopaka", seat=1)
    with pytest.raises(BottleImpError, match="2 opponents"):
        BottleImpEnv("classic/3", ["uniform"] * 3)
    with pytest.raises(UnknownName):
        BottleImpEnv("classic/3", "rules_of_tumb")
    with pytest.raises(UnknownName, match="render mode called 'ansy'"):
        BottleImpEnv("classic/3", render_mode="ansy")
    with pytest.raises(UnknownName, match="render mode"):
        BottleImpVectorEnv(2, "classic/3", render_mode="ansi")
    with pytest.raises(PlayerError, match="has the seed of one seat"):
        BottleImpEnv("classic/3", cast("Any", create_player("uniform", 1)))
    with pytest.raises(PlayerError, match="RulesOfThumbPlayer is a class: build it first"):
        BottleImpEnv("classic/3", cast("Any", RulesOfThumbPlayer))


@pytest.mark.parametrize("kind", INTEGER_TYPES)
def test_actions_of_every_integer_type_are_taken(kind):
    env, envs = BottleImpEnv("classic/3"), vector(3)
    action = env.reset(seed=1)[1]["action_mask"].argmax().astype(kind)
    actions = envs.reset(seed=1)[1]["action_mask"].argmax(axis=1).astype(kind)

    assert env.step(action)[1:3] == (0.0, False)
    assert not envs.step(actions)[2].any()


@pytest.mark.parametrize("action", [2.7, 1.0, "7", None, [1, 2], 10**30])
def test_what_is_no_action_is_refused_in_plain_words(action):
    env = BottleImpEnv("classic/3")
    envs = BottleImpVectorEnv(3, "classic/3")
    env.reset(seed=1)
    envs.reset(seed=1)

    for step in (lambda: env.step(action), lambda: envs.step([action] * 3)):
        with pytest.raises(
            (TypeError, ValueError), match=r"Actions are whole numbers|Give . actions?, one"
        ):
            step()
