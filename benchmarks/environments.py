"""How fast the environments are, each beside what it has to be compared with, in one run.

`python -m benchmarks.environments` prints the table; `--markdown` prints it as `results.md` shows
it.  The vector environment stands beside the rounds in lock-step on which it is built: with masks,
which a learner needs, and without.  The PettingZoo environment stands beside PettingZoo's own card
games (`scripts/install bench`, then `pip install rlcard==1.2.0`, of which there is no wheel).
All players act at random.  Runs are interleaved and processor time is measured.
"""

import argparse
from collections.abc import Callable
from dataclasses import dataclass, field
from time import process_time
from typing import Any

import numpy as np
from pettingzoo.classic import leduc_holdem_v4, texas_holdem_no_limit_v6, texas_holdem_v4

from benchmarks.playouts import describe_machine, median_and_spread
from bottleimp.envs import VectorEnv, bottle_imp_v0
from bottleimp.kernel.encoding.schema import action_count
from bottleimp.kernel.round_batch import RoundBatch
from bottleimp.players.decisions import legal_mask
from bottleimp.rules.editions import edition

ROUNDS = 1024
MILLION = 1_000_000


@dataclass
class Contender:
    """An environment, and the decisions per second it reached, one entry for each run."""

    name: str
    group: str
    play: Callable[[], int]  # returns how many decisions it made
    results: list[float] = field(default_factory=list)

    def measure(self) -> None:
        """One run."""
        before = process_time()
        decisions = self.play()
        self.results.append(decisions / (process_time() - before))


def lowest_actions(legal: Any) -> Any:
    """The lowest legal action of each row, from sets; 0 where there is none."""
    return np.bitwise_count((legal & -legal) - 1) * (legal != 0)


def vector_env(key: str, steps: int) -> Contender:
    """The vector environment."""
    env = VectorEnv(key, ROUNDS)
    env.reset(seed=1)

    def play() -> int:
        for _ in range(steps):
            env.step(lowest_actions(env.rounds.legal))
        return steps * ROUNDS

    return Contender("VectorEnv", key, play)


def rounds_in_lock_step(key: str, generations: int, *, masks: bool) -> Contender:
    """The rounds on which it stands, with masks or without."""
    playing = edition(key)
    rounds = RoundBatch.allocate(playing, ROUNDS)
    actions = action_count(playing)

    def play() -> int:
        made = 0
        for number in range(generations):
            rounds.deal(number, 0)
            while asked := rounds.next_decisions():
                if masks:
                    legal_mask(rounds.legal, actions)
                chosen = np.where(rounds.turns >= 0, lowest_actions(rounds.legal), -1)
                rounds.step(chosen)
                made += asked
            rounds.returns()
        return made

    return Contender("rounds and masks" if masks else "rounds alone", key, play)


def aec(name: str, env: Any, steps: int) -> Contender:
    """An environment of PettingZoo."""

    def play() -> int:
        made = seed = 0
        while made < steps:
            env.reset(seed=seed)
            seed += 1
            for agent in env.agent_iter():
                seen, _, terminated, truncated, info = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                mask = seen["action_mask"] if isinstance(seen, dict) else info["action_mask"]
                env.step(env.action_space(agent).sample(mask))
                made += 1
        return made

    return Contender(name, "PettingZoo", play)


def contenders(key: str, scale: int) -> list[Contender]:
    """Everybody; a run takes about a quarter of a second at scale 1."""
    return [
        vector_env(key, 350 * scale),
        rounds_in_lock_step(key, 10 * scale, masks=False),
        rounds_in_lock_step(key, 10 * scale, masks=True),
        aec(f"bottle_imp_v0 {key}", bottle_imp_v0.env(edition=key), 4000 * scale),
        aec("leduc_holdem_v4", leduc_holdem_v4.env(), 1500 * scale),
        aec("texas_holdem_v4", texas_holdem_v4.env(), 1500 * scale),
        aec("texas_holdem_no_limit_v6", texas_holdem_no_limit_v6.env(), 1500 * scale),
    ]


def table(everybody: list[Contender]) -> list[list[str]]:
    """A row for each: what it is, its speed, and the first of its group as a multiple of it."""
    rows = []
    for one in everybody:
        middle, spread = median_and_spread(one.results)
        first = next(other for other in everybody if other.group == one.group)
        ratios = [a / b for a, b in zip(first.results, one.results, strict=True)]
        unit, name = (MILLION, "M") if middle >= MILLION else (1000, "k")
        speed = f"{middle / unit:.2f} {name} ± {spread:.0%}"
        rows.append([one.group, one.name, speed, f"{float(np.median(ratios)):.2f}"])
    return rows


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--edition", default="classic/3")
    parser.add_argument("--repeats", type=int, default=9)
    parser.add_argument("--scale", type=int, default=1, help="length of a run")
    parser.add_argument("--markdown", action="store_true")
    options = parser.parse_args()
    everybody = contenders(options.edition, options.scale)
    for one in everybody:
        one.play()  # compiles
    for _ in range(options.repeats):
        for one in everybody:
            one.measure()
    print(f"{describe_machine()}; decisions a second on one core, median of runs")
    head = ["group", "environment", "decisions a second", "ratio of the first to it"]
    rows = table(everybody)
    if options.markdown:
        for row in [head, ["---", "---", "---:", "---:"], *rows]:
            print("|", " | ".join(row), "|")
        return
    for row in [head, *rows]:
        print(f"{row[0]:<12}{row[1]:<28}{row[2]:>22}{row[3]:>26}")


if __name__ == "__main__":
    main()
