"""What one seat can know: observations, what follows from them, and how to put it in words.

An `Observation` holds everything that a seat has seen and nothing else; players decide from it.
An `Inference` says what follows for certain, such as the suits that a hand lacks.
"""

from bottleimp.knowledge.claims import Claim, possible_claim
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
    "Claim",
    "Inference",
    "Narrator",
    "Observation",
    "PassedCard",
    "ReceivedCard",
    "RevealedRound",
    "observe",
    "possible_claim",
    "refusal_reason",
    "refusal_text",
]
