"""Computer players got ready before they are first asked.

The first choice of a player that searches takes seconds in an edition that this computer has not
played yet: code is compiled, and kept for later.  So such players are asked for the first choices
of a round that nobody plays, while the person looks at the cards.
"""

import asyncio
from collections.abc import Iterable

from bottleimp.players.catalogue import player_kind
from bottleimp.players.warmup import warm_up
from bottleimp.rules.edition import Edition

NOTICE_DELAY = 0.7  # seconds after which it is worth a word
_ready: set[tuple[str, str]] = set()  # players and editions of this process


def compiled_players(kinds: Iterable[str], edition: Edition) -> tuple[str, ...]:
    """Those of the players whose first choice in the edition may take long."""
    return tuple(
        kind
        for kind in dict.fromkeys(kinds)
        if player_kind(kind).starts_slowly and (kind, edition.text) not in _ready
    )


async def warm_up_players(kinds: Iterable[str], edition: Edition) -> None:
    """Asks every one of the players, off the event loop, once in each phase of a round.

    What goes wrong here goes wrong again, and is told, when the player is asked at the table.
    """
    for kind in kinds:
        try:
            await asyncio.to_thread(warm_up, edition, (kind,))
        except Exception:  # whatever an outside player does; it is told when the player is asked
            return
        _ready.add((kind, edition.text))
