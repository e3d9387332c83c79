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
from bottleimp.kernel.arrays import Float32Array, FloatArray, IntArray
from bottleimp.kernel.encoding.feature_bits import PRINTED_STEP, points_per_feature
from bottleimp.kernel.encoding.features import Features
from bottleimp.players.decisions import DecisionBatch, legal_mask
from bottleimp.rules.edition import Edition

RowIndex = npt.NDArray[np.int64] | slice
StoredArray = npt.NDArray[np.float32] | npt.NDArray[np.float16] | npt.NDArray[np.int8]

STEPS_PER_UNIT = 5  # a unit of value is so many steps of points: 20 points as printed
PRINTED_POINTS_PER_UNIT = STEPS_PER_UNIT * PRINTED_STEP
NETWORK_FOLDER = "networks"
WEIGHTS_SUFFIX = ".npz"
REFERENCE_NETWORK = "reference-4"  # frozen for ever, so that strength has a fixed measure
IMITATION = "imitation-{mode}"  # of a program that plays out cards: no player, but a stranger
SCALE_SUFFIX = ".scale"  # behind the name of an array of whole numbers
UNIT_SCALE = np.ones(1, np.float16)
GAP_WORTH = "gap_worth"  # the array of a file with the network's number of that name; 1 without it
MIN_ROWS_TO_DEDUPLICATE = 16  # from so many on, it pays to look for what rows have in common
MAX_UNIQUE_SHARE = 0.95  # the share of rows from which on it does not pay to leave the others out
ALL_ROWS = slice(None)
VALUE_HEAD = 0  # the head that is played by: own points less the others' mean


@dataclass(frozen=True)
class Network:
    """A residual perceptron: features in, for each action one output of each head."""

    input_weights: Float32Array  # (features, size)
    input_bias: Float32Array
    blocks: tuple[tuple[Float32Array, Float32Array, Float32Array, Float32Array], ...]
    head_weights: Float32Array  # (heads, size, actions)
    head_biases: Float32Array  # (heads, actions)
    location_weights: Float32Array  # (size, cards * places)
    location_bias: Float32Array  # (cards * places,)
    gap_worth: float = 1.0  # what is lost by a worse action, as a part of the gap between values

    def first_layer(self, features: Features) -> tuple[Float32Array, RowIndex]:
        """The first layer, for rows of features, and where each row of them is to be found in it.

        What all rows have in common is added up once, and rows that are alike are worked out once.
        Rows that belong to worlds of one decision differ in few features, and one seat may hold
        the same hand in many: this saves a third of the time or more.
        """
        if len(features) >= MIN_ROWS_TO_DEDUPLICATE:
            least = features.min(axis=0)
            differing = np.flatnonzero(least != features.max(axis=0))
            if 2 * len(differing) < len(least):
                shared = least.astype(np.float32) @ self.input_weights + self.input_bias
                own = (features[:, differing] - least[differing]).astype(np.float32)
                which, back = unique_rows(own)
                out: Float32Array = own[which] @ self.input_weights[differing]
                out += shared
                return out, back
        out = features.astype(np.float32) @ self.input_weights
        out += self.input_bias
        return out, ALL_ROWS

    def last_hidden_layer(self, features: Features) -> tuple[Float32Array, RowIndex]:
        """The last layer before the heads, for rows of features as `first_layer` takes them."""
        now, back = self.first_layer(features)
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

    def values(self, features: Features, head: int = VALUE_HEAD) -> Float32Array:
        """One head's outputs for rows of features: a row for each, a column for each action."""
        hidden, back = self.last_hidden_layer(features)
        out: Float32Array = (hidden @ self.head_weights[head] + self.head_biases[head])[back]
        return out

    def calibrated_values(self, features: Features, legal: npt.NDArray[np.bool_]) -> FloatArray:
        """What to expect of each action (row, action), in units; an illegal one has minus infinity.

        The best action has its value, and any other that less what it loses.  A network that
        learned by a policy gradient says by its values what to play, and makes gaps too wide:
        `gap_worth` is the part of a gap that is lost.
        """
        values = np.where(legal, self.values(features).astype(np.float64), -np.inf)
        best = values.max(axis=1, keepdims=True)
        calibrated: FloatArray = best + self.gap_worth * (values - best)
        return calibrated

    def location_log_probabilities(self, features: Features, places: int) -> Float32Array:
        """The log chance of every place for every card, for rows of features.

        An array (rows, cards, places); places are the hands counted from the seat's own first,
        then the imp's trick.  Only cards that the seat has not seen have a meaning, and only once
        the exchange is over.
        """
        hidden, back = self.last_hidden_layer(features)
        logits = (hidden @ self.location_weights + self.location_bias).reshape(
            len(hidden), -1, places
        )
        highest = logits.max(axis=2, keepdims=True)
        total = np.log(np.exp(logits - highest).sum(axis=2, keepdims=True))
        out: Float32Array = (logits - highest - total)[back]
        return out


