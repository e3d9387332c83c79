"""Who can be a guest or a host at the tables that measure how much is left, by name.

`all_seeing` and `knowing` exist for measuring alone; `network` and `imp` play by the weights that
were asked for; a file of weights plays as `network` does; all other names are players.
"""

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from bottleimp.analysis.arena.variance_reduction import WEIGHTS_SUFFIX, fitting
from bottleimp.analysis.evaluation.model_based_response import Knowing
from bottleimp.analysis.evaluation.open_hand_evaluation import Decider, OneByOne, SideBySide
from bottleimp.analysis.evaluation.perfect_information_bound import AllSeeing
from bottleimp.errors import BottleImpError, UnknownName
from bottleimp.parsing import parse_integer, shortened
from bottleimp.players.belief_search import Imp
from bottleimp.players.budget import MARK, Measure, budget_from_text, split
from bottleimp.players.catalogue import (
    batch_player_named,
    player_kind,
    player_named,
    player_names,
)
from bottleimp.players.network import ManyNetwork, Network, network_for
from bottleimp.rules.editions import edition_from_text

NETWORK, IMP, KNOWING, ALL_SEEING = "network", "imp", "knowing", "all_seeing"
MEASURES = {
    NETWORK: None,
    IMP: player_kind(IMP).measure,
    KNOWING: Measure("worlds", usual=128, most=100_000),
}
LOOKING_AHEAD = 3  # cards of an all-seeing guest from which on it tries everything, if not said
MOST_CARDS = 6
CHECKSUM = 12  # letters


@dataclass(frozen=True)
class Policy:
    """The network by which hosts play, as far as guests know: the package's, or one in a file."""

    edition_text: str
    file: str | None = None

    @property
    def network(self) -> Network:
        """The network; raises UnknownName where the mode has none, or BottleImpError."""
        return network_of(self.edition_text, self.file)

    @property
    def checksum(self) -> str:
        """Tells one network from another."""
        network = self.network
        digest = hashlib.sha256()
        for weights in (network.entry, network.exits, network.exit_biases, network.where):
            digest.update(weights.tobytes())
        return digest.hexdigest()[:CHECKSUM]


@lru_cache(maxsize=16)
def network_of(edition_text: str, file: str | None) -> Network:
    """The network of an edition, or that in a file; raises UnknownName or BottleImpError."""
    edition = edition_from_text(edition_text)
    return network_for(edition) if file is None else fitting(edition, Path(file))


def sat_down(name: str, policy: Policy) -> Decider:
    """Whoever has this name; raises UnknownName, BudgetError or BottleImpError."""
    if name.endswith(WEIGHTS_SUFFIX):
        return SideBySide(ManyNetwork(network_of(policy.edition_text, name)))
    bare, text = split(name)
    if bare == ALL_SEEING:
        return AllSeeing(policy.network, cards_from_text(text))
    if bare not in MEASURES:
        return of_catalogue(name)
    budget = budget_from_text(bare, MEASURES[bare], text)
    network = policy.network
    if bare == NETWORK:
        return SideBySide(ManyNetwork(network))
    if bare == IMP:
        return OneByOne(lambda seed, _: Imp(seed, budget, network))
    return OneByOne(lambda seed, guests: Knowing(seed, budget, network, guests))


def of_catalogue(name: str) -> Decider:
    """A player of the catalogue; raises UnknownName with all names that there are."""
    bare, _ = split(name)
    if bare not in player_names():
        raise UnknownName("player", bare, {*player_names(), *MEASURES, ALL_SEEING})
    many = batch_player_named(name)
    if many is not None:
        return SideBySide(many)
    return OneByOne(lambda seed, _: player_named(name, seed))


def cards_from_text(text: str | None) -> int:
    """How many cards an all-seeing guest holds when it begins to try everything."""
    if text is None:
        return LOOKING_AHEAD
    cards = parse_integer(text, 0, MOST_CARDS)
    if cards is None:
        raise BottleImpError(
            f"{ALL_SEEING}{MARK}{shortened(text)}: it is a number of cards from 0 to {MOST_CARDS}."
        )
    return cards
