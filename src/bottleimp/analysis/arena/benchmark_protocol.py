"""What the page about strength rests on: the contests of every mode, and when each may stop."""

from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise, product

from bottleimp.analysis.arena.contests import Contest, Kind, contest
from bottleimp.analysis.arena.tournament import Stop
from bottleimp.players.budget import split
from bottleimp.players.catalogue import KINDS, plays
from bottleimp.players.levels import LEVELS
from bottleimp.rules.editions import edition_from_text

LADDER = (*LEVELS, "thoughtful", "imp")  # what people choose among, from the lowest level on
SEARCHING = (
    "imp",
    "perfect_information:400",
    "information_set:2000",
    "flat_monte_carlo:1000",
    "perfect_information_random:50",
)
YARDSTICKS = ("network", "perfect_information:400", "rules_of_thumb")
MIXED = ("imp", "perfect_information:400", "network", "experienced", "rules_of_thumb")
GUESTS = (  # one at a table is enough, the first of two
    *(name for name in SEARCHING if name not in YARDSTICKS),
    "thoughtful",
)
CLOSELY = ("classic/3", "classic/4")  # where searching players are measured twice as closely

LIGHT_STOP = Stop(0.5, 20_000)
CLOSE_STOP = Stop(1.0, 3000)
STOP = Stop(2.0, 1500)
FIELD_STOP = Stop(None, 1000)
MIXED_STOP = Stop(None, 100)


def light_players() -> tuple[str, ...]:
    """All players that do not search."""
    return tuple(name for name, kind in KINDS.items() if kind.measure is None)


def standard_contests(editions: Iterable[str], most: int) -> dict[Contest, Stop]:
    """The contests of these editions with their rules; none has more deals than `most`.

    Quick ones come first: players without search, all against all; then mixed line-ups; then
    searching players, against neighbours among the levels and against the yardsticks.
    """
    keys = list(editions)
    found: dict[Contest, Stop] = {}
    for group in (light_contests, searching_contests):
        for key in keys:
            for one, stop in group(key):
                found.setdefault(one, Stop(stop.until, min(stop.most, most)))
    return found


def playing(names: Iterable[str], edition: str) -> list[str]:
    """Those who play the mode of the edition."""
    mode = edition_from_text(edition).mode
    return [name for name in names if plays(name, mode)]


def light_contests(edition: str) -> Iterator[tuple[Contest, Stop]]:
    """Players without search, two by two and mixed."""
    light = playing(light_players(), edition)
    for pair in combinations(light, 2):
        yield contest(Kind.DUEL, edition, pair), LIGHT_STOP
    yield contest(Kind.FIELD, edition, light), FIELD_STOP


def searching_contests(edition: str) -> Iterator[tuple[Contest, Stop]]:
    """Players that search: beside the level below, by the yardsticks, and mixed with others."""
    stop = CLOSE_STOP if edition in CLOSELY else STOP
    pairs = [
        pair
        for pair in (*pairwise(LADDER), *product(SEARCHING, YARDSTICKS))
        if pair[0] != pair[1] and any(KINDS[split(name)[0]].measure for name in pair)
    ]
    for pair in pairs:
        guest_first = sorted(pair, key=(*GUESTS, *pair).index)
        kind = Kind.VISIT if guest_first[0] in GUESTS else Kind.DUEL
        yield contest(kind, edition, guest_first), stop
    yield contest(Kind.FIELD, edition, MIXED), MIXED_STOP
