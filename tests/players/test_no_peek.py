"""Hidden cards dealt anew change no choice, in any mode; `peeking` says how.

The long form asks every player at 10,000 positions in each mode, which takes about an hour of an
idle core: `python -m pytest tests/players/test_no_peek.py -m long`.
Mode by mode, and in pieces that say how far they are, it is

    python -m tests.soak.peeking --mode classic/4 --positions 10000
"""

import pytest

from bottleimp.analysis.arena.contests import edition_of_each_mode
from tests.soak.peeking import LIGHT, PLAYERS, imp, peeks

ALL = 10_000  # positions in each mode, in the long form
modes = pytest.mark.parametrize("key", edition_of_each_mode())


@pytest.mark.slow
@modes
def test_no_light_player_sees_a_hidden_card(key: str) -> None:
    assert peeks(key, LIGHT, range(30)) == []


@pytest.mark.slow
@modes
def test_no_thought_sees_a_hidden_card(key: str) -> None:
    assert peeks(key, {"imp": imp}, range(0, 35, 7)) == []


@pytest.mark.long
@modes
def test_nobody_sees_a_hidden_card_in_thousands_of_choices(key: str) -> None:
    assert peeks(key, PLAYERS, range(ALL)) == []
