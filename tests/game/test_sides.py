"""A pair has the same number for a whole match."""

from collections import defaultdict
from dataclasses import replace

import pytest

from bottleimp.game.match import participants_by_seat
from bottleimp.game.sides import is_lasting_side, match_sides, players_by_side, side_numbers
from bottleimp.rules.editions import edition


@pytest.mark.parametrize(
    ("key", "numbers"),
    [
        ("matagot/4-teams", {(0, 2): {0}, (1, 3): {1}}),
        ("matagot/5-teams", {(0, 2): {0}, (0, 3): {1}, (1, 3): {2}, (1, 4): {3}, (2, 4): {4}}),
        ("matagot/6-teams-222", {(0, 3): {0}, (1, 4): {1}, (2, 5): {2}}),
        ("matagot/6-teams-2211", {(0, 3): {0}, (1, 4): {1}, (2, 5): {2}}),
    ],
)
def test_a_pair_keeps_its_number(key: str, numbers: dict[tuple[int, ...], set[int]]) -> None:
    played = edition(key)
    found: dict[tuple[int, ...], set[int | None]] = defaultdict(set)
    for forehand in range(played.seats):
        seating = [(forehand + seat) % played.seats for seat in range(played.seats)]
        numbered = side_numbers(played, seating)
        for seat in range(played.seats):
            players = sorted(seating[each] for each in (seat, *played.partners(seat)))
            if len(players) > 1:
                found[tuple(players)].add(numbered[seating[seat]])
            else:
                assert numbered[seating[seat]] is None

    assert found == numbers
    assert match_sides(played) == [list(pair) for pair in numbers]


def test_pairs_of_different_shapes_are_numbered_among_all_pairs() -> None:
    sides = (0, 0, 1, 2, 1, 3)
    played = replace(edition("matagot/6-teams-2211"), key="house/6", sides=sides, loss_groups=sides)
    pairs = match_sides(played) or []
    together, apart = pairs.index([0, 1]), pairs.index([2, 4])

    seating = participants_by_seat(played, forehand=0)

    assert side_numbers(played, seating) == (together, together, apart, None, apart, None)


def test_where_everyone_is_alone_nobody_has_a_number() -> None:
    assert side_numbers(edition("classic/4"), (2, 3, 0, 1)) == (None,) * 4
    assert players_by_side(edition("classic/4"), (2, 3, 0, 1)) is None
    assert match_sides(edition("classic/4")) is None


def test_the_players_of_a_side_stand_together() -> None:
    sides = players_by_side(edition("matagot/6-teams-222"), (1, 2, 3, 4, 5, 0))

    assert sides == [[1, 4], [2, 5], [0, 3]]


def test_some_sides_last_and_others_change_with_the_deal() -> None:
    assert is_lasting_side(edition("matagot/6-teams-222"), (4, 1))
    assert not is_lasting_side(edition("matagot/6-teams-222"), (0, 1))
    assert not is_lasting_side(edition("matagot/4-teams"), (0, 2))
    assert not is_lasting_side(edition("classic/4"), (0, 2))
