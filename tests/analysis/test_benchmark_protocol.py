"""What one command plays for the page about strength."""

import argparse
from itertools import combinations, pairwise

import pytest

from bottleimp.analysis.arena.benchmark_protocol import LADDER, non_search_players
from bottleimp.analysis.arena.contests import Contest, ContestKind, edition_of_each_mode
from bottleimp.analysis.arena.tournament import StoppingRule
from bottleimp.cli import tournament as tournament_command
from bottleimp.players.catalogue import offered_player_names, plays_mode
from bottleimp.rules.editions import edition_from_text


def chosen(*words: str) -> dict[Contest, StoppingRule]:
    """What `bottleimp tournament x --benchmark` plays."""
    parser = argparse.ArgumentParser()
    tournament_command.add_arguments(parser)
    return tournament_command.contests_from_arguments(
        parser.parse_args(["x", "--benchmark", *words])
    )


def pairs_in(key: str) -> set[tuple[str, ...]]:
    """Who meets whom in an edition, each pair by the alphabet."""
    pairs = [one for one in chosen() if one.edition == key and one.kind is not ContestKind.POOL]
    return {tuple(sorted(one.players)) for one in pairs}


@pytest.mark.parametrize("key", edition_of_each_mode())
def test_all_players_without_search_meet_in_every_mode(key: str) -> None:
    mode = edition_from_text(key).mode
    light = sorted(name for name in non_search_players() if plays_mode(name, mode))

    assert set(combinations(light, 2)) <= pairs_in(key)


@pytest.mark.parametrize("key", edition_of_each_mode())
def test_every_level_meets_the_one_below_in_every_mode(key: str) -> None:
    assert {tuple(sorted(pair)) for pair in pairwise(LADDER)} <= pairs_in(key)


@pytest.mark.parametrize("key", edition_of_each_mode())
def test_the_imp_meets_the_yardsticks_in_every_mode(key: str) -> None:
    rivals = ("network", "perfect_information:400", "rules_of_thumb")

    assert {("imp", rival) for rival in rivals} <= pairs_in(key)


@pytest.mark.parametrize("name", ["imp", "information_set:2000", "flat_monte_carlo:1000"])
def test_who_searches_and_is_no_yardstick_is_a_guest_and_never_a_host(name: str) -> None:
    met = [one for one in chosen() if name in one.players and one.kind is not ContestKind.POOL]

    assert {(ContestKind.ONE_VS_POPULATION, name)} == {(one.kind, one.players[0]) for one in met}


def test_people_are_offered_every_level() -> None:
    assert set(LADDER) <= set(offered_player_names())


def test_searching_players_are_measured_twice_as_closely_where_most_is_played() -> None:
    stops = chosen()
    (here,) = [
        one
        for one in stops
        if (one.edition, one.players) == ("classic/4", ("imp", "rules_of_thumb"))
    ]
    (there,) = [
        one
        for one in stops
        if (one.edition, one.players) == ("matagot/6", ("imp", "rules_of_thumb"))
    ]

    assert (stops[here].half_width, stops[there].half_width) == (1.0, 2.0)


def test_mixed_line_ups_are_played_in_every_mode() -> None:
    fields = [one for one in chosen() if one.kind is ContestKind.POOL]

    assert set(edition_of_each_mode()) == {one.edition for one in fields}
    assert any("imp" in one.players for one in fields)


def test_one_number_makes_all_of_it_shorter() -> None:
    assert {stop.max_deals for stop in chosen("--deals", "30").values()} == {30}


def test_some_modes_only_may_be_played() -> None:
    assert {one.edition for one in chosen("--editions", "classic/3")} == {"classic/3"}
