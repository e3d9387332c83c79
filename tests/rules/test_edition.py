"""An edition as a value: what it says of itself, and how far contradictions are followed up."""

import copy

import pytest

from bottleimp.rules.edition import Edition, pass_problems, score_problems, seat_problems
from bottleimp.rules.editions import edition, edition_from_text, edition_keys
from bottleimp.rules.seating import IMPS_TRICK, Pass

FOUR = edition("classic/4")


def spoiled(**changes: object) -> Edition:
    """An edition that could not be built: parts are changed behind its back."""
    broken = copy.copy(FOUR)
    for name, value in changes.items():
        object.__setattr__(broken, name, value)
    return broken


def test_hands_at_the_wrong_seats_are_the_only_thing_said_of_the_seats() -> None:
    broken = spoiled(hands=FOUR.hands[:3], controllers=())

    assert list(seat_problems(broken)) == ["its hands do not belong to the seats 0 to 3"]


def test_the_passes_before_a_stage_are_those_of_the_stages_that_are_complete() -> None:
    played = edition("classic/bright-house")
    stages = len(played.stages)

    assert played.passes_before(0) == ()
    assert played.passes_before(1) == played.stages[0]
    assert played.passes_before(stages) == played.passes_before(stages + 1) == played.passes


def test_a_table_for_one_is_refused() -> None:
    broken = spoiled(hands=FOUR.hands[:1], sides=(0,))

    assert list(seat_problems(broken)) == ["it needs at least 2 seats"]


@pytest.mark.parametrize(
    ("passes", "problem"),
    [
        ((), "nothing is passed"),
        ((Pass(0, 1, IMPS_TRICK),), "pass 1 leaves a hand that seat 0 does not hold"),
        ((Pass(0, 9, IMPS_TRICK),), "pass 1 leaves a hand that seat 0 does not hold"),
        ((Pass(0, 0, 0), Pass(0, 0, 9)), "pass 1 reaches no other hand"),
        ((Pass(0, 0, 9),), "pass 1 reaches no other hand"),
        ((Pass(0, 0, IMPS_TRICK),) * 10, "pass 10 leaves a hand that has no card left"),
        (
            (Pass(0, 0, IMPS_TRICK), Pass(1, 1, IMPS_TRICK)),
            "the last pass does not end its stage: nobody picks up after it",
        ),
        (
            (Pass(1, 1, IMPS_TRICK), Pass(0, 0, IMPS_TRICK, then_pick_up=True)),
            "pass 2 is not in the order of the seats",
        ),
        (
            (Pass(0, 0, 1, then_pick_up=True), Pass(1, 1, 0, then_pick_up=True)),
            "pass 2 leaves a hand that has picked up: no card is passed on",
        ),
    ],
)
def test_a_pass_that_cannot_be_made_is_the_only_thing_said_of_the_exchange(
    passes: tuple[Pass, ...], problem: str
) -> None:
    assert [problem] == list(pass_problems(spoiled(passes=passes)))


def test_seats_without_a_side_are_the_only_thing_said_of_the_scores() -> None:
    broken = spoiled(loss_groups=(0, 1, 2), weights=(0, 0, 0, 0))

    assert list(score_problems(broken)) == [
        "it does not name one side, loss group and weight for each seat"
    ]


@pytest.mark.parametrize(
    ("key", "has_sides"), [("matagot/4", False), ("matagot/4-teams", True), ("matagot/6", False)]
)
def test_only_team_editions_have_sides(key: str, has_sides: bool) -> None:
    assert has_sides is edition(key).has_sides


@pytest.mark.parametrize("key", edition_keys())
def test_a_row_of_relative_scores_compares_a_seat_with_players_of_other_sides(key: str) -> None:
    playing = edition_from_text(key)
    for seat, row in enumerate(playing.relative_score_matrix):
        partners = playing.partners(seat)
        others = [
            other
            for other in range(playing.seats)
            if other != seat and other not in partners and other not in playing.driven
        ]
        expected = [0] * playing.seats
        expected[seat] = len(others)
        for other in others:
            expected[other] = -1

        assert list(row) == expected


def test_partners_and_driven_seats_are_no_measure_of_a_relative_score() -> None:
    assert edition("matagot/4").relative_score_matrix[1] == (-1, 3, -1, -1)
    assert edition("matagot/4-teams").relative_score_matrix[0] == (2, -1, 0, -1)
    assert edition("classic/lopaka").relative_score_matrix == ((1, 0, -1), (-1, 2, -1), (-1, 0, 1))


def test_several_seats_are_compared_by_their_mean_with_those_of_other_sides() -> None:
    assert edition("matagot/4").relative_score_row((0, 2)) == (2, -2, 2, -2)
    assert edition("matagot/5").relative_score_row((0, 2)) == (3, -2, 3, -2, -2)
    assert edition("matagot/4-teams").relative_score_row((0, 2)) == (2, -2, 2, -2)


def test_seats_without_an_opponent_have_no_relative_score() -> None:
    assert edition("matagot/4").relative_score_row(range(4)) == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("text", "is_shared"),
    [("matagot/4", False), ("matagot/4-teams", True), ("matagot/4-teams,bga-teams", False)],
)
def test_partners_share_losses_except_as_on_board_game_arena(text: str, is_shared: bool) -> None:
    assert edition_from_text(text).partners_share_losses is is_shared


def test_a_player_has_one_seat() -> None:
    assert "a player controls two seats" in list(seat_problems(spoiled(controllers=(0, 1, 0, 1))))
