"""One round at a time, one call a decision, each game by its library's own interface.

All players act at random.  Peers are imported here by name, since each is optional.
"""

from collections.abc import Sequence
from functools import partial
from importlib import import_module
from math import prod
from random import Random
from typing import Any

import numpy as np

from benchmarks.libraries.peers import (
    INSTALL_CARD_GAMES,
    INSTALL_CHESS,
    INSTALL_ENVS,
    INSTALL_RLCARD,
    INSTALL_SPIEL,
    Library,
    Options,
)
from benchmarks.measuring import Contender
from bottleimp.game.deal import Deal
from bottleimp.game.round import Round
from bottleimp.knowledge.observation import observe
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text

OWN = "Bottle Imp"
SPIEL, PETTING_ZOO, RLCARD, CHESS = "OpenSpiel", "PettingZoo", "RLCard", "python-chess"
DEFAULT_PEER = "hearts"

PETTING_ZOO_GAMES = ("leduc_holdem_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6")
RLCARD_GAMES = ("leduc-holdem", "doudizhu", "bridge", "uno")

# `Any` below stands for the games and environments of others.


def features_text(count: int) -> str:
    """How wide the array is that a decision shows."""
    return f"{count:,} numbers"


def play_aec(env: Any, decisions: int) -> int:
    """Play an environment of PettingZoo at random."""
    made = 0
    while made < decisions:
        env.reset(seed=made)
        for agent in env.agent_iter():
            seen, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            mask = seen["action_mask"] if isinstance(seen, dict) else info["action_mask"]
            env.step(env.action_space(agent).sample(mask))
            made += 1
    return made


def aec(group: str, name: str, env: Any) -> Contender:
    """An environment of PettingZoo."""
    space = env.observation_space(env.possible_agents[0])
    shape = space["observation"].shape if hasattr(space, "keys") else space.shape
    return Contender(group, name, partial(play_aec, env), features_text(prod(shape)))


def play_spiel(game: Any, random: Random, decisions: int, *, shows_tensor: bool) -> int:
    """Play a game of OpenSpiel at random, from Python."""
    made = 0
    while made < decisions:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, chances)[0])
                continue
            if shows_tensor:
                state.information_state_tensor()
            state.apply_action(random.choice(state.legal_actions()))
            made += 1
    return made


def spiel_games(group: str, name: str, game: Any) -> list[Contender]:
    """A game of OpenSpiel, with the tensor of the information state and without."""
    size = features_text(prod(game.information_state_tensor_shape()))
    play = partial(play_spiel, game, Random(1))
    return [
        Contender(group, name, partial(play, shows_tensor=True), size),
        Contender(group, f"{name}, no tensor", partial(play, shows_tensor=False)),
    ]


def play_rounds(playing: Edition, random: Random, decisions: int, *, observes: bool) -> int:
    """Play rounds at random in plain Python."""
    made = 0
    while made < decisions:
        played = Round(Deal.from_seed(playing, made))
        while (seat := played.turn) is not None:
            if observes:
                observe(played, seat)
            played = played.play(random.choice(played.legal_actions))
            made += 1
    return made


def own_rounds(options: Options) -> Sequence[Contender]:
    """The rules without an environment."""
    playing = edition_from_text(options.edition)
    play, seen = partial(play_rounds, playing, Random(1)), "an `Observation`"
    return [
        Contender(OWN, "`Round`", partial(play, observes=True), seen),
        Contender(OWN, "`Round`, no observation", partial(play, observes=False)),
    ]


def own_aec(options: Options) -> Sequence[Contender]:
    """The environment for PettingZoo."""
    module = import_module("bottleimp.envs.bottle_imp_v0")
    return [aec(OWN, "`bottle_imp_v0` (PettingZoo)", module.env(edition=options.edition))]


def play_gymnasium(env: Any, decisions: int) -> int:
    """Play one seat at random; the decisions of the others do not count."""
    made = 0
    while made < decisions:
        _, info = env.reset(seed=made)
        over = False
        while not over:
            action = env.action_space.sample(info["action_mask"])
            _, _, over, _, info = env.step(action)
            made += 1
    return made


def own_gymnasium(options: Options) -> Sequence[Contender]:
    """The environment for Gymnasium, with opponents that play at random."""
    gymnasium = import_module("gymnasium")
    import_module("bottleimp.envs.gymnasium_v0")
    env = gymnasium.make("BottleImp-v0", edition=options.edition, opponents="uniform")
    shows = features_text(prod(env.observation_space.shape))
    return [
        Contender(OWN, "`BottleImp-v0` (Gymnasium), one seat", partial(play_gymnasium, env), shows)
    ]


def own_spiel(options: Options) -> Sequence[Contender]:
    """The game for OpenSpiel."""
    pyspiel = import_module("pyspiel")
    import_module("bottleimp.envs.open_spiel_v0")
    game = pyspiel.load_game("python_bottle_imp_v0", {"edition": options.edition})
    return spiel_games(OWN, "`python_bottle_imp_v0` (OpenSpiel)", game)


def spiel(options: Options) -> Sequence[Contender]:  # noqa: ARG001
    """Hearts, the trick game of OpenSpiel that is most like ours; written in C++."""
    return spiel_games(SPIEL, "hearts", import_module("pyspiel").load_game("hearts"))


def petting_zoo(options: Options) -> Sequence[Contender]:  # noqa: ARG001
    """The card games of PettingZoo that need no more than RLCard."""
    return [
        aec(PETTING_ZOO, name, import_module(f"pettingzoo.classic.{name}").env())
        for name in PETTING_ZOO_GAMES
    ]


def play_rlcard(env: Any, random: Random, decisions: int) -> int:
    """Play a game of RLCard at random."""
    made = 0
    while made < decisions:
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            made += 1
        env.get_payoffs()
    return made


def rlcard(options: Options) -> Sequence[Contender]:  # noqa: ARG001
    """Some games of RLCard, by its own interface."""
    make = import_module("rlcard").make
    contenders = []
    for name in RLCARD_GAMES:
        env = make(name, config={"seed": 1})
        state, _ = env.reset()
        shows = features_text(int(np.size(state["obs"])))
        contenders.append(Contender(RLCARD, name, partial(play_rlcard, env, Random(1)), shows))
    return contenders


def play_chess(chess: Any, random: Random, decisions: int) -> int:
    """Play chess at random."""
    made = 0
    while made < decisions:
        board = chess.Board()
        while not board.is_game_over():
            board.push(random.choice(list(board.legal_moves)))
            made += 1
    return made


def python_chess(options: Options) -> Sequence[Contender]:  # noqa: ARG001
    """No cards, but the game in plain Python that most people know."""
    chess = import_module("chess")
    return [Contender(CHESS, "chess", partial(play_chess, chess, Random(1)))]


ONE_ROUND = (
    Library(OWN, (), own_rounds, ""),
    Library("Bottle Imp for PettingZoo", ("pettingzoo",), own_aec, INSTALL_ENVS),
    Library("Bottle Imp for Gymnasium", ("gymnasium",), own_gymnasium, INSTALL_ENVS),
    Library("Bottle Imp for OpenSpiel", (), own_spiel, INSTALL_SPIEL),
    Library(SPIEL, ("open-spiel",), spiel, INSTALL_SPIEL),
    Library(f"card games of {PETTING_ZOO}", ("pygame-ce",), petting_zoo, INSTALL_CARD_GAMES),
    Library(RLCARD, ("rlcard",), rlcard, INSTALL_RLCARD),
    Library(CHESS, ("chess",), python_chess, INSTALL_CHESS),
)
