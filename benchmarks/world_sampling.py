"""Worlds a second in every mode: drawn by the kernel, and beside it by shuffling and rejecting.

`python -m benchmarks.world_sampling` prints a table as `results-players.md` shows it.  Both draw
worlds for
the same observations, at every decision of rounds of anything: ways to place the unseen cards
that no failure to follow suit forbids.  The plain way shuffles all unseen cards with numpy, many
worlds at once, and keeps those that fit; where none of a million fit it is given up, and noted.
Runs alternate, and processor time is measured, so other work disturbs little.
"""

import argparse
import platform
from collections.abc import Callable, Iterator
from statistics import median
from time import process_time

import numpy as np

from bottleimp.analysis.arena.contests import edition_of_each_mode
from bottleimp.kernel.arrays import IntArray
from bottleimp.kernel.sampling.worlds import sample_worlds
from bottleimp.knowledge.inference import Inference
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.rules.cardsets import members
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition
from tests.support.random_rounds import asked_in_turn

MAX_TRIED = 1_000_000
WorldSampler = Callable[[Observation, int, int], IntArray]  # observation, seed, worlds


def decision_observations(playing: Edition, seed: int) -> Iterator[Observation]:
    """What the seats that decide see in a round of anything."""
    for played, seat in asked_in_turn(playing, seed):
        if seat not in playing.driven and len(played.legal_actions_for(seat)) > 1:
            yield observe(played, seat)


def sample_by_kernel(observation: Observation, seed: int, worlds: int) -> IntArray:
    """Worlds drawn by the kernel."""
    return sample_worlds(observation, seed=seed, worlds=worlds)


def sample_by_rejection(observation: Observation, seed: int, worlds: int) -> IntArray:
    """Worlds by shuffling all unseen cards, those that do not fit thrown away; may be fewer."""
    inference = Inference(observation)
    random = np.random.default_rng(seed)
    cards = np.array(list(members(inference.unseen_cards)), np.int64)
    ends = np.cumsum(inference.capacities)
    closed = (*inference.voids, 0)
    sure = (*inference.known_cards, inference.discards)
    found: list[IntArray] = []
    fitting = tried = 0
    while fitting < worlds and tried < MAX_TRIED:
        several = np.broadcast_to(cards, (worlds, len(cards)))
        bits = np.left_shift(1, random.permuted(several, axis=1))
        rows = np.stack(
            [part.sum(axis=1) for part in np.split(bits, ends[:-1], axis=1)], axis=1
        )  # the imp's trick has the rest
        fits = ~(rows & np.array(closed)).any(axis=1)
        found.append((rows | np.array(sure))[fits])
        fitting, tried = fitting + int(fits.sum()), tried + worlds
    return np.concatenate(found)[:worlds]


def measure_speeds(
    observations: list[Observation], worlds: int, repeats: int
) -> tuple[float, float, int]:
    """Worlds a second by the kernel and by shuffling, and at how many decisions that was given up.

    Both are medians of runs over the decisions at which shuffling finds enough.
    """
    possible = [one for one in observations if len(sample_by_rejection(one, 1, worlds)) == worlds]
    for one in observations:
        sample_by_kernel(one, 1, worlds)  # compiles, if need be
    taken: tuple[list[float], list[float]] = ([], [])
    draws: tuple[WorldSampler, WorldSampler] = (sample_by_kernel, sample_by_rejection)
    for seed in range(repeats):
        for draw, times in zip(draws, taken, strict=True):
            before = process_time()
            for one in possible:
                draw(one, seed, worlds)
            times.append(process_time() - before)
    drawn = worlds * len(possible)
    kernel, shuffling = (drawn / median(times) for times in taken)
    return kernel, shuffling, len(observations) - len(possible)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("editions", nargs="*", help="keys; one of every mode if none is named")
    parser.add_argument("--worlds", type=int, default=1000, help="for each decision")
    parser.add_argument("--rounds", type=int, default=3, help="whose decisions are all taken")
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()
    print(f"Python {platform.python_version()}, numpy {np.__version__};", end=" ")
    print(f"{options.worlds:,} worlds a decision, {options.rounds} rounds of each edition")
    head = ["edition", "decisions", "kernel, worlds/s", "shuffling, worlds/s", "ratio", "given up"]
    print("|", " | ".join(head), "|")
    print("|---|", "|".join(["---:"] * (len(head) - 1)), "|", sep="")
    for key in options.editions or edition_of_each_mode():
        seen = [
            one for n in range(options.rounds) for one in decision_observations(edition(key), n)
        ]
        kernel, shuffling, given_up = measure_speeds(seen, options.worlds, options.repeats)
        row = [
            f"`{key}`", str(len(seen)), f"{kernel:,.0f}", f"{shuffling:,.0f}",
            f"{kernel / shuffling:.1f}", str(given_up),
        ]  # fmt: skip
        print("|", " | ".join(row), "|", flush=True)


if __name__ == "__main__":
    main()
