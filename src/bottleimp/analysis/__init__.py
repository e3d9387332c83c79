"""Measuring players and play: the arena and its statistics."""

from bottleimp.analysis.arena import Duel, Standing, duel, processes, round_robin
from bottleimp.analysis.statistics import Estimate, estimate

__all__ = ["Duel", "Estimate", "Standing", "duel", "estimate", "processes", "round_robin"]
