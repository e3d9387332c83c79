"""The solvers against brute force, on games small enough to try everything."""

from functools import partial
from random import Random

import pytest

from bottleimp.rules.cardsets import holds, members
from bottleimp.rules.position import Layout, Position, is_over
from bottleimp.rules.scoring import scores
from bottleimp.rules.turns import after_play, legal_actions
from bottleimp.solving import solver
from bottleimp.solving.objectives import (
    Objective,
    UtilityMeasure,
    best_case_objective,
    maximin_objective,
    worst_case_objective,
)
from bottleimp.solving.transposition_table import ENTRIES_OFFSET, HISTORY_OFFSET, TranspositionTable
from tests.support.solving.brute_force import camp_value, every_end, selfish_scores
from tests.support.solving.small_games import GAMES, Game

SEEDS = range(25)
KINDS = (maximin_objective, best_case_objective, worst_case_objective)
games = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@pytest.fixture(autouse=True)
def layouts_of_one_shape_share_their_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "freeze_layout", lambda layout: layout)


def positions(game: Game) -> list[Position]:
    """Positions at and within tricks, from the first lead to the end."""
    few_plays = 3 if sum(game.sizes) > 9 else 0
    return [game.position(seed, few_plays + seed % 6) for seed in SEEDS]


class Shuffled(TranspositionTable):
    """A memory in which some cards look more promising than others, at random."""

    def __init__(self, rows: int, random: Random) -> None:
        super().__init__(rows)
        self.random = random

    def prepare(self, *question):
        rows = super().prepare(*question)
        for place in range(HISTORY_OFFSET, ENTRIES_OFFSET):
            rows[place] = self.random.randrange(100)
        return rows


def points(scores: tuple[int, ...], *, seat: int) -> float:
    return scores[seat]


def gain(scores: tuple[int, ...], *, layout: Layout, seat: int) -> float:
    undoubled = [score / weight for score, weight in zip(scores, layout.weight, strict=True)]
    others = [
        other
        for other, side in enumerate(layout.side)
        if side != layout.side[seat] and not holds(layout.driven, other)
    ]
    return undoubled[seat] - sum(undoubled[other] for other in others) / len(others)


@games
def test_each_for_itself_plays_as_brute_force_does(game: Game) -> None:
    layout = game.layout
    memory = TranspositionTable(entry_count=1 << 12)
    for position in positions(game):
        outcomes = solver.solve_max_n(layout, position, table=memory)

        assert selfish_scores(layout, position) == outcomes.scores
        for action, found in outcomes.values.items():
            assert selfish_scores(layout, after_play(layout, position, action)) == found


@games
@pytest.mark.parametrize("kind", KINDS)
def test_what_a_seat_can_be_brought_to_is_what_brute_force_finds(game: Game, kind) -> None:
    layout = game.layout
    memory = TranspositionTable(entry_count=1 << 12)
    for seed, position in enumerate(positions(game)):
        seat = seed % len(layout.side)
        objective = kind(layout, seat)
        measured = partial(points, seat=seat)
        proof = solver.solve(layout, position, objective, table=memory)

        assert proof.value == camp_value(layout, position, objective.maximizers, measured)
        assert proof.value == solver.solve_value(layout, position, objective)
        for action, found in proof.values.items():
            after = after_play(layout, position, action)
            assert camp_value(layout, after, objective.maximizers, measured) == found


@games
def test_the_gain_of_a_side_against_the_rest_is_what_brute_force_finds(game: Game) -> None:
    layout = game.layout
    memory = TranspositionTable(entry_count=1 << 12)
    for seed, position in enumerate(positions(game)):
        seat = seed % len(layout.side)
        objective = maximin_objective(layout, seat, UtilityMeasure.GAIN)
        measured = partial(gain, layout=layout, seat=seat)
        found = solver.solve_value(layout, position, objective, table=memory)

        assert camp_value(layout, position, objective.maximizers, measured) == pytest.approx(found)


