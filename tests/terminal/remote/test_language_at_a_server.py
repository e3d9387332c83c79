"""A terminal in another language at a server: what it says itself, and what the server says."""

import asyncio
from pathlib import Path

import pytest

from bottleimp.languages.language import Language
from bottleimp.terminal.screens.join_screen import JoinScreen
from tests.support.live_server import Live
from tests.support.terminal.at_server import another_person, at_server, open_table

pytestmark = pytest.mark.slow  # a terminal plays at a server


def test_a_table_of_a_server_speaks_german_and_so_do_its_refusals(
    live: Live, tmp_path: Path
) -> None:
    async def played() -> tuple[str, str]:
        table, cookie = open_table(live)
        with another_person(live, table, cookie):
            async with at_server(live, table, tmp_path, language=Language("de")) as at:
                await at.until(lambda: at.app.session.view is not None)  # type: ignore[union-attr]
                screen = at.app.screen
                assert isinstance(screen, JoinScreen)
                screen.post_message(JoinScreen.Joined("Guest"))
                problem = screen.query_one("#problem")
                await at.until(lambda: bool(str(problem.render())))
                refused = str(problem.render())
                await at.sit_down("Tess")
                await at.play_round()
                lines = [strip.text for strip in at.app.screen._compositor.render_strips()]
                return refused, "\n".join(lines)

    refused, text = asyncio.run(played())

    assert "Ein Name hat höchstens" in refused
    assert "Im Teufelsstich" in text
    assert "Ergebnis" in text
    assert "Tess" in text
