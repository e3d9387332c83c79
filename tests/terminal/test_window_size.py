"""A window that is too small for the table says so, each time it becomes so."""

import asyncio
from pathlib import Path

import pytest
from textual.geometry import Region
from textual.widgets._toast import Toast

from bottleimp.rules.editions import edition
from bottleimp.terminal.screens.app import LaunchOptions, TerminalApp
from bottleimp.terminal.session.saved_matches import MatchFolder
from tests.support.terminal.sitting import EXPERIENCED, Sitting

pytestmark = pytest.mark.slow

SMALL, NARROW, ENOUGH = (70, 20), (79, 24), (80, 24)


def warnings_after(folder: Path, *sizes: tuple[int, int]) -> list[list[str]]:
    """The messages that are shown at the first size, and after each change to the next."""

    async def seen() -> list[list[str]]:
        app = TerminalApp(MatchFolder(folder), LaunchOptions())
        async with app.run_test(size=sizes[0]) as pilot:
            await pilot.pause()
            shown = [[note.message for note in app._notifications]]
            for width, height in sizes[1:]:
                await pilot.resize_terminal(width, height)
                await pilot.pause()
                shown.append([note.message for note in app._notifications])
            return shown

    return asyncio.run(seen())


def test_a_small_window_is_told_its_size_and_the_one_it_needs(tmp_path: Path) -> None:
    ((warning,),) = warnings_after(tmp_path, SMALL)

    assert warning == (
        "This window has 70 columns and 20 lines. The table needs 80 and 24; make the window"
        " larger, or the letters smaller."
    )


def test_a_window_of_the_usual_size_is_told_nothing(tmp_path: Path) -> None:
    assert warnings_after(tmp_path, ENOUGH) == [[]]


def test_it_is_told_each_time_the_window_becomes_too_small_and_not_once_it_is_large(
    tmp_path: Path,
) -> None:
    counts = [len(each) for each in warnings_after(tmp_path, ENOUGH, NARROW, SMALL, ENOUGH, SMALL)]

    assert counts == [0, 1, 1, 0, 1]


@pytest.mark.parametrize("size", [SMALL, (60, 18), NARROW])
def test_the_warning_covers_no_card_of_the_person(size: tuple[int, int], tmp_path: Path) -> None:
    async def regions() -> tuple[Region, Region]:
        wish = LaunchOptions(edition("classic/4"), ("uniform",), seed=4)
        app = TerminalApp(MatchFolder(tmp_path), wish, EXPERIENCED)
        async with app.run_test(size=size, notifications=True) as pilot:
            at = Sitting(app, pilot)
            await at.asked()
            await at.until(lambda: bool(at.app.screen.query(Toast)))
            await pilot.pause()
            return at.app.screen.query_one(Toast).region, at.table.query_one("#hands").region

    warning, cards = asyncio.run(regions())

    assert warning.area > 0
    assert warning.bottom <= cards.y
