"""Taking luck away shifts no mean, whatever the values are, and good values narrow the spread."""

import json

import numpy as np
import pytest

from bottleimp.analysis.arena.arena_report import as_json, format_report
from bottleimp.analysis.arena.head_to_head import head_to_head
from bottleimp.analysis.arena.lineups import ScheduledRound, play_rounds, playing_sides
from bottleimp.analysis.arena.paired_deals import paired_rotations, rotations
from bottleimp.analysis.arena.statistics import estimate
from bottleimp.analysis.arena.variance_reduction import (
    ControlVariates,
    RoundVariates,
    VariateRecorder,
    adjust_estimate,
    load_value_function,
    mean_first_hand_values,
    play_with_variates,
    reduce_variance,
)
from bottleimp.errors import BottleImpError
from bottleimp.kernel.arrays import FloatArray
from bottleimp.kernel.encoding.schema import action_count
from bottleimp.players.decisions import DecisionBatch
from bottleimp.rules.editions import edition, edition_keys
from tests.support.players.drawn_weights import drawn_arrays
from tests.support.short_runs import sparing

LOPAKA, FOUR = "classic/lopaka", "classic/4"
HEURISTIC, CHANCE = "rules_of_thumb", "uniform"


def nonsense(asked: DecisionBatch) -> FloatArray:
    """Values that have nothing to do with the game, but with what is seen."""
    random = np.random.default_rng(7)
    weights = random.normal(size=(asked.features.shape[1], action_count(asked.edition)))
    found: FloatArray = asked.features @ weights
    return found


def high_cards(asked: DecisionBatch) -> FloatArray:
    """A simple-minded value: the higher the card that one parts with, the better."""
    actions = np.arange(action_count(asked.edition), dtype=np.float64)
    return np.tile(actions, (len(asked.features), 1))


def uniform_rounds(key: str, deals: int) -> list[ScheduledRound]:
    """Rounds in which all seats play anything."""
    return [ScheduledRound(number, (CHANCE,) * edition(key).seats) for number in range(deals)]


@pytest.mark.slow
@pytest.mark.parametrize("key", [FOUR, LOPAKA])
@pytest.mark.parametrize("values", [nonsense, high_cards])
def test_luck_is_zero_on_average_whatever_the_values(key, values):
    of = edition(key)
    expected = mean_first_hand_values(of, values, deals=1200)
    _, accounts = play_with_variates(of, 11, uniform_rounds(key, 600), values, expected)

    for side in playing_sides(of):
        lucks = [accounts.for_side(of, number, side) for number in range(600)]
        for part in range(2):
            found = estimate([luck[part] for luck in lucks])
            assert found.standard_error > 0
            # The usual worth of a first hand is itself known from 1,200 deals only.
            assert abs(found.mean) < 4.5 * found.standard_error


@pytest.mark.slow
def test_over_all_rotations_of_a_deal_its_luck_is_nothing():
    of = edition(FOUR)
    wanted = [ScheduledRound(0, seating) for seating in rotations(of, HEURISTIC, CHANCE)]
    _, accounts = play_with_variates(of, 1, wanted, nonsense, np.zeros(4))
    total = sum(accounts.for_side(of, n, side)[0] for n, side in enumerate(playing_sides(of)))

    assert pytest.approx(total) == 0
    assert abs(accounts.for_side(of, 0, (0,))[0]) > 1


@pytest.mark.slow
@pytest.mark.parametrize("key", sparing(edition_keys(), (FOUR, LOPAKA)))
def test_what_a_first_hand_is_worth_does_not_depend_on_who_plays(key):
    of = edition(key)
    firsts = []
    for name in (CHANCE, HEURISTIC):
        wanted = [ScheduledRound(number, (name,) * of.seats) for number in range(3)]
        recorder = VariateRecorder(of, wanted, nonsense, np.zeros(of.seats))
        play_rounds(of, 5, wanted, recorder)
        firsts.append(recorder.first_hand_values)

    np.testing.assert_allclose(firsts[0], firsts[1])
    assert set(of.driven) == set(np.flatnonzero(np.isnan(firsts[0][0])).tolist())


@pytest.mark.slow
def test_players_that_always_do_the_same_have_no_luck_of_choices():
    of = edition(LOPAKA)
    wanted = [ScheduledRound(0, seating) for seating in paired_rotations(of, HEURISTIC, CHANCE)]
    _, accounts = play_with_variates(of, 1, wanted, nonsense, np.zeros(3))

    assert accounts.choices[0, 0] == 0
    assert accounts.choices[0, 2] != 0


