"""Compiles ahead what computer players need for an edition, so that nobody waits for it.

A player that searches has code compiled for each edition it meets, which takes some ten to thirty
seconds of processor time.  The code is kept on disk; a note beside it says for which players and
editions everything is there, so that a later call has nothing to do.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from bottleimp.kernel.compile import cache
from bottleimp.knowledge.warmup_observations import first_moments
from bottleimp.players.catalogue import offered_names, player_kind, player_named
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text, edition_keys

# What most people meet first comes first; the others follow in the order of the catalogue.
FIRST_MET: Final = ("classic/4", "classic/3", "matagot/4", "classic/lopaka", "classic/bright-house")


def compiled_players() -> tuple[str, ...]:
    """The players offered to people whose first choice in an edition needs compiled code."""
    return tuple(name for name in offered_names() if player_kind(name).is_compiled)


def editions_first_met() -> tuple[Edition, ...]:
    """All editions of the catalogue, those that people meet first in front."""
    keys = dict.fromkeys((*FIRST_MET, *edition_keys()))
    return tuple(edition_from_text(key) for key in keys)


def is_warm(edition: Edition, players: Iterable[str]) -> bool:
    """Whether everything these players need for the edition was compiled and kept before."""
    return all(note(edition, player).exists() for player in players)


def warm_up(edition: Edition, players: Iterable[str]) -> None:
    """Compiles and keeps everything these players need for the edition.

    Each player chooses once in every phase of a round.  Raises UnknownName, or BudgetError for a
    bad budget.
    """
    for player in players:
        for observation in first_moments(edition):
            player_named(player, 0).choose(observation)
        if cache.made_ready(cache.folder()):
            note(edition, player).touch()


def note(edition: Edition, player: str) -> Path:
    """The file that says that the player is ready for the edition; it lies beside the code."""
    text = f"{player} {edition.text}".encode().hex()
    return cache.folder() / f"{text}.warm"
