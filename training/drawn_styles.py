"""Styles drawn by lot: a crowd that likes anything, to train among.

Each of their weights is drawn without regard to any style that has a name, so they are nobody in
particular, least of all somebody of the measuring half.
"""

import numpy as np

from bottleimp.kernel.styles.style import Style
from bottleimp.players.style_player import StylePlayer

DRAWN_STYLES = 48  # of one crowd
NO_WEIGHT = 0.5  # the chance that a style does not care about something
SEES_PRICE, REMEMBERS, OPENS_HIGHER = 0.85, 0.5, 0.5  # the chances of these habits
SPREAD = 6.0  # of a weight, in the points of `Style`
PLACE_SPREAD = 1.5  # of those that count for every card alike


def draw_styles(seed: int, count: int = DRAWN_STYLES) -> tuple[Style, ...]:
    """So many styles, always the same for a seed."""
    random = np.random.default_rng(seed)
    return tuple(draw_style(random) for _ in range(count))


def draw_style(random: np.random.Generator) -> Style:
    """A style whose weights are drawn by lot, half of them zero."""
    spreads = dict.fromkeys(Style._fields, SPREAD)
    spreads |= dict.fromkeys(("place", "pass_place", "pass_points"), PLACE_SPREAD)
    spreads |= dict.fromkeys(("discard_place", "discard_points"), PLACE_SPREAD)
    weights = {
        name: float(spread * random.normal()) if random.random() >= NO_WEIGHT else 0.0
        for name, spread in spreads.items()
    }
    habits = {"sees_price": SEES_PRICE, "remembers": REMEMBERS, "opens_higher": OPENS_HIGHER}
    weights |= {name: float(random.random() < chance) for name, chance in habits.items()}
    return Style(**weights)


class DrawnStylesPlayer(StylePlayer):
    """Plays each round by one of the drawn styles, which the seed of the seat chooses."""

    def __init__(self, seed: int) -> None:
        self.styles = draw_styles(seed)
        self.numbers = np.arange(len(self.styles))
