"""Late choices that are solved while rounds are played: which, and what their actions are worth."""

from functools import partial

import numpy as np
import pytest

from bottleimp.kernel.encoding.position_rows import position_template, read_position
from bottleimp.kernel.round_batch import RoundBatch
from bottleimp.players.network import greedy_actions, network_for
from bottleimp.players.search.listed_search import count_cards
from bottleimp.rules.cardsets import members
from bottleimp.rules.editions import edition
from bottleimp.solving import UtilityMeasure, maximin_objective, solve, solve_value
from bottleimp.solving.transposition_table import TranspositionTable
from tests.players.search.test_listed_worlds import KEYS
from training.solved_choices import ChoiceSolver, ChooseActions, solve_choices

pytestmark = pytest.mark.slow
modes = pytest.mark.parametrize("key", KEYS)


def played_on(rounds: RoundBatch) -> None:
    """Let the network act in every round that is not over."""
    live = np.flatnonzero(rounds.turns >= 0)
    actions = np.full(len(rounds.rows), -1, np.int64)
    network = network_for(rounds.edition)
    actions[live] = greedy_actions(network, rounds.features[live], rounds.legal[live])
    rounds.step(actions)


def network_choice(key: str) -> ChooseActions:
    return partial(greedy_actions, network_for(edition(key)))


def dealt(key: str, count: int) -> RoundBatch:
    rounds = RoundBatch.allocate(edition(key), count)
    rounds.deal(6, 0)
    return rounds


@modes
def test_every_action_is_worth_what_can_be_made_sure_of_after_it(key: str) -> None:
    rounds = dealt(key, 6)
    while rounds.next_decisions() and count_cards(rounds).max() > 10:
        played_on(rounds)
    rows = np.flatnonzero(rounds.turns >= 0)
    found = solve_choices(rounds, rows, TranspositionTable())
    layout = rounds.edition.layout
    for row, values in zip(rows.tolist(), found, strict=True):
        position = read_position(position_template(rounds.edition), rounds.rows[row].astype(object))
        seat = int(rounds.turns[row])
        expected = solve(layout, position, maximin_objective(layout, seat, UtilityMeasure.GAIN))
        legal = list(members(int(rounds.legal[row])))

        assert np.flatnonzero(~np.isnan(values)).tolist() == legal
        np.testing.assert_array_equal(values[legal], [expected.values[action] for action in legal])


@modes
def test_so_many_late_choices_of_each_round_are_solved(key: str) -> None:
    most, rounds = 9, dealt(key, 20)
    solver = ChoiceSolver(most, 2)
    solver.begin(20, np.random.default_rng(2))
    cards = []

    def watch(rounds: RoundBatch) -> None:
        before = sum(map(len, solver.features))
        solver.watch(rounds, network_choice(key))
        cards.extend([int(count_cards(rounds).min())] * (sum(map(len, solver.features)) - before))

    while rounds.next_decisions():
        watch(rounds)
        played_on(rounds)
    features, values = solver.labels()

    # Two fall on one choice now and then, or past the last one.
    assert 20 <= len(features) == len(values) <= 40
    assert max(cards) <= most
    assert not np.isnan(values).all(axis=1).any()


@modes
def test_earlier_choices_are_played_on_and_then_solved(key: str) -> None:
    rounds, leaf = dealt(key, 5), 8
    rounds.next_decisions()
    rows = np.arange(5)
    choose = network_choice(key)
    found = solve_choices(rounds, rows, TranspositionTable(), choose, leaf)
    layout, network = rounds.edition.layout, network_for(rounds.edition)
    for row, values in enumerate(found):
        seat = int(rounds.turns[row])
        for action in np.flatnonzero(~np.isnan(values)).tolist()[:3]:
            one = rounds.select(np.array([row]))
            one.step(np.array([action]))
            while one.next_decisions() and count_cards(one)[0] > leaf:
                one.step(greedy_actions(network, one.features, one.legal))
            position = read_position(position_template(rounds.edition), one.rows[0].astype(object))
            objective = maximin_objective(layout, seat, UtilityMeasure.GAIN)

            assert values[action] == solve_value(layout, position, objective)


def test_one_earlier_choice_of_some_rounds_is_taken() -> None:
    key = KEYS[0]
    rounds = dealt(key, 40)
    solver = ChoiceSolver(3, 0, early_share=0.5, leaf_cards=6, early_choices=12)
    solver.begin(40, np.random.default_rng(2))
    drawn = int((solver.early >= 0).sum())
    while rounds.next_decisions():
        solver.watch(rounds, network_choice(key))
        played_on(rounds)

    assert 10 <= drawn <= 30
    assert len(solver.labels()[0]) == drawn


def test_rounds_without_a_choice_so_late_are_an_error() -> None:
    solver = ChoiceSolver(3, 1)
    solver.begin(2, np.random.default_rng(2))

    with pytest.raises(ValueError, match="No choice was left with 3 cards or fewer"):
        solver.labels()


@modes
def test_the_result_of_every_round_is_solved_once_few_cards_are_left(key: str) -> None:
    rounds, most = dealt(key, 8), 10
    solver = ChoiceSolver(12, 1, settled_cards=most)
    solver.begin(8, np.random.default_rng(2))
    layout = rounds.edition.layout
    expected: dict[int, list[float | None]] = {}
    steps: dict[int, int] = {}
    step = 0
    while rounds.next_decisions():
        for row in np.flatnonzero((rounds.turns >= 0) & (count_cards(rounds) <= most)).tolist():
            if row not in expected:
                position = read_position(
                    position_template(rounds.edition), rounds.rows[row].astype(object)
                )
                steps[row] = step
                expected[row] = [
                    0.0 if seat in rounds.edition.driven else solve_value(
                        layout, position, maximin_objective(layout, seat, UtilityMeasure.GAIN)
                    )
                    for seat in range(rounds.edition.seats)
                ]  # fmt: skip
        solver.watch(rounds, network_choice(key))
        played_on(rounds)
        step += 1
    found = {
        row: gains.tolist()
        for one in solver.settled
        for row, gains in zip(one.rounds.tolist(), one.gains, strict=True)
    }

    assert found == expected
    assert {row: one.step for one in solver.settled for row in one.rounds.tolist()} == steps
