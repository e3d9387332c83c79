"""A computer player for Bottle Imp."""

from own_player.low_first import LowFirst

__all__ = ["LowFirst"]