def unique_rows(rows: Float32Array) -> tuple[RowIndex, RowIndex]:
    """The unique rows, and for each input row the index of its unique copy.

    Rows are told apart by one product with random numbers; should two unlike rows ever share it,
    none is taken for another.
    """
    marks = rows.astype(np.float64) @ random_projection(rows.shape[1])
    _, which, back = np.unique(marks, return_index=True, return_inverse=True)
    if len(which) > MAX_UNIQUE_SHARE * len(rows) or (rows[which][back] != rows).any():
        return ALL_ROWS, ALL_ROWS
    return which, back


@lru_cache(maxsize=1024)
def random_projection(count: int) -> npt.NDArray[np.float64]:
    """So many random numbers, always the same."""
    return np.random.default_rng(0).random(count)


@lru_cache(maxsize=16)
def load_network(name: str) -> Network:
    """The network of a mode, from the package; raises UnknownName."""
    with network_file(name).open("rb") as opened, np.load(opened) as saved:
        return network_from_arrays(dict(saved))


@lru_cache(maxsize=16)
def network_checksum(name: str) -> str:
    """The SHA-256 of a network's file in the package, as hexadecimal; raises UnknownName."""
    return hashlib.sha256(network_file(name).read_bytes()).hexdigest()


def network_file(name: str) -> Traversable:
    """The file of a network in the package; raises UnknownName."""
    files = resources.files("bottleimp.players") / NETWORK_FOLDER
    file = files / f"{name}{WEIGHTS_SUFFIX}"
    if not file.is_file():
        raise UnknownName("network", name, network_names())
    return file


@lru_cache(maxsize=1)
def network_names() -> frozenset[str]:
    """The names of all networks in the package."""
    files = resources.files("bottleimp.players") / NETWORK_FOLDER
    entries = files.iterdir() if files.is_dir() else ()
    return frozenset(
        entry.name.removesuffix(WEIGHTS_SUFFIX)
        for entry in entries
        if entry.name.endswith(WEIGHTS_SUFFIX)
    )


def dequantize(saved: Mapping[str, StoredArray]) -> dict[str, Float32Array]:
    """The arrays of a file as they count: whole numbers times the scale of their column."""
    return {
        name: array.astype(np.float32)
        * saved.get(name + SCALE_SUFFIX, UNIT_SCALE).astype(np.float32)
        for name, array in saved.items()
        if not name.endswith(SCALE_SUFFIX)
    }


def network_from_arrays(saved: Mapping[str, StoredArray]) -> Network:
    """The network in the arrays of a file."""
    wide = dequantize(saved)
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
        wide["where"], wide["where_bias"], float(wide[GAP_WORTH][0]) if GAP_WORTH in wide else 1.0,
    )  # fmt: skip


def points_per_unit(edition: Edition) -> int:
    """How many points a unit of the network's value is."""
    return STEPS_PER_UNIT * points_per_feature(edition.layout)


def points_per_printed_point(edition: Edition) -> int:
    """How many points of this edition are one as printed: more where cards count by face value."""
    return points_per_unit(edition) // PRINTED_POINTS_PER_UNIT


def greedy_actions(network: Network, features: Features, legal: IntArray) -> IntArray:
    """The legal action that the network values highest, for each row."""
    values = network.values(features)
    may = legal_mask(legal, values.shape[1])
    return np.asarray(np.where(may, values, -np.inf).argmax(axis=1), np.int64)


def network_for(edition: Edition) -> Network:
    """The network that plays this edition."""
    return load_network(edition.mode)


def imitation_for(edition: Edition) -> Network | None:
    """The network that values actions as `perfect_information` does in this edition, roughly.

    Nothing in the modes that have none.
    """
    name = IMITATION.format(mode=edition.mode)
    return load_network(name) if name in network_names() else None


class NetworkPlayer:
    """Plays the action of the highest value; the seed changes nothing."""

    def __init__(self, network: Network | None = None) -> None:
        self.network = network

    def choose_actions(self, decisions: DecisionBatch) -> IntArray:
        """The legal action of the highest value in every row."""
        network = self.network or network_for(decisions.edition)
        return greedy_actions(network, decisions.features, decisions.legal)


def reference_player() -> NetworkPlayer:
    """The player of the frozen network."""
    return NetworkPlayer(load_network(REFERENCE_NETWORK))
