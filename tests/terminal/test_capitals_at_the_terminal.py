"""Capital letters do what small ones do: the screen names keys by capitals."""

import asyncio

import pytest
from textual.binding import Binding

from bottleimp.terminal.screens.app import TerminalApp
from bottleimp.terminal.screens.chat_screen import ChatScreen
from bottleimp.terminal.screens.hint_overlay import HintOverlay
from bottleimp.terminal.screens.lesson_screen import LessonScreen
from bottleimp.terminal.screens.lessons_screen import LessonsScreen
from bottleimp.terminal.screens.letter_keys import with_capitals
from bottleimp.terminal.screens.overlays import TextOverlay
from bottleimp.terminal.screens.remote_app import RemoteApp
from bottleimp.terminal.screens.start_screen import StartScreen
from bottleimp.terminal.screens.table_screen import TableScreen
from tests.support.terminal.sitting import sitting

PLACES = (
    TerminalApp, RemoteApp, StartScreen, TableScreen, LessonScreen, LessonsScreen, TextOverlay,
    HintOverlay, ChatScreen,
)  # fmt: skip


@pytest.mark.parametrize("place", PLACES)
def test_every_letter_works_as_a_capital_too(place):
    actions = {key.key: key.action for key in Binding.make_bindings(place.BINDINGS)}
    letters = [key for key in actions if len(key) == 1 and key.islower()]

    assert {key: actions.get(key.upper()) for key in letters} == {
        key: actions[key] for key in letters
    }


def test_only_letters_have_capitals():
    assert with_capitals("backspace,u,ctrl+z") == "backspace,u,ctrl+z,U"


def test_with_caps_lock_a_page_is_opened_and_closed_and_the_terminal_left(tmp_path):
    async def pressed():
        async with sitting(tmp_path, "classic/3") as at:
            await at.asked()
            await at.press("S")
            screens.append(type(at.app.screen))
            await at.press("Q")
            screens.append(type(at.app.screen))
            await at.press("Q")
            assert at.app._exit

    screens: list[type] = []
    asyncio.run(pressed())

    opened, closed = screens
    assert issubclass(opened, TextOverlay)
    assert issubclass(closed, TableScreen)
