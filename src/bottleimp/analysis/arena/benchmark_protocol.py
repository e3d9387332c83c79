"""What the page about strength rests on: the contests of every mode, and when each may stop."""

from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise, product

from bottleimp.analysis.arena.contests import Contest, ContestKind, make_contest
from bottleimp.analysis.arena.tournament import StoppingRule
from bottleimp.players.budget import split_budget
from bottleimp.players.catalogue import PLAYER_KINDS, plays_mode
from bottleimp.players.levels import LEVELS
from bottleimp.rules.editions import edition_from_text

LADDER = (*LEVELS, "thoughtful", "imp")  # what people choose among, from the lowest level on
SEARCH_PLAYERS = (
    "imp",
    "perfect_information:400",
    "information_set:2000",
    "flat_monte_carlo:1000",
    "perfect_information_random:50",
)
REFERENCE_PLAYERS = ("network", "perfect_information:400", "rules_of_thumb")
POOL_PLAYERS = ("imp", "perfect_information:400", "network", "experienced", "rules_of_thumb")
ONE_VS_POPULATION_PLAYERS = (  # one at a table is enough, the first of two
    *(name for name in SEARCH_PLAYERS if name not in REFERENCE_PLAYERS),
    "thoughtful",
)
PRECISE_EDITIONS = (
    "classic/3",
    "classic/4",
)  # where searching players are measured twice as closely

NON_SEARCH_STOP = StoppingRule(0.5, 20_000)
PRECISE_STOP = StoppingRule(1.0, 3000)
SEARCH_STOP = StoppingRule(2.0, 1500)
POOL_STOP = StoppingRule(None, 1000)
SEARCH_POOL_STOP = StoppingRule(None, 100)


def non_search_players() -> tuple[str, ...]:
    """All players that do not search."""
    return tuple(name for name, kind in PLAYER_KINDS.items() if kind.budget_spec is None)


def benchmark_contests(editions: Iterable[str], max_deals: int) -> dict[Contest, StoppingRule]:
    """The contests of these editions with their rules; none has more than `max_deals` deals.

    Quick ones come first: players without search, all against all; then mixed line-ups; then
    searching players, against neighbours among the levels and against the yardsticks.
    """
    keys = list(editions)
    found: dict[Contest, StoppingRule] = {}
    for group in (non_search_contests, search_contests):
        for key in keys:
            for one, stop in group(key):
                found.setdefault(one, StoppingRule(stop.half_width, min(stop.max_deals, max_deals)))
    return found


def players_of_mode(names: Iterable[str], edition: str) -> list[str]:
    """Those who play the mode of the edition."""
    mode = edition_from_text(edition).mode
    return [name for name in names if plays_mode(name, mode)]


def non_search_contests(edition: str) -> Iterator[tuple[Contest, StoppingRule]]:
    """Players without search, two by two and mixed."""
    light = players_of_mode(non_search_players(), edition)
    for pair in combinations(light, 2):
        yield make_contest(ContestKind.HEAD_TO_HEAD, edition, pair), NON_SEARCH_STOP
    yield make_contest(ContestKind.POOL, edition, light), POOL_STOP


def search_contests(edition: str) -> Iterator[tuple[Contest, StoppingRule]]:
    """Players that search: beside the level below, by the yardsticks, and mixed with others."""
    stop = PRECISE_STOP if edition in PRECISE_EDITIONS else SEARCH_STOP
    pairs = [
        pair
        for pair in (*pairwise(LADDER), *product(SEARCH_PLAYERS, REFERENCE_PLAYERS))
        if pair[0] != pair[1]
        and any(PLAYER_KINDS[split_budget(name)[0]].budget_spec for name in pair)
    ]
    for pair in pairs:
        responder_first = sorted(pair, key=(*ONE_VS_POPULATION_PLAYERS, *pair).index)
        kind = (
            ContestKind.ONE_VS_POPULATION
            if responder_first[0] in ONE_VS_POPULATION_PLAYERS
            else ContestKind.HEAD_TO_HEAD
        )
        yield make_contest(kind, edition, responder_first), stop
    yield make_contest(ContestKind.POOL, edition, POOL_PLAYERS), SEARCH_POOL_STOP
