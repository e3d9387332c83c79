"""The terminal plays at a server: it joins, passes, plays a round, and comes back after a break."""

import asyncio
import re
from pathlib import Path

import pytest
from textual.widgets import Button, Input

from bottleimp.client.server_api import ServerApi
from bottleimp.game.round import Phase
from bottleimp.protocol.messages import RequestRematch, StartMatch
from bottleimp.terminal.screens.chat_screen import ChatScreen
from bottleimp.terminal.screens.join_screen import JoinScreen
from bottleimp.terminal.screens.table_screen import TableScreen
from tests.support.live_server import Live
from tests.support.terminal.at_server import (
    SECONDS,
    AtServer,
    another_person,
    at_server,
    has_contributed,
    open_table,
)

pytestmark = pytest.mark.slow  # a terminal plays at a server


def test_a_round_is_played_with_a_person_and_a_computer_player(live: Live, tmp_path: Path) -> None:
    async def play() -> tuple[AtServer, str]:
        table, cookie = open_table(live)
        with another_person(live, table, cookie):
            async with at_server(live, table, tmp_path) as at:
                await at.sit_down("Tess")
                assert Phase.EXCHANGE is at.table.scene.observation.phase
                await at.play_round()
                text = "\n".join(strip.text for strip in at.app.screen._compositor.render_strips())
                return at, text

    at, text = asyncio.run(play())

    assert "The Imp's Trick held" in text
    assert "Tess" in text
    scores = [line.scores for line in at.view.match.sheet]
    assert [list(result.scores) for result in at.app.session.scene.match.results] == scores  # type: ignore[union-attr]


def test_a_rematch_that_waits_for_its_host_shows_who_is_there(live: Live, tmp_path: Path) -> None:
    async def play_again() -> str:
        table, cookie = live.new_table("classic/3,rounds=1", name="Ann", player_1="open")
        async with at_server(live, table, tmp_path) as at:
            with another_person(live, table, cookie):
                await at.sit_down("Tess")
                await at.play_round()
            with live.client(table, cookie) as ann:
                ann.exchange(RequestRematch, gathers=True)
            await at.pilot.press("r")
            await at.until(lambda: isinstance(at.app.screen, JoinScreen))
            people = at.app.screen.query_one("#people")
            await at.until(lambda: "Tess" in str(people.render()))
            shown = str(people.render())
            with live.client(at.view.table.id, cookie) as ann:
                ann.exchange(StartMatch)
            await at.until(lambda: isinstance(at.app.screen, TableScreen))
            assert not at.table.scene.is_over
            return shown

    shown = asyncio.run(play_again())

    assert "1  Ann (person, host, away)" in shown
    assert "Ann begins the match." in shown


def test_a_rematch_with_short_clocks_waits_for_those_who_still_read(
    live: Live, tmp_path: Path
) -> None:
    async def play_again() -> str:
        table, cookie = live.new_table(
            "classic/3,rounds=1", name="Ann", player_1="open", clock="move=30"
        )
        async with at_server(live, table, tmp_path) as at:
            with another_person(live, table, cookie):
                await at.sit_down("Tess")
                await at.play_round()
            await at.pilot.press("r")
            await at.until(lambda: at.view.table.id != table)
            return at.view.table.status

    assert asyncio.run(play_again()) == "gathering"


def test_choices_are_taken_back_at_a_server_until_all_have_chosen(
    live: Live, tmp_path: Path
) -> None:
    async def take_back() -> None:
        table, _ = open_table(live)  # its host never chooses
        async with at_server(live, table, tmp_path) as at:
            await at.sit_down("Tess")
            await at.play_until(lambda: at.table.scene.may_undo)
            assert not at.table.scene.observation.is_to_act
            await at.pilot.press("u")
            await at.until(lambda: at.table.scene.observation.is_to_act)
            assert not at.table.scene.may_undo

    asyncio.run(take_back())


def test_the_rest_is_claimed_at_a_server(live: Live, tmp_path: Path) -> None:
    async def claim() -> int:
        table, host = open_table(live, player_1="rules_of_thumb")
        async with at_server(live, table, tmp_path, host.partition("=")[2]) as at:
            await at.until(lambda: isinstance(at.app.screen, TableScreen))
            await at.play_until(lambda: at.table.scene.claim is not None)
            await at.pilot.press("p")
            await at.until(lambda: at.table.scene.is_over)
            return len(at.view.match.sheet)

    assert asyncio.run(claim()) == 1


