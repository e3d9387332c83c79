"""Searched values to learn from: `python -m training.labels bright-house --folder F --labels N`.

Rounds are played in which every choice is searched, and the search's value of every legal action
is kept: a mean over worlds, never the one outcome.  Mostly the best action is taken, else one
that is nearly as good, or any.

Files of so many rounds each are written one after another, on as many processes as are asked for.
It may be ended at any moment and called again: files that are there stay, and the others follow,
the same to the last bit on one kind of processor.  Nothing here needs PyTorch.
"""

import argparse
import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import asdict, dataclass, replace
from functools import partial
from hashlib import sha256
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import NamedTuple

import numpy as np

from bottleimp.analysis.evaluation.panel import read_panel
from bottleimp.atomic_files import replace_file
from bottleimp.errors import BottleImpError
from bottleimp.execution.process_pool import process_pool
from bottleimp.execution.task_pool import map_tasks
from bottleimp.game.actions import action_from_number
from bottleimp.game.deal import Deal
from bottleimp.game.round import Round
from bottleimp.kernel.arrays import IntArray
from bottleimp.kernel.encoding.features import Features, features_of
from bottleimp.kernel.encoding.schema import action_count
from bottleimp.kernel.heuristics.policy import HEURISTIC_POLICY
from bottleimp.kernel.search.one_ply import action_values
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.players.budget import Budget
from bottleimp.players.decision_seed import decision_seed
from bottleimp.players.network import Network, network_file, network_from_arrays
from bottleimp.players.search.action_values import ActionValues
from bottleimp.players.search.belief_search import BeliefSearchPlayer, SearchConfig
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text
from training.settings import MODE_EDITIONS
from training.targets import Float32Array

# The values of an observation's legal actions; the seed is that of the choice.
ActionEvaluator = Callable[[Observation, int], ActionValues]

SETTINGS_FILE = "labels.json"
SEED_FACTOR = 1_000_003  # between the deals of one seed and those of the next


@dataclass(frozen=True)
class LabelSettings:
    """What fixes every label."""

    edition: str  # or several joined by +, which take turns
    seed: int = 1
    rounds: int = 20  # in each file
    worlds: int = 96  # of each search
    temperature: float = 2.0  # points by which an action is worse that is taken e times less often
    explore: float = 0.05  # share of choices in which any action is taken
    network: str = ""  # the file of the network that searches; empty: that of the package
    checksum: str = ""  # SHA-256 of that file
    search: str = ""  # the settings of the search: no folder mixes two networks or two searches
    playouts: int = 0  # in even worlds, by rules of thumb, that value actions instead; 0: none do

    @property
    def editions(self) -> list[Edition]:
        """The editions that are played."""
        return [edition_from_text(text) for text in self.edition.split("+")]

    def network_content(self) -> bytes:
        """The network's file."""
        if self.network:
            return Path(self.network).read_bytes()
        return network_file(self.editions[0].mode).read_bytes()

    def load_network(self) -> Network:
        """The network that searches; raises BottleImpError where its file has changed."""
        content = self.network_content()
        if self.checksum != sha256(content).hexdigest():
            raise BottleImpError("The network is another than that of the labels before.")
        with np.load(BytesIO(content)) as saved:
            return network_from_arrays(dict(saved))

    def complete(self) -> "LabelSettings":
        """The same with the network file and the search as they are now.

        Playouts use neither, so their labels go on whatever becomes of the two.
        """
        if self.playouts:
            return self
        checksum = sha256(self.network_content()).hexdigest()
        return replace(self, checksum=checksum, search=repr(SearchConfig()))


class Labels(NamedTuple):
    """Choices, a row for each, and what the search said of their actions."""

    features: Features  # (row, width)
    values: Float32Array  # (row, action): the gain in points; NaN where the action is not legal
    taken: IntArray  # (row,): the action that was taken


@dataclass(frozen=True)
class LabelTask:
    """A file to make."""

    settings: LabelSettings
    number: int


def label_rounds(settings: LabelSettings, rounds: range) -> Labels:
    """The labels of all choices of these rounds."""
    evaluate = action_evaluator(settings)
    editions = settings.editions
    rows = [
        row
        for number in rounds
        for row in label_round(settings, editions[number % len(editions)], evaluate, number)
    ]
    features, values, taken = zip(*rows, strict=True)
    return Labels(np.stack(features), np.stack(values), np.array(taken, np.int64))


def label_round(
    settings: LabelSettings, edition: Edition, evaluate: ActionEvaluator, number: int
) -> Iterator[tuple[Features, Float32Array, int]]:
    """The labels of all choices of one round."""
    random = np.random.default_rng([settings.seed, number])
    played = Round(Deal.from_seed(edition, settings.seed * SEED_FACTOR + number))
    while (seat := played.turn) is not None:
        if len(played.legal_actions) == 1:
            played = played.play(played.legal_actions[0])
            continue
        seen = observe(played, seat)
        found = evaluate(seen, number)
        action = draw_action(settings, found, random)
        yield features_of(seen), value_row(edition, found), action
        played = played.play(action_from_number(edition, action))


