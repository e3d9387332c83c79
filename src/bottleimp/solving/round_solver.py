"""The same questions about a round, answered by cards."""

from bottleimp.game.actions import Action, action_from_number
from bottleimp.game.round import Round
from bottleimp.solving.objectives import Objective
from bottleimp.solving.solver import DEFAULT_NODE_LIMIT, solve, solve_max_n
from bottleimp.solving.transposition_table import TranspositionTable


def card_values(
    played: Round,
    objective: Objective,
    *,
    node_limit: int = DEFAULT_NODE_LIMIT,
    table: TranspositionTable | None = None,
) -> dict[Action, float | None]:
    """The value for the objective after each legal card, as `solve` finds it."""
    proof = solve(played.layout, played.position, objective, node_limit=node_limit, table=table)
    return {action_from_number(played.edition, n): found for n, found in proof.values.items()}


def card_scores(
    played: Round, *, node_limit: int = DEFAULT_NODE_LIMIT, table: TranspositionTable | None = None
) -> dict[Action, tuple[int, ...] | None]:
    """The scores of all seats after each legal card, as `solve_max_n` finds them."""
    outcomes = solve_max_n(played.layout, played.position, node_limit=node_limit, table=table)
    return {action_from_number(played.edition, n): found for n, found in outcomes.values.items()}
