"""What one seat can know: observations, what follows from them, and how to say it."""

from bottleimp.knowledge.observation import Observation, Passed, Received, Revealed, observe

__all__ = ["Observation", "Passed", "Received", "Revealed", "observe"]
