"""Compiles ahead what computer players need for an edition, so that nobody waits for it.

A player that searches has code compiled for each edition it meets, which takes some ten to thirty
seconds of processor time.  The code is kept on disk; a note beside it says for which players and
editions everything is there, so that a later call has nothing to do.  Where numba is not installed
nothing is ever compiled, and everything is ready.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from bottleimp.compiler import is_compiler_available
from bottleimp.knowledge.warmup_observations import warmup_observations
from bottleimp.players.catalogue import create_player, offered_player_names, player_kind
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text, edition_keys

# What most people meet first comes first; the others follow in the order of the catalogue.
COMMON_EDITIONS: Final = (
    "classic/4",
    "classic/3",
    "matagot/4",
    "classic/lopaka",
    "classic/bright-house",
)


def players_to_compile() -> tuple[str, ...]:
    """The players offered to people whose first choice in an edition waits for the compiler."""
    if not is_compiler_available():
        return ()
    return tuple(name for name in offered_player_names() if player_kind(name).starts_slowly)


def editions_in_warmup_order() -> tuple[Edition, ...]:
    """All editions of the catalogue, those that people meet first in front."""
    keys = dict.fromkeys((*COMMON_EDITIONS, *edition_keys()))
    return tuple(edition_from_text(key) for key in keys)


def is_warm(edition: Edition, players: Iterable[str]) -> bool:
    """Whether everything these players need for the edition was compiled and kept before."""
    return not is_compiler_available() or all(
        marker_file(edition, player).exists() for player in players
    )


def warm_up(edition: Edition, players: Iterable[str]) -> None:
    """Compiles and keeps everything these players need for the edition.

    Each player chooses once in every phase of a round.  Raises UnknownName, or BudgetError for a
    bad budget.
    """
    if not is_compiler_available():
        return
    for player in players:
        for observation in warmup_observations(edition):
            create_player(player, 0).choose(observation)
        mark_as_warm(edition, player)


def mark_as_warm(edition: Edition, player: str) -> None:
    """Notes that everything the player needs for the edition is compiled, if it can be kept."""
    from bottleimp.kernel.compile import cache  # noqa: PLC0415 - loads numba

    if cache.prepare_folder(cache.build_folder()):
        marker_file(edition, player).touch()


def marker_file(edition: Edition, player: str) -> Path:
    """The file that says that the player is ready for the edition; it lies beside the code."""
    from bottleimp.kernel.compile import cache  # noqa: PLC0415 - loads numba

    text = f"{player} {edition.text}".encode().hex()
    return cache.build_folder() / f"{text}.warm"
