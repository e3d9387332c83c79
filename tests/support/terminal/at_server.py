"""A person at the terminal, at a table of a server, and company there."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path

from textual.pilot import Pilot
from textual.widgets import Button, Input

from bottleimp.client.server_api import ServerApi
from bottleimp.languages.language import ENGLISH, Language
from bottleimp.protocol.messages import RequestNextRound
from bottleimp.protocol.views import RoundView, View
from bottleimp.terminal.screens.remote_app import RemoteApp
from bottleimp.terminal.screens.table_screen import TableScreen
from bottleimp.terminal.session.saved_matches import MatchFolder
from tests.support.live_server import Live
from tests.support.terminal.sitting import first_choices

SECONDS = 120  # for anything that is waited for; a first hint compiles


@contextmanager
def another_person(live: Live, table: str, cookie: str) -> Iterator[None]:
    """Somebody else at the table, who does whatever is legal and wants every next round."""
    is_over = threading.Event()

    def play() -> None:
        wanted = 0
        with live.client(table, cookie) as client:
            while not is_over.is_set():
                with suppress(TimeoutError):
                    client.receive(0.05)
                shown = client.view.round if client.has_view else None
                if shown and shown.legal:
                    client.act()
                elif shown and shown.result and shown.number > wanted:
                    wanted = shown.number
                    client.exchange(RequestNextRound, round=wanted)

    person = threading.Thread(target=play)
    person.start()
    try:
        yield
    finally:
        is_over.set()
        person.join(SECONDS)


class AtServer:
    """A person at the terminal, at a table of a server."""

    def __init__(self, app: RemoteApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def table(self) -> TableScreen:
        assert isinstance(self.app.screen, TableScreen)
        return self.app.screen

    @property
    def view(self) -> View:
        assert self.app.session is not None
        assert self.app.session.view is not None
        return self.app.session.view

    @property
    def has_view(self) -> bool:
        return self.app.session is not None and self.app.session.view is not None

    @property
    def round(self) -> RoundView:
        assert self.view.round is not None
        return self.view.round

    @property
    def text(self) -> str:
        """The whole screen as text."""
        return "\n".join(strip.text for strip in self.app.screen._compositor.render_strips())

    async def until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(SECONDS):
            while not condition():
                await self.pilot.pause(0.005)

    async def sit_down(self, name: str) -> None:
        await self.until(lambda: self.has_view and self.app.screen.query_one("#sit").display)
        self.app.screen.query_one("#name", Input).value = name
        self.app.screen.query_one("#sit", Button).press()
        await self.until(lambda: isinstance(self.app.screen, TableScreen))
        await self.until(lambda: bool(self.app.screen.query("#status")))

    async def play_until(self, done: Callable[[], bool]) -> None:
        """Does the first thing that is allowed until then, and draws no screen meanwhile."""
        with self.app.batch_update():
            while True:
                await self.until(lambda: done() or self.table.scene.observation.is_to_act)
                if done():
                    break
                await self.do_something()
        await self.pilot.pause()

    async def play_round(self) -> None:
        """Plays until the round is over."""
        await self.play_until(lambda: self.table.scene.is_over)

    async def do_something(self) -> None:
        """Does the first thing that is allowed, and waits until it is seen."""
        before = self.table.scene
        await self.table._session.act(first_choices(self.table.selection))
        await self.until(lambda: self.table.scene != before)


@asynccontextmanager
async def at_server(
    live: Live, table: str, folder: Path, token: str = "", language: Language = ENGLISH
) -> AsyncIterator[AtServer]:
    server = f"http://{live.host}"
    store = MatchFolder(folder)
    store.prepare()
    known = token or ServerApi(server).create_guest()
    app = RemoteApp(server, table, known, "", store, language)
    async with app.run_test(size=(80, 24)) as pilot:
        yield AtServer(app, pilot)


def has_contributed(view: View, player: int) -> bool:
    """Whether a value of this player goes into the next deal."""
    return view.fair.next is not None and player in view.fair.next.given


def open_table(live: Live, **fields: str) -> tuple[str, str]:
    """A table for three with a free place and a computer player."""
    asked = {"player_1": "open", "player_2": "rules_of_thumb", **fields}
    return live.new_table("classic/3", **asked)