def action_evaluator(settings: LabelSettings) -> ActionEvaluator:
    """What says how much actions are worth: the search of `imp`, or playouts in even worlds."""
    if not settings.playouts:
        network = settings.load_network()
        return BeliefSearchPlayer(Budget(settings.worlds), network).evaluate_actions
    return partial(evaluate_by_playouts, settings.playouts)


def evaluate_by_playouts(worlds: int, observation: Observation, seed: int) -> ActionValues:
    """The value of each legal action as `perfect_information` with so many worlds finds it."""
    found = action_values(
        observation, policy=HEURISTIC_POLICY, worlds=worlds,
        seed=decision_seed(seed, observation),
    )  # fmt: skip
    actions = observation.legal_action_numbers
    values = found[list(actions)]
    count = np.full(len(actions), worlds)
    return ActionValues(tuple(actions), values, count)


def value_row(edition: Edition, found: ActionValues) -> Float32Array:
    """The values by the number of their action."""
    row = np.full(action_count(edition), np.nan, np.float32)
    row[list(found.actions)] = found.values
    return row


def draw_action(settings: LabelSettings, found: ActionValues, random: np.random.Generator) -> int:
    """The action to take: likelier the better it is, and now and then any."""
    chances = np.exp((found.values - found.values.max()) / settings.temperature)
    if random.random() < settings.explore:
        chances = np.ones(len(chances))
    return int(random.choice(found.actions, p=chances / chances.sum()))


def make_file(task: LabelTask) -> tuple[int, bytes]:
    """The number and the content of a file of labels."""
    first, rounds = task.number * task.settings.rounds, task.settings.rounds
    labels = label_rounds(task.settings, range(first, first + rounds))
    content = BytesIO()
    np.savez_compressed(
        content, allow_pickle=False, features=np.packbits(labels.features, axis=1),
        width=np.array(labels.features.shape[1]), values=labels.values, taken=labels.taken,
    )  # fmt: skip
    return task.number, content.getvalue()


def read_labels(file: Path) -> Labels:
    """The labels of a file."""
    with np.load(file) as saved:
        features = np.unpackbits(saved["features"], axis=1, count=int(saved["width"]))
        return Labels(features, saved["values"], saved["taken"])


def label_files(folder: Path) -> list[Path]:
    """All files of labels in a folder, in order."""
    return sorted(folder.glob("labels-*.npz"))


def count_labels(file: Path) -> int:
    """How many labels a file holds."""
    with np.load(file) as saved:
        return len(saved["taken"])


def file_name(number: int) -> str:
    """The name of a file of labels."""
    return f"labels-{number:06}.npz"


def prepare_folder(folder: Path, settings: LabelSettings) -> None:
    """Note the settings; raises BottleImpError where the folder has labels of others."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / SETTINGS_FILE
    told = json.dumps(asdict(settings), indent=1) + "\n"
    if file.exists() and file.read_text(encoding="utf-8") != told:
        raise BottleImpError(f"{file} tells of other settings; choose another folder.")
    replace_file(file, told.encode())


def write_labels(
    folder: Path, settings: LabelSettings, labels: int, pool: Executor | None = None
) -> Iterator[int]:
    """Write files until there are so many labels; after each, how many there are.

    Raises BottleImpError where the folder has labels of other settings, and for a network that
    serves for measuring alone.
    """
    if settings.network:
        read_panel().require_training_half([], [Path(settings.network)])
    settings = settings.complete()
    prepare_folder(folder, settings)
    there = {file.name for file in label_files(folder)}
    total = sum(count_labels(folder / name) for name in there)
    if total >= labels:
        return
    tasks = (LabelTask(settings, n) for n in count() if file_name(n) not in there)
    for number, content in map_tasks(pool, make_file, tasks):
        file = folder / file_name(number)
        replace_file(file, content)
        total += count_labels(file)
        yield total
        if total >= labels:
            return


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("mode", choices=MODE_EDITIONS)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--labels", type=int, default=200_000)
    parser.add_argument("--processes", type=int, default=1)
    names = ("seed", "rounds", "worlds", "temperature", "explore", "network", "playouts")
    for name in names:
        default = getattr(LabelSettings(""), name)
        parser.add_argument(f"--{name}", type=type(default), default=default)
    arguments = parser.parse_args()
    chosen = {name: getattr(arguments, name) for name in names}
    settings = LabelSettings(MODE_EDITIONS[arguments.mode], **chosen)
    start_time = time.monotonic()
    with process_pool(arguments.processes) as pool:
        try:
            for total in write_labels(arguments.folder, settings, arguments.labels, pool):
                seconds = time.monotonic() - start_time
                print(f"{total} labels after {seconds:.0f} seconds", flush=True)
        except BottleImpError as problem:
            parser.error(str(problem))


if __name__ == "__main__":
    main()
