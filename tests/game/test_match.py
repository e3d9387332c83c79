"""A match as a value; its rules are in the rulebook tests."""

import pytest

from bottleimp.errors import MatchError
from bottleimp.game.match import Match, RoundResult, max_useful_target
from bottleimp.rules.editions import edition, edition_from_text
from bottleimp.rules.seating import TargetScore


@pytest.mark.parametrize("dealer", [-1, 2, 7])
def test_the_first_dealer_is_one_of_the_players(dealer: int) -> None:
    with pytest.raises(MatchError, match=f"The first dealer is a player from 0 to 1, not {dealer}"):
        Match(edition("classic/lopaka"), dealer)


@pytest.mark.parametrize("scores", [(), (1, 2), (1, 2, 3, 4)])
def test_a_round_has_a_score_for_each_seat(scores: tuple[int, ...]) -> None:
    with pytest.raises(MatchError, match=f"A round has 3 scores, not {len(scores)}"):
        Match(edition("classic/3"), 0).after(scores)


def test_a_match_of_rounds_knows_how_many_it_has() -> None:
    assert Match(edition("classic/3"), 0).rounds_planned == 6
    assert Match(edition("classic/lopaka"), 0).rounds_planned == 4


def test_a_match_to_a_target_has_no_number_of_rounds() -> None:
    assert None is Match(edition("classic/3", length=TargetScore(100)), 0).rounds_planned


def test_results_are_kept_by_player_with_the_dealer() -> None:
    match = Match(edition("classic/3"), 0).after((1, 2, 3)).after((10, 20, 30))

    assert (RoundResult(0, (3, 1, 2)), RoundResult(1, (20, 30, 10))) == match.results
    assert match.totals == (23, 31, 12)


def test_lopaka_takes_part_after_the_players() -> None:
    match = Match(edition("classic/lopaka"), 0).after((1, 2, 3))

    assert match.totals == (3, 1, 2)
    assert match.player_at(1) == 2


@pytest.mark.parametrize(
    ("text", "most"),
    [("classic/4", 500), ("matagot/6", 500), ("classic/4,face-value", 1000)],
)
def test_only_where_cards_count_their_numbers_a_target_above_those_offered_is_useful(
    text: str, most: int
) -> None:
    assert max_useful_target(edition_from_text(text)) == most
