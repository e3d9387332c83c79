"""Networks for tests: with weights that are drawn, not trained."""

import numpy as np

from bottleimp.kernel.sights import CHOICES, width
from bottleimp.players.network import Network
from bottleimp.rules.edition import Edition


def drawn_network(playing: Edition) -> Network:
    """A small network with random weights."""
    random = np.random.default_rng(4)
    layout = playing.layout
    features, actions, size = width(layout, playing.bottles), layout.deck_size + CHOICES, 16

    def weights(*shape: int) -> np.ndarray:
        return (random.standard_normal(shape) / 4).astype(np.float32)

    block = (weights(size, size), weights(size), weights(size, size), weights(size))
    return Network(
        weights(features, size), weights(size), (block,), weights(3, size, actions),
        weights(3, actions), weights(size, layout.deck_size * (len(playing.hands) + 1)),
        weights(layout.deck_size * (len(playing.hands) + 1)),
    )  # fmt: skip
