"""How long a match is, as it is told to programs."""

import pytest

from bottleimp.rules.seating import (
    Cycles,
    MatchLength,
    Rounds,
    TargetScore,
    length_kind,
    length_number,
    rounds_planned,
)


@pytest.mark.parametrize(
    ("length", "kind", "number", "rounds"),
    [
        (Cycles(2), "cycles", 2, 8),
        (Rounds(7), "rounds", 7, 7),
        (TargetScore(200), "target", 200, None),
    ],
    ids=str,
)
def test_a_length_says_what_is_counted_and_how_many_rounds_four_players_play(
    length: MatchLength, kind: str, number: int, rounds: int | None
) -> None:
    assert (kind, number) == (length_kind(length), length_number(length))
    assert rounds_planned(length, 4) == rounds
