"""Measuring players and play: the arena and its statistics."""

from bottleimp.analysis.arena.head_to_head import Duel, Standing, duel, processes, round_robin
from bottleimp.analysis.arena.statistics import Estimate, estimate

__all__ = ["Duel", "Estimate", "Standing", "duel", "estimate", "processes", "round_robin"]
