"""Choices on which no points of whoever makes them depend any more."""

from collections.abc import Sequence

from bottleimp.game.actions import Action
from bottleimp.knowledge.hint_reasons import HintReason, HintReasonKind, visible_hint_reason
from bottleimp.knowledge.inference import Inference
from bottleimp.knowledge.observation import Observation

LOST_FOR_GOOD = frozenset({HintReasonKind.OWNER_FOR_GOOD, HintReasonKind.PARTNER_OWNS_FOR_GOOD})


def settled_reason(observation: Observation, actions: Sequence[Action]) -> HintReason | None:
    """Why the seat's own points no longer depend on what is played; None where they do.

    It, or a partner who shares its losses, has a bottle for good, and nobody can take another one.
    What others win or lose may still depend on it.
    """
    if has_partner_who_scores_apart(observation):
        return None
    reason = visible_hint_reason(observation, actions)
    if reason is None or reason.kind not in LOST_FOR_GOOD:
        return None
    inference = Inference(observation)
    bottles = range(len(observation.owners))
    is_settled = all(inference.final_owner(bottle) is not None for bottle in bottles)
    return reason if is_settled else None


def has_partner_who_scores_apart(observation: Observation) -> bool:
    """Whether a partner scores points for both even while the seat owns a bottle."""
    edition, seat = observation.edition, observation.seat
    assert seat is not None  # an onlooker makes no choice
    groups = edition.loss_groups
    return any(groups[partner] != groups[seat] for partner in edition.partners(seat))
