"""The computer players by name, as a table, and their budgets.

A player's module is imported when the first such player is built, so the list of names costs
nothing, whatever the players need.  A name may end in a budget: `perfect_information:400`.
An outside player is named by its class, `my_package.my_module:MyPlayer` (`outside_players`), or by
the short name that its package declares (`entry_points`).
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import cast

from bottleimp.compiler import is_compiler_available
from bottleimp.errors import BottleImpError, MissingCompiler, UnknownName
from bottleimp.messages import N_
from bottleimp.parsing import shorten
from bottleimp.players.budget import Budget, BudgetSpec, Deadline, budget_from_text, split_budget
from bottleimp.players.entry_points import installed_player, installed_players
from bottleimp.players.outside_players import is_outside_name, load_outside_player
from bottleimp.players.player import Player, SeatPlayer
from bottleimp.players.style_names import STYLE_PREFIX, style_sentences

NETWORK_OF_MODE = "of the mode"
WORLDS, PLAYOUTS = "worlds", "playouts"


@dataclass(frozen=True)
class PlayerKind:
    """A kind of player; `title` and `about` are messages for the catalogues of translations."""

    name: str
    title: str
    about: str
    factory: str  # module and callable in this package; it takes the budget if there is one
    budget_spec: BudgetSpec | None = None  # what its budget counts; None: it takes none
    arguments: tuple[str, ...] = ()  # of the factory
    needs_compiler: bool = False  # it searches in compiled code, and refuses without numba
    is_offered: bool = True  # to people, as an opponent; the arena knows all
    modes: tuple[str, ...] = ()  # which it plays; empty: all
    network: str | None = None  # whose weights it plays by; NETWORK_OF_MODE: that of the mode
    is_outside: bool = False  # its factory is named from the outside

    @property
    def is_sequential(self) -> bool:
        """Whether it decides one observation after another: it searches, or may."""
        return self.budget_spec is not None or self.is_outside

    @property
    def starts_slowly(self) -> bool:
        """Whether its first choice in an edition may take seconds: code is compiled, or read."""
        return self.needs_compiler or self.is_outside

    @property
    def is_available(self) -> bool:
        """Whether it plays on this computer: some need numba."""
        return not self.needs_compiler or is_compiler_available()

    def build(self, budget: Budget) -> Player:
        """A player of this kind.

        Raises MissingCompiler, or BottleImpError for an outside player that cannot be built.
        """
        if self.is_outside:
            return load_outside_player(self.factory)
        if not self.is_available:
            raise MissingCompiler(f"The searches of the player {self.name}")
        module, _, attribute = self.factory.partition(":")
        found = getattr(import_module(f"bottleimp.players.{module}"), attribute)
        factory = cast("Callable[..., Player]", found)
        return factory(*self.arguments, *(() if self.budget_spec is None else (budget,)))


def level_kind(name: str, title: str, about: str) -> PlayerKind:
    """A level, which plays by the module `levels`."""
    return PlayerKind(
        name, title, about, "levels:level_player", arguments=(name,), network=NETWORK_OF_MODE
    )


MODULE_NAME = re.compile(r"[^\W\d]\w{0,99}")
SEARCH_BUDGET = BudgetSpec(WORLDS, default=288, maximum=100_000)

PLAYER_KINDS: dict[str, PlayerKind] = {
    kind.name: kind
    for kind in (
        level_kind(
            "first_evening",
            N_("First evening"),
            N_("Knows the rules, forgets what was played, and likes many cards equally well."),
        ),
        level_kind(
            "newcomer",
            N_("Newcomer"),
            N_("Avoids the worst, but forgets the tricks that are over."),
        ),
        level_kind(
            "occasional",
            N_("Plays now and then"),
            N_("Forgets the tricks that are over, but makes no grave mistake."),
        ),
        PlayerKind(
            "rules_of_thumb",
            N_("Rules of thumb"),
            N_("Counts cards, passes low ones and tries not to be left with the bottle."),
            "rules_of_thumb:RulesOfThumbPlayer",
        ),
        level_kind(
            "regular",
            N_("Regular"),
            N_("Sees what is on the table, and takes a decent card."),
        ),
        level_kind(
            "attentive",
            N_("Attentive"),
            N_("Judges each trick well, without counting cards."),
        ),
        level_kind(
            "counting",
            N_("Counts cards"),
            N_("Remembers every card, and is content with a good one."),
        ),
        level_kind(
            "experienced",
            N_("Experienced"),
            N_("Remembers every card, and seldom gives anything away."),
        ),
        PlayerKind(
            "perfect_information",
            N_("Imagined deals"),
            N_("Imagines many ways in which the hidden cards may lie, and tries every card."),
            "perfect_information:PerfectInformationPlayer",
            BudgetSpec(WORLDS, default=400, maximum=100_000),
            needs_compiler=True,
        ),
        level_kind(
            "self_taught",
            N_("Self-taught"),
            N_("Has played millions of rounds against itself."),
        ),
        PlayerKind(
            "thoughtful",
            N_("Thoughtful"),
            N_("Looks ahead, but keeps to its first idea unless another card is clearly better."),
            "search.belief_search:thoughtful_player",
            SEARCH_BUDGET,
            needs_compiler=True,
            network=NETWORK_OF_MODE,
        ),
        PlayerKind(
            "imp",
            N_("The imp"),
            N_("Guesses where the hidden cards lie and tries every card. The strongest."),
            "search.belief_search:BeliefSearchPlayer",
            SEARCH_BUDGET,
            needs_compiler=True,
            network=NETWORK_OF_MODE,
        ),
        PlayerKind(
            "uniform",
            N_("Any card"),
            N_("Plays any card the rules allow."),
            "uniform:UniformPlayer",
            is_offered=False,
        ),
        PlayerKind(
            "network",
            N_("Network"),
            N_("Plays the card that a trained network values highest."),
            "network:NetworkPlayer",
            is_offered=False,
            network=NETWORK_OF_MODE,
        ),
        PlayerKind(
            "reference",
            N_("Reference network"),
            N_("A network after half an hour of training, kept as it was to measure others by."),
            "network:reference_player",
            is_offered=False,
            modes=("4",),
            network="reference-4",
        ),
        PlayerKind(
            "flat_monte_carlo",
            N_("Random trials"),
            N_("Tries every card in rounds in which all others play anything."),
            "flat_monte_carlo:FlatMonteCarloPlayer",
            BudgetSpec(PLAYOUTS, default=1000, maximum=1_000_000),
            needs_compiler=True,
            is_offered=False,
        ),
        PlayerKind(
            "perfect_information_random",
            N_("Random trials, same deals"),
            N_("Tries every card in the same imagined deals, in which all others play anything."),
            "perfect_information:random_playout_player",
            BudgetSpec(WORLDS, default=50, maximum=100_000),
            needs_compiler=True,
            is_offered=False,
        ),
        PlayerKind(
            "information_set",
            N_("Imagined answers"),
            N_("Imagines hidden cards and what everybody would answer, several cards ahead."),
            "ismcts:IsmctsPlayer",
            BudgetSpec(PLAYOUTS, default=2000, maximum=200_000),
            needs_compiler=True,
            is_offered=False,
        ),
    )
}

# Styles of human play, for measuring and training: beside the table, so that whoever lists the
# players of the package lists none of them.
STYLE_KINDS: dict[str, PlayerKind] = {
    name: PlayerKind(
        name,
        name,
        sentence,
        "style_player:StylePlayer",
        arguments=(name.removeprefix(STYLE_PREFIX),),
        is_offered=False,
    )
    for name, sentence in style_sentences().items()
}

_offered_outside: dict[str, PlayerKind] = {}  # outside players that a host offers to people


def player_names() -> tuple[str, ...]:
    """The names of all players of the package, from the simplest on, without budgets."""
    return tuple(PLAYER_KINDS)


def style_player_names() -> tuple[str, ...]:
    """The names of the players that follow a style of human play; `player_names` has none."""
    return tuple(STYLE_KINDS)


def offered_player_kinds() -> Mapping[str, PlayerKind]:
    """The kinds that are offered to people as opponents, by name: ours, then those of the host."""
    ours = {
        name: kind for name, kind in PLAYER_KINDS.items() if kind.is_offered and kind.is_available
    }
    return MappingProxyType({**ours, **_offered_outside})


def offered_player_names() -> tuple[str, ...]:
    """The names of the players that are offered to people as opponents."""
    return tuple(offered_player_kinds())


def offer_outside_players(names: Iterable[str]) -> None:
    """Offer these and no other outside players to people, as opponents.

    Raises BottleImpError for a name that is neither `package.module:Class` nor that of an installed
    player, and for one that cannot be imported or is no player.
    """
    found = {}
    for name in names:
        if not names_outside_player(name):
            raise BottleImpError(
                f"An outside player is named package.module:Class, or as its package names it;"
                f" {name!r} is neither."
            )
        require_player(name)
        found[name] = player_kind(name)
    _offered_outside.clear()
    _offered_outside.update(found)


def names_outside_player(name: str) -> bool:
    """Whether this is a class of another package, or the name of an installed player.

    Raises BottleImpError where two packages use the name.
    """
    if name in PLAYER_KINDS or name in STYLE_KINDS:
        return False
    return is_outside_name(name) or installed_player(name) is not None


def plays_mode(name: str, mode: str) -> bool:
    """Whether the player plays this mode; raises UnknownName, or BudgetError for a bad budget."""
    kind = player_kind(name)
    return not kind.modes or mode in kind.modes


def network_of(name: str, mode: str) -> str | None:
    """The network by whose weights the player plays this mode; None where it plays without.

    Raises UnknownName, or BudgetError for a bad budget.
    """
    network = player_kind(name).network
    return mode if network == NETWORK_OF_MODE else network


def networks_of(names: Iterable[str], mode: str) -> list[str]:
    """The networks by which these play the mode, each once; those not known here have none."""
    found = {network_of(name, mode) for name in names if not is_unknown(name)}
    return sorted(filter(None, found))


def require_mode(name: str, mode: str) -> None:
    """Raises BottleImpError if the player does not play this mode."""
    if not plays_mode(name, mode):
        modes = ", ".join(player_kind(name).modes)
        raise BottleImpError(f"The player {name} does not play the mode {mode}, only {modes}.")


def player_kind(name: str) -> PlayerKind:
    """The kind of player with this name; raises UnknownName, or BudgetError for a bad budget.

    An outside player is described by its name alone; nothing is imported.
    """
    kind, _ = parse_player_name(name)
    return kind


def has_sequential_player(names: Iterable[str]) -> bool:
    """Whether one of these players decides one observation after another.

    So does one that is not known here: one of a package that is not installed any more.
    """
    return any(is_unknown(name) or player_kind(name).is_sequential for name in names)


def is_unknown(name: str) -> bool:
    """Whether nobody here is called so; results of such a player can still be read."""
    try:
        player_kind(name)
    except UnknownName:
        return True
    return False


def require_player(name: str) -> None:
    """Raises BottleImpError if no player of this name can be built: imports an outside one."""
    kind = player_kind(name)
    if kind.is_outside or not kind.is_available:
        kind.build(Budget(0))


def build_player(name: str, deadline: Deadline | None = None) -> Player:
    """The player of this name, which decides for any number of seats.

    Raises UnknownName, BudgetError for a bad budget, or BottleImpError for an outside player that
    cannot be built.
    """
    kind, budget = parse_player_name(name)
    return kind.build(replace(budget, deadline=deadline))


def create_player(name: str, seed: int, deadline: Deadline | None = None) -> SeatPlayer:
    """The player of this name in one seat.

    The seed fixes its choices unless the deadline cuts them short.  Raises as `build_player`.

    >>> from bottleimp import Deal, Round, edition, observe
    >>> player = create_player("rules_of_thumb", seed=1)
    >>> player.choose(observe(Round(Deal.from_seed(edition("classic/3"), 2024)), 0)).name
    'Y15'
    """
    return SeatPlayer(build_player(name, deadline), seed)


def parse_player_name(name: str) -> tuple[PlayerKind, Budget]:
    """What a name stands for.

    Raises UnknownName, BudgetError, or BottleImpError where two packages use the name.
    """
    bare, text = split_budget(name)
    if bare in STYLE_KINDS:
        return STYLE_KINDS[bare], budget_from_text(bare, None, text)
    if bare not in PLAYER_KINDS and is_outside_name(name):
        return PlayerKind(name, text or name, f"{name}.", name, is_outside=True), Budget(0)
    if bare not in PLAYER_KINDS and (found := installed_player(bare)) is not None:
        about = f"{found.target}, from {found.packages[0]}."
        title = bare.replace("_", " ").replace("-", " ").capitalize()
        kind = PlayerKind(bare, title, about, found.target, is_outside=True)
        return kind, budget_from_text(bare, None, text)
    if bare not in PLAYER_KINDS:
        if MODULE_NAME.fullmatch(bare) and Path(f"{bare}.py").is_file():
            raise BottleImpError(
                f"There is no player {bare}; a class of {bare}.py is named {bare}:Class."
            )
        known = {*PLAYER_KINDS, *STYLE_KINDS, *installed_players()}
        if bare.lower() in known:
            raise BottleImpError(f"There is no player {bare}; did you mean {name.lower()}?")
        if set(bare) & set(".:"):
            raise BottleImpError(
                f"There is no player {shorten(bare)}; a class of your own is named"
                " package.module:Class, such as my_players:Highest for a class of my_players.py."
            )
        raise UnknownName("player", bare, known)
    kind = PLAYER_KINDS[bare]
    return kind, budget_from_text(bare, kind.budget_spec, text)
