"""Measuring players and play: the arena and its statistics."""

from bottleimp.analysis.arena.head_to_head import (
    HeadToHead,
    MatchupResult,
    head_to_head,
    optional_process_pool,
    round_robin,
)
from bottleimp.analysis.arena.statistics import Estimate, estimate

__all__ = [
    "Estimate",
    "HeadToHead",
    "MatchupResult",
    "estimate",
    "head_to_head",
    "optional_process_pool",
    "round_robin",
]
