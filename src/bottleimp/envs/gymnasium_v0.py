"""Gymnasium: one seat against any players of the catalogue, one round an episode.

Importing this module registers `BottleImp-v0`, alone and vectorised:
`gymnasium.make("bottleimp.envs.gymnasium_v0:BottleImp-v0", edition="classic/4")` and
`gymnasium.make_vec(..., num_envs=1024, vectorization_mode="vector_entry_point")`.
"""

import sys
from typing import Any, ClassVar

import numpy as np

from bottleimp.envs.returns import ACTION_MASK, ILLEGAL_REWARD, Returns
from bottleimp.envs.seat_rounds import SEED_BITS, Opponents, SeatRounds
from bottleimp.envs.table_text import require_render_mode, table_text
from bottleimp.envs.vector_env import action_array
from bottleimp.errors import BottleImpError, MissingLibrary
from bottleimp.kernel.arrays import BoolArray, IntArray
from bottleimp.kernel.encoding.features import Features
from bottleimp.kernel.vector_steps import NO_ACTION
from bottleimp.rules.edition import Edition

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space
except ImportError:
    raise MissingLibrary(__name__, "Gymnasium", "envs") from None

NAME = "BottleImp-v0"
ANY_SEAT = None  # a seat drawn anew for each round
DEFAULT_OPPONENTS = "rules_of_thumb"

# `Any` stands for the infos and options of Gymnasium.


class BottleImpEnv(gymnasium.Env):
    """A round from one seat; the others are played by `opponents`.

    `seat` counts from the leader of the first trick; None draws one for each round.  The legal
    actions stand in the info as `action_mask`.  An illegal action ends the round, for
    `illegal_reward`.  Once a round is over, `step` raises BottleImpError until `reset`.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi", "human"], "render_fps": 2}

    def __init__(
        self, edition: Edition | str = "classic/4", opponents: Opponents = DEFAULT_OPPONENTS, *,
        seat: int | None = ANY_SEAT, returns: str = Returns.OWN_POINTS,
        illegal_reward: float = ILLEGAL_REWARD, render_mode: str | None = None,
    ) -> None:  # fmt: skip
        require_render_mode(render_mode, self.metadata["render_modes"])
        self.rounds = SeatRounds(edition, 1, opponents, returns, 1)
        self.seat, self.illegal_reward = seat, illegal_reward
        self.render_mode = render_mode
        self._is_over = False
        require_seat(self.rounds, seat)
        self.observation_space = spaces.Box(0, 1, (self.rounds.rounds.num_features,), np.uint8)
        self.action_space = spaces.Discrete(self.rounds.rounds.num_actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Features, dict[str, Any]]:
        """Deal a round and play to the first decision of the own seat."""
        super().reset(seed=seed, options=options)
        own = draw_seats(self.rounds, self.seat, self.np_random)
        first = int(self.np_random.integers(1 << SEED_BITS))
        self.rounds.deal(np.ones(1, np.bool_), own, self.np_random, first)
        self._is_over = False
        self._render_step()
        return self._observe()

    def step(self, action: Any) -> tuple[Features, float, bool, bool, dict[str, Any]]:
        """Take an action and play to the own seat's next decision, or to the end."""
        if self._is_over:
            raise BottleImpError("The round is over: call `reset` before `step`.")
        chosen = action_array([action], 1)
        if not self.rounds.is_legal(chosen)[0]:
            self._is_over = True
            features, info = self._observe()
            info[ACTION_MASK] = np.zeros_like(info[ACTION_MASK])
            return features, self.illegal_reward, True, False, info
        self.rounds.act(chosen)
        self._is_over = bool(self.rounds.terminated[0])
        features, info = self._observe()
        self._render_step()
        return features, float(self.rounds.rewards[0]), self._is_over, False, info

    def render(self) -> str | None:
        """What anybody at the table may see, as text; printed in the mode `human`."""
        own = int(self.rounds.seats[0])
        names = [f"seat {k}" if k != own else "you" for k in range(self.rounds.edition.seats)]
        text = table_text(self.rounds.rounds.onlooker_observation(0), names)
        if self.render_mode == "ansi":
            return text
        if self.render_mode == "human":
            sys.stdout.write(text)
        return None

    def _observe(self) -> tuple[Features, dict[str, Any]]:
        features, mask = self.rounds.observe()
        return features[0], {ACTION_MASK: mask[0], "seat": int(self.rounds.seats[0])}

    def _render_step(self) -> None:
        """Print the table where somebody is watching."""
        if self.render_mode == "human":
            self.render()


