"""What is asked and answered about positions, at the edges."""

import pytest
from numba import typeof

from bottleimp.game.deal import Deal
from bottleimp.game.round import Round
from bottleimp.kernel.compile.frozen_layout import frozen
from bottleimp.rules.cardsets import lowest
from bottleimp.rules.editions import edition
from bottleimp.rules.position import Position, is_over, is_passing
from bottleimp.rules.turns import advance, legal_actions
from bottleimp.solving.alpha_beta import bounded
from bottleimp.solving.max_n import ending
from bottleimp.solving.objectives import Goal, Measure, against_the_rest
from bottleimp.solving.round_solver import card_outcomes, card_values
from bottleimp.solving.solver import best_line, each_for_itself, line_to, proved, value
from bottleimp.solving.transposition_table import Memory

CLASSIC = edition("classic/4")
LAYOUT = CLASSIC.layout


def late(tricks: int) -> Position:
    """A round of classic/4 with this many tricks to come."""
    position = Deal.shuffled(CLASSIC, 5).opening
    while sum(hand.bit_count() for hand in position.hands) > tricks * 4 or is_passing(
        LAYOUT, position
    ):
        position = advance(LAYOUT, position, lowest(legal_actions(LAYOUT, position)))
    return position


def test_the_exchange_is_not_solved() -> None:
    opening = Deal.shuffled(CLASSIC, 5).opening

    with pytest.raises(ValueError, match="Only the play is solved"):
        proved(LAYOUT, opening, against_the_rest(LAYOUT, 0))
    with pytest.raises(ValueError, match="Only the play is solved"):
        each_for_itself(LAYOUT, opening)


def test_past_the_limit_the_answer_is_that_it_is_not_solved() -> None:
    goal = against_the_rest(LAYOUT, 0)
    proof = proved(LAYOUT, late(7), goal, nodes=50)
    outcomes = each_for_itself(LAYOUT, late(7), nodes=50)

    assert (False, None, ()) == (proof.is_proved, proof.value, proof.best)
    assert (False, None, ()) == (outcomes.is_proved, outcomes.scores, outcomes.best)
    assert None in proof.values.values()
    assert value(LAYOUT, late(7), goal, nodes=50) is None
    assert best_line(LAYOUT, late(7), goal, nodes=50) is None
    with pytest.raises(ValueError, match="Not settled"):
        line_to(LAYOUT, late(7), 0, 100, nodes=50)


def test_what_was_cut_short_leaves_nothing_wrong_in_the_memory() -> None:
    goal, position, memory = against_the_rest(LAYOUT, 1), late(4), Memory()
    for nodes in (5, 20, 100, 500):
        proved(LAYOUT, position, goal, nodes=nodes, memory=memory)
    again = proved(LAYOUT, position, goal, memory=memory)
    assert again.values == proved(LAYOUT, position, goal).values
    for nodes in (5, 20, 100, 500):
        each_for_itself(LAYOUT, position, nodes=nodes, memory=memory)
    outcomes = each_for_itself(LAYOUT, position, memory=memory)

    assert outcomes.values == each_for_itself(LAYOUT, position).values


def test_a_round_that_is_over_has_its_result_for_a_value() -> None:
    position = late(1)
    while not is_over(position):
        position = advance(LAYOUT, position, lowest(legal_actions(LAYOUT, position)))
    outcomes = each_for_itself(LAYOUT, position)

    assert outcomes.scores is not None
    assert {} == outcomes.values
    for seat in range(4):
        proof = proved(LAYOUT, position, against_the_rest(LAYOUT, seat))
        assert (outcomes.scores[seat], {}) == (proof.value, proof.values)


def test_a_goal_must_name_seats_that_exist() -> None:
    with pytest.raises(ValueError, match="not among the 4"):
        value(LAYOUT, late(2), Goal(4, frozenset()))
    with pytest.raises(ValueError, match="not among the 4"):
        value(LAYOUT, late(2), Goal(0, frozenset({7})))


def test_a_gain_needs_someone_to_compare_with() -> None:
    together = LAYOUT._replace(side=(0, 0, 0, 0), fate=(0, 0, 0, 0))

    with pytest.raises(ValueError, match="no other side"):
        value(together, late(2), against_the_rest(together, 0, Measure.GAIN))


def test_the_rows_of_a_memory_are_a_power_of_two() -> None:
    with pytest.raises(ValueError, match="power of two"):
        Memory(rows=1000)


def test_a_table_too_large_for_the_memory_is_refused() -> None:
    crowded = LAYOUT._replace(side=tuple(range(9)))

    with pytest.raises(ValueError, match="9 seats is not solved"):
        Memory().made_ready((), crowded, (0,) * 9, 1000)


def test_a_search_is_compiled_once_whoever_calls_it() -> None:
    """Two forms that call each other could not be kept on disk."""
    proved(LAYOUT, late(2), against_the_rest(LAYOUT, 0))
    value(LAYOUT, late(2), against_the_rest(LAYOUT, 0))
    each_for_itself(LAYOUT, late(2))
    ending(frozen(LAYOUT), late(2), 0, Memory().made_ready((), LAYOUT, (), 1000))
    for search in (bounded, ending):
        forms = getattr(search, "signatures")  # noqa: B009  (of numba, which counts as untyped)
        assert 1 == sum(form[0] == typeof(frozen(LAYOUT)) for form in forms)


def test_a_round_is_asked_about_by_its_cards() -> None:
    played = Round(Deal.shuffled(CLASSIC, 5))
    while played.step < 20:
        played = played.play(played.legal[0])
    goal = against_the_rest(LAYOUT, 2)
    proof, outcomes = (
        proved(LAYOUT, played.position, goal),
        each_for_itself(LAYOUT, played.position),
    )

    values = card_values(played, goal)
    assert played.legal == tuple(values) == tuple(card_outcomes(played))
    assert list(proof.values.values()) == list(values.values())
    assert list(outcomes.values.values()) == list(card_outcomes(played).values())