@games
def test_any_seats_may_want_a_result_high(game: Game) -> None:
    layout = game.layout
    for seed, position in enumerate(positions(game)):
        raising = frozenset({seed % len(layout.side)})
        objective = Objective(0, raising)
        expected = camp_value(layout, position, raising, partial(points, seat=0))

        assert solver.solve_value(layout, position, objective) == expected


@games
def test_no_end_lies_beyond_the_extremes(game: Game) -> None:
    layout = game.layout
    for seed, position in enumerate(positions(game)):
        seat = seed % len(layout.side)
        ends = {end[seat] for end in every_end(layout, position)}
        found = solver.value_range(layout, position, seat)

        assert (min(ends), max(ends)) == (found.worst_case, found.best_case)
        assert found.maximin in ends


@games
def test_it_does_not_matter_in_which_order_cards_are_tried(game: Game) -> None:
    layout = game.layout
    for seed, position in enumerate(positions(game)):
        objective = maximin_objective(layout, seed % len(layout.side))
        shuffled = Random(seed)
        found = {solver.solve_value(layout, position, objective)}
        for _ in range(3):
            other = Shuffled(rows=1 << 12, random=shuffled)
            found.add(solver.solve_value(layout, position, objective, table=other))
            outcomes = solver.solve_max_n(layout, position, table=other)
            assert outcomes.values == solver.solve_max_n(layout, position).values

        assert len(found) == 1


def test_brute_force_finds_the_same_selfish_play_in_any_order() -> None:
    for game in GAMES:
        position = game.position(3, 3)
        downwards = selfish_scores(game.layout, position, partial(sorted, reverse=True))

        assert downwards == selfish_scores(game.layout, position)


@games
def test_a_memory_of_one_row_gives_the_same_values_as_a_large_one(game: Game) -> None:
    layout = game.layout
    forgetful, large = TranspositionTable(entry_count=1), TranspositionTable(entry_count=1 << 14)
    for seed, position in enumerate(positions(game)):
        objective = maximin_objective(layout, seed % len(layout.side))
        few, many = (
            solver.solve(layout, position, objective, table=memory).values
            for memory in (forgetful, large)
        )
        assert few == many
        few_ends, many_ends = (
            solver.solve_max_n(layout, position, table=memory).values
            for memory in (forgetful, large)
        )
        assert few_ends == many_ends


@games
def test_one_memory_serves_a_whole_round(game: Game) -> None:
    layout, memory = game.layout, TranspositionTable(entry_count=1 << 12)
    random = Random(1)
    position = game.position(4, 3)
    objective = maximin_objective(layout, 0)
    while not is_over(position):
        outcomes = solver.solve_max_n(layout, position)
        assert outcomes.values == solver.solve_max_n(layout, position, table=memory).values
        proof = solver.solve(layout, position, objective)
        assert proof.values == solver.solve(layout, position, objective, table=memory).values
        action = random.choice(list(members(legal_actions(layout, position))))
        position = after_play(layout, position, action)


@games
def test_a_best_line_ends_with_the_value(game: Game) -> None:
    layout = game.layout
    for seed in range(6):
        position = game.position(seed, 4)
        objective = maximin_objective(layout, 0)
        end = ended_by(layout, position, solver.principal_variation(layout, position, objective))

        assert scores(layout, end)[0] == solver.solve_value(layout, position, objective)
        selfish = ended_by(layout, position, solver.max_n_line(layout, position))
        assert scores(layout, selfish) == selfish_scores(layout, position)


def ended_by(layout: Layout, position: Position, line: tuple[int, ...] | None) -> Position:
    """The position after these actions, each of them legal."""
    assert line is not None
    for action in line:
        assert holds(legal_actions(layout, position), action)
        position = after_play(layout, position, action)
    assert is_over(position)
    return position


@games
def test_a_play_that_ends_with_so_many_points_is_shown_or_there_is_none(game: Game) -> None:
    layout = game.layout
    for seed in range(6):
        position = game.position(seed, 4)
        most = max(end[0] for end in every_end(layout, position))
        line = solver.find_line(layout, position, 0, most)

        assert most == scores(layout, ended_by(layout, position, line))[0]
        assert solver.find_line(layout, position, 0, most + 1) is None