class BottleImpVectorEnv(gymnasium.vector.VectorEnv):
    """Many such rounds in lock-step, on the compiled rules.

    All three autoreset modes of Gymnasium are there.  In `DISABLED` a round that is over stays so
    until `reset(options={"reset_mask": mask})`.
    """

    def __init__(
        self, num_envs: int = 1, edition: Edition | str = "classic/4",
        opponents: Opponents = DEFAULT_OPPONENTS, *, seat: int | None = ANY_SEAT,
        returns: str = Returns.OWN_POINTS, illegal_reward: float = ILLEGAL_REWARD,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP, threads: int = 1,
        render_mode: str | None = None,
    ) -> None:  # fmt: skip
        require_render_mode(render_mode, [])
        self.rounds = SeatRounds(edition, num_envs, opponents, returns, threads)
        self.num_envs, self.seat, self.illegal_reward = num_envs, seat, illegal_reward
        self.render_mode = render_mode
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": [], "autoreset_mode": self.autoreset_mode}
        require_seat(self.rounds, seat)
        self.single_observation_space = spaces.Box(
            0, 1, (self.rounds.rounds.num_features,), np.uint8
        )
        self.single_action_space = spaces.Discrete(self.rounds.rounds.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._is_over: BoolArray = np.zeros(num_envs, np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Features, dict[str, Any]]:
        """Deal all rounds, or those of the option `reset_mask`."""
        super().reset(seed=seed)
        mask = reset_mask(options, self.num_envs)
        first = int(self.np_random.integers(1 << SEED_BITS))
        restarts = seed is not None or mask.all()
        self._deal(mask, first if restarts else None)
        return self._observe(mask)

    def step(self, actions: Any) -> tuple[Features, Any, BoolArray, BoolArray, dict[str, Any]]:
        """Take an action in every round and play to the own seats' next decisions."""
        chosen = action_array(actions, self.rounds.rounds.num_envs)
        before = self._is_over.copy()
        if self.autoreset_mode is AutoresetMode.DISABLED and before.any():
            raise BottleImpError("Reset the rounds that are over, by `reset_mask`, before a step.")
        illegal = ~self.rounds.is_legal(chosen) & ~before
        self.rounds.act(np.where(illegal | before, NO_ACTION, chosen))
        terminated = self.rounds.terminated | illegal
        rewards = np.where(illegal, self.illegal_reward, self.rounds.rewards).astype(np.float64)
        self._is_over = terminated.copy()
        everywhere = np.ones(self.num_envs, np.bool_)
        if self.autoreset_mode is AutoresetMode.NEXT_STEP and before.any():
            self._deal(before, None)
        features, info = self._observe(everywhere)
        info[ACTION_MASK][illegal] = 0
        if self.autoreset_mode is AutoresetMode.SAME_STEP and terminated.any():
            final = np.full(self.num_envs, None, object)
            for row in np.flatnonzero(terminated).tolist():
                final[row] = features[row]
            final_info = {
                **info, f"_{ACTION_MASK}": terminated.copy(), "_seat": terminated.copy()
            }  # fmt: skip
            self._deal(terminated, None)
            features, info = self._observe(everywhere)
            info |= {
                "final_obs": final, "_final_obs": terminated.copy(),
                "final_info": final_info, "_final_info": terminated.copy(),
            }  # fmt: skip
        return features, rewards, terminated, np.zeros(self.num_envs, np.bool_), info

    def _deal(self, mask: BoolArray, first: int | None) -> None:
        """Deal the marked rounds."""
        own = draw_seats(self.rounds, self.seat, self.np_random)
        self.rounds.deal(mask, own, self.np_random, first)
        self._is_over[mask] = False

    def _observe(self, mask: BoolArray) -> tuple[Features, dict[str, Any]]:
        """What the own seats see, with the infos of the marked rounds."""
        features, legal = self.rounds.observe()
        return features, {
            ACTION_MASK: legal, f"_{ACTION_MASK}": mask.copy(),
            "seat": self.rounds.seats.copy(), "_seat": mask.copy(),
        }  # fmt: skip

    def close_extras(self, **kwargs: Any) -> None:  # noqa: ARG002
        """End the threads."""
        self.rounds.rounds.close()


def require_seat(rounds: SeatRounds, seat: int | None) -> None:
    """Raises BottleImpError for a seat that nobody can play."""
    if seat is not None and seat not in rounds.playing_seats:
        seats = ", ".join(map(str, rounds.playing_seats))
        raise BottleImpError(f"The seats of {rounds.edition.text} are {seats}, not {seat}.")


def draw_seats(rounds: SeatRounds, seat: int | None, random: np.random.Generator) -> IntArray:
    """The own seat of each round."""
    count = rounds.rounds.num_envs
    if seat is not None:
        return np.full(count, seat, np.int64)
    return np.asarray(random.choice(rounds.playing_seats, count), np.int64)


def reset_mask(options: dict[str, Any] | None, count: int) -> BoolArray:
    """The mask of the options, or one of all rounds; raises ValueError for a bad one."""
    if not options or "reset_mask" not in options:
        return np.ones(count, np.bool_)
    mask = options["reset_mask"]
    is_mask = isinstance(mask, np.ndarray) and mask.dtype == np.bool_ and mask.shape == (count,)
    if not is_mask or not mask.any():
        raise ValueError(f"`reset_mask` is a bool array with {count} entries, one of them true.")
    found: BoolArray = mask
    return found


if NAME not in gymnasium.registry:
    gymnasium.register(NAME, entry_point=BottleImpEnv, vector_entry_point=BottleImpVectorEnv)
