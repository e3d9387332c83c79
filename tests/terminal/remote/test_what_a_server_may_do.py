"""Servers that are slow, forget, or give the seat to another device: the terminal says so."""

import asyncio
import re
from contextlib import suppress
from pathlib import Path

import pytest

from bottleimp.cli.terminal import is_known
from bottleimp.client.errors import RequestFailed
from bottleimp.client.invitation import Invitation
from bottleimp.client.server_api import ServerApi
from bottleimp.errors import MatchError
from bottleimp.game.round import Phase
from bottleimp.knowledge.observation import Observation
from bottleimp.languages.language import ENGLISH
from bottleimp.protocol.messages import CommandRefused, ReplacePlayer
from bottleimp.terminal.remote.remote_session import CONNECTING, SEAT_LOST, RemoteSession
from bottleimp.terminal.screens.app import PACE_STEP
from bottleimp.terminal.screens.remote_app import rejection_text
from bottleimp.terminal.screens.table_screen import TableScreen
from tests.support.live_server import Live
from tests.support.terminal.at_server import SECONDS, another_person, at_server, open_table

pytestmark = pytest.mark.slow  # a terminal plays at a server


def seat_link(live: Live, table: str, cookie: str) -> Invitation:
    """What leads to the seat of this guest, once."""
    headers = {"Cookie": cookie, "Origin": f"http://{live.host}"}
    page = live.request("POST", f"/tables/{table}/seat", {}, headers)
    link = re.search(r"/s/[^\"< ]+", page.text)
    assert link is not None
    return Invitation.parse(f"http://{live.host}{link[0]}")


def test_before_the_first_word_of_a_server_nothing_can_be_done(live: Live) -> None:
    async def ask() -> None:
        table, cookie = open_table(live)
        token = cookie.partition("=")[2]
        session = RemoteSession(f"http://{live.host}", table, token, lambda: None, "en")
        for asked in (session.rematch(), session.next_round(), session.undo(), session.replay(1)):
            with pytest.raises(MatchError, match=re.escape(CONNECTING)):
                await asked
        await session.close()

    asyncio.run(ask())


def test_a_seat_that_is_played_elsewhere_ends_the_terminal(live: Live, tmp_path: Path) -> None:
    async def move() -> int | None:
        table, host = open_table(live)
        with another_person(live, table, host):
            async with at_server(live, table, tmp_path) as at:
                await at.sit_down("Tess")
                token = at.app._token
                invitation = seat_link(live, table, f"bottle_guest={token}")
                invitation.resolve_table(ServerApi(f"http://{live.host}").create_guest())
                await at.until(lambda: at.app.return_code is not None)
                return at.app.return_code

    assert asyncio.run(move()) == 1
    assert SEAT_LOST


def test_a_token_of_another_server_is_known_as_such(live: Live) -> None:
    table, cookie = open_table(live)
    invitation = Invitation(f"http://{live.host}", table=table)

    assert is_known(invitation, cookie.partition("=")[2])
    assert is_known(invitation, ServerApi(f"http://{live.host}").create_guest())
    assert not is_known(invitation, "of-another-server")


def test_a_seat_is_not_given_to_a_program_whose_token_is_not_known(live: Live) -> None:
    table, cookie = open_table(live)
    invitation = seat_link(live, table, cookie)
    with pytest.raises(RequestFailed, match="401"):
        invitation.resolve_table("of-another-server")

    invitation.resolve_table(ServerApi(f"http://{live.host}").create_guest())  # is still there


def test_while_an_answer_is_awaited_other_keys_work(live: Live, tmp_path: Path) -> None:
    async def wait() -> None:
        table, host = open_table(live)
        with another_person(live, table, host):
            async with at_server(live, table, tmp_path) as at:
                await at.sit_down("Tess")
                answer, asked = asyncio.Event(), []

                async def slow() -> None:
                    asked.append(1)
                    await answer.wait()

                await at.table._done(slow)
                assert "Sent. The answer takes its time…" in at.text
                await at.table._done(slow)
                await at.pilot.press("question_mark")
                await at.until(lambda: "Keys" in at.text)
                await at.pilot.press("escape")
                answer.set()
                await at.until(lambda: "Sent." not in at.text)
                assert asked == [1]

    asyncio.run(wait())


