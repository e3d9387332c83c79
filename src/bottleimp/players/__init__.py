"""Computer players: each decides from what seats see, and from nothing else."""

from bottleimp.players.catalogue import (
    PlayerKind,
    build_player,
    create_player,
    player_kind,
    player_names,
)
from bottleimp.players.player import Player, SeatPlayer, SequentialPlayer

__all__ = [
    "Player",
    "PlayerKind",
    "SeatPlayer",
    "SequentialPlayer",
    "build_player",
    "create_player",
    "player_kind",
    "player_names",
]
