"""Exact play with all hands open: what every card is worth, proved."""

from bottleimp.solving.last_price import highest_last_price
from bottleimp.solving.objectives import (
    Objective,
    UtilityMeasure,
    best_case_objective,
    last_price_objective,
    maximin_objective,
    worst_case_objective,
)
from bottleimp.solving.round_solver import card_scores, card_values
from bottleimp.solving.solver import (
    MaxNSolution,
    Solution,
    ValueRange,
    find_line,
    max_n_line,
    principal_variation,
    solve,
    solve_max_n,
    solve_value,
    value_range,
)
from bottleimp.solving.transposition_table import TranspositionTable

__all__ = [
    "MaxNSolution",
    "Objective",
    "Solution",
    "TranspositionTable",
    "UtilityMeasure",
    "ValueRange",
    "best_case_objective",
    "card_scores",
    "card_values",
    "find_line",
    "highest_last_price",
    "last_price_objective",
    "max_n_line",
    "maximin_objective",
    "principal_variation",
    "solve",
    "solve_max_n",
    "solve_value",
    "value_range",
    "worst_case_objective",
]
