"""At the terminal a pair has the same letter for a whole match."""

from collections import defaultdict

import pytest

from bottleimp.rules.editions import edition
from bottleimp.terminal.widgets.seat_grid import side_label


@pytest.mark.parametrize(
    ("key", "letters"),
    [
        ("matagot/4-teams", {(0, 2): {"A"}, (1, 3): {"B"}}),
        (
            "matagot/5-teams",
            {(0, 2): {"A"}, (0, 3): {"B"}, (1, 3): {"C"}, (1, 4): {"D"}, (2, 4): {"E"}},
        ),
        ("matagot/6-teams-222", {(0, 3): {"A"}, (1, 4): {"B"}, (2, 5): {"C"}}),
        ("matagot/6-teams-2211", {(0, 3): {"A"}, (1, 4): {"B"}, (2, 5): {"C"}}),
    ],
)
def test_a_pair_keeps_its_letter(key: str, letters: dict[tuple[int, ...], set[str]]) -> None:
    played = edition(key)
    found: dict[tuple[int, ...], set[str]] = defaultdict(set)
    for forehand in range(played.seats):
        seating = [(forehand + seat) % played.seats for seat in range(played.seats)]
        for seat in range(played.seats):
            players = sorted(seating[each] for each in (seat, *played.partners(seat)))
            if len(players) > 1:
                found[tuple(players)].add(side_label(played, seating, seat))

    assert found == letters
