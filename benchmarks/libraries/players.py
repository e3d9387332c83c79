"""How fast the packaged network answers, in batches and singly, and how long each level thinks."""

from collections.abc import Sequence
from statistics import mean, median

import numpy as np

from benchmarks.decision_time import MS, decision_observations, percentile, time_decision
from benchmarks.libraries.many_rounds import random_chooser
from benchmarks.measuring import Contender
from bottleimp.envs import VectorEnv
from bottleimp.knowledge.warmup_observations import warmup_observations
from bottleimp.players.network import greedy_actions, network_for
from bottleimp.rules.editions import edition_from_text

DEFAULT_BATCHES = (1, 16, 256, 4096)
SAMPLE_STEPS = 12  # random decisions between those that the network is asked for


def network_batches(key: str, batches: Sequence[int]) -> list[Contender]:
    """The network of the edition's mode, asked for so many decisions at once."""
    playing = edition_from_text(key)
    network, largest = network_for(playing), max(batches)
    env, choose = VectorEnv(playing, largest), random_chooser(1)
    step = env.reset(seed=1)
    for number in range(SAMPLE_STEPS):
        # Rounds are at different moments: only some act each time.
        actions = np.where(np.arange(largest) % SAMPLE_STEPS > number, choose(step.action_mask), -1)
        step = env.step(actions)
    features, legal = step.features.copy(), env.rounds.legal.copy()

    def contender(size: int) -> Contender:
        starts = range(0, largest - size + 1, size)

        def play(decisions: int) -> int:
            calls = -(-decisions // size)
            for call in range(calls):
                rows = slice(start := starts[call % len(starts)], start + size)
                greedy_actions(network, features[rows], legal[rows])
            return calls * size

        return Contender(f"network of mode {playing.mode}", f"{size:,}", play)

    return [contender(size) for size in batches]


def level_rows(key: str, names: Sequence[str], decisions: int) -> list[list[str]]:
    """For each level the time of a decision, over the same decisions of real play."""
    playing = edition_from_text(key)
    asked = decision_observations(playing, decisions)
    rows = []
    for name in names:
        for seen in (*warmup_observations(playing), asked[0]):
            time_decision(name, seen)  # compiles
        took = [time_decision(name, seen) for seen in asked]
        wall, processor = [one.wall for one in took], [one.cpu for one in took]
        figures = [median(wall), percentile(wall, 0.99), max(wall), median(processor)]
        cells = [f"{figure * MS:.2f}" for figure in figures]
        rows.append([f"`{name}`", str(len(took)), *cells, f"{1 / max(mean(processor), 1e-9):,.0f}"])
    return rows