def is_own_turn(observation: Observation) -> bool:
    """Whether everybody waits for this player's card, so that nothing else happens."""
    return observation.phase is Phase.PLAY and observation.is_to_act


def test_a_server_that_cannot_save_is_told_of_until_something_happens(
    live: Live, tmp_path: Path
) -> None:
    async def wait() -> None:
        table, host = open_table(live)
        with another_person(live, table, host):
            async with at_server(live, table, tmp_path) as at:
                await at.sit_down("Tess")
                await at.play_until(lambda: is_own_turn(at.table.scene.observation))
                # What the server sends then: see tests/server/tables/test_full_disk.py.
                told = "The table waits until the server can save again."
                client = at.app.session._client  # type: ignore[union-attr]
                client._receive(CommandRefused(None, "unavailable", told))
                await at.until(lambda: told in at.text)
                await at.do_something()
                await at.until(lambda: told not in at.text)

    asyncio.run(wait())


def test_a_table_that_is_gone_is_called_so(live: Live, tmp_path: Path) -> None:
    async def come() -> str:
        async with at_server(live, "gone", tmp_path) as at:
            await at.until(lambda: at.app.return_code is not None)
            rejection = at.app.session.rejection  # type: ignore[union-attr]
            assert rejection is not None
            return rejection_text(rejection, ENGLISH.catalogue)

    assert asyncio.run(come()) == "There is no such table here any more."


def test_the_host_reads_how_long_the_pause_is_now(live: Live, tmp_path: Path) -> None:
    async def slow_down() -> list[str]:
        table, host = open_table(live, player_1="rules_of_thumb")
        async with at_server(live, table, tmp_path, host.partition("=")[2]) as at:
            await at.until(lambda: isinstance(at.app.screen, TableScreen))
            await at.pilot.press("minus")
            await at.until(lambda: at.view.table.pace == PACE_STEP)
            await at.until(lambda: bool(at.app._notifications))
            return [note.message for note in at.app._notifications]

    assert asyncio.run(slow_down()) == [f"Pause after each play: {PACE_STEP} ms"]


def test_whose_time_is_up_is_said(live: Live, tmp_path: Path) -> None:
    async def wait() -> None:
        table, _ = open_table(live, clock="move=5")  # its host never chooses
        async with at_server(live, table, tmp_path) as at:
            await at.sit_down("Tess")
            host = at.view.players[0].name
            wanted = {
                "Your time is up; a computer player makes this choice.",
                f"{host} has run out of time.",
            }
            await at.until(lambda: wanted <= {note.message for note in at.app._notifications})

    asyncio.run(wait())


def test_while_a_computer_player_plays_for_the_person_the_table_says_how_to_take_over(
    live: Live, tmp_path: Path
) -> None:
    async def come_back() -> tuple[str, str]:
        table, host = open_table(live)
        token = ServerApi(f"http://{live.host}").create_guest()
        async with at_server(live, table, tmp_path, token) as at:
            await at.sit_down("Tess")
        with live.client(table, host) as client:
            async with asyncio.timeout(SECONDS):  # until it is clear that she is away
                while client.presence is None or 1 in client.presence.players:
                    with suppress(TimeoutError):
                        client.receive(0.05)
                    await asyncio.sleep(0)
            client.do(ReplacePlayer, player=1)
        async with at_server(live, table, tmp_path, token) as at:
            await at.until(lambda: "press B to take over" in at.text)
            before = at.text
            await at.pilot.press("b")
            await at.until(lambda: "press B" not in at.text)
            assert not at.app._notifications
            return before, at.text

    before, after = asyncio.run(come_back())

    assert "A computer player plays for you; press B to take over." in before
    assert [" B  take over" in text for text in (before, after)] == [True, False]
    assert "Enter  choose" not in before


def test_a_lost_connection_is_said_for_as_long_as_it_lasts(live: Live, tmp_path: Path) -> None:
    async def lose() -> None:
        table, host = open_table(live)
        with another_person(live, table, host):
            async with at_server(live, table, tmp_path) as at:
                await at.sit_down("Tess")
                client = at.app.session._client  # type: ignore[union-attr]
                client._initial_backoff = client._max_backoff = 3.0
                client.drop_connection()
                await at.until(lambda: "The connection is lost. Trying again…" in at.text)
                await at.until(lambda: "The connection is lost" not in at.text)

    asyncio.run(lose())
