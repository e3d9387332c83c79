"""The computer players by name, and their budgets.

A player's module is imported when the first such player is built, so the list of names costs
nothing, whatever the players need.  A name may end in a budget: `perfect_information:400`.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bottleimp.errors import BottleImpError, UnknownName
from bottleimp.messages import N_
from bottleimp.players.budget import Budget, BudgetSpec, Deadline, budget_from_text, split_budget
from bottleimp.players.player import Player

if TYPE_CHECKING:
    from bottleimp.players.batch_players import BatchPlayer


NETWORK_OF_MODE = "of the mode"


@dataclass(frozen=True)
class PlayerKind:
    """A kind of player; `title` and `about` are messages for the catalogues of translations."""

    name: str
    title: str
    about: str
    create: Callable[[int, Budget], Player]  # from a seed and a budget
    budget_spec: BudgetSpec | None = None  # what its budget counts; None: it takes none
    create_batch: "Callable[[], BatchPlayer] | None" = (
        None  # the same player for many rounds at once
    )
    needs_compilation: bool = False  # its first choice in an edition may take seconds
    is_offered: bool = True  # to people, as an opponent; the arena knows all
    modes: tuple[str, ...] = ()  # which it plays; none named: all
    network: str | None = None  # whose weights it plays by; OF_THE_MODE: that of the mode


def create_uniform(seed: int, _: Budget) -> Player:
    """A player of the module `uniform`."""
    from bottleimp.players.uniform import UniformPlayer  # noqa: PLC0415 - only when it is wanted

    return UniformPlayer(seed)


def create_batch_uniform() -> "BatchPlayer":
    """The player `uniform` for many rounds at once."""
    from bottleimp.players.batch_players import BatchUniformPlayer  # noqa: PLC0415 - as above

    return BatchUniformPlayer()


def create_rules_of_thumb(seed: int, _: Budget) -> Player:
    """A player of the module `rules_of_thumb`."""
    from bottleimp.players.rules_of_thumb import RulesOfThumbPlayer  # noqa: PLC0415 - as above

    return RulesOfThumbPlayer(seed)


def create_batch_rules_of_thumb() -> "BatchPlayer":
    """The player `rules_of_thumb` for many rounds at once."""
    from bottleimp.players.rules_of_thumb import BatchRulesOfThumbPlayer  # noqa: PLC0415 - as above

    return BatchRulesOfThumbPlayer()


def create_flat_monte_carlo(seed: int, budget: Budget) -> Player:
    """A player of the module `create_flat_monte_carlo`."""
    from bottleimp.players.flat_monte_carlo import FlatMonteCarloPlayer  # noqa: PLC0415 - as above

    return FlatMonteCarloPlayer(seed, budget)


def create_perfect_information_random(seed: int, budget: Budget) -> Player:
    """A player of the module `create_perfect_information` whose playouts are random."""
    from bottleimp.kernel.policies import UNIFORM_POLICY  # noqa: PLC0415 - as above
    from bottleimp.players.perfect_information import PerfectInformationPlayer  # noqa: PLC0415

    return PerfectInformationPlayer(seed, budget, UNIFORM_POLICY)


def create_perfect_information(seed: int, budget: Budget) -> Player:
    """A player of the module `create_perfect_information`."""
    from bottleimp.players.perfect_information import PerfectInformationPlayer  # noqa: PLC0415

    return PerfectInformationPlayer(seed, budget)


def create_ismcts(seed: int, budget: Budget) -> Player:
    """A player of the module `create_ismcts`."""
    from bottleimp.players.ismcts import IsmctsPlayer  # noqa: PLC0415 - as above

    return IsmctsPlayer(seed, budget)


def create_network_player(seed: int, _: Budget) -> Player:
    """A player of the module `network`."""
    from bottleimp.players.network import NetworkPlayer  # noqa: PLC0415 - as above

    return NetworkPlayer(seed)


def create_batch_network_player() -> "BatchPlayer":
    """The player `network` for many rounds at once."""
    from bottleimp.players.network import BatchNetworkPlayer  # noqa: PLC0415 - as above

    return BatchNetworkPlayer()


def create_reference(seed: int, _: Budget) -> Player:
    """The frozen network of the module `network`."""
    from bottleimp.players.network import REFERENCE_NETWORK, NetworkPlayer, load_network  # noqa: PLC0415

    return NetworkPlayer(seed, load_network(REFERENCE_NETWORK))


def create_batch_reference() -> "BatchPlayer":
    """The frozen network for many rounds at once."""
    from bottleimp.players.network import REFERENCE_NETWORK, BatchNetworkPlayer, load_network  # noqa: PLC0415

    return BatchNetworkPlayer(load_network(REFERENCE_NETWORK))


def create_imp(seed: int, budget: Budget) -> Player:
    """The player `imp`, of the module `thinker`."""
    from bottleimp.players.belief_search import BeliefSearchPlayer  # noqa: PLC0415 - as above

    return BeliefSearchPlayer(seed, budget)


def create_thoughtful(seed: int, budget: Budget) -> Player:
    """The player `imp` that trusts its first idea more than its thinking."""
    from bottleimp.players.belief_search import THOUGHTFUL, BeliefSearchPlayer  # noqa: PLC0415 - as above

    return BeliefSearchPlayer(seed, budget, config=THOUGHTFUL)


def belief_search_kind(
    name: str, title: str, about: str, create: Callable[[int, Budget], Player]
) -> PlayerKind:
    """A player of the module `thinker`, which searches on top of the network of the mode."""
    measure = BudgetSpec(WORLDS, default=288, maximum=100_000)
    return PlayerKind(
        name, title, about, create, measure, needs_compilation=True, network=NETWORK_OF_MODE
    )


def level_kind(name: str, title: str, about: str) -> PlayerKind:
    """A level, which plays by the module `levels`."""

    def built(seed: int, _: Budget) -> Player:
        from bottleimp.players.levels import LevelPlayer, level_by_name  # noqa: PLC0415 - as above

        return LevelPlayer(seed, level_by_name(name))

    def many() -> "BatchPlayer":
        from bottleimp.players.levels import BatchLevelPlayer, level_by_name  # noqa: PLC0415 - as above

        return BatchLevelPlayer(level_by_name(name))

    return PlayerKind(
        name,
        title,
        about,
        built,
        needs_compilation=True,
        create_batch=many,
        network=NETWORK_OF_MODE,
    )


WORLDS, PLAYOUTS = "worlds", "playouts"

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
            create_rules_of_thumb,
            create_batch=create_batch_rules_of_thumb,
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
            create_perfect_information,
            BudgetSpec(WORLDS, default=400, maximum=100_000),
            needs_compilation=True,
        ),
        level_kind(
            "self_taught",
            N_("Self-taught"),
            N_("Has played millions of rounds against itself."),
        ),
        belief_search_kind(
            "thoughtful",
            N_("Thoughtful"),
            N_("Looks ahead, but keeps to its first idea unless another card is clearly better."),
            create_thoughtful,
        ),
        belief_search_kind(
            "imp",
            N_("The imp"),
            N_("Guesses where the hidden cards lie and tries every card. The strongest."),
            create_imp,
        ),
        PlayerKind(
            "uniform",
            N_("Any card"),
            N_("Plays any card the rules allow."),
            create_uniform,
            is_offered=False,
            create_batch=create_batch_uniform,
        ),
        PlayerKind(
            "network",
            N_("Network"),
            N_("Plays the card that a trained network values highest."),
            create_network_player,
            needs_compilation=True,
            is_offered=False,
            create_batch=create_batch_network_player,
            network=NETWORK_OF_MODE,
        ),
        PlayerKind(
            "reference",
            N_("Reference network"),
            N_("A network after half an hour of training, kept as it was to measure others by."),
            create_reference,
            needs_compilation=True,
            is_offered=False,
            create_batch=create_batch_reference,
            modes=("4",),
            network="reference-4",
        ),
        PlayerKind(
            "flat_monte_carlo",
            N_("Random trials"),
            N_("Tries every card in rounds in which all others play anything."),
            create_flat_monte_carlo,
            BudgetSpec(PLAYOUTS, default=1000, maximum=1_000_000),
            needs_compilation=True,
            is_offered=False,
        ),
        PlayerKind(
            "perfect_information_random",
            N_("Random trials, same deals"),
            N_("Tries every card in the same imagined deals, in which all others play anything."),
            create_perfect_information_random,
            BudgetSpec(WORLDS, default=50, maximum=100_000),
            needs_compilation=True,
            is_offered=False,
        ),
        PlayerKind(
            "information_set",
            N_("Imagined answers"),
            N_("Imagines hidden cards and what everybody would answer, several cards ahead."),
            create_ismcts,
            BudgetSpec(PLAYOUTS, default=2000, maximum=200_000),
            needs_compilation=True,
            is_offered=False,
        ),
    )
}


def player_names() -> tuple[str, ...]:
    """The names of all players, from the simplest on, without budgets."""
    return tuple(PLAYER_KINDS)


def offered_player_names() -> tuple[str, ...]:
    """The names of the players that are offered to people as opponents."""
    return tuple(name for name, kind in PLAYER_KINDS.items() if kind.is_offered)


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


def require_mode(name: str, mode: str) -> None:
    """Raises BottleImpError if the player does not play this mode."""
    if not plays_mode(name, mode):
        modes = ", ".join(player_kind(name).modes)
        raise BottleImpError(f"The player {name} does not play the mode {mode}, only {modes}.")


def player_kind(name: str) -> PlayerKind:
    """The kind of player with this name; raises UnknownName, or BudgetError for a bad budget."""
    kind, _ = parse_player_name(name)
    return kind


def create_player(name: str, seed: int, deadline: Deadline | None = None) -> Player:
    """A player of this name, whose choices the seed fixes unless the deadline cuts them short.

    Raises UnknownName, or BudgetError for a bad budget.
    """
    kind, budget = parse_player_name(name)
    return kind.create(seed, replace(budget, deadline=deadline))


def create_batch_player(name: str) -> "BatchPlayer | None":
    """The player of this name for many rounds at once, where there is such a one."""
    kind, _ = parse_player_name(name)
    return None if kind.create_batch is None else kind.create_batch()


def parse_player_name(name: str) -> tuple[PlayerKind, Budget]:
    """What a name stands for; raises UnknownName or BudgetError."""
    bare, text = split_budget(name)
    if bare not in PLAYER_KINDS:
        raise UnknownName("player", bare, PLAYER_KINDS)
    kind = PLAYER_KINDS[bare]
    return kind, budget_from_text(bare, kind.budget_spec, text)
