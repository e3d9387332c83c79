"""What one seat can know: observations, what follows from them, and how to put it in words."""

from bottleimp.knowledge.inference import Inference
from bottleimp.knowledge.narration import Narrator, refusal_reason, refusal_text
from bottleimp.knowledge.observation import (
    Observation,
    PassedCard,
    ReceivedCard,
    RevealedRound,
    observe,
)

__all__ = [
    "Inference",
    "Narrator",
    "Observation",
    "PassedCard",
    "ReceivedCard",
    "RevealedRound",
    "observe",
    "refusal_reason",
    "refusal_text",
]
