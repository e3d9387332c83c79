import asyncio

import pytest

from bottleimp.game.round import Phase
from bottleimp.terminal.session.saved_matches import TerminalSettings
from bottleimp.terminal.session.session import Scene
from tests.support.short_runs import KINDS
from tests.support.terminal.sitting import Sitting, sitting

pytestmark = pytest.mark.slow  # each plays a round or more


@pytest.mark.parametrize("key", KINDS)
def test_a_whole_round_of_every_edition_is_played_by_keys_and_all_fits_on_the_screen(key, tmp_path):
    async def played() -> tuple[Scene, str, set[str]]:
        cut: set[str] = set()

        def looks_and_goes_on(scene: Scene) -> bool:
            cut.update(at.parts_out_of_sight())
            return scene.is_over

        async with sitting(tmp_path, key) as at:
            await at.play_until(looks_and_goes_on, by_keys=True)
            return at.scene, at.text, cut

    scene, text, cut = asyncio.run(played())

    assert scene.is_over
    assert len(scene.match.results) == 1
    assert "The Imp's Trick held" in text
    assert cut == set()


async def click_something(at: Sitting) -> None:
    """Does whatever is asked for, by mouse alone."""
    for _ in range(at.table.selection.choices_owed or 1):
        cards = [card for _, hand in at.table.selection.hands for card in hand]
        card = next(card for card in cards if at.table.selection.allows(card))
        if card != at.table.selection.cursor:
            await at.pilot.click(offset=at.place_of(card))
        await at.pilot.click(offset=at.place_of(card))
    if at.table.selection.is_ready:
        await at.pilot.click("#keys", offset=(3, 0))


@pytest.mark.wide
def test_a_whole_round_is_played_by_mouse_alone(tmp_path):
    async def played() -> Scene:
        async with sitting(tmp_path, "classic/3") as at:
            await at.asked()
            while not at.scene.is_over:
                before = at.scene
                await click_something(at)
                await at.moved_on(before)
            await at.pilot.click("#keys", offset=(3, 0))
            await at.until(lambda: at.scene.observation.phase is Phase.EXCHANGE)
            return at.scene

    scene = asyncio.run(played())

    assert scene.round_number == 2


@pytest.mark.wide
def test_a_whole_match_ends_with_the_winner_and_a_rematch(tmp_path):
    async def played() -> tuple[str, str, Scene]:
        async with sitting(tmp_path, "classic/lopaka,cycles=1") as at:
            await at.play_round()
            await at.press("n")
            await at.play_round()
            ended = at.text
            await at.press("enter")
            still = at.text
            await at.press("r")
            await at.asked()
            return ended, still, at.scene

    ended, still, scene = asyncio.run(played())

    assert ended == still
    assert "win" in ended
    assert "R  rematch" in ended
    assert (scene.round_number, scene.match.results) == (1, ())


def test_the_next_round_is_led_by_the_next_player(tmp_path):
    async def dealers() -> tuple[str, str]:
        async with sitting(tmp_path, "classic/lopaka") as at:
            await at.asked()
            first = at.scene.seat_names[at.scene.observation.edition.dealer]
            await at.play_round()
            await at.press("enter")
            await at.asked()
            return first, at.scene.seat_names[at.scene.observation.edition.dealer]

    assert set(asyncio.run(dealers())) == {"You", "Keawe"}


def test_enter_pressed_once_too_often_does_not_hide_the_score_of_a_round(tmp_path):
    async def pressed() -> tuple[int, int]:
        async with sitting(tmp_path, "classic/lopaka") as at:
            await at.play_round()
            at.app._settings = TerminalSettings(pace=10_000)
            await at.press("enter")
            after_enter = at.scene.round_number
            await at.press("n")
            return after_enter, at.scene.round_number

    assert asyncio.run(pressed()) == (1, 2)


def test_page_down_scrolls_to_the_score_sheet(tmp_path):
    async def scrolled() -> tuple[bool, bool]:
        async with sitting(tmp_path, "matagot/6-teams-2211") as at:
            await at.play_round()
            before = shows_totals(at)
            await at.press("pagedown")
            await at.pilot.pause()
            return before, shows_totals(at)

    def shows_totals(at: Sitting) -> bool:
        return any(line.startswith(" Total") for line in at.lines)

    assert asyncio.run(scrolled()) == (False, True)
