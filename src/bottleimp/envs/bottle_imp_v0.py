"""PettingZoo: the players of a round or of a match take turns (AEC).

`bottle_imp_v0.env()` makes the environment as PettingZoo's own games do, and so does
`pettingzoo.make("aec", "bottle_imp_v0")` once this module is imported.  The agent to act sees a row
of features as the schema says; what is legal stands in its info as `action_mask`, or with
`mask_in="observation"` beside the features in a dictionary.
"""

import sys
from typing import Any, ClassVar

import numpy as np

from bottleimp.envs.returns import (
    ACTION_MASK,
    ILLEGAL_REWARD,
    Returns,
    match_rewards,
    named_choice,
)
from bottleimp.envs.table_text import require_render_mode, table_text
from bottleimp.envs.vector_env import SEED_BITS, Autoreset, VectorEnv, action_array
from bottleimp.errors import IllegalAction, MissingLibrary, RefusalReason, UnknownName
from bottleimp.game.match import Match
from bottleimp.rules.edition import Edition

try:
    from gymnasium import spaces
    from gymnasium.utils import EzPickle, seeding
    from pettingzoo import AECEnv, aec_registry, register
    from pettingzoo.utils import wrappers
except ImportError:
    raise MissingLibrary(__name__, "PettingZoo", "envs") from None

NAME = "bottle_imp_v0"
REGISTERED_NAME = "bottle_imp-v0"  # as the registry writes it
INFO, OBSERVATION = "info", "observation"

# `Any` stands for observations, which are arrays or dictionaries, and for what the spaces of
# Gymnasium hold.


