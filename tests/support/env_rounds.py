"""Rounds of the rules in the rows of a vector environment, to compare what both show."""

from collections.abc import Sequence

import numpy as np

from bottleimp.envs import Autoreset, VectorEnv
from bottleimp.game.round import Round
from bottleimp.kernel.compile.frozen_layout import freeze_layout
from bottleimp.kernel.encoding.packed_rows import flatten
from bottleimp.kernel.encoding.position_rows import position_template
from bottleimp.kernel.rng import seed_word
from bottleimp.kernel.vector_steps import fill_replays

INTEGER_TYPES = (
    "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
)  # fmt: skip


def env_at(playings: Sequence[Round], seat: int, seed: int = 0) -> VectorEnv:
    """Rounds as far as these have come, one row each; the seat is to act in all of them.

    What others have chosen in secret in the running stage is drawn anew.
    """
    playing = playings[0].edition
    env = VectorEnv(
        playing, len(playings), autoreset=Autoreset.DISABLED, asks_forced=True, history=True
    )
    env.reset(seed=seed)
    env.rounds.rows[:] = 0
    for row, played in zip(env.rounds.rows, playings, strict=True):
        numbers = flatten(played.deal.initial_position)
        row[: len(numbers)] = numbers
    fill_replays(
        freeze_layout(playing.layout), position_template(playing), seed_word(seed), seat,
        np.array([played.actions for played in playings], np.int64).reshape(len(playings), -1),
        np.array(playings[0].pending[seat], np.int64), env._arrays,
    )  # fmt: skip
    env._show()
    return env
