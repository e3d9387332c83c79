"""The card game Bottle Imp: rules, computer players, tables in the browser and the terminal.

What most programs need can be imported from here.  The packages below it offer more, each what
its own `__all__` names: `rules`, `game`, `knowledge`, `kernel`, `players`, `analysis`, `envs`,
`data`, `client`; `errors` has what all of them raise.  Nothing is loaded before it is asked for.
"""

from typing import TYPE_CHECKING

from bottleimp.lazy_imports import lazy_imports

if TYPE_CHECKING:
    from bottleimp.analysis import play_round
    from bottleimp.game import (
        Action,
        Deal,
        Match,
        OpenChoice,
        Phase,
        Record,
        Round,
        read_record,
        write_record,
    )
    from bottleimp.knowledge import Observation, observe
    from bottleimp.players import SequentialPlayer, create_player, player_names
    from bottleimp.rules import Card, Edition, Suit, edition, edition_keys

__version__ = "0.1.0"
__all__ = [
    "Action",
    "Card",
    "Deal",
    "Edition",
    "Match",
    "Observation",
    "OpenChoice",
    "Phase",
    "Record",
    "Round",
    "SequentialPlayer",
    "Suit",
    "__version__",
    "create_player",
    "edition",
    "edition_keys",
    "observe",
    "play_round",
    "player_names",
    "read_record",
    "write_record",
]

lazy_imports(
    globals(),
    {
        "bottleimp.analysis": ("play_round",),
        "bottleimp.game": (
            "Action", "Deal", "Match", "OpenChoice", "Phase", "Record", "Round",
            "read_record", "write_record",
        ),
        "bottleimp.knowledge": ("Observation", "observe"),
        "bottleimp.players": ("SequentialPlayer", "create_player", "player_names"),
        "bottleimp.rules": ("Card", "Edition", "Suit", "edition", "edition_keys"),
    },
)  # fmt: skip
