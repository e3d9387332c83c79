"""The rules of a match, asked of the oracle."""

import pytest

from tests.oracle.editions import SEATS, oracle_edition_keys
from tests.oracle.match import OracleMatch


@pytest.mark.parametrize(
    ("edition", "rounds"),
    [
        ("matagot/devils-eye", 4),
        ("classic/bright-house", 4),
        ("classic/lopaka", 4),
        ("classic/3", 6),
        ("matagot/4-teams", 8),
        ("matagot/5", 10),
        ("matagot/6", 12),
    ],
)
def test_everyone_deals_twice(edition: str, rounds: int) -> None:
    match = OracleMatch(edition)
    while not match.is_over():
        match.add_round([1] * match.seats)

    assert rounds == len(match.rounds)


@pytest.mark.parametrize(("edition", "target"), [("bambus1995/3", 200), ("wikipedia/4", 500)])
def test_some_presets_play_to_a_target(edition: str, target: int) -> None:
    match = OracleMatch(edition)

    assert (target, None) == (match.target, match.cycles)


def test_the_player_left_of_the_dealer_leads_and_deals_next() -> None:
    match = OracleMatch("classic/4", first_dealer=3)
    leader = match.player_at(0)
    match.add_round([0, 0, 0, 0])

    assert (leader, match.dealer) == (0, 0)


def test_scores_go_to_the_players_in_their_seats() -> None:
    match = OracleMatch("classic/3", first_dealer=1)
    match.add_round([10, 20, 30])

    assert match.totals == [20, 30, 10]


def test_sides_move_with_the_deal() -> None:
    match = OracleMatch("matagot/4-teams", first_dealer=0)
    first = match.sides()
    match.add_round([50, 20, 50, -24])
    second = match.sides()

    assert (first, second) == ([[1, 3], [2], [0]], [[2, 0], [3], [1]])


def test_totals_are_kept_for_each_player() -> None:
    match = OracleMatch("matagot/4-teams", first_dealer=0)
    match.add_round([50, 20, 50, -24])
    match.add_round([1, 2, 3, 4])

    assert match.totals == [-24 + 3, 50 + 4, 20 + 1, 50 + 2]


def test_a_target_reached_exactly_ends_the_match() -> None:
    match = OracleMatch("classic/3", target=100)
    match.add_round([99, 10, 5])
    before = match.is_over()
    match.add_round([0, 0, 1])

    # The leader of the first round, player 1, deals the second and so sits last in it.
    assert (before, match.is_over(), match.winners()) == (False, True, [1])


def test_several_over_the_target_and_the_highest_wins() -> None:
    match = OracleMatch("classic/3", first_dealer=2, target=100)
    match.add_round([105, 120, 100])

    assert match.winners() == [1]


def test_equal_totals_share_the_win() -> None:
    match = OracleMatch("classic/3", first_dealer=2, target=100)
    match.add_round([120, 30, 120])

    assert match.winners() == [0, 2]


def test_a_target_match_ends_after_50_rounds_at_the_latest() -> None:
    match = OracleMatch("classic/4", first_dealer=3, target=500)
    for _ in range(49):
        match.add_round([-5, -5, -5, -5])
    before = match.is_over()
    match.add_round([-5, -6, -6, -6])

    assert (before, match.is_over()) == (False, True)


def test_totals_below_zero_can_win() -> None:
    match = OracleMatch("classic/3", first_dealer=2, cycles=1)
    for scores in [[-10, -20, -30], [0, 0, 0], [0, 0, 0]]:
        match.add_round(scores)

    assert match.winners() == [0]


def test_the_deal_alternates_between_two() -> None:
    match = OracleMatch("classic/bright-house", first_dealer=1)
    leaders = []
    for _ in range(4):
        leaders.append(match.player_at(0))
        match.add_round([0, 0])

    assert leaders == [0, 1, 0, 1]


def test_lopaka_sits_between_leader_and_dealer_and_never_deals() -> None:
    match = OracleMatch("classic/lopaka", first_dealer=0)
    first = [match.player_at(seat) for seat in range(3)]
    match.add_round([10, 20, 30])
    second = [match.player_at(seat) for seat in range(3)]

    assert (first, second, match.totals) == ([1, 2, 0], [0, 2, 1], [30, 10, 20])


def test_lopakas_total_does_not_end_the_match() -> None:
    match = OracleMatch("classic/lopaka", target=100)
    match.add_round([10, 110, 5])

    assert not match.is_over()


def test_lopaka_cannot_win() -> None:
    match = OracleMatch("classic/lopaka", first_dealer=0, target=100)
    match.add_round([101, 130, 90])

    assert match.winners() == [1]


@pytest.mark.parametrize("edition", oracle_edition_keys())
def test_each_round_seats_everyone_once(edition: str) -> None:
    match = OracleMatch(edition)
    for _ in range(3):
        seated = sorted(match.player_at(seat) for seat in range(match.seats))

        assert list(range(SEATS[match.mode])) == seated
        match.add_round([0] * match.seats)


def test_a_match_has_either_cycles_or_a_target() -> None:
    with pytest.raises(ValueError, match="either"):
        OracleMatch("classic/3", cycles=2, target=100)
