"""`network`: plays what a trained network values highest.

The network was trained by self-play; its weights are in the package, one file for each mode, with
a model card.  It is run by numpy alone.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable

import numpy as np
import numpy.typing as npt

from bottleimp.errors import UnknownName
from bottleimp.game.actions import Action, action_number
from bottleimp.kernel.encoding.info_state import Features, features_of, points_step
from bottleimp.kernel.round_batch import Numbers
from bottleimp.knowledge.observation import Observation
from bottleimp.players.batch_players import Asked, legal_table
from bottleimp.rules.edition import Edition

Weights = npt.NDArray[np.float32]
Places = npt.NDArray[np.int64] | slice
Stored = npt.NDArray[np.float32] | npt.NDArray[np.float16] | npt.NDArray[np.int8]

UNIT_STEPS = 5  # a unit of value is so many steps of points: 20 points as printed
FOLDER = "networks"
REFERENCE = "reference-4"  # frozen for ever, so that strength has a fixed measure
SCALE = ".scale"  # behind the name of an array of whole numbers
ONE = np.ones(1, np.float16)
MANY_ROWS = 16  # from so many on, it pays to look for what rows have in common
MOST_UNLIKE = 0.95  # the share of rows from which on it does not pay to leave the others out
EVERY_ROW = slice(None)
VALUE = 0  # the head that is played by: own points less the others' mean


@dataclass(frozen=True)
class Network:
    """A residual perceptron: features in, for each action one output of each head."""

    entry: Weights  # (features, size)
    entry_bias: Weights
    blocks: tuple[tuple[Weights, Weights, Weights, Weights], ...]
    exits: Weights  # (heads, size, actions)
    exit_biases: Weights  # (heads, actions)
    where: Weights  # (size, cards * places)
    where_bias: Weights  # (cards * places,)

    def entered(self, features: Features) -> tuple[Weights, Places]:
        """The first layer, for rows of features, and where each row of them is to be found in it.

        What all rows have in common is added up once, and rows that are alike are worked out once.
        Rows that belong to worlds of one decision differ in few features, and one seat may hold
        the same hand in many: this saves a third of the time or more.
        """
        if len(features) >= MANY_ROWS:
            least = features.min(axis=0)
            differing = np.flatnonzero(least != features.max(axis=0))
            if 2 * len(differing) < len(least):
                shared = least.astype(np.float32) @ self.entry + self.entry_bias
                own = (features[:, differing] - least[differing]).astype(np.float32)
                which, back = unlike(own)
                out: Weights = own[which] @ self.entry[differing]
                out += shared
                return out, back
        out = features.astype(np.float32) @ self.entry
        out += self.entry_bias
        return out, EVERY_ROW

    def hidden(self, features: Features) -> tuple[Weights, Places]:
        """The last layer before the heads, for rows of features as `entered` has them."""
        now, back = self.entered(features)
        np.maximum(now, 0, out=now)
        # The same room again and again: fresh memory for every step took a fifth of the time.
        inner, beyond = np.empty_like(now), np.empty_like(now)
        for first, first_bias, second, second_bias in self.blocks:
            np.matmul(now, first, out=inner)
            inner += first_bias
            np.maximum(inner, 0, out=inner)
            np.matmul(inner, second, out=beyond)
            now += beyond
            now += second_bias
            np.maximum(now, 0, out=now)
        return now, back

    def values(self, features: Features, head: int = VALUE) -> Weights:
        """One head's outputs for rows of features: a row for each, a column for each action."""
        hidden, back = self.hidden(features)
        out: Weights = (hidden @ self.exits[head] + self.exit_biases[head])[back]
        return out

    def places(self, features: Features, places: int) -> Weights:
        """The log chance of every place for every card, for rows of features.

        An array (rows, cards, places); places are the hands counted from the seat's own first,
        then the imp's trick.  Only cards that the seat has not seen have a meaning, and only once
        the exchange is over.
        """
        hidden, back = self.hidden(features)
        logits = (hidden @ self.where + self.where_bias).reshape(len(hidden), -1, places)
        highest = logits.max(axis=2, keepdims=True)
        total = np.log(np.exp(logits - highest).sum(axis=2, keepdims=True))
        out: Weights = (logits - highest - total)[back]
        return out


