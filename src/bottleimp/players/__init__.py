"""Computer players: each decides from an observation, and from nothing else."""

from bottleimp.players.catalogue import PlayerKind, create_player, player_kind, player_names
from bottleimp.players.player import Player

__all__ = ["Player", "PlayerKind", "create_player", "player_kind", "player_names"]
