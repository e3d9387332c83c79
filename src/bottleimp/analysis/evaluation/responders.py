"""Responders and populations of exploitability measurements, by name.

`perfect_information_bound`, `model_based_response` and `listed_best_response` exist for measuring
alone; `network` and `imp` play by the weights that were asked for; a file of weights plays as
`network` does; all other names are players.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from bottleimp.analysis.arena.variance_reduction import read_edition_network
from bottleimp.analysis.evaluation.listed_best_response import ListedBestResponse
from bottleimp.analysis.evaluation.model_based_response import ModelBasedResponse
from bottleimp.analysis.evaluation.open_hand_evaluation import (
    Decider,
    OpenHandRounds,
    PlayerDecider,
)
from bottleimp.analysis.evaluation.perfect_information_bound import PerfectInformationBound
from bottleimp.errors import BottleImpError, UnknownName
from bottleimp.kernel.arrays import IntArray
from bottleimp.parsing import parse_integer, shorten
from bottleimp.players.budget import SEPARATOR, Budget, BudgetSpec, budget_from_text, split_budget
from bottleimp.players.catalogue import (
    build_player,
    names_outside_player,
    player_kind,
    player_names,
    style_player_names,
)
from bottleimp.players.checksums import player_checksums
from bottleimp.players.decisions import StochasticPlayer
from bottleimp.players.entry_points import installed_players
from bottleimp.players.network import WEIGHTS_SUFFIX, Network, NetworkPlayer, network_for
from bottleimp.players.search.belief_search import BeliefSearchPlayer
from bottleimp.players.search.listed_worlds import is_for_two
from bottleimp.rules.editions import edition_from_text

NETWORK, IMP, MODEL_BASED_RESPONSE, LISTED_BEST_RESPONSE, PERFECT_INFORMATION_BOUND = (
    "network",
    "imp",
    "model_based_response",
    "listed_best_response",
    "perfect_information_bound",
)
RESPONDER_BUDGETS = {
    NETWORK: None,
    IMP: player_kind(IMP).budget_spec,
    MODEL_BASED_RESPONSE: BudgetSpec("worlds", default=128, maximum=100_000),
    LISTED_BEST_RESPONSE: BudgetSpec("rounds", default=8_000, maximum=1_000_000),
}
DEFAULT_EXHAUSTIVE_CARDS = 3  # cards left from which on the bound tries everything
MAX_EXHAUSTIVE_CARDS = 6
CHECKSUM_DIGITS = 12  # hexadecimal digits


@dataclass(frozen=True)
class NetworkSource:
    """The network that responders take the population to play by: the package's, or in a file."""

    edition_text: str
    file: str | None = None

    @property
    def network(self) -> Network:
        """The network; raises UnknownName where the mode has none, or BottleImpError."""
        return cached_network(self.edition_text, self.file)

    @property
    def checksum(self) -> str:
        """Tells one network from another."""
        network = self.network
        digest = hashlib.sha256()
        for weights in (
            network.input_weights,
            network.input_bias,
            *(weights for block in network.blocks for weights in block),
            network.head_weights,
            network.head_biases,
            network.location_weights,
            network.location_bias,
            np.array(network.gap_worth),
        ):
            digest.update(weights.tobytes())
        return digest.hexdigest()[:CHECKSUM_DIGITS]


@lru_cache(maxsize=16)
def cached_network(edition_text: str, file: str | None) -> Network:
    """The network of an edition, or that in a file; raises UnknownName or BottleImpError."""
    edition = edition_from_text(edition_text)
    return network_for(edition) if file is None else read_edition_network(edition, Path(file))


