"""Regret: what the choices of players give away, as a judge sees them who thinks far longer.

In every deal copies of one player play a round, and one of its real choices is drawn by lot.  All
measured players are asked for it, and a judge values every legal action: it sees what the seat
sees, plays thousands of believed worlds to the end, and may do so by another network than the
players have, so that their mistakes are not its own.

The judge thinks twice, in worlds of its own each time.  The first values say which action is best,
the second what a player's action is worth less than that one, and then the other way round.  So
luck among worlds is not taken for a loss: where two actions are as good, regret is zero on average.
Where the first values miss the best action it is too small, and may be below zero.

Each measurement has a file of lines: first a heading, then a line for each deal, in order.
Play resumes where it stopped, and the results depend on seed and names alone.
"""

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from bottleimp.analysis.evaluation.deal_files import CHECKSUMS, measure_deals, result_file
from bottleimp.analysis.evaluation.exploitability import short_name
from bottleimp.analysis.evaluation.open_hand_evaluation import (
    Decider,
    OpenHandRounds,
    play_out,
    seat_seeds,
)
from bottleimp.analysis.evaluation.responders import NetworkSource, create_decider, player_marks
from bottleimp.errors import BottleImpError
from bottleimp.kernel.arrays import FloatArray, IntArray
from bottleimp.knowledge.observation import Observation
from bottleimp.players.budget import Budget
from bottleimp.players.network import Network
from bottleimp.players.search.belief_search import BeliefSearchPlayer, SearchConfig
from bottleimp.players.search.listed_worlds import is_for_two
from bottleimp.rules.editions import edition_from_text

FORMAT_VERSION = 2  # grows when a reader must change
DEALS_PER_GROUP = 5
JUDGE_LOOKS = 2  # times that the judge thinks
JUDGE_STREAM = 1_000_003  # apart from the seeds of the players
# Files of weights may be moved: labels and checksums tell them.
INFORMATIONAL_FIELDS = ("players", "population", "judge_file")
# To the end of the round, by nothing but what comes of it.  No action is dropped on the way: one
# is dropped when it looks worst, and would keep that value.
JUDGE_CONFIG = SearchConfig(
    depth=None, playouts_per_world=1, value_shares=(1.0, 0.0, 0.0), pruning_margin=math.inf
)


@dataclass(frozen=True)
class RegretMeasurement:
    """What is measured; the first line of its file."""

    edition: str
    players: tuple[str, ...]  # whose choices are judged
    labels: tuple[str, ...]  # these in short; files of weights with a checksum
    population: str  # who plays the rounds
    population_label: str
    judge_worlds: int  # in each of the judge's two looks
    judge_file: str | None  # the weights by which it thinks; None: the package's
    judge_checksum: str
    seed: int

    def path(self, folder: Path) -> Path:
        """Its file in a folder."""
        judge = f"judge-{self.judge_worlds}-{self.judge_checksum}"
        name = f"regret~{self.population_label}~{judge}.jsonl"
        return result_file(folder, self.edition, name)


@dataclass(frozen=True)
class JudgedChoice:
    """A choice of a round: what the judge says of its actions, and what players would do."""

    deal: int
    phase: str
    choices_in_round: int  # real choices of all seats in the whole round
    actions: tuple[int, ...]
    values: tuple[tuple[float, ...], ...]  # a row for each look, a column for each action; points
    chosen: tuple[int, ...]  # the action of each measured player

    def regret(self, player: int) -> float:
        """What this player's action is worth less than the best, by both looks; points."""
        place = self.actions.index(self.chosen[player])
        looks = np.array(self.values)
        best = looks.argmax(axis=1)
        return float(
            np.mean([looks[1 - k, best[k]] - looks[1 - k, place] for k in range(JUDGE_LOOKS)])
        )

    def is_best(self, player: int) -> bool:
        """Whether this player's action is the best by the mean of both looks."""
        return self.actions[int(np.array(self.values).mean(axis=0).argmax())] == self.chosen[player]


@dataclass
class DrawnChoice:
    """The choice of a round that the lot has drawn so far, and what the players would do there."""

    count: int = 0
    seen: Observation | None = None
    chosen: tuple[int, ...] = ()


