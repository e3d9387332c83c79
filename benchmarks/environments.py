"""How fast the vector environment is beside the rounds in lock-step on which it is built.

`python -m benchmarks.environments` prints the table.  The vector environment writes features and
masks, keeps the record of each round, checks actions, scores and deals anew.  The rounds write the
same features; they stand there alone, and with masks by numpy, which is how the trainer gets them.
Everybody takes the lowest legal action.  Runs are interleaved and processor time is measured.

`python -m benchmarks.libraries` compares environments with those of other libraries.
"""

import argparse
from typing import Any

import numpy as np

from benchmarks.measuring import (
    Contender,
    describe_machine,
    markdown_table,
    median_ratio,
    speed_text,
    take_turns,
)
from bottleimp.envs import VectorEnv
from bottleimp.kernel.encoding.schema import action_count
from bottleimp.kernel.round_batch import RoundBatch
from bottleimp.players.decisions import legal_mask
from bottleimp.rules.editions import edition


def lowest_actions(legal: Any) -> Any:
    """The lowest legal action of each row, from sets; 0 where there is none."""
    return np.bitwise_count((legal & -legal) - 1) * (legal != 0)


def vector_env(key: str, count: int) -> Contender:
    """The vector environment."""
    env = VectorEnv(key, count)
    env.reset(seed=1)

    def play(decisions: int) -> int:
        steps = -(-decisions // count)
        for _ in range(steps):
            env.step(lowest_actions(env.rounds.legal))
        return steps * count

    return Contender(key, "VectorEnv", play)


def rounds_in_lock_step(key: str, count: int, *, masks: bool) -> Contender:
    """The rounds on which it stands, with masks or without."""
    playing = edition(key)
    rounds = RoundBatch.allocate(playing, count)
    actions = action_count(playing)

    def play(decisions: int) -> int:
        made = 0
        while made < decisions:
            rounds.deal(made, 0)
            while asked := rounds.next_decisions():
                if masks:
                    legal_mask(rounds.legal, actions)
                chosen = np.where(rounds.turns >= 0, lowest_actions(rounds.legal), -1)
                rounds.step(chosen)
                made += asked
            rounds.returns()
        return made

    return Contender(key, "rounds and masks" if masks else "rounds alone", play)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("editions", nargs="*", default=["classic/3"], metavar="KEY")
    parser.add_argument("--rounds", type=int, default=1024, help="in lock-step")
    parser.add_argument("--repeats", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.25, help="length of a run")
    options = parser.parse_args()
    print(f"{describe_machine()}; decisions a second on one core, median of runs\n")
    rows = []
    for key in options.editions:
        contenders = [
            vector_env(key, options.rounds),
            rounds_in_lock_step(key, options.rounds, masks=False),
            rounds_in_lock_step(key, options.rounds, masks=True),
        ]
        take_turns(contenders, options.repeats, options.seconds)
        first = contenders[0].results
        rows += [
            [key, one.name, speed_text(one.results), f"{median_ratio(first, one.results):.2f}"]
            for one in contenders
        ]
    head = ["edition", "environment", "decisions a second", "ratio of VectorEnv to it"]
    print(markdown_table(head, rows, words=2))


if __name__ == "__main__":
    main()
