"""What holds in every match, however its rounds end."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bottleimp.errors import MatchError
from bottleimp.game.match import Match
from bottleimp.rules.seating import MAX_ROUNDS, TargetScore
from tests.support import strategies


@given(strategies.matches())
def test_everybody_has_one_seat_in_the_next_round(match: Match) -> None:
    players = [match.player_at(seat) for seat in range(match.edition.seats)]

    assert sorted(players) == list(range(match.participants))
    assert [match.seat_of(player) for player in players] == list(range(match.edition.seats))


@given(strategies.matches())
def test_the_leader_sits_in_the_first_seat_and_the_dealer_in_the_last(match: Match) -> None:
    assert match.forehand == match.player_at(0)
    assert match.dealer == match.player_at(match.edition.dealer)


@given(strategies.matches(), st.data())
def test_a_round_adds_its_scores_to_the_totals_of_those_who_sat_there(
    match: Match, data: st.DataObject
) -> None:
    assume(not match.is_over)
    scores = data.draw(st.tuples(*[st.integers(-100, 100)] * match.edition.seats))
    after = match.after(scores)

    for seat, score in enumerate(scores):
        player = match.player_at(seat)
        assert match.totals[player] + score == after.totals[player]


@given(strategies.matches(), st.data())
def test_a_round_never_changes_the_match_before_it(match: Match, data: st.DataObject) -> None:
    assume(not match.is_over)
    rounds = len(match.results)
    after = match.after((0,) * match.edition.seats)

    assert (rounds, rounds + 1) == (len(match.results), len(after.results))


@given(strategies.finished_matches() | strategies.matches())
def test_the_winners_of_a_match_that_is_over_have_the_most(match: Match) -> None:
    players = match.totals[: match.edition.players]
    best = tuple(player for player, total in enumerate(players) if total == max(players))

    assert (best if match.is_over else ()) == match.winners


@given(strategies.matches(strategies.editions(strategies.targets)))
def test_a_target_ends_the_match_and_nothing_else_does_before_the_last_round(
    match: Match,
) -> None:
    length = match.edition.length
    assert isinstance(length, TargetScore)
    reached = max(match.totals[: match.edition.players]) >= length.points

    assert match.is_over is (reached or len(match.results) >= MAX_ROUNDS)


@given(strategies.finished_matches())
def test_a_match_that_is_over_takes_no_round(match: Match) -> None:
    with pytest.raises(MatchError, match="The match is over"):
        match.after((0,) * match.edition.seats)
