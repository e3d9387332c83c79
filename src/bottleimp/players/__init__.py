"""Computer players: each decides from an observation, and from nothing else."""

from bottleimp.players.catalogue import PlayerKind, player_kind, player_named, player_names
from bottleimp.players.player import Player

__all__ = ["Player", "PlayerKind", "player_kind", "player_named", "player_names"]
