"""What is asked and answered about positions, at the edges."""

from dataclasses import replace

import pytest
from numba import typeof

from bottleimp.game.actions import OpenChoice
from bottleimp.game.deal import Deal
from bottleimp.game.round import Phase, Round
from bottleimp.kernel.compile.frozen_layout import freeze_layout
from bottleimp.kernel.compile.on_demand import CompiledOnDemand
from bottleimp.rules.cardsets import lowest
from bottleimp.rules.decks import MATAGOT36, subdeck
from bottleimp.rules.editions import edition
from bottleimp.rules.position import Position, is_over, is_passing
from bottleimp.rules.seating import Hand, OpenRule
from bottleimp.rules.turns import advance, legal_actions
from bottleimp.solving.alpha_beta import alpha_beta
from bottleimp.solving.max_n import max_n
from bottleimp.solving.objectives import Objective, UtilityMeasure, maximin_objective
from bottleimp.solving.round_solver import card_scores, card_values
from bottleimp.solving.solver import find_line, principal_variation, solve, solve_max_n, solve_value
from bottleimp.solving.transposition_table import TranspositionTable

CLASSIC = edition("classic/4")
LAYOUT = CLASSIC.layout


def late(tricks: int) -> Position:
    """A round of classic/4 with this many tricks to come."""
    position = Deal.from_seed(CLASSIC, 5).initial_position
    while sum(hand.bit_count() for hand in position.hands) > tricks * 4 or is_passing(
        LAYOUT, position
    ):
        position = advance(LAYOUT, position, lowest(legal_actions(LAYOUT, position)))
    return position


def test_the_exchange_is_not_solved() -> None:
    opening = Deal.from_seed(CLASSIC, 5).initial_position

    with pytest.raises(ValueError, match="Only the play is solved"):
        solve(LAYOUT, opening, maximin_objective(LAYOUT, 0))
    with pytest.raises(ValueError, match="Only the play is solved"):
        solve_max_n(LAYOUT, opening)


def test_past_the_limit_the_answer_is_that_it_is_not_solved() -> None:
    objective = maximin_objective(LAYOUT, 0)
    proof = solve(LAYOUT, late(7), objective, node_limit=50)
    outcomes = solve_max_n(LAYOUT, late(7), node_limit=50)

    assert (proof.is_solved, proof.value, proof.best_actions) == (False, None, ())
    assert (outcomes.is_solved, outcomes.scores, outcomes.best_actions) == (False, None, ())
    assert None in proof.values.values()
    assert solve_value(LAYOUT, late(7), objective, node_limit=50) is None
    assert principal_variation(LAYOUT, late(7), objective, node_limit=50) is None
    with pytest.raises(ValueError, match="Not settled"):
        find_line(LAYOUT, late(7), 0, 100, node_limit=50)


def test_what_was_cut_short_leaves_nothing_wrong_in_the_memory() -> None:
    objective, position, memory = maximin_objective(LAYOUT, 1), late(4), TranspositionTable()
    for nodes in (5, 20, 100, 500):
        solve(LAYOUT, position, objective, node_limit=nodes, table=memory)
    again = solve(LAYOUT, position, objective, table=memory)
    assert again.values == solve(LAYOUT, position, objective).values
    for nodes in (5, 20, 100, 500):
        solve_max_n(LAYOUT, position, node_limit=nodes, table=memory)
    outcomes = solve_max_n(LAYOUT, position, table=memory)

    assert outcomes.values == solve_max_n(LAYOUT, position).values


def test_a_round_that_is_over_has_its_result_for_a_value() -> None:
    position = late(1)
    while not is_over(position):
        position = advance(LAYOUT, position, lowest(legal_actions(LAYOUT, position)))
    outcomes = solve_max_n(LAYOUT, position)

    assert outcomes.scores is not None
    assert outcomes.values == {}
    for seat in range(4):
        proof = solve(LAYOUT, position, maximin_objective(LAYOUT, seat))
        assert (outcomes.scores[seat], {}) == (proof.value, proof.values)


