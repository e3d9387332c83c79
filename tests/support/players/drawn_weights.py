"""Networks whose weights are drawn, not trained, as they stand in a file."""

import numpy as np

from bottleimp.kernel.encoding.schema import action_count, feature_count
from bottleimp.rules.edition import Edition

SIZE = 16
HEADS = 3
Arrays = dict[str, np.ndarray]


def drawn_arrays(playing: Edition) -> Arrays:
    """The arrays of a small network for this edition."""
    random = np.random.default_rng(4)
    features = feature_count(playing.layout, playing.bottles)
    actions = action_count(playing)
    where = playing.deck.size * (len(playing.hands) + 1)
    shapes = {
        "entry": (features, SIZE), "entry_bias": (SIZE,),
        "0.first": (SIZE, SIZE), "0.first_bias": (SIZE,),
        "0.second": (SIZE, SIZE), "0.second_bias": (SIZE,),
        "exits": (HEADS, SIZE, actions), "exit_biases": (HEADS, actions),
        "where": (SIZE, where), "where_bias": (where,),
    }  # fmt: skip
    return {
        name: (random.standard_normal(shape) / 4).astype(np.float16)
        for name, shape in shapes.items()
    }