def env(**kwargs: Any) -> AECEnv:
    """The environment with PettingZoo's usual checks; arguments as `BottleImpAECEnv` takes them.

    An illegal action ends the episode, for a reward of `ILLEGAL_REWARD`.
    """
    checked = wrappers.TerminateIllegalWrapper(raw_env(**kwargs), illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


class BottleImpAECEnv(AECEnv, EzPickle):
    """The players of one edition in turn; Lopaka plays by himself.

    With returns `match_win` an episode is a match, and players change seats from round to round;
    otherwise it is a round, in which player k sits in the kth seat that a player holds.  Agents
    are asked also where one action alone is legal.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": NAME,
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self, edition: Edition | str = "classic/4", *, returns: str = Returns.OWN_POINTS,
        mask_in: str = INFO, render_mode: str | None = None,
    ) -> None:  # fmt: skip
        EzPickle.__init__(self, edition, returns=returns, mask_in=mask_in, render_mode=render_mode)
        super().__init__()
        if mask_in not in (INFO, OBSERVATION):
            raise UnknownName("place of the action mask", str(mask_in), (INFO, OBSERVATION))
        require_render_mode(render_mode, self.metadata["render_modes"])
        self.returns, self.mask_in = named_choice(Returns, "kind of returns", returns), mask_in
        self.render_mode = render_mode
        # A match needs no rewards of rounds.
        kind = Returns.OWN_POINTS if self.returns is Returns.MATCH_WIN else self.returns
        self._rounds = VectorEnv(
            edition, 1, returns=kind, autoreset=Autoreset.DISABLED, asks_forced=True
        )
        playing = self._rounds.edition
        self._match = Match(playing, playing.players - 1)
        self.possible_agents = [f"player_{number}" for number in range(playing.players)]
        self.agents: list[str] = []
        self._random, _ = seeding.np_random()  # for the first dealers of matches
        self._was_reset = False
        actions, width = self._rounds.num_actions, self._rounds.num_features
        features = {a: spaces.Box(0, 1, (width,), np.uint8) for a in self.possible_agents}
        masks = {a: spaces.Box(0, 1, (actions,), np.int8) for a in self.possible_agents}
        self.observation_spaces = features if mask_in == INFO else {
            a: spaces.Dict({OBSERVATION: features[a], ACTION_MASK: masks[a]})
            for a in self.possible_agents
        }  # fmt: skip
        self.action_spaces = {a: spaces.Discrete(actions) for a in self.possible_agents}
        self.state_space = spaces.Box(
            0, 1, ((len(playing.hands) + 1) * playing.deck.size,), np.uint8
        )

    def observation_space(self, agent: str) -> Any:
        """The space of what an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The numbers of actions: places in the deck, then the two choices of a hand."""
        return self.action_spaces[agent]

    def __getstate__(self) -> Any:
        """Only what it was made from; raises TypeError once `reset` was called.

        What was dealt, and which deals come next, would be lost.
        """
        if self._was_reset:
            raise TypeError(
                "An environment cannot be copied or pickled once `reset` was called. Make another"
                " one: with the same seed and actions it plays the same games."
            )
        return super().__getstate__()

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Deal a round, or the first of a match."""
        playing, dealer = self._rounds.edition, self._rounds.edition.players - 1
        if seed is None:
            self._rounds.reset()
        else:
            self._random, _ = seeding.np_random(seed)
            self._rounds.reset(int(self._random.integers(1 << SEED_BITS)))
        if self.returns is Returns.MATCH_WIN:
            dealer = int(self._random.integers(playing.players))
        self._match = Match(playing, dealer)
        self._was_reset = True
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: self._info_of_others() for agent in self.agents}
        self._ask_next()
        self._render_step()

    def step(self, action: Any) -> None:
        """Take the action of the agent to act; raises IllegalAction if it is not legal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        (number,) = action_array([action], 1).tolist()
        if number < 0:
            raise IllegalAction(f"Action {number} is not legal.", RefusalReason.NOT_HELD)
        shown = self._rounds.step([number])
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = self._info_of_others()
        if shown.terminated[0]:
            self._end_round(shown.rewards[0].tolist())
        else:
            self._ask_next()
        self._render_step()

    def observe(self, agent: str) -> Any:
        """What the agent sees now; its mask is empty unless it is to act."""
        shown = self._rounds.last()
        if agent == self.agent_selection and shown.seats[0] >= 0:
            features, mask = shown.features[0].copy(), shown.action_mask[0].copy()
        else:
            rows, masks = self._rounds.views([0], [self._seat_of(agent)])
            features, mask = rows[0], np.zeros_like(masks[0])
        return features if self.mask_in == INFO else {OBSERVATION: features, ACTION_MASK: mask}

    def state(self) -> Any:
        """Where every card lies, hidden ones too: for critics, never for players."""
        return self._rounds.all_hands()[0].reshape(-1)

    def render(self) -> str | None:
        """What anybody at the table may see, as text; printed in the mode `human`."""
        if self.render_mode is None:
            return None
        names = [self._name_of(seat) for seat in range(self._rounds.num_seats)]
        text = table_text(self._rounds.onlooker_observation(0), names)
        if self.render_mode == "ansi":
            return text
        sys.stdout.write(text)
        return None

    def close(self) -> None:
        """Nothing is left open."""

    def _info_of_others(self) -> dict[str, Any]:
        """The info of an agent that is not to act."""
        if self.mask_in == OBSERVATION:
            return {}
        return {ACTION_MASK: np.zeros(self._rounds.num_actions, np.int8)}

    def _ask_next(self) -> None:
        """Select the agent to act and say what it may do."""
        shown = self._rounds.last()
        player = self._match.player_at(int(shown.seats[0]))
        self.agent_selection = self.possible_agents[player]
        if self.mask_in == INFO:
            self.infos[self.agent_selection] = {ACTION_MASK: shown.action_mask[0].copy()}

    def _end_round(self, rewards: list[float]) -> None:
        """Reward the round, or go on with the match."""
        if self.returns is Returns.MATCH_WIN:
            match = self._match.after(tuple(self._rounds.scores()[0].tolist()))
            if not match.is_over:
                self._match = match
                self._rounds.reset()
                self._ask_next()
                return
            gains = match_rewards(match)
        else:
            gains = tuple(rewards[self._seat_of(agent)] for agent in self.possible_agents)
        self.rewards = dict(zip(self.possible_agents, gains, strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._deads_step_first()

    def _seat_of(self, agent: str) -> int:
        """The seat of an agent in this round."""
        return self._match.seat_of(self.possible_agents.index(agent))

    def _name_of(self, seat: int) -> str:
        """Who sits in a seat."""
        player = self._match.player_at(seat)
        return self.possible_agents[player] if player < len(self.possible_agents) else "Lopaka"

    def _render_step(self) -> None:
        """Print the table where somebody is watching."""
        if self.render_mode == "human":
            self.render()


raw_env = BottleImpAECEnv

if REGISTERED_NAME not in aec_registry:
    register("aec", NAME, env)
