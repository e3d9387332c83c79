import copy
import pickle
import warnings
from dataclasses import replace
from random import Random

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils.env_logger import EnvLogger

from bottleimp.envs import bottle_imp_v0, returns
from bottleimp.errors import IllegalAction, UnknownName
from bottleimp.game.deal import Deal
from bottleimp.game.round import Round
from bottleimp.rules.editions import edition, edition_keys
from tests.support.env_rounds import INTEGER_TYPES, env_at
from tests.support.redealing import redealt
from tests.support.short_runs import sparing

# Compiling an edition takes seconds; the others are tested in the long run.
TYPICAL = ("classic/3", "classic/bright-house", "matagot/devils-eye", "classic/lopaka")
editions = pytest.mark.parametrize("key", sparing(edition_keys(), TYPICAL))


@pytest.fixture(autouse=True)
def no_warning():
    EnvLogger.flush()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield
    assert EnvLogger.mqueue == []


def played(env, seed):
    """The environment at the end of a random episode, and how many actions it had."""
    env.reset(seed=seed)
    for steps, agent in enumerate(env.agent_iter()):
        _, _, terminated, _, info = env.last()
        if terminated:
            return env, steps
        env.step(env.action_space(agent).sample(info["action_mask"]))
    raise AssertionError("the episode has no end")


@pytest.mark.slow
@editions
def test_it_passes_the_tests_of_the_library_without_a_warning(key):
    api_test(bottle_imp_v0.env(edition=key), num_cycles=200)
    seed_test(lambda: bottle_imp_v0.env(edition=key), num_cycles=60)


@pytest.mark.parametrize("returns", ["relative_points", "match_win"])
def test_other_returns_pass_them_too(returns):
    api_test(bottle_imp_v0.env(edition="classic/3", returns=returns), num_cycles=200)
    seed_test(lambda: bottle_imp_v0.env(edition="classic/3", returns=returns), num_cycles=60)


def test_it_is_rendered_as_text(capsys):
    render_test(
        lambda **mode: bottle_imp_v0.env(edition="classic/3", mask_in="observation", **mode)
    )

    assert "the exchange" in capsys.readouterr().out


def test_it_is_made_by_its_name():
    made = pettingzoo.make("aec", "bottle_imp_v0", edition="classic/3")

    assert str(made) == "bottle_imp_v0"
    assert pettingzoo.spec("aec", "bottle_imp").version == 0


def test_the_rewards_of_a_round_are_its_scores():
    env, steps = played(bottle_imp_v0.env(edition="classic/3"), 4)

    assert steps == 42
    scores = env.unwrapped._rounds.scores()[0].tolist()
    assert list(env.rewards.values()) == scores == list(env._cumulative_rewards.values())


def test_relative_points_add_up_to_nothing_where_everybody_plays_alone():
    env, _ = played(bottle_imp_v0.env(edition="classic/3", returns="relative_points"), 4)

    assert sum(env.rewards.values()) == pytest.approx(0, abs=1e-4)


def test_the_winners_of_a_match_share_one_point():
    env, steps = played(bottle_imp_v0.env(edition="classic/3", returns="match_win"), 4)

    assert sum(env.rewards.values()) == pytest.approx(1)
    assert steps == 42 * (len(env.unwrapped._match.results) + 1)


def test_the_first_dealer_of_a_match_is_drawn_for_every_match():
    env = bottle_imp_v0.env(edition="classic/3", returns="match_win")
    drawn = []
    for _ in range(2):
        env.reset(seed=5)
        leaders = [env.agent_selection]
        for _ in range(19):
            env.reset()
            leaders.append(env.agent_selection)
        drawn.append(leaders)

    assert len(set(drawn[0])) == 3
    assert drawn[0] == drawn[1]


def test_an_illegal_action_loses_and_the_bare_environment_refuses_it():
    env = bottle_imp_v0.env(edition="classic/3")
    env.reset(seed=1)
    illegal = int(env.last()[-1]["action_mask"].argmin())
    loser = env.agent_selection
    with pytest.raises(IllegalAction):
        env.unwrapped.step(illegal)
    env.step(illegal)

    assert env.rewards[loser] == returns.ILLEGAL_REWARD
    assert all(env.terminations.values())
    assert len(EnvLogger.mqueue) == 1
    EnvLogger.flush()


@pytest.mark.slow
@editions
def test_hidden_cards_dealt_anew_change_no_byte_of_observation_mask_or_info(key):
    playing, random = edition(key), Random(3)
    now = Round(Deal.from_seed(playing, 21))
    env = bottle_imp_v0.raw_env(edition=key)
    env.reset(seed=0)

    while not now.is_over:
        if now.turn not in playing.driven and random.random() < 0.4:
            both = now, redealt(now, now.turn, random)
            assert len({seen_bytes(env, one) for one in both}) == 1
        now = now.play(random.choice(now.legal_actions))


def seen_bytes(env, now):
    """All that the agent to act is told."""
    env._rounds = env_at([now], now.turn)
    env._ask_next()
    observation, *rest, info = env.last()
    return observation.tobytes(), tuple(rest), info["action_mask"].tobytes(), env.agent_selection


def test_critics_alone_see_the_whole_state():
    env = bottle_imp_v0.env(edition="classic/3")
    env.reset(seed=1)

    assert env.unwrapped.state_space.contains(env.state())
    assert env.state().sum() == 36


def test_it_can_be_pickled():
    env = bottle_imp_v0.raw_env(edition="classic/3", returns="relative_points")
    again = pickle.loads(pickle.dumps(env))
    for one in (env, again):
        one.reset(seed=3)

    np.testing.assert_array_equal(env.last()[0], again.last()[0])
    assert again.returns == "relative_points"


def test_an_edition_of_ones_own_is_played():
    own = replace(edition("classic/3"), key="own/3")
    env, steps = played(bottle_imp_v0.env(edition=own), 4)
    again = pickle.loads(pickle.dumps(bottle_imp_v0.raw_env(own)))

    assert steps == 42
    assert env.unwrapped._rounds.edition == own
    assert again._rounds.edition == own


def test_arguments_that_make_no_sense_are_refused():
    with pytest.raises(TypeError, match="An edition is a name or an Edition, not 3"):
        bottle_imp_v0.env(edition=3)
    with pytest.raises(UnknownName, match="observation"):
        bottle_imp_v0.env(mask_in="observations")
    with pytest.raises(UnknownName, match="ansi"):
        bottle_imp_v0.env(render_mode="rgb_array")


@pytest.mark.parametrize("kind", INTEGER_TYPES)
def test_an_action_of_every_integer_type_is_taken(kind):
    env = bottle_imp_v0.raw_env(edition="classic/3")  # PettingZoo's own check refuses uint64
    env.reset(seed=1)
    env.step(env.last()[-1]["action_mask"].argmax().astype(kind))

    assert not any(env.terminations.values())


def test_an_action_below_zero_is_refused():
    env = bottle_imp_v0.raw_env(edition="classic/3")
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match="Action -1 is not legal"):
        env.step(-1)


@pytest.mark.parametrize("repeat", [copy.deepcopy, pickle.dumps])
def test_an_environment_is_not_copied_in_part(repeat):
    env = bottle_imp_v0.env(edition="classic/3")
    repeat(env)
    env.reset(seed=1)
    with pytest.raises(TypeError, match="once `reset` was called"):
        repeat(env)
    for agent in env.agent_iter():
        _, _, terminated, _, info = env.last()
        action = env.action_space(agent).sample(info["action_mask"])
        env.step(None if terminated else action)
    with pytest.raises(TypeError, match="once `reset` was called"):
        repeat(env)
