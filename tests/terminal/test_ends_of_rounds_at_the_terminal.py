"""The last trick of a round stays before the score is shown, as long as any other trick."""

import asyncio
from time import monotonic

import pytest

from tests.support.terminal.sitting import Sitting, sitting

pytestmark = pytest.mark.slow  # each plays a round

SCORE_COMES = "The round is over. Press Enter for the score."
SCORE = "Press Enter for the next round."
PACE_STEP = 0.3  # seconds


async def last_card(at: Sitting, slower: int) -> None:
    """Plays the round but for the last card, makes the others slower, and plays it."""
    await at.play_until(lambda scene: len(scene.observation.hand) == 1)
    await at.press(*["minus"] * slower)
    await at.choose_something()


def test_the_last_trick_stays_as_long_as_any_other(tmp_path):
    async def seen() -> float:
        async with sitting(tmp_path, "classic/3") as at:
            await last_card(at, slower=1)
            await at.until(lambda: at.scene.is_over)
            since = monotonic()
            assert SCORE_COMES in at.text
            await at.until(lambda: SCORE in at.text)
            return monotonic() - since

    assert asyncio.run(seen()) > PACE_STEP  # less what it took to look


def test_enter_shows_the_score_at_once(tmp_path):
    async def seen() -> tuple[bool, bool]:
        async with sitting(tmp_path, "classic/3") as at:
            await last_card(at, slower=3)
            await at.until(lambda: at.scene.is_over)
            before = SCORE in at.text
            await at.press("enter")
            return before, SCORE in at.text

    assert asyncio.run(seen()) == (False, True)


def test_at_no_pause_the_score_is_shown_at_once(tmp_path):
    async def seen() -> str:
        async with sitting(tmp_path, "classic/3") as at:
            await at.play_round()
            return at.text

    assert SCORE in asyncio.run(seen())