def create_decider(name: str, source: NetworkSource, population: str | None = None) -> Decider:
    """Whoever has this name; raises UnknownName, BudgetError or BottleImpError.

    A best response is told who the population is.
    """
    if name.endswith(WEIGHTS_SUFFIX):
        return PlayerDecider(NetworkPlayer(cached_network(source.edition_text, name)))
    bare, text = split_budget(name)
    if bare == PERFECT_INFORMATION_BOUND:
        return PerfectInformationBound(source.network, parse_exhaustive_cards(text))
    if bare not in RESPONDER_BUDGETS:
        return catalogue_decider(name)
    budget = budget_from_text(bare, RESPONDER_BUDGETS[bare], text)
    network = source.network
    if bare == NETWORK:
        return PlayerDecider(NetworkPlayer(network))
    if bare == IMP:
        return PlayerDecider(BeliefSearchPlayer(budget, network))
    if bare == LISTED_BEST_RESPONSE:
        if not is_for_two(edition_from_text(source.edition_text)):
            raise BottleImpError(
                f"{LISTED_BEST_RESPONSE} needs two players, so that all worlds can be listed;"
                f" {source.edition_text} has more."
            )
        known = None if population is None else stochastic_player(population)
        return PlayerDecider(ListedBestResponse(budget, network, known))
    return ModelBasedDecider(budget, network)


def player_marks(
    names: Iterable[str], edition_text: str, network_file: str | None = None
) -> dict[str, str]:
    """What players play by, in short: checksums of networks of the package and of modules.

    Files of weights are told by their labels, and so is the file by which `network` and `imp` play
    where there is one.
    """
    asked = [name for name in names if not name.endswith(WEIGHTS_SUFFIX)]
    if network_file is not None:
        asked = [name for name in asked if split_budget(name)[0] not in (NETWORK, IMP)]
    found = player_checksums(asked, edition_from_text(edition_text).mode)
    return {name: checksum[:CHECKSUM_DIGITS] for name, checksum in found.items()}


def stochastic_player(name: str) -> StochasticPlayer | None:
    """The player of this name, if it draws its actions and tells with which chances."""
    if name.endswith(WEIGHTS_SUFFIX) or split_budget(name)[0] in RESPONDER_BUDGETS:
        return None
    player: object = build_player(name)
    return player if isinstance(player, StochasticPlayer) else None


@dataclass(frozen=True)
class ModelBasedDecider:
    """A model-based response, which must know in each round which seats respond together."""

    budget: Budget
    network: Network

    def decide(self, tables: OpenHandRounds, rows: IntArray) -> IntArray:
        """What the responders say."""
        actions = np.zeros(len(rows), np.int64)
        for place, row in enumerate(rows.tolist()):
            player = ModelBasedResponse(self.budget, self.network, tables.responders[row])
            (actions[place],) = PlayerDecider(player).decide(tables, rows[[place]])
        return actions


def catalogue_decider(name: str) -> Decider:
    """A player of the catalogue; raises UnknownName with all names that there are."""
    bare, _ = split_budget(name)
    ours = {*player_names(), *style_player_names()}
    if bare not in ours and not names_outside_player(name):
        known = {*ours, *installed_players()}
        raise UnknownName("player", bare, {*known, *RESPONDER_BUDGETS, PERFECT_INFORMATION_BOUND})
    return PlayerDecider(build_player(name))


def is_sequential(name: str) -> bool:
    """Whether whoever has this name decides one round after another."""
    bare, _ = split_budget(name)
    if name.endswith(WEIGHTS_SUFFIX) or bare == PERFECT_INFORMATION_BOUND:
        return False
    is_ours = bare in (MODEL_BASED_RESPONSE, LISTED_BEST_RESPONSE)
    return is_ours or player_kind(name).is_sequential


def parse_exhaustive_cards(text: str | None) -> int:
    """How many cards the bound holds when it begins to try everything; raises BottleImpError."""
    if text is None:
        return DEFAULT_EXHAUSTIVE_CARDS
    cards = parse_integer(text, 0, MAX_EXHAUSTIVE_CARDS)
    if cards is None:
        raise BottleImpError(
            f"{PERFECT_INFORMATION_BOUND}{SEPARATOR}{shorten(text)}: it is a number of cards from 0"
            f" to {MAX_EXHAUSTIVE_CARDS}."
        )
    return cards
