"""Networks for tests: with weights that are drawn, not trained."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from bottleimp.kernel.encoding.schema import action_count, feature_count
from bottleimp.players.network import GAP_WORTH, Network
from bottleimp.rules.edition import Edition


def drawn_network(playing: Edition) -> Network:
    """A small network with random weights."""
    random = np.random.default_rng(4)
    layout = playing.layout
    features, actions, size = (
        feature_count(layout, playing.bottles),
        action_count(playing),
        16,
    )

    def weights(*shape: int) -> np.ndarray:
        return (random.standard_normal(shape) / 4).astype(np.float32)

    block = (weights(size, size), weights(size), weights(size, size), weights(size))
    return Network(
        weights(features, size), weights(size), (block,), weights(3, size, actions),
        weights(3, actions), weights(size, layout.deck_size * (len(playing.hands) + 1)),
        weights(layout.deck_size * (len(playing.hands) + 1)),
    )  # fmt: skip


def with_wide_gaps(network: Network) -> Network:
    """The same with values, and thus gaps between them, that are twice as large."""
    return replace(
        network, head_weights=2 * network.head_weights, head_biases=2 * network.head_biases
    )


def written(network: Network, file: Path) -> None:
    """Write a network into a file as the package keeps it."""
    arrays = {
        "entry": network.input_weights, "entry_bias": network.input_bias,
        "exits": network.head_weights, "exit_biases": network.head_biases,
        "where": network.location_weights, "where_bias": network.location_bias,
    }  # fmt: skip
    parts = ("first", "first_bias", "second", "second_bias")
    for number, block in enumerate(network.blocks):
        arrays |= {f"{number}.{part}": weights for part, weights in zip(parts, block, strict=True)}
    if network.gap_worth != 1:  # which is left out of files
        arrays[GAP_WORTH] = np.array(network.gap_worth)
    halves = {name: weights.astype(np.float16) for name, weights in arrays.items()}
    with file.open("wb") as opened:
        np.savez(opened, allow_pickle=False, **halves)
