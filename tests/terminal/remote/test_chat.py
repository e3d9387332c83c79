"""At a server people at the terminal talk, mute each other, take other names and miss nothing."""

import asyncio
from pathlib import Path

import pytest
from textual.app import App
from textual.widgets import Button, Input

from bottleimp.languages.language import ENGLISH
from bottleimp.protocol.messages import SendChatMessage
from bottleimp.protocol.views import ChatMessageView
from bottleimp.server.state.chat import BURST_MESSAGES
from bottleimp.terminal.screens import app
from bottleimp.terminal.screens.chat_screen import ChatScreen
from tests.support.live_server import Live
from tests.support.terminal.at_server import another_person, at_server, open_table
from tests.terminal.remote.test_status_text import table

WINDOW = (80, 24)


def spoken(number: int, words: str) -> ChatMessageView:
    """Something that somebody said in free words."""
    return ChatMessageView(number, 0, 1, "Ann", "a", None, words)


@pytest.mark.parametrize("length", [1, 20], ids=["short", "long"])
def test_the_newest_of_many_messages_is_in_sight(length: int) -> None:
    said = [spoken(number, f"{'word ' * length}{number}.") for number in range(1, 9)]
    view = table("human", "human", you=0, talk=said)

    async def look() -> list[str]:
        talking: App[None] = App(css_path=Path(app.__file__).with_name("terminal.tcss"))
        async with talking.run_test(size=WINDOW) as pilot:
            screen = ChatScreen(view, ENGLISH.catalogue, ())
            await talking.push_screen(screen)
            await pilot.pause()
            first = [strip.text for strip in screen._compositor.render_strips()]
            newer = spoken(9, f"{'word ' * length}9.")
            screen.show_messages(table("human", "human", you=0, talk=[*said, newer]))
            await pilot.pause()
            second = [strip.text for strip in screen._compositor.render_strips()]
            return ["\n".join(first), "\n".join(second)]

    before, after = asyncio.run(look())

    assert "8." in before
    assert "9." in after


@pytest.mark.slow
def test_people_talk_in_free_words_and_mute_each_other_at_the_terminal(
    live: Live, tmp_path: Path
) -> None:
    async def talk() -> tuple[list[str | None], str, str]:
        table, cookie = open_table(live, talk="free")
        with another_person(live, table, cookie):
            async with at_server(live, table, tmp_path) as at:
                await at.sit_down("Tess")
                with live.client(table, cookie) as other:
                    other.do(SendChatMessage, text="Can you hear me?")
                await at.until(lambda: len(at.view.talk) == 1)
                await at.pilot.press("c")
                await at.until(lambda: isinstance(at.app.screen, ChatScreen))
                said = at.app.screen.query_one("#said")
                before = str(said.render())
                await at.pilot.press("1")
                await at.until(lambda: str(said.render()) != before)
                after = str(said.render())
                await at.pilot.press("shift+tab", *"Yes", "enter")
                await at.until(lambda: len(at.view.talk) == 2)
                await at.until(lambda: not isinstance(at.app.screen, ChatScreen))
                return [line.text for line in at.view.talk], before, after

    texts, before, after = asyncio.run(talk())

    assert texts == ["Can you hear me?", "Yes"]
    assert before.endswith(": Can you hear me?")
    assert after == "Nothing has been said yet."


@pytest.mark.slow
def test_what_is_refused_stays_typed_at_the_terminal(live: Live, tmp_path: Path) -> None:
    async def talk() -> tuple[str, str]:
        table, cookie = open_table(live, talk="free")
        with another_person(live, table, cookie):
            async with at_server(live, table, tmp_path) as at:
                await at.sit_down("Tess")
                session = at.app.session
                assert session is not None
                for _ in range(BURST_MESSAGES):
                    await session.say("hello")
                await at.pilot.press("c")
                await at.until(lambda: isinstance(at.app.screen, ChatScreen))
                await at.pilot.press("shift+tab", *"Still", "enter")
                refused = at.app.screen.query_one("#refused")
                await at.until(lambda: bool(str(refused.render())))
                assert isinstance(at.app.screen, ChatScreen)
                return str(refused.render()), at.app.screen.query_one("#words", Input).value

    refusal, typed = asyncio.run(talk())

    assert refusal == "Too many messages; wait a moment."
    assert typed == "Still"


def test_another_name_is_taken_at_the_terminal_before_the_match(live: Live, tmp_path: Path) -> None:
    async def rename() -> str:
        table, cookie = open_table(live, start="host")
        with live.client(table, cookie):
            async with at_server(live, table, tmp_path) as at:
                await at.until(lambda: at.has_view and at.app.screen.query_one("#sit").display)
                for name in ("Tess", "Tessa"):
                    at.app.screen.query_one("#name", Input).value = name
                    at.app.screen.query_one("#sit", Button).press()
                    await at.until(lambda now=name: at.view.players[1].name == now)  # type: ignore[misc]
                return str(at.app.screen.query_one("#sit", Button).label)

    assert asyncio.run(rename()) == "Change name"
