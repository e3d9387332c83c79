"""A process with the lowest priority that compiles ahead what computer players need.

The server starts it when it has nothing else to do, and ends it when it stops.  It works through
the editions that its arguments name, or through all of them.
"""

import os
import signal
import sys

from bottleimp.players.warmup import editions_in_warmup_order, is_warm, players_to_compile, warm_up
from bottleimp.rules.editions import edition_from_text

NICENESS = 19


def main(texts: list[str]) -> None:
    """Compiles for these editions, or for all."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends it, not the keyboard
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    players = players_to_compile()
    for edition in [edition_from_text(text) for text in texts] or editions_in_warmup_order():
        if not is_warm(edition, players):
            warm_up(edition, players)


if __name__ == "__main__":
    main(sys.argv[1:])
