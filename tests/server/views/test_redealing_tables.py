"""Hidden cards change no byte of anything that leaves a table; `redealing_tables` does more."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from bottleimp.rules.editions import edition_keys
from tests.server.views.test_secrecy import elsewhere
from tests.soak.redealing_tables import Findings, dealt, frames_of, played
from tests.support.application import House, moment
from tests.support.short_runs import KINDS

pytestmark = pytest.mark.slow

MATCHES = len(edition_keys())  # the first match of each mode
# 10,000 rounds in parts, so that they run side by side and one that fails is found soon.
PARTS, MATCHES_IN_A_PART = 20, 250


@pytest.mark.parametrize("key", KINDS)
def test_hidden_cards_change_no_byte_that_leaves_a_table(key: str, tmp_path: Path) -> None:
    number = edition_keys().index(key)
    findings = dealt(tmp_path, rounds=2, first=number, whole=5, every=4)

    assert findings.leaks == []
    assert findings.hiding > 0
    assert findings.whole > 0


def test_the_first_matches_are_of_all_modes() -> None:
    # As in `played`: a match of each mode in turn.
    assert set(edition_keys()) == {played(n).state.edition.key for n in range(MATCHES)}


def test_hidden_cards_change_no_byte_over_sockets(tmp_path: Path) -> None:
    findings = dealt(tmp_path, rounds=2, over_sockets=True, whole=20)

    assert findings.leaks == []
    assert findings.whole > 0


def test_what_a_viewer_does_see_changes_bytes(tmp_path: Path) -> None:
    table, findings, house = played(0), Findings(), House(tmp_path)
    before, now = table.steps[12:14]
    other = elsewhere(now[1], 1, Random(1))  # as player 1 may think, but not player 0
    for state in (now[1], other):
        assert state.round is not None

    async def compare() -> None:
        shown, again = (
            house.table(table.deals, moment(0, *before), moment(1, now[0], state))
            for state in (now[1], other)
        )
        findings.compare("shown", await frames_of(shown, 0), await frames_of(again, 0))

    asyncio.run(compare())
    house.close()

    assert findings.leaks != []


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_ten_thousand_rounds_leak_nothing(part: int, tmp_path: Path) -> None:
    first = part * MATCHES_IN_A_PART

    assert dealt(tmp_path, 2 * MATCHES_IN_A_PART, first).leaks == []


@pytest.mark.long
def test_a_hundred_rounds_over_sockets_leak_nothing(tmp_path: Path) -> None:
    assert dealt(tmp_path, 100, over_sockets=True, whole=1).leaks == []
