"""The computer players by name.

A player's module is imported when the first such player is built, so the list of names costs
nothing, whatever the players need.
"""

from collections.abc import Callable
from dataclasses import dataclass

from bottleimp.errors import UnknownName
from bottleimp.knowledge.narration import N_
from bottleimp.players.player import Player


@dataclass(frozen=True)
class PlayerKind:
    """A kind of player; `title` and `about` are messages for the catalogues of translations."""

    name: str
    title: str
    about: str
    built: Callable[[int], Player]  # from a seed


def uniform(seed: int) -> Player:
    """A player of the module `uniform`."""
    from bottleimp.players.uniform import Uniform  # noqa: PLC0415 - only when it is wanted

    return Uniform(seed)


def rules_of_thumb(seed: int) -> Player:
    """A player of the module `rules_of_thumb`."""
    from bottleimp.players.rules_of_thumb import RulesOfThumb  # noqa: PLC0415 - as above

    return RulesOfThumb(seed)


KINDS: dict[str, PlayerKind] = {
    kind.name: kind
    for kind in (
        PlayerKind("uniform", N_("Any card"), N_("Plays any card the rules allow."), uniform),
        PlayerKind(
            "rules_of_thumb",
            N_("Rules of thumb"),
            N_("Counts cards, passes low ones and tries not to be left with the bottle."),
            rules_of_thumb,
        ),
    )
}


def player_names() -> tuple[str, ...]:
    """The names of all players, from the simplest on."""
    return tuple(KINDS)


def player_kind(name: str) -> PlayerKind:
    """The kind of player with this name; raises UnknownName."""
    try:
        return KINDS[name]
    except KeyError:
        raise UnknownName("player", name, KINDS) from None


def player_named(name: str, seed: int) -> Player:
    """A player of this name, whose choices the seed fixes; raises UnknownName."""
    return player_kind(name).built(seed)
