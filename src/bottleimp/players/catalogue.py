"""The computer players by name, and their budgets.

A player's module is imported when the first such player is built, so the list of names costs
nothing, whatever the players need.  A name may end in a budget: `perfect_information:400`.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bottleimp.errors import BottleImpError, UnknownName
from bottleimp.knowledge.narration import N_
from bottleimp.players.budget import Budget, Deadline, Measure, budget_from_text, split
from bottleimp.players.player import Player

if TYPE_CHECKING:
    from bottleimp.players.batch_players import BatchPlayer


OF_THE_MODE = "of the mode"


@dataclass(frozen=True)
class PlayerKind:
    """A kind of player; `title` and `about` are messages for the catalogues of translations."""

    name: str
    title: str
    about: str
    built: Callable[[int, Budget], Player]  # from a seed and a budget
    measure: Measure | None = None  # what its budget counts; None: it takes none
    many: "Callable[[], BatchPlayer] | None" = None  # the same player for many rounds at once
    is_compiled: bool = False  # its first choice in an edition may take seconds
    is_offered: bool = True  # to people, as an opponent; the arena knows all
    modes: tuple[str, ...] = ()  # which it plays; none named: all
    network: str | None = None  # whose weights it plays by; OF_THE_MODE: that of the mode


def uniform(seed: int, _: Budget) -> Player:
    """A player of the module `uniform`."""
    from bottleimp.players.uniform import Uniform  # noqa: PLC0415 - only when it is wanted

    return Uniform(seed)


def many_uniform() -> "BatchPlayer":
    """The player `uniform` for many rounds at once."""
    from bottleimp.players.batch_players import ManyUniform  # noqa: PLC0415 - as above

    return ManyUniform()


def rules_of_thumb(seed: int, _: Budget) -> Player:
    """A player of the module `rules_of_thumb`."""
    from bottleimp.players.rules_of_thumb import RulesOfThumb  # noqa: PLC0415 - as above

    return RulesOfThumb(seed)


def many_rules_of_thumb() -> "BatchPlayer":
    """The player `rules_of_thumb` for many rounds at once."""
    from bottleimp.players.rules_of_thumb import ManyRulesOfThumb  # noqa: PLC0415 - as above

    return ManyRulesOfThumb()


def flat_monte_carlo(seed: int, budget: Budget) -> Player:
    """A player of the module `flat_monte_carlo`."""
    from bottleimp.players.flat_monte_carlo import FlatMonteCarlo  # noqa: PLC0415 - as above

    return FlatMonteCarlo(seed, budget)


def perfect_information_random(seed: int, budget: Budget) -> Player:
    """A player of the module `perfect_information` whose playouts are random."""
    from bottleimp.kernel.policies import UNIFORM  # noqa: PLC0415 - as above
    from bottleimp.players.perfect_information import PerfectInformation  # noqa: PLC0415

    return PerfectInformation(seed, budget, UNIFORM)


def perfect_information(seed: int, budget: Budget) -> Player:
    """A player of the module `perfect_information`."""
    from bottleimp.players.perfect_information import PerfectInformation  # noqa: PLC0415

    return PerfectInformation(seed, budget)


def information_set(seed: int, budget: Budget) -> Player:
    """A player of the module `information_set`."""
    from bottleimp.players.ismcts import InformationSet  # noqa: PLC0415 - as above

    return InformationSet(seed, budget)


def network(seed: int, _: Budget) -> Player:
    """A player of the module `network`."""
    from bottleimp.players.network import NetworkPlayer  # noqa: PLC0415 - as above

    return NetworkPlayer(seed)


def many_network() -> "BatchPlayer":
    """The player `network` for many rounds at once."""
    from bottleimp.players.network import ManyNetwork  # noqa: PLC0415 - as above

    return ManyNetwork()


def reference(seed: int, _: Budget) -> Player:
    """The frozen network of the module `network`."""
    from bottleimp.players.network import REFERENCE, NetworkPlayer, network_named  # noqa: PLC0415

    return NetworkPlayer(seed, network_named(REFERENCE))


def many_reference() -> "BatchPlayer":
    """The frozen network for many rounds at once."""
    from bottleimp.players.network import REFERENCE, ManyNetwork, network_named  # noqa: PLC0415

    return ManyNetwork(network_named(REFERENCE))


def searching(seed: int, budget: Budget) -> Player:
    """The player `imp`, of the module `thinker`."""
    from bottleimp.players.belief_search import Imp  # noqa: PLC0415 - as above

    return Imp(seed, budget)


def thoughtful(seed: int, budget: Budget) -> Player:
    """The player `imp` that trusts its first idea more than its thinking."""
    from bottleimp.players.belief_search import HESITANT, Imp  # noqa: PLC0415 - as above

    return Imp(seed, budget, thought=HESITANT)


def thinking(
    name: str, title: str, about: str, built: Callable[[int, Budget], Player]
) -> PlayerKind:
    """A player of the module `thinker`, which searches on top of the network of the mode."""
    measure = Measure(WORLDS, usual=288, most=100_000)
    return PlayerKind(name, title, about, built, measure, is_compiled=True, network=OF_THE_MODE)


def level(name: str, title: str, about: str) -> PlayerKind:
    """A level, which plays by the module `levels`."""

    def built(seed: int, _: Budget) -> Player:
        from bottleimp.players.levels import LevelPlayer, level_named  # noqa: PLC0415 - as above

        return LevelPlayer(seed, level_named(name))

    def many() -> "BatchPlayer":
        from bottleimp.players.levels import ManyLevel, level_named  # noqa: PLC0415 - as above

        return ManyLevel(level_named(name))

    return PlayerKind(name, title, about, built, is_compiled=True, many=many, network=OF_THE_MODE)


WORLDS, PLAYOUTS = "worlds", "playouts"

KINDS: dict[str, PlayerKind] = {
    kind.name: kind
    for kind in (
        level(
            "first_evening",
            N_("First evening"),
            N_("Knows the rules, forgets what was played, and likes many cards equally well."),
        ),
        level(
            "newcomer",
            N_("Newcomer"),
            N_("Avoids the worst, but forgets the tricks that are over."),
        ),
        level(
            "occasional",
            N_("Plays now and then"),
            N_("Forgets the tricks that are over, but makes no grave mistake."),
        ),
        PlayerKind(
            "rules_of_thumb",
            N_("Rules of thumb"),
            N_("Counts cards, passes low ones and tries not to be left with the bottle."),
            rules_of_thumb,
            many=many_rules_of_thumb,
        ),
        level(
            "regular",
            N_("Regular"),
            N_("Sees what is on the table, and takes a decent card."),
        ),
        level(
            "attentive",
            N_("Attentive"),
            N_("Judges each trick well, without counting cards."),
        ),
        level(
            "counting",
            N_("Counts cards"),
            N_("Remembers every card, and is content with a good one."),
        ),
        level(
            "experienced",
            N_("Experienced"),
            N_("Remembers every card, and seldom gives anything away."),
        ),
        PlayerKind(
            "perfect_information",
            N_("Imagined deals"),
            N_("Imagines many ways in which the hidden cards may lie, and tries every card."),
            perfect_information,
            Measure(WORLDS, usual=400, most=100_000),
            is_compiled=True,
        ),
        level(
            "self_taught",
            N_("Self-taught"),
            N_("Has played millions of rounds against itself."),
        ),
        thinking(
            "thoughtful",
            N_("Thoughtful"),
            N_("Looks ahead, but keeps to its first idea unless another card is clearly better."),
            thoughtful,
        ),
        thinking(
            "imp",
            N_("The imp"),
            N_("Guesses where the hidden cards lie and tries every card. The strongest."),
            searching,
        ),
        PlayerKind(
            "uniform",
            N_("Any card"),
            N_("Plays any card the rules allow."),
            uniform,
            is_offered=False,
            many=many_uniform,
        ),
        PlayerKind(
            "network",
            N_("Network"),
            N_("Plays the card that a trained network values highest."),
            network,
            is_compiled=True,
            is_offered=False,
            many=many_network,
            network=OF_THE_MODE,
        ),
        PlayerKind(
            "reference",
            N_("Reference network"),
            N_("A network after half an hour of training, kept as it was to measure others by."),
            reference,
            is_compiled=True,
            is_offered=False,
            many=many_reference,
            modes=("4",),
            network="reference-4",
        ),
        PlayerKind(
            "flat_monte_carlo",
            N_("Random trials"),
            N_("Tries every card in rounds in which all others play anything."),
            flat_monte_carlo,
            Measure(PLAYOUTS, usual=1000, most=1_000_000),
            is_compiled=True,
            is_offered=False,
        ),
        PlayerKind(
            "perfect_information_random",
            N_("Random trials, same deals"),
            N_("Tries every card in the same imagined deals, in which all others play anything."),
            perfect_information_random,
            Measure(WORLDS, usual=50, most=100_000),
            is_compiled=True,
            is_offered=False,
        ),
        PlayerKind(
            "information_set",
            N_("Imagined answers"),
            N_("Imagines hidden cards and what everybody would answer, several cards ahead."),
            information_set,
            Measure(PLAYOUTS, usual=2000, most=200_000),
            is_compiled=True,
            is_offered=False,
        ),
    )
}


def player_names() -> tuple[str, ...]:
    """The names of all players, from the simplest on, without budgets."""
    return tuple(KINDS)


def offered_names() -> tuple[str, ...]:
    """The names of the players that are offered to people as opponents."""
    return tuple(name for name, kind in KINDS.items() if kind.is_offered)


def plays(name: str, mode: str) -> bool:
    """Whether the player plays this mode; raises UnknownName, or BudgetError for a bad budget."""
    kind = player_kind(name)
    return not kind.modes or mode in kind.modes


def network_of(name: str, mode: str) -> str | None:
    """The network by whose weights the player plays this mode; None where it plays without.

    Raises UnknownName, or BudgetError for a bad budget.
    """
    network = player_kind(name).network
    return mode if network == OF_THE_MODE else network


def must_play(name: str, mode: str) -> None:
    """Raises BottleImpError if the player does not play this mode."""
    if not plays(name, mode):
        modes = ", ".join(player_kind(name).modes)
        raise BottleImpError(f"The player {name} does not play the mode {mode}, only {modes}.")


def player_kind(name: str) -> PlayerKind:
    """The kind of player with this name; raises UnknownName, or BudgetError for a bad budget."""
    kind, _ = kind_and_budget(name)
    return kind


def player_named(name: str, seed: int, deadline: Deadline | None = None) -> Player:
    """A player of this name, whose choices the seed fixes unless the deadline cuts them short.

    Raises UnknownName, or BudgetError for a bad budget.
    """
    kind, budget = kind_and_budget(name)
    return kind.built(seed, replace(budget, deadline=deadline))


def batch_player_named(name: str) -> "BatchPlayer | None":
    """The player of this name for many rounds at once, where there is such a one."""
    kind, _ = kind_and_budget(name)
    return None if kind.many is None else kind.many()


def kind_and_budget(name: str) -> tuple[PlayerKind, Budget]:
    """What a name stands for; raises UnknownName or BudgetError."""
    bare, text = split(name)
    if bare not in KINDS:
        raise UnknownName("player", bare, KINDS)
    kind = KINDS[bare]
    return kind, budget_from_text(bare, kind.measure, text)
