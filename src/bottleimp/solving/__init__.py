"""Exact play with all hands open: what every card is worth, proved."""

from bottleimp.solving.objectives import (
    Goal,
    Measure,
    against_the_rest,
    with_all_against,
    with_all_helping,
)
from bottleimp.solving.round_solver import card_outcomes, card_values
from bottleimp.solving.solver import (
    Extremes,
    Outcomes,
    Proof,
    best_line,
    each_for_itself,
    extremes,
    line_to,
    proved,
    selfish_line,
    value,
)
from bottleimp.solving.transposition_table import Memory

__all__ = [
    "Extremes",
    "Goal",
    "Measure",
    "Memory",
    "Outcomes",
    "Proof",
    "against_the_rest",
    "best_line",
    "card_outcomes",
    "card_values",
    "each_for_itself",
    "extremes",
    "line_to",
    "proved",
    "selfish_line",
    "value",
    "with_all_against",
    "with_all_helping",
]
