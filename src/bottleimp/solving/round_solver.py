"""The same questions about a round, answered by cards."""

from bottleimp.game.actions import Action, action_numbered
from bottleimp.game.round import Round
from bottleimp.solving.objectives import Goal
from bottleimp.solving.solver import DEFAULT_NODES, each_for_itself, proved
from bottleimp.solving.transposition_table import Memory


def card_values(
    played: Round, goal: Goal, *, nodes: int = DEFAULT_NODES, memory: Memory | None = None
) -> dict[Action, float | None]:
    """The value for the goal after each legal card, as `proved` finds it."""
    proof = proved(played.layout, played.position, goal, nodes=nodes, memory=memory)
    return {action_numbered(played.edition, n): found for n, found in proof.values.items()}


def card_outcomes(
    played: Round, *, nodes: int = DEFAULT_NODES, memory: Memory | None = None
) -> dict[Action, tuple[int, ...] | None]:
    """The scores of all seats after each legal card, as `each_for_itself` finds them."""
    outcomes = each_for_itself(played.layout, played.position, nodes=nodes, memory=memory)
    return {action_numbered(played.edition, n): found for n, found in outcomes.values.items()}
