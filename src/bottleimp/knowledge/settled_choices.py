"""Choices on which no points of whoever makes them depend any more."""

from collections.abc import Sequence

from bottleimp.game.actions import Action
from bottleimp.knowledge.hint_reasons import HintReasonKind, visible_hint_reason
from bottleimp.knowledge.inference import Inference
from bottleimp.knowledge.observation import Observation

LOST_FOR_GOOD = frozenset({HintReasonKind.OWNER_FOR_GOOD, HintReasonKind.PARTNER_OWNS_FOR_GOOD})


def is_settled(observation: Observation, actions: Sequence[Action]) -> bool:
    """Whether the seat's own points no longer depend on what is played, as its reason says.

    It, or a partner who shares its losses, has a bottle for good, and nobody can take another one.
    """
    reason = visible_hint_reason(observation, actions)
    if reason is None or reason.kind not in LOST_FOR_GOOD:
        return False
    inference = Inference(observation)
    bottles = range(len(observation.owners))
    return all(inference.final_owner(bottle) is not None for bottle in bottles)
