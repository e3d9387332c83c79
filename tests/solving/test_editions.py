"""The solvers against brute force in every edition, with the real decks.

A thousand ends of rounds (five tricks with four seats, six with three) are behind

    python -m pytest tests/solving/test_editions.py -m long -k thousand

which takes some ten minutes on one core, nearly all of them brute force.
"""

import pytest

from benchmarks.solving import POSITION_KINDS, alpha_beta_solvers, late_position, max_n_solvers
from bottleimp.rules.cardsets import members
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition, edition_from_text, edition_keys
from bottleimp.rules.turns import after_play, legal_actions
from bottleimp.solving.objectives import UtilityMeasure, maximin_objective
from bottleimp.solving.solver import solve, solve_max_n

MOST_CARDS = 15  # as many cards as brute force may hold in all hands


WITH_OPTIONS = ("matagot/5-teams,bga-teams", "matagot/4-teams,face-value")


def tricks_for(playing: Edition) -> int:
    """How many tricks brute force can do in a moment."""
    return max(2, MOST_CARDS // len(playing.plays))


def measures_of(playing: Edition) -> list[UtilityMeasure]:
    """What is measured in an edition: the last price only where there is one."""
    if playing.bottles == 1:
        return list(UtilityMeasure)
    return [UtilityMeasure.POINTS, UtilityMeasure.GAIN]


@pytest.mark.long
@pytest.mark.parametrize("key", [*edition_keys(), *WITH_OPTIONS])
def test_every_edition_is_solved_as_brute_force_solves_it(key: str) -> None:
    playing = edition_from_text(key)
    asked = [
        max_n_solvers(playing),
        *(alpha_beta_solvers(playing, measure) for measure in measures_of(playing)),
    ]
    for by_force, solved, _, _ in asked:
        for seed in range(60):
            position = late_position(playing, tricks_for(playing), seed)

            assert by_force(position) == solved(position)


def assert_solved(key: str, tricks: int, seeds: range) -> None:
    """Ends of rounds come out as by brute force, seat by seat and one side against the rest.

    Positions are late ones and short ones in turn; what those are says `benchmarks.solving`.
    """
    playing = edition(key)
    asked = (
        max_n_solvers(playing),
        *(alpha_beta_solvers(playing, measure) for measure in measures_of(playing)),
    )
    positions = list(POSITION_KINDS.values())
    for seed in seeds:
        position = positions[seed % len(positions)](playing, tricks, seed)
        for by_force, solved, _, _ in asked:
            assert by_force(position) == solved(position), f"{key}, {tricks} tricks, {seed}"


@pytest.mark.wide
@pytest.mark.parametrize(("key", "tricks"), [("classic/3", 5), ("classic/4", 4)])
def test_some_ends_of_rounds_are_solved_as_brute_force_solves_them(key: str, tricks: int) -> None:
    assert_solved(key, tricks, range(25))


PART = 50  # of the 500 positions of each of the two


@pytest.mark.long
@pytest.mark.parametrize("start", range(0, 500, PART))
@pytest.mark.parametrize(("key", "tricks"), [("classic/3", 6), ("classic/4", 5)])
def test_a_thousand_ends_of_rounds_are_solved_as_brute_force_solves_them(
    key: str, tricks: int, start: int
) -> None:
    assert_solved(key, tricks, range(start, start + PART))


@pytest.mark.slow
def test_the_value_of_a_position_is_that_of_its_best_card_in_a_real_edition() -> None:
    layout = edition("classic/4").layout
    for seed in range(20):
        position = late_position(edition("classic/4"), 4, seed)
        objective = maximin_objective(layout, position.turn)
        proof, outcomes = solve(layout, position, objective), solve_max_n(layout, position)
        for action in members(legal_actions(layout, position)):
            after = after_play(layout, position, action)
            assert proof.values[action] == solve(layout, after, objective).value
            assert outcomes.values[action] == solve_max_n(layout, after).scores
