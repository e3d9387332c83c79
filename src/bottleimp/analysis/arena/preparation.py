"""What has to be compiled before players meet in an edition: done once, kept, and announced.

Compiling takes seconds for a player, so nobody is to wonder why nothing is played.  It is done
before other processes start, so that it is done once and not in each of them.
"""

import time
from collections.abc import Callable, Sequence

from bottleimp.analysis.arena.lineups import MIN_BATCH_ROUNDS, ScheduledRound, play_rounds
from bottleimp.compiler import is_compiler_available
from bottleimp.players.catalogue import player_kind
from bottleimp.players.warmup import is_warm, mark_as_warm, warm_up
from bottleimp.rules.edition import Edition

BATCH_MARK = "lock-step"  # before the name of a player: compiled for rounds in lock-step
PREPARATION_SEED = 0


def prepare_players(edition: Edition, names: Sequence[str], say: Callable[[str], None]) -> None:
    """Compile and keep what the players need in the edition; `say` is told of each step.

    Where everything was compiled before, nothing is done or said.
    """
    if not is_compiler_available():
        say("numba is not installed, so rounds are played one by one in plain Python")
        return
    pending = [name for name in dict.fromkeys(names) if not is_prepared(edition, name)]
    start = time.monotonic()
    for number, name in enumerate(pending, start=1):
        say(f"compiling for {name} ({number} of {len(pending)}); this is kept for later runs")
        prepare_player(edition, name)
    if pending:
        say(f"compiled after {time.monotonic() - start:.0f} s")


def is_prepared(edition: Edition, name: str) -> bool:
    """Whether nothing has to be compiled any more for the player; never for an outside one."""
    kind = player_kind(name)
    return kind.is_outside or is_warm(edition, (name if kind.is_sequential else mark_of(name),))


def prepare_player(edition: Edition, name: str) -> None:
    """Compile what the player needs, both for single decisions and for rounds in lock-step."""
    kind = player_kind(name)
    if kind.needs_compiler:
        warm_up(edition, (name,))
    if not kind.is_sequential:
        lineup = (name,) * edition.seats
        play_rounds(
            edition,
            PREPARATION_SEED,
            [ScheduledRound(number, lineup) for number in range(MIN_BATCH_ROUNDS)],
        )
        mark_as_warm(edition, mark_of(name))


def mark_of(name: str) -> str:
    """The name under which it is noted that a player is ready for rounds in lock-step."""
    return f"{BATCH_MARK} {name}"