def unlike(rows: Weights) -> tuple[Places, Places]:
    """Of rows that are alike one each, and for every row where its like is among those.

    Rows are told apart by one product with random numbers; should two unlike rows ever share it,
    none is taken for another.
    """
    marks = rows.astype(np.float64) @ drawn_numbers(rows.shape[1])
    _, which, back = np.unique(marks, return_index=True, return_inverse=True)
    if len(which) > MOST_UNLIKE * len(rows) or (rows[which][back] != rows).any():
        return EVERY_ROW, EVERY_ROW
    return which, back


@lru_cache(maxsize=1024)
def drawn_numbers(count: int) -> npt.NDArray[np.float64]:
    """So many random numbers, always the same."""
    return np.random.default_rng(0).random(count)


@lru_cache(maxsize=16)
def network_named(name: str) -> Network:
    """The network of a mode, from the package; raises UnknownName."""
    with file_of(name).open("rb") as opened, np.load(opened) as saved:
        return network_from(dict(saved))


@lru_cache(maxsize=16)
def checksum_of(name: str) -> str:
    """The SHA-256 of a network's file in the package, as hexadecimal; raises UnknownName."""
    return hashlib.sha256(file_of(name).read_bytes()).hexdigest()


def file_of(name: str) -> Traversable:
    """The file of a network in the package; raises UnknownName."""
    files = resources.files("bottleimp.players") / FOLDER
    file = files / f"{name}.npz"
    if not file.is_file():
        entries = files.iterdir() if files.is_dir() else ()
        known = [entry.name.removesuffix(".npz") for entry in entries]
        raise UnknownName("network", name, known)
    return file


def scaled(saved: Mapping[str, Stored]) -> dict[str, Weights]:
    """The arrays of a file as they count: whole numbers times the scale of their column."""
    return {
        name: array.astype(np.float32) * saved.get(name + SCALE, ONE).astype(np.float32)
        for name, array in saved.items()
        if not name.endswith(SCALE)
    }


def network_from(saved: Mapping[str, Stored]) -> Network:
    """The network in the arrays of a file."""
    wide = scaled(saved)
    count = sum(1 for name in wide if name.endswith(".first"))
    blocks = tuple(
        (
            wide[f"{n}.first"], wide[f"{n}.first_bias"],
            wide[f"{n}.second"], wide[f"{n}.second_bias"],
        )
        for n in range(count)
    )  # fmt: skip
    return Network(
        wide["entry"], wide["entry_bias"], blocks, wide["exits"], wide["exit_biases"],
        wide["where"], wide["where_bias"],
    )  # fmt: skip


def unit_of(edition: Edition) -> int:
    """How many points a unit of the network's value is."""
    return UNIT_STEPS * points_step(edition.layout)


def greedy(network: Network, features: Features, legal: Numbers) -> Numbers:
    """The legal action that the network values highest, for each row."""
    values = network.values(features)
    may = legal_table(legal, values.shape[1])
    return np.asarray(np.where(may, values, -np.inf).argmax(axis=1), np.int64)


def network_for(edition: Edition) -> Network:
    """The network that plays this edition."""
    return network_named(edition.mode)


class NetworkPlayer:
    """The action of the highest value; the seed changes nothing."""

    def __init__(self, seed: int, network: Network | None = None) -> None:
        self.seed = seed
        self.network = network

    def choose(self, observation: Observation) -> Action:
        """The legal action that the network values highest."""
        if len(observation.legal) == 1:
            return observation.legal[0]
        network = self.network or network_for(observation.edition)
        values = network.values(features_of(observation)[None, :])[0]
        edition = observation.edition
        return max(observation.legal, key=lambda action: values[action_number(edition, action)])


class ManyNetwork:
    """The same for many rounds at once."""

    def __init__(self, network: Network | None = None) -> None:
        self.network = network

    def choose_many(self, asked: Asked) -> Numbers:
        """The legal action of the highest value in every row."""
        network = self.network or network_for(asked.edition)
        return greedy(network, asked.features, asked.legal)
