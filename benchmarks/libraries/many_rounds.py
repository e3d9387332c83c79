"""Many rounds at once, each environment by its own interface.

Players act at random, or take the lowest legal action, which costs less than to draw one.  What it
takes to choose counts, as it does where a learner chooses.
"""

import os
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from math import prod
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.libraries.one_round import OWN, SPIEL, features_text
from benchmarks.libraries.peers import (
    INSTALL_ENVS,
    INSTALL_PGX,
    INSTALL_SPIEL,
    Library,
    Options,
)
from benchmarks.measuring import Contender
from bottleimp.envs import VectorEnv

PGX = "Pgx"
PGX_GAMES = ("leduc_holdem", "sparrow_mahjong")
SPIEL_ROUNDS = 64  # more are no faster, since they are stepped one after another
DEFAULT_PEER = "leduc_holdem, at random"
# One core, and no search for a graphics card.
JAX_SETTINGS = {"JAX_PLATFORMS": "cpu", "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false"}

MaskArray = npt.NDArray[np.int8]
Choose = Callable[[MaskArray], npt.NDArray[np.int64]]

# `Any` below stands for the games, environments and arrays of others.


def random_chooser(seed: int) -> Choose:
    """A function that draws a legal action for each row of a mask."""
    random = np.random.default_rng(seed)

    def choose(mask: MaskArray) -> npt.NDArray[np.int64]:
        ranks = mask.cumsum(axis=1, dtype=np.int8)
        wanted = (random.random(len(mask), np.float32) * ranks[:, -1]).astype(np.int8)
        return np.asarray((ranks > wanted[:, None]).argmax(axis=1))

    return choose


def choose_lowest(mask: MaskArray) -> npt.NDArray[np.int64]:
    """The lowest legal action of each row."""
    return np.asarray(mask.argmax(axis=1))


def vector_env(options: Options) -> Sequence[Contender]:
    """The vector environment, with features, masks, rewards and new deals."""
    contenders = []
    for how, choose in (("at random", random_chooser(1)), ("lowest action", choose_lowest)):
        env = VectorEnv(options.edition, options.rounds)
        env.reset(seed=1)
        contenders.append(
            Contender(
                OWN, f"`VectorEnv`, {how}", partial(step_vector_env, env, choose),
                features_text(env.num_features),
            )
        )  # fmt: skip
    return contenders


def step_vector_env(env: VectorEnv, choose: Choose, decisions: int) -> int:
    """Take an action in every round until there are enough."""
    steps = -(-decisions // env.num_envs)
    for _ in range(steps):
        env.step(choose(env.last().action_mask))
    return steps * env.num_envs


def gymnasium_vector(options: Options) -> Sequence[Contender]:
    """The same for Gymnasium: one seat of each round, against players at random."""
    module = import_module("bottleimp.envs.gymnasium_v0")
    mode = import_module("gymnasium.vector").AutoresetMode.SAME_STEP
    env = module.BottleImpVectorEnv(options.rounds, options.edition, "uniform", autoreset_mode=mode)
    choose = random_chooser(1)
    _, info = env.reset(seed=1)
    masks = [info["action_mask"]]

    def play(decisions: int) -> int:
        steps = -(-decisions // options.rounds)
        for _ in range(steps):
            masks[0] = env.step(choose(masks[0]))[-1]["action_mask"]
        return steps * options.rounds

    shows = features_text(prod(env.single_observation_space.shape))
    return [Contender(OWN, "`BottleImp-v0` vector (Gymnasium), one seat, at random", play, shows)]


def spiel_vector(options: Options) -> Sequence[Contender]:
    """Hearts in OpenSpiel's own vector environment, which steps games one after another."""
    environments = import_module("open_spiel.python.rl_environment")
    step_output = import_module("open_spiel.python.rl_agent").StepOutput
    count = min(options.rounds, SPIEL_ROUNDS)
    env = import_module("open_spiel.python.vector_env").SyncVectorEnv(
        [environments.Environment("hearts") for _ in range(count)]
    )
    random, times = Random(1), [env.reset()]

    def act(time: Any) -> Any:
        legal = time.observations["legal_actions"][time.observations["current_player"]]
        return step_output(random.choice(legal), [])

    def play(decisions: int) -> int:
        steps = -(-decisions // count)
        for _ in range(steps):
            times[0] = env.step([act(time) for time in times[0]], reset_if_done=True)[0]
        return steps * count

    width = env.observation_spec()["info_state"][0]
    return [Contender(SPIEL, "hearts, `SyncVectorEnv`, at random", play, features_text(width))]


def pgx(options: Options) -> Sequence[Contender]:
    """Card games of Pgx on the processor, stepped as its README shows."""
    for name, value in JAX_SETTINGS.items():
        os.environ.setdefault(name, value)
    jax, library = import_module("jax"), import_module("pgx")
    auto_reset = import_module("pgx.experimental").auto_reset
    contenders = []
    for game in PGX_GAMES:
        env = library.make(game)
        shows = features_text(prod(env.observation_shape))
        first = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), options.rounds))
        step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
        for how, choose in (("at random", draw_action(jax)), ("lowest action", lowest_action)):
            contenders.append(
                Contender(
                    PGX, f"{game}, {how}",
                    partial(step_pgx, jax, step, jax.jit(choose), [first], options.rounds), shows,
                )
            )  # fmt: skip
    return contenders


def draw_action(jax: Any) -> Callable[[Any, Any], Any]:
    """A function that draws a legal action for each row of a mask."""

    def choose(key: Any, mask: Any) -> Any:
        return jax.random.categorical(key, jax.numpy.where(mask, 0.0, -jax.numpy.inf), axis=-1)

    return choose


def lowest_action(key: Any, mask: Any) -> Any:  # noqa: ARG001
    """The lowest legal action of each row."""
    return mask.argmax(axis=-1)


def step_pgx(
    jax: Any, step: Any, choose: Any, states: list[Any], count: int, decisions: int
) -> int:
    """Take an action in every game until there are enough; the list holds the last state."""
    steps, state = -(-decisions // count), states[0]
    key = jax.random.PRNGKey(steps)
    for _ in range(steps):
        key, acting, dealing = jax.random.split(key, 3)
        action = choose(acting, state.legal_action_mask)
        state = step(state, action, jax.random.split(dealing, count))
    states[0] = jax.block_until_ready(state)
    return steps * count


MANY_ROUNDS = (
    Library(OWN, (), vector_env, ""),
    Library("Bottle Imp for Gymnasium", ("gymnasium",), gymnasium_vector, INSTALL_ENVS),
    Library(SPIEL, ("open-spiel",), spiel_vector, INSTALL_SPIEL),
    Library(PGX, ("pgx", "jax", "jaxlib"), pgx, INSTALL_PGX),
)