def test_a_value_of_this_terminal_is_in_the_deal(live: Live, tmp_path: Path) -> None:
    async def sit() -> str | None:
        table, cookie = open_table(live)
        with another_person(live, table, cookie):
            async with at_server(live, table, tmp_path) as at:
                await at.sit_down("Tess")
                await at.play_round()
                await at.until(lambda: has_contributed(at.view, 1))
                await at.pilot.press("enter")
                await at.until(lambda: at.view.match.round == 2)
                return at.view.fair.contributions[1]

    assert asyncio.run(sit())


@pytest.mark.wide
def test_a_broken_line_is_mended_and_nothing_is_lost(live: Live, tmp_path: Path) -> None:
    async def play() -> AtServer:
        table, cookie = open_table(live)
        with another_person(live, table, cookie):
            async with at_server(live, table, tmp_path) as at:
                await at.sit_down("Tess")
                for step in (0, 4, 9):
                    await at.play_until(lambda s=step: at.round.step >= s)  # type: ignore[misc]
                    client = at.app.session._client  # type: ignore[union-attr]
                    client.drop_connection()
                    await at.until(lambda now=client: not now.is_connected)  # type: ignore[misc]
                await at.play_round()
                return at

    assert len(asyncio.run(play()).view.match.sheet) == 1


def test_whoever_comes_back_has_the_seat_still(live: Live, tmp_path: Path) -> None:
    async def come_back() -> int | None:
        table, cookie = open_table(live)
        token = ServerApi(f"http://{live.host}").create_guest()
        with another_person(live, table, cookie):
            async with at_server(live, table, tmp_path, token) as at:
                await at.sit_down("Tess")
            async with at_server(live, table, tmp_path, token) as at:
                await at.until(lambda: isinstance(at.app.screen, TableScreen))
                return at.view.you

    assert asyncio.run(come_back()) == 1


def test_a_refusal_of_the_table_is_shown(live: Live, tmp_path: Path) -> None:
    async def sit() -> str:
        table, _ = open_table(live, player_2="open")
        async with at_server(live, table, tmp_path) as at:
            await at.until(lambda: at.has_view and at.app.screen.query_one("#sit").display)
            at.app.screen.query_one("#name", Input).value = "a|b"
            at.app.screen.query_one("#sit", Button).press()
            problem = at.app.screen.query_one("#problem")
            await at.until(lambda: bool(str(problem.render())))
            assert isinstance(at.app.screen, JoinScreen)
            return str(problem.render())

    assert "name" in asyncio.run(sit()).lower()


def test_where_no_place_is_free_nobody_is_asked_for_a_name(live: Live, tmp_path: Path) -> None:
    async def look() -> tuple[str, bool]:
        table, _ = open_table(live, player_1="rules_of_thumb")  # in mid-round
        async with at_server(live, table, tmp_path) as at:
            people = at.app.screen.query_one("#people")
            await at.until(lambda: "No place is free" in str(people.render()))
            return str(people.render()), bool(at.app.screen.query_one("#sit").display)

    told, is_asked = asyncio.run(look())
    assert told.endswith("No place is free; try again between two rounds.")
    assert not is_asked


async def refusal_of_place(at: AtServer, number: str) -> str:
    """Why somebody at the screen before the match does not get this place."""
    at.app.screen.query_one("#place", Input).value = number
    at.app.screen.query_one("#sit", Button).press()
    problem = at.app.screen.query_one("#problem")
    await at.until(lambda: bool(str(problem.render())))
    return str(problem.render())


def test_a_person_at_the_terminal_chooses_among_free_places(live: Live, tmp_path: Path) -> None:
    async def sit() -> tuple[str, int | None]:
        table, cookie = open_table(live, player_2="open")
        with another_person(live, table, cookie):
            async with at_server(live, table, tmp_path) as at:
                await at.until(lambda: at.has_view and at.app.screen.query_one("#place").display)
                refused = await refusal_of_place(at, "1")
                at.app.screen.query_one("#place", Input).value = "3"
                at.app.screen.query_one("#sit", Button).press()
                await at.until(lambda: at.view.you is not None)
                return refused, at.view.you

    assert asyncio.run(sit()) == ("Place 1 is not free.", 2)