@dataclass
class ChoiceRecorder:
    """A decider that is watched: of the choices of each round one is drawn, each as likely."""

    population: Decider
    players: Sequence[Decider]
    seed: int
    numbers: Sequence[int]  # row -> number of its deal
    drawn: dict[int, DrawnChoice] = field(default_factory=dict)
    lots: dict[int, np.random.Generator] = field(default_factory=dict)

    def decide(self, tables: OpenHandRounds, rows: IntArray) -> IntArray:
        """What the population says."""
        for row in rows.tolist():
            if row not in self.lots:
                self.lots[row] = np.random.default_rng([self.seed, self.numbers[row]])
            drawn = self.drawn.setdefault(row, DrawnChoice())
            drawn.count += 1
            if self.lots[row].integers(drawn.count) == 0:
                only = np.array([row])
                drawn.seen = tables.observation(row)
                drawn.chosen = tuple(int(p.decide(tables, only)[0]) for p in self.players)
        return self.population.decide(tables, rows)


def make_regret_measurement(
    edition_text: str, players: Sequence[str], population: str, judge_worlds: int,
    judge_file: str | None, seed: int,
) -> RegretMeasurement:  # fmt: skip
    """The measurement; raises UnknownName, BudgetError or BottleImpError if it is not possible."""
    edition = edition_from_text(edition_text)
    if is_for_two(edition):
        raise BottleImpError(
            f"{edition.text} is for two, where the imp lists all worlds and a judge sees no more;"
            " `bottleimp exploitability` measures what is left there."
        )
    source = NetworkSource(edition.text)
    for name in (*players, population):
        create_decider(name, source)
    return RegretMeasurement(
        edition.text, tuple(players), tuple(map(short_name, players)), population,
        short_name(population), judge_worlds, judge_file,
        NetworkSource(edition.text, judge_file).checksum, seed,
    )  # fmt: skip


def regret_lines(measurement: RegretMeasurement, numbers: Sequence[int]) -> list[str]:
    """The lines of deals with these numbers."""
    edition = edition_from_text(measurement.edition)
    source = NetworkSource(edition.text)
    recorder = ChoiceRecorder(
        create_decider(measurement.population, source),
        [create_decider(name, source) for name in measurement.players],
        measurement.seed, numbers,
    )  # fmt: skip
    tables = OpenHandRounds.from_arena(edition, measurement.seed, numbers, [()])
    play_out(tables, recorder, recorder)
    judge = NetworkSource(edition.text, measurement.judge_file).network
    lines = []
    for row, number in enumerate(numbers):
        drawn = recorder.drawn[row]
        assert drawn.seen is not None  # every round has a choice, and the first is always drawn
        actions, values = judge_values(
            judge, measurement.judge_worlds, drawn.seen,
            seat_seeds(edition, measurement.seed + JUDGE_STREAM, number),
        )  # fmt: skip
        judged = JudgedChoice(
            number, drawn.seen.phase.name, drawn.count, actions, values, drawn.chosen
        )
        lines.append(json.dumps(asdict(judged)) + "\n")
    return lines


def judge_values(
    network: Network, worlds: int, seen: Observation, seeds: Sequence[int]
) -> tuple[tuple[int, ...], tuple[tuple[float, ...], ...]]:
    """The legal actions, and what each is worth in points by each look of the judge."""
    judge = BeliefSearchPlayer(Budget(worlds), network, JUDGE_CONFIG)
    looks = [judge.evaluate_actions(seen, seed) for seed in seeds[:JUDGE_LOOKS]]
    return looks[0].actions, tuple(tuple(look.values.round(4).tolist()) for look in looks)


def run_regret_measurement(
    measurement: RegretMeasurement, folder: Path, deals: int, pool: Executor | None = None
) -> Iterator[int]:
    """Judge until there are so many deals; yields how many there are, whenever some are kept."""
    marks = player_marks((*measurement.players, measurement.population), measurement.edition)
    heading = {"format": FORMAT_VERSION, **asdict(measurement), CHECKSUMS: marks}
    yield from measure_deals(
        measurement.path(folder), heading, INFORMATIONAL_FIELDS,
        partial(regret_lines, measurement), deals, DEALS_PER_GROUP, pool,
    )  # fmt: skip


def judged_choice_from(row: Mapping[str, Any]) -> JudgedChoice:
    """A choice as it stands in a file; raises KeyError, TypeError or ValueError."""
    return JudgedChoice(
        row["deal"], row["phase"], row["choices_in_round"], tuple(row["actions"]),
        tuple(tuple(map(float, look)) for look in row["values"]), tuple(row["chosen"]),
    )  # fmt: skip


def regrets_of(choices: Sequence[JudgedChoice], player: int) -> FloatArray:
    """What this player gives away at each choice; points."""
    return np.array([one.regret(player) for one in choices], np.float64)