def test_partners_share_their_luck():
    of = edition("matagot/4-teams")
    table = np.array([[3.0, 1.0, 3.0, -1.0]])
    found = ControlVariates(table, np.zeros((1, 4))).for_side(of, 0, (0, 2))

    assert found == (3, 0)


def test_luck_that_explains_all_leaves_the_skill():
    random = np.random.default_rng(3)
    luck = random.normal(0, 10, (400, 2))
    found = adjust_estimate((2 + luck @ [1.0, 0.5] + random.normal(0, 1, 400)).tolist(), luck)

    assert found.narrowing_factor > 8
    assert found.adjusted.low < 2 < found.adjusted.high


def test_play_that_stops_at_will_has_intervals_for_every_look_without_luck_too():
    random = np.random.default_rng(4)
    luck, noise = random.normal(0, 10, (300, 2)), random.normal(0, 1, 300)
    values = (2 + luck @ [1.0, 0.5] + noise).tolist()
    once, at_every_look = (
        adjust_estimate(values, luck, until_decided=stops) for stops in (False, True)
    )

    assert at_every_look.adjusted.mean == once.adjusted.mean
    for sure, plain in ((at_every_look.adjusted, once.adjusted),
                        (at_every_look.unadjusted, once.unadjusted)):  # fmt: skip
        assert sure.half_width() > 1.3 * plain.half_width()


def test_luck_that_explains_nothing_costs_next_to_nothing():
    random = np.random.default_rng(3)
    found = adjust_estimate(random.normal(2, 10, 400).tolist(), random.normal(0, 10, (400, 2)))

    assert 0.97 < found.narrowing_factor < 1.03


def test_the_mean_without_luck_is_unbiased_in_small_samples_too():
    random = np.random.default_rng(5)
    means = []
    for _ in range(2000):
        luck = random.exponential(5, (24, 1)) - 5
        values = 1 + luck[:, 0] ** 2 / 10 - 2.5 + luck[:, 0] + random.normal(0, 3, 24)
        means.append(adjust_estimate(values.tolist(), luck).adjusted.mean)
    found = estimate(means)

    assert abs(found.mean - 1) < 4 * found.standard_error


def test_values_that_are_no_network_are_refused(tmp_path):
    file = tmp_path / "weights.npz"
    with file.open("wb") as opened:
        np.savez(opened, **drawn_arrays(edition("classic/4")))  # type: ignore[arg-type]  # as below
    whole = file.read_bytes()

    with pytest.raises(BottleImpError, match=f"another edition than {LOPAKA}"):
        load_value_function(str(file), LOPAKA)
    for broken in (b"none", b"", whole[: len(whole) // 2]):
        file.write_bytes(broken)
        with pytest.raises(BottleImpError, match="holds no network"):
            load_value_function(str(file), LOPAKA)
    with pytest.raises(BottleImpError, match="file of weights"):
        load_value_function("networks", LOPAKA)


def test_what_is_nothing_but_rounding_is_left_alone():
    luck = np.random.default_rng(3).normal(0, 1e-15, (50, 1))
    values = np.random.default_rng(4).normal(0, 10, 50).tolist()
    found = adjust_estimate(values, luck)

    assert found.unadjusted == found.adjusted


def test_where_two_sides_meet_the_other_sees_the_same_in_the_mirror():
    deals = [
        [RoundVariates(10.0 + n, 4.0 - n, 1.0), RoundVariates(-6.0, -2.0, n / 7)] for n in range(30)
    ]
    found = reduce_variance("any", deals, (1, 1))

    assert -found.one.adjusted.mean == pytest.approx(found.other.adjusted.mean)
    assert found.rounds.unadjusted.count == 60
    assert found.one.unadjusted.count == 30


@pytest.mark.slow
def test_the_arena_tells_results_without_luck(tmp_path):
    file = tmp_path / "weights.npz"
    with file.open("wb") as opened:
        np.savez(opened, **drawn_arrays(edition(LOPAKA)))  # type: ignore[arg-type]  # names of arrays
    found = head_to_head(
        edition(LOPAKA), HEURISTIC, CHANCE, deals=4, seed=2, value_function_name=str(file)
    )
    plain = head_to_head(edition(LOPAKA), HEURISTIC, CHANCE, deals=4, seed=2)
    text = format_report([found])

    assert plain.results == found.results
    assert found.variance_reduced is not None
    assert found.variance_reduced.one.unadjusted == found.results[0].difference
    assert "without luck, as the values of" in text
    assert len(json.loads(as_json([found]))["duels"][0]["without_luck"]["narrower"]) == 2