def test_an_objective_must_name_seats_that_exist() -> None:
    with pytest.raises(ValueError, match="not among the 4"):
        solve_value(LAYOUT, late(2), Objective(4, frozenset()))
    with pytest.raises(ValueError, match="not among the 4"):
        solve_value(LAYOUT, late(2), Objective(0, frozenset({7})))


def test_a_gain_needs_someone_to_compare_with() -> None:
    together = replace(CLASSIC, sides=(0, 0, 0, 0), loss_groups=(0, 0, 0, 0)).layout

    with pytest.raises(ValueError, match="no other side"):
        solve_value(together, late(2), maximin_objective(together, 0, UtilityMeasure.GAIN))


def test_the_rows_of_a_memory_are_a_power_of_two() -> None:
    with pytest.raises(ValueError, match="power of two"):
        TranspositionTable(entry_count=1000)


def test_a_table_too_large_for_the_memory_is_refused() -> None:
    crowded = LAYOUT._replace(side=tuple(range(9)))

    with pytest.raises(ValueError, match="9 seats is not solved"):
        TranspositionTable().prepare((), crowded, (0,) * 9, 1000)


def test_a_search_is_compiled_once_whoever_calls_it() -> None:
    """Two forms that call each other could not be kept on disk."""
    solve(LAYOUT, late(2), maximin_objective(LAYOUT, 0))
    solve_value(LAYOUT, late(2), maximin_objective(LAYOUT, 0))
    solve_max_n(LAYOUT, late(2))
    max_n(freeze_layout(LAYOUT), late(2), 0, TranspositionTable().prepare((), LAYOUT, (), 1000))
    for search in (alpha_beta, max_n):
        assert isinstance(search, CompiledOnDemand)
        forms = search.dispatcher().signatures
        assert sum(form[0] == typeof(freeze_layout(LAYOUT)) for form in forms) == 1


def test_a_round_is_asked_about_by_its_cards() -> None:
    played = Round(Deal.from_seed(CLASSIC, 5))
    while played.play_count < 20:
        played = played.play(played.legal_actions[0])
    objective = maximin_objective(LAYOUT, 2)
    proof, outcomes = (
        solve(LAYOUT, played.position, objective),
        solve_max_n(LAYOUT, played.position),
    )

    values = card_values(played, objective)
    assert played.legal_actions == tuple(values) == tuple(card_scores(played))
    assert list(proof.values.values()) == list(values.values())
    assert list(outcomes.values.values()) == list(card_scores(played).values())


def test_a_table_serves_no_position_with_other_hands_open() -> None:
    house = replace(
        edition("classic/bright-house"),
        key="house/small",
        deck=subdeck(MATAGOT36, "small", [card.label for card in MATAGOT36.cards[5:25]]),
        hands=tuple(Hand(seat, 5, OpenRule.BY_CHOICE) for seat in (0, 0, 1, 1)),
    )
    objective = maximin_objective(house.layout, 0)
    served = []
    for seed in range(12):
        played = Round(Deal.from_seed(house, seed))
        while played.phase is Phase.EXCHANGE:
            played = played.play(played.legal_actions[0])
        table = TranspositionTable()
        for choice in OpenChoice:
            position = played.play(choice).play(OpenChoice.FIRST).position
            alone = solve_value(house.layout, position, objective)
            served.append((solve_value(house.layout, position, objective, table=table), alone))

    assert [shared for shared, _ in served] == [alone for _, alone in served]
    assert any(served[n] != served[n + 1] for n in range(0, len(served), 2))


def test_more_bottles_than_the_keys_have_room_for_are_refused() -> None:
    crowded = late(2)._replace(prices=(18,) * 4, owners=(0,) * 4)

    with pytest.raises(ValueError, match="Rounds with 4 bottles are not solved, 3 at most"):
        solve_max_n(LAYOUT, crowded)
