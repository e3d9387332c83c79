"""Computer players: each decides from what seats see, and from nothing else.

To write one, derive from `SequentialPlayer`, or give a class the method `choose_actions` of
`Player`.  `create_player` makes one by its name; `bottleimp.play_round` plays a deal with them.
"""

from typing import TYPE_CHECKING

from bottleimp.lazy_imports import lazy_imports

if TYPE_CHECKING:
    from bottleimp.players.catalogue import (
        PlayerKind,
        build_player,
        create_player,
        player_kind,
        player_names,
    )
    from bottleimp.players.decisions import DecisionArrays, DecisionBatch, StochasticPlayer
    from bottleimp.players.entry_points import (
        ENTRY_POINT_GROUP,
        InstalledPlayer,
        installed_players,
    )
    from bottleimp.players.network import NetworkPlayer
    from bottleimp.players.player import Player, SeatAgent, SeatPlayer, SequentialPlayer
    from bottleimp.players.rules_of_thumb import RulesOfThumbPlayer
    from bottleimp.players.uniform import UniformPlayer

__all__ = [
    "ENTRY_POINT_GROUP",
    "DecisionArrays",
    "DecisionBatch",
    "InstalledPlayer",
    "NetworkPlayer",
    "Player",
    "PlayerKind",
    "RulesOfThumbPlayer",
    "SeatAgent",
    "SeatPlayer",
    "SequentialPlayer",
    "StochasticPlayer",
    "UniformPlayer",
    "build_player",
    "create_player",
    "installed_players",
    "player_kind",
    "player_names",
]

lazy_imports(
    globals(),
    {
        "bottleimp.players.catalogue": (
            "PlayerKind", "build_player", "create_player", "player_kind", "player_names",
        ),
        "bottleimp.players.decisions": ("DecisionArrays", "DecisionBatch", "StochasticPlayer"),
        "bottleimp.players.entry_points": (
            "ENTRY_POINT_GROUP", "InstalledPlayer", "installed_players",
        ),
        "bottleimp.players.network": ("NetworkPlayer",),
        "bottleimp.players.player": ("Player", "SeatAgent", "SeatPlayer", "SequentialPlayer"),
        "bottleimp.players.rules_of_thumb": ("RulesOfThumbPlayer",),
        "bottleimp.players.uniform": ("UniformPlayer",),
    },
)  # fmt: skip
