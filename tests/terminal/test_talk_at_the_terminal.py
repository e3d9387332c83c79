"""At a server people at the terminal talk, mute each other, take other names and miss nothing."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.widgets import Button, Input
from websockets import Subprotocol
from websockets.asyncio import server
from websockets.asyncio.server import ServerConnection

from bottleimp.terminal.remote.connection import TableConnection
from bottleimp.terminal.screens.chat_screen import ChatScreen
from tests.support.live_server import Live, running
from tests.terminal.test_at_a_server import SECONDS, another_person, at_server, open_table


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with running(tmp_path_factory.mktemp("server")) as started:
        yield started


def test_people_talk_in_free_words_and_mute_each_other_at_the_terminal(
    live: Live, tmp_path: Path
) -> None:
    async def talk() -> tuple[list[str], str, str]:
        table, cookie = open_table(live, talk="free")
        with another_person(live, table, cookie):
            async with at_server(live, table, tmp_path) as at:
                await at.sit_down("Tess")
                with live.client(table, cookie) as other:
                    other.do("say", text="Can you hear me?")
                await at.until(lambda: len(at.view["talk"]) == 1)
                await at.pilot.press("c")
                await at.until(lambda: isinstance(at.app.screen, ChatScreen))
                said = at.app.screen.query_one("#said")
                before = str(said.render())
                await at.pilot.press("1")
                await at.until(lambda: str(said.render()) != before)
                after = str(said.render())
                await at.pilot.press("shift+tab", *"Yes", "enter")
                await at.until(lambda: len(at.view["talk"]) == 2)
                return [line["text"] for line in at.view["talk"]], before, after

    texts, before, after = asyncio.run(talk())

    assert ["Can you hear me?", "Yes"] == texts
    assert before.endswith(": Can you hear me?")
    assert "Nothing has been said yet." == after


def test_another_name_is_taken_at_the_terminal_before_the_match(live: Live, tmp_path: Path) -> None:
    async def rename() -> str:
        table, cookie = open_table(live, start="host")
        with live.client(table, cookie):
            async with at_server(live, table, tmp_path) as at:
                await at.until(lambda: bool(at.view) and at.app.screen.query_one("#sit").display)
                for name in ("Tess", "Tessa"):
                    at.app.screen.query_one("#name", Input).value = name
                    at.app.screen.query_one("#sit", Button).press()
                    await at.until(lambda now=name: at.view["players"][1]["name"] == now)  # type: ignore[misc]
                return str(at.app.screen.query_one("#sit", Button).label)

    assert "Change name" == asyncio.run(rename())


def test_a_missed_event_is_asked_for_on_a_new_line() -> None:
    greetings: list[object] = []

    async def serve(socket: ServerConnection) -> None:
        greetings.append(json.loads(await socket.recv())["after"])
        events = [event(2), event(3)] if len(greetings) > 1 else [WELCOME, event(3)]
        for each in events:
            await socket.send(json.dumps(each))
        await socket.wait_closed()

    async def follow() -> object:
        async with server.serve(
            serve, "127.0.0.1", 0, subprotocols=[Subprotocol("bottle.v1")]
        ) as at:
            port = at.sockets[0].getsockname()[1]
            news = asyncio.Event()
            line = TableConnection(f"ws://127.0.0.1:{port}", "token", news.set)
            following = asyncio.create_task(line.run())
            async with asyncio.timeout(SECONDS):
                while line.view.get("you") != 3:
                    await news.wait()
                    news.clear()
            following.cancel()
            return line.view["talk"]

    assert [2] == asyncio.run(follow())
    assert [None, 1] == greetings


WELCOME = {"t": "welcome", "seq": 1, "view": {"you": None, "talk": []}}


def event(seq: int) -> dict[str, object]:
    """An event that changes one part of the view, another one for each number."""
    return {"t": "ev", "seq": seq, "k": "say", "set": {2: {"talk": [2]}, 3: {"you": 3}}[seq]}