def test_a_person_at_the_terminal_sees_partners_and_changes_places(
    live: Live, tmp_path: Path
) -> None:
    async def move() -> tuple[str, str, str]:
        table, _ = live.new_table(
            "matagot/4-teams", name="Ann", player_1="open", player_2="open", start="host"
        )
        async with at_server(live, table, tmp_path) as at:
            people = at.app.screen.query_one("#people")
            await at.until(lambda: at.has_view and at.app.screen.query_one("#sit").display)
            at.app.screen.query_one("#name", Input).value = "Tess"
            at.app.screen.query_one("#sit", Button).press()
            await at.until(lambda: "Tess" in str(people.render()))
            before = str(people.render())
            await at.until(
                lambda: "another place" in str(at.app.screen.query_one("#asks-place").render())
            )
            refused = await refusal_of_place(at, "1")
            at.app.screen.query_one("#place", Input).value = "3"
            at.app.screen.query_one("#sit", Button).press()
            await at.until(lambda: at.view.you == 2)
            await at.until(lambda: "partner: Tess" in str(people.render()))
            return before, refused, str(people.render())

    before, refused, after = asyncio.run(move())

    assert "2  Tess (person, partner: " in before
    assert refused == "Place 1 is not free."
    assert "1  Ann (person, host, away, partner: Tess)" in after
    assert "3  Tess (person, partner: Ann)" in after


def test_people_talk_and_see_the_clocks_at_the_terminal(live: Live, tmp_path: Path) -> None:
    async def talk() -> tuple[str, str, str]:
        table, cookie = open_table(live, clock="bank=300+5")
        with another_person(live, table, cookie):
            async with at_server(live, table, tmp_path) as at:
                await at.sit_down("Tess")
                status = at.table.query_one("#status")
                await at.until(lambda: "Tess" in str(status.render()))
                before = str(status.render())
                await at.pilot.press("c")
                await at.until(lambda: isinstance(at.app.screen, ChatScreen))
                await at.pilot.press("down", "enter")
                await at.until(lambda: bool(at.view.talk))
                await at.until(lambda: "Good luck" in str(status.render()))
                await at.pilot.press("c")
                await at.until(lambda: isinstance(at.app.screen, ChatScreen))
                said = at.app.screen.query_one("#said")
                return before, str(at.view.talk[0].phrase), str(said.render())

    before, phrase, said = asyncio.run(talk())

    assert re.search(r"Tess (4:\d\d|5:00)", before)
    assert (phrase, said) == ("good-luck", "Tess: Good luck")


def test_nobody_talks_at_the_terminal_where_the_table_has_no_talk(
    live: Live, tmp_path: Path
) -> None:
    async def talk() -> bool:
        table, cookie = open_table(live, talk="off")
        with another_person(live, table, cookie):
            async with at_server(live, table, tmp_path) as at:
                await at.sit_down("Tess")
                await at.pilot.press("c")
                await at.pilot.pause()
                return isinstance(at.app.screen, TableScreen)

    assert asyncio.run(talk())


@pytest.mark.parametrize(("hints", "count"), [("always", 1), ("alone", 0), ("never", 0)])
def test_hints_are_offered_to_two_people_only_where_they_are_always_given(
    hints: str, count: int, live: Live, tmp_path: Path
) -> None:
    async def look() -> str:
        table, _ = open_table(live, hints=hints)
        async with at_server(live, table, tmp_path) as at:
            await at.sit_down("Tess")
            await at.until(lambda: "Enter  choose" in at.text)
            return at.text

    assert asyncio.run(look()).count(" I  hint") == count


def test_a_hint_is_offered_to_somebody_who_plays_alone(live: Live, tmp_path: Path) -> None:
    async def look() -> None:
        table, host = open_table(live, player_1="rules_of_thumb")
        async with at_server(live, table, tmp_path, host.partition("=")[2]) as at:
            await at.until(lambda: isinstance(at.app.screen, TableScreen))
            await at.until(lambda: " I  hint" in at.text)

    asyncio.run(look())


@pytest.mark.wide
def test_hints_come_where_the_table_has_some(live: Live, tmp_path: Path) -> None:
    async def ask(hints: str, answer: str) -> str:
        table, cookie = open_table(live, hints=hints)
        with another_person(live, table, cookie):
            async with at_server(live, table, tmp_path) as at:
                await at.sit_down("Tess")
                reason = at.table.query_one("#reason")
                async with asyncio.timeout(SECONDS):  # a server that compiles is busy for a while
                    while answer not in str(reason.render()):
                        await at.pilot.press("i")
                        await at.pilot.pause(1)
                return str(reason.render())

    assert "): give" in asyncio.run(ask("always", "): give"))
    assert asyncio.run(ask("never", "No hints")) == "No hints are given at this table."
