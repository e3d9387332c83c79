"""At a table without aids the terminal shows the trick on the table, and no earlier one."""

import asyncio

import pytest

from tests.support.terminal.sitting import sitting

AFTER_THREE_TRICKS = 20  # cards left in four hands of eight


def at_the_fourth_trick(scene):
    seen = scene.observation
    return sum(seen.hand_sizes) < AFTER_THREE_TRICKS and len(seen.plays) > 0


@pytest.mark.slow
def test_neither_points_taken_nor_earlier_tricks_are_shown(tmp_path):
    async def shown(edition):
        async with sitting(tmp_path, edition, seed=4) as at:
            await at.play_until(at_the_fourth_trick)
            await at.pilot.pause()
            return at.text, at.scene.observation

    with_aids, plain = asyncio.run(shown("classic/4"))
    text, seen = asyncio.run(shown("classic/4,no-aids"))

    assert all(word in with_aids for word in ("Trick 4 of 8", "Trick 3", "Points"))
    assert "Trick 4 of 8" in text
    assert [word for word in ("Trick 3", "Points") if word in text] == []
    assert (len(plain.tricks), len(seen.tricks), len(seen.taken_points)) == (3, 0, 0)
