"""What one seat can know: observations, what follows from them, and how to say it."""

from bottleimp.knowledge.inference import Inference
from bottleimp.knowledge.narration import Narrator, explained, refusal
from bottleimp.knowledge.observation import Observation, Passed, Received, Revealed, observe

__all__ = [
    "Inference",
    "Narrator",
    "Observation",
    "Passed",
    "Received",
    "Revealed",
    "explained",
    "observe",
    "refusal",
]
