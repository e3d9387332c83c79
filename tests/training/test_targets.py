"""What training learns from rounds: results, targets that reach back, places of hidden cards."""

import numpy as np
import pytest

from bottleimp.kernel.encoding.position_rows import position_template, read_position
from bottleimp.kernel.round_batch import RoundBatch
from bottleimp.rules.cardsets import members
from bottleimp.rules.editions import edition
from training.targets import (
    UNKNOWN_LOCATION,
    LearnerDecisions,
    SettledResults,
    card_locations,
    lambda_returns,
    relative_gains,
)

ROUNDS = 8


def choices(rounds: list[int], turns: list[int], expected: list[float], wild: list[bool]):
    """Choices of some rounds."""
    return LearnerDecisions(
        turns=np.array(turns),
        rounds=np.array(rounds),
        expected=np.array(expected, np.float32)[:, None],
        is_exploratory=np.array(wild),
    )


def results(*rounds: list[float]):
    """Results of rounds, a list of those of the seats for each."""
    return np.array(rounds, np.float32)[:, :, None]


def test_the_last_decision_of_a_seat_is_held_to_the_result():
    kept = [choices([0, 1], [0, 1], [5, 5], [False, False])]

    assert lambda_returns(kept, results([2, 4], [6, 7]), trace=0.5).tolist() == [[2], [7]]


def test_an_earlier_decision_is_softened_by_what_the_seat_expected_later():
    kept = [choices([0], [0], [100], [False]), choices([0], [0], [8], [False])]

    # A quarter of the result 4, and three quarters of the 8 that were expected.
    assert lambda_returns(kept, results([4, 0]), trace=0.25).tolist() == [[7], [4]]


def test_a_result_reaches_all_the_way_back_where_the_trace_is_one():
    kept = [choices([0], [0], [100], [False]) for _ in range(5)]

    assert lambda_returns(kept, results([4, 0]), trace=1).tolist() == [[4]] * 5


def test_a_random_choice_cuts_what_reaches_back():
    kept = [choices([0], [0], [100], [False]), choices([0], [0], [8], [True])]

    assert lambda_returns(kept, results([4, 0]), trace=1).tolist() == [[8], [4]]


def test_what_a_seat_expects_changes_no_target_of_another_seat_or_round():
    kept = [choices([0, 1], [0, 0], [1, 1], [False, False]), choices([0], [1], [50], [True])]

    assert lambda_returns(kept, results([2, 4], [6, 7]), trace=0.5).tolist() == [[2], [6], [4]]


def test_a_settled_result_counts_for_the_choices_before_it_alone():
    kept = [choices([0], [0], [100], [False]) for _ in range(3)]
    settled = [SettledResults(1, np.array([0]), np.array([[9, 1]], np.float32))]

    assert lambda_returns(kept, results([4, 0]), 1, settled).tolist() == [[9], [4], [4]]


def test_the_gain_of_a_seat_leaves_out_its_partners():
    playing = edition("matagot/4-teams")  # seats 0 and 2 are partners, the others count twice
    table = np.array([[10, 6, 32, 18]], np.float32)

    assert relative_gains(playing, table).tolist() == [[4, -14, 26, -6]]


def test_the_gain_of_a_seat_leaves_out_seats_that_a_rule_drives():
    playing = edition("classic/lopaka")
    table = np.array([[10, 100, 30]], np.float32)

    gains = relative_gains(playing, table)[0]

    assert [gains[0], gains[2]] == [-20, 20]


@pytest.mark.slow
@pytest.mark.parametrize("key", ["classic/4", "classic/lopaka", "matagot/devils-eye"])
def test_places_are_those_where_the_hidden_cards_lie(key: str):
    playing = edition(key)
    rounds = RoundBatch.allocate(playing, ROUNDS)
    rounds.deal(seed=2, first=0)
    random, hands, compared = np.random.default_rng(2), len(playing.hands), 0
    while rounds.next_decisions():
        live = np.flatnonzero(rounds.turns >= 0)
        turns = rounds.turns[live]
        where = card_locations(playing, rounds.rows[live], turns, rounds.features[live])
        for places, row, seat in zip(where, rounds.rows[live], turns, strict=True):
            lying = read_position(position_template(playing), row).hands
            own = playing.hands_of(int(seat))
            for card, place in enumerate(places.tolist()):
                if place == UNKNOWN_LOCATION:
                    continue
                holders = [hand for hand in range(hands) if int(lying[hand]) >> card & 1]
                # No hand holds a card of the imp's trick, whose place is after the hands.
                assert place == ((holders[0] - own[0]) % hands if holders else hands)
                compared += 1
        actions = np.full(ROUNDS, -1, np.int64)
        actions[live] = [random.choice(list(members(int(legal)))) for legal in rounds.legal[live]]
        rounds.step(actions)

    assert compared > 100 * ROUNDS


@pytest.mark.slow
def test_no_place_is_asked_for_before_the_exchange_is_over():
    playing = edition("classic/4")
    rounds = RoundBatch.allocate(playing, ROUNDS)
    rounds.deal(seed=3, first=0)
    rounds.next_decisions()

    where = card_locations(playing, rounds.rows, rounds.turns, rounds.features)

    assert set(where.flatten().tolist()) == {UNKNOWN_LOCATION}
