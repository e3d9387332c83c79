"""Numbers for players that mean what they say."""

import numpy as np
import pytest

from bottleimp.analysis.arena.ratings import (
    RatedRounds,
    linear_strengths,
    meeting_weights,
    openskill_ratings,
    solve_strengths,
)
from bottleimp.analysis.arena.statistics import estimate

PLAYERS = ("careless", "careful", "sly")
TRUE = np.array([-6.0, 1.0, 5.0])


def drawn_tables(deals: int, *, spread: float, sides: int = 4, seed: int = 1) -> RatedRounds:
    """Rounds of random line-ups whose scores are the true strengths and noise shared by a deal."""
    random = np.random.default_rng(seed)
    numbers = np.repeat(np.arange(deals), sides)
    who = random.integers(len(PLAYERS), size=(deals * sides, sides))
    luck = np.repeat(random.normal(0, spread, (deals, sides)), sides, axis=0)
    return RatedRounds(PLAYERS, numbers, who, 20 + TRUE[who] + luck)


def pool_tables(deals: int, seed: int) -> RatedRounds:
    """Rounds in which the players change places, with luck of its own on each side."""
    random = np.random.default_rng(seed)
    who = np.tile([[0, 1, 2], [1, 2, 0], [2, 0, 1]], (deals, 1))
    luck = random.normal(0, 15, who.shape)
    return RatedRounds(PLAYERS, np.repeat(np.arange(deals), 3), who, 20 + TRUE[who] + luck)


def test_strengths_without_luck_are_found_exactly():
    found = linear_strengths(drawn_tables(30, spread=0), resamplings=10)

    assert pytest.approx([one.value for one in found]) == TRUE
    assert [one.player for one in found] == list(PLAYERS)


@pytest.mark.wide
@pytest.mark.slow
def test_the_true_strength_lies_in_nineteen_of_twenty_intervals():
    hits = [
        one.low <= true <= one.high
        for seed in range(60)
        for one, true in zip(
            linear_strengths(drawn_tables(80, spread=15, seed=seed), resamplings=200),
            TRUE,
            strict=True,
        )
    ]

    assert 0.90 <= sum(hits) / len(hits) <= 0.99


@pytest.mark.parametrize("deals", [2, 4, 10])
def test_intervals_of_few_deals_are_as_wide_as_those_of_their_mean(deals: int):
    """Two players who meet once in each deal: half of what lies between them is their strength."""
    luck = np.random.default_rng(4).normal(0, 15, deals)
    points = np.column_stack((luck, -luck))
    tables = RatedRounds(("a", "b"), np.arange(deals), np.tile([0, 1], (deals, 1)), points)
    wanted = estimate(luck.tolist())

    (found, other) = linear_strengths(tables)

    assert found.value == pytest.approx(wanted.mean)
    assert found.high - found.value == pytest.approx(wanted.half_width(), rel=0.08)
    assert (other.low, other.high) == pytest.approx((-found.high, -found.low))


@pytest.mark.slow
@pytest.mark.parametrize("deals", [2, 5, 10])
def test_intervals_of_few_deals_hold_in_nineteen_of_twenty_cases(deals: int):
    held = [
        one.low <= true <= one.high
        for seed in range(100)
        for one, true in zip(
            linear_strengths(pool_tables(deals, seed), resamplings=100), TRUE, strict=True
        )
    ]

    assert sum(held) / len(held) >= 0.92


def test_strengths_are_gains_over_the_mean_of_the_pool():
    found = linear_strengths(drawn_tables(20, spread=15), resamplings=5)

    assert pytest.approx(sum(one.value for one in found)) == 0


def test_the_same_rounds_give_the_same_numbers():
    tables = drawn_tables(20, spread=15)

    assert linear_strengths(tables, resamplings=20) == linear_strengths(tables, resamplings=20)
    assert openskill_ratings(tables, resamplings=3, rounds=50) == openskill_ratings(
        tables, resamplings=3, rounds=50
    )


def test_ratings_put_the_players_in_order():
    found = {
        one.player: one for one in openskill_ratings(drawn_tables(200, spread=5), resamplings=5)
    }

    assert found["careless"].high < found["careful"].low
    assert found["careful"].high < found["sly"].low


def test_who_met_seldom_is_rated_by_as_many_rounds_as_those_who_met_often():
    often, seldom = np.tile([0, 1], (3000, 1)), np.tile([1, 2], (30, 1))
    who = np.concatenate([often, seldom, seldom[:, ::-1]])
    tables = RatedRounds(PLAYERS, np.arange(len(who)), who, TRUE[who])

    shares = meeting_weights(tables)
    found = {one.player: one for one in openskill_ratings(tables, resamplings=4, rounds=300)}

    assert shares[:3000].sum() == pytest.approx(shares[3000:].sum())
    assert found["careful"].high < found["sly"].low


def test_any_number_of_players_can_meet():
    who = np.array([[0, 1], [64, 65], [64, 65], [65, 64]])
    tables = RatedRounds(tuple(map(str, range(70))), np.arange(4), who, np.ones((4, 2)))

    assert meeting_weights(tables).tolist() == pytest.approx([1, 1 / 3, 1 / 3, 1 / 3])


def test_a_player_that_meets_only_itself_keeps_the_first_rating():
    tables = RatedRounds(("alone",), np.arange(5), np.zeros((5, 3), np.int64), np.ones((5, 3)))

    assert [one.value for one in openskill_ratings(tables, resamplings=2)] == [25]


def test_one_deal_is_sure_of_nothing():
    (found, *_) = linear_strengths(drawn_tables(1, spread=15), resamplings=5)

    assert (-np.inf, np.inf) == (found.low, found.high)


def test_rounds_of_several_files_are_put_together_by_name():
    first = RatedRounds(("a", "b"), np.array([0]), np.array([[0, 1]]), np.array([[3.0, 1.0]]))
    second = RatedRounds(("c", "a"), np.array([0]), np.array([[0, 1]]), np.array([[5.0, 3.0]]))
    both = first.concatenate(second)

    assert both.players == ("a", "b", "c")
    assert both.player_indices.tolist() == [[0, 1], [2, 0]]
    assert pytest.approx([one.value for one in linear_strengths(both, resamplings=2)]) == [0, -2, 2]


def test_players_who_never_met_are_not_compared():
    """Two pairs without a link: each is centred on nothing, and no number blows up."""
    matrix = np.array([[1, -1, 0, 0], [-1, 1, 0, 0], [0, 0, 1, -1], [0, 0, -1, 1]], float) / 2

    assert pytest.approx(solve_strengths(matrix, np.array([1, -1, 3, -3], float))) == [1, -1, 3, -3]
