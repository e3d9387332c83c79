"""At a table without aids the terminal shows the trick on the table, and no earlier one."""

import asyncio
from gettext import NullTranslations

import pytest

from bottleimp.knowledge.observation import observe
from bottleimp.rules.editions import edition
from bottleimp.terminal.widgets.card_text import HOLLOW_SUIT_SHAPES
from bottleimp.terminal.widgets.number_line import NumberLine, legend
from tests.support.game.rulebook_table import at_play, play
from tests.support.terminal.sitting import sitting

AFTER_THREE_TRICKS = 20  # cards left in four hands of eight


def at_the_fourth_trick(scene):
    seen = scene.observation
    return sum(seen.hand_sizes) < AFTER_THREE_TRICKS and len(seen.plays) > 0


@pytest.mark.slow
def test_neither_points_taken_nor_earlier_tricks_are_shown(tmp_path):
    async def shown(text):
        async with sitting(tmp_path, text, seed=4) as at:
            await at.play_until(at_the_fourth_trick)
            await at.pilot.pause()
            return at.text, at.scene.observation

    with_aids, plain = asyncio.run(shown("classic/4"))
    text, seen = asyncio.run(shown("classic/4,no-aids"))

    assert all(word in with_aids for word in ("Trick 4 of 8", "Trick 3", "Points"))
    assert "Trick 4 of 8" in text
    assert [word for word in ("Trick 3", "Points") if word in text] == []
    assert (len(plain.tricks), len(seen.tricks), len(seen.taken_points)) == (3, 0, 0)


@pytest.mark.parametrize("hidden", [False, True])
def test_played_cards_are_told_apart_only_with_aids(hidden):
    playing = at_play(edition("classic/3", no_aids=hidden), "1 24", "20 30", "13 31")
    seen = observe(play(playing, "24 20"), 2)
    line = NumberLine(seen, width=200).render().plain
    signs = legend(seen, NullTranslations())

    assert any(shape in line for shape in HOLLOW_SUIT_SHAPES.values()) is not hidden
    assert ("● still out" in signs, "○ played" in signs) == (not hidden, not hidden)
